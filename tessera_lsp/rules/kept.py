"""What rules have found in files that have not changed since."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from tessera_lsp.project import Project
from tessera_lsp.rules.bodies import declaring_names
from tessera_lsp.rules.model import OUTSIDE, Facts, Finding, Rule
from tessera_lsp.rules.shelf import Check, Looked, Now, Shelf

T = TypeVar("T")


class Kept:
    """Findings by what they depend on: one file alone, the wiring, or what has run as well.

    ``visits`` counts the claims files that checks of the scope ``file`` were run on; the shapes outside of
    claims files count as one. ``shapes_looked`` counts the shapes that checks looked at by themselves, or in
    a file that is looked at for the first time.
    """

    def __init__(self, at_once: int = 0) -> None:
        """``at_once``: within how many files that are not open is looked in one go; 0 for all."""
        self.visits = 0
        self._at_once, self._goes_on = at_once, False
        self._inside, self._text, self._run = Shelf(around=_around), Shelf(), Shelf()
        self._made: tuple[Project, object] | None = None
        self._grouped: tuple[Project, list[Finding], object] | None = None
        self._now: Mapping[str, Looked] = {}
        """What was looked at last, by path."""
        self._asked: Sequence[Rule] = ()
        self._checks: dict[str, list[Check]] = {}
        """Those of the rules that were asked about last, by what they depend on."""

    @property
    def shapes_looked(self) -> int:
        """See above; of the checks that heed the text alone."""
        return self._inside.shapes_looked

    @property
    def pending(self) -> bool:
        """Whether some files were left for the next look."""
        return self._inside.pending > 0

    def go_on(self) -> None:
        """Let the next look be at some of those that were left, too."""
        self._goes_on = True

    def of_project(self, project: Project, make: Callable[[Project], T]) -> T:
        """What ``make`` gives for the project, made once."""
        if self._made is None or self._made[0] is not project:
            self._made = project, make(project)
        return cast("T", self._made[1])

    def grouped(self, project: Project, found: list[Finding], make: Callable[[], T]) -> T:
        """What ``make`` gives for these findings; what it gave the last time where they are the same."""
        last = self._grouped
        is_known = last is not None and last[0] is project and len(found) == len(last[1])
        if last is not None and is_known and all(map(operator.is_, found, last[1])):
            return cast("T", last[2])
        now = make()
        self._grouped = project, found, now
        return now

    def facts(self, facts: Facts) -> Facts:
        """The facts, with the values that are kept for as long as what decides them stays."""
        index = facts.index
        self._text.keep(
            (
                facts.static, index.batteries, index.wiring_complete, index.unlisted, index.registry_path,
                index.core_path, index.unreadable, facts.project, index.files.keys(),
            )
        )  # fmt: skip
        self._inside.keep((facts.static, index.registry_path, index.core_path, facts.project))
        # Verdicts are values too, but are compared by identity: comparing costs more than looking again.
        self._run.keep((self._text.once, _Same(facts.verdicts), facts.stale))
        return replace(facts, wired=self._text.once, ran=self._run.once)

    def found(self, facts: Facts, rules: Sequence[Rule]) -> Iterator[Finding]:
        """What all rules find. One place is told once by a rule that looks at files."""
        for rule in rules:
            if rule.scope == "project":
                yield from rule.check(facts, rule)
        for shelf, heeds_run in ((self._text, False), (self._run, True)):
            if shelf.wiring is None:
                mine = [rule for rule in rules if rule.heeds_run == heeds_run]
                shelf.wiring = tuple(f for r in mine if r.scope == "wiring" for f in r.check(facts, r))
            yield from shelf.wiring
        yield from self._in_files(facts, rules)

    def _in_files(self, facts: Facts, rules: Sequence[Rule]) -> Iterator[Finding]:
        now = Now.since(self._now, {**facts.index.files, OUTSIDE: facts.index.elsewhere})
        self._now = now.now
        if rules is not self._asked:
            self._asked = rules
            self._checks = {on: _checks(rules, on) for on in ("inside", "wiring", "run")}
        checks = self._checks
        looked = {
            *self._inside.look(now, checks["inside"], facts, self._at_once, self._goes_on),
            *self._text.look(now, checks["wiring"], facts),
            *self._run.look(now, checks["run"], facts),
        }
        self.visits += len(looked)
        self._goes_on = False
        overruled = {rule.code: rule.overruled for rule in rules if rule.overruled is not None}
        told: set[tuple[object, ...]] = set()
        shelves = (self._inside.found, self._text.found, self._run.found)
        speaking = {path for shelf in shelves for path in shelf}
        for path in sorted(speaking):
            for finding in (finding for shelf in shelves for finding in shelf.get(path, ())):
                if path == OUTSIDE or finding.path != path:
                    # A helper in another file is come to from several.
                    place = finding.code, finding.path, finding.span
                    if place in told:
                        continue
                    told.add(place)
                tells = overruled.get(finding.code)
                if tells is None or not tells(facts, finding):
                    yield finding


@dataclass(frozen=True, eq=False)
class _Same:
    """Equal to what holds the very same value."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


def _around(facts: Facts, path: str) -> object:
    """Which batteries the witnesses in a file name."""
    names = facts.wired.get(declaring_names, facts)
    file = facts.index.files.get(path)
    return names.get(file.module) if file is not None else names


def _checks(rules: Iterable[Rule], on: str) -> list[Check]:
    """The checks of the scope ``file`` whose findings depend on the ``inside`` of a file alone, on the
    ``wiring`` too, or on what has ``run``."""
    out: list[Check] = []
    for rule in rules:
        if ("run" if rule.heeds_run else "inside" if rule.inside else "wiring") == on:
            if rule.scope == "file":
                out.append((rule, rule.check))
            if rule.check_file is not None:
                out.append((rule, rule.check_file))
        if rule.check_text is not None and on == "inside":
            out.append((rule, rule.check_text))
    return out
