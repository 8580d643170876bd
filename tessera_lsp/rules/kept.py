"""What rules have found in files that have not changed since."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast

from tessera_lsp.index.model import ClaimsFile, ShapeDefinition
from tessera_lsp.project import Project
from tessera_lsp.rules.model import OUTSIDE, Facts, Finding, Once, Rule
from tessera_lsp.text import Span

T = TypeVar("T")
Check = tuple[Rule, Callable[[Facts, Rule], Iterable[Finding]]]
Looked = ClaimsFile | tuple[ShapeDefinition, ...]
"""What a check of the scope ``file`` has looked at."""


@dataclass
class _Told:
    """What checks have found in one file. ``by_shape`` is None until it has changed for the first time: most
    files never do."""

    looked: Looked
    found: tuple[Finding, ...]
    by_shape: dict[int, tuple[ShapeDefinition, tuple[Finding, ...]]] | None = None
    """Of the checks that look at each shape by itself, by the shape's identity."""


def _looked_at(told: Mapping[str, _Told], path: str) -> Looked | None:
    return told[path].looked if path in told else None


@dataclass
class _Shelf:
    """The findings of the checks that depend on the same things; they hold while these are as they were."""

    known: tuple[object, ...] = ()
    once: Once = field(default_factory=Once)
    wiring: tuple[Finding, ...] | None = None
    told: dict[str, _Told] = field(default_factory=dict)
    """By path."""
    found: dict[str, tuple[Finding, ...]] = field(default_factory=dict)
    """By path, where there are any."""
    shapes_looked: int = 0

    def keep(self, known: tuple[object, ...]) -> None:
        """Forget all if something that the findings depend on has changed."""
        pairs = zip(self.known, known, strict=False)
        if len(self.known) != len(known) or not all(a is b or a == b for a, b in pairs):
            self.known, self.once, self.wiring, self.told, self.found = known, Once(), None, {}, {}

    def look(self, now: Mapping[str, Looked], checks: Sequence[Check], facts: Facts) -> list[str]:
        """Look at what has changed; its paths."""
        told = self.told
        changed = [path for path, looked in now.items() if _looked_at(told, path) is not looked]
        if len(told) + sum(path not in told for path in changed) > len(now):
            for path in [path for path in told if path not in now]:
                del told[path]
                self.found.pop(path, None)
        for path in changed:
            view = replace(facts, only=path)
            told[path] = self._look_at(view, now[path], told.get(path), checks)
            if told[path].found:
                self.found[path] = told[path].found
            else:
                self.found.pop(path, None)
        return changed

    def _look_at(self, view: Facts, looked: Looked, before: _Told | None, checks: Sequence[Check]) -> _Told:
        if before is None or not isinstance(looked, ClaimsFile):
            self.shapes_looked += len(looked.shapes if isinstance(looked, ClaimsFile) else looked)
            return _Told(looked, tuple(f for rule, check in checks for f in check(view, rule)))
        whole = [(rule, check) for rule, check in checks if rule.by_shape == "no"]
        found = [finding for rule, check in whole for finding in check(view, rule)]
        each = [(rule, check) for rule, check in checks if rule.by_shape != "no"]
        once = {rule.code for rule, _ in each if rule.by_shape == "once"}
        known = before.by_shape or {}
        by_shape: dict[int, tuple[ShapeDefinition, tuple[Finding, ...]]] = {}
        places: set[tuple[str, str, Span]] = set()
        for shape in looked.shapes:
            kept = known.get(id(shape))
            if kept is None:
                self.shapes_looked += 1
                alone = replace(view, alone=shape)
                kept = shape, tuple(f for rule, check in each for f in check(alone, rule))
            by_shape[id(shape)] = kept
            for finding in kept[1]:
                if finding.code in once:
                    place = finding.code, finding.path, finding.span
                    if place in places:
                        continue
                    places.add(place)
                found.append(finding)
        return _Told(looked, tuple(found), by_shape)


class Kept:
    """Findings by what they depend on: the wiring alone, or what has run as well.

    ``visits`` counts the claims files that checks of the scope ``file`` were run on; the shapes outside of
    claims files count as one. ``shapes_looked`` counts the shapes that checks looked at by themselves, or in
    a file that is looked at for the first time.
    """

    def __init__(self) -> None:
        self.visits = 0
        self._text, self._run = _Shelf(), _Shelf()
        self._made: tuple[Project, object] | None = None

    @property
    def shapes_looked(self) -> int:
        """See above; of the checks that heed the text alone."""
        return self._text.shapes_looked

    def of_project(self, project: Project, make: Callable[[Project], T]) -> T:
        """What ``make`` gives for the project, made once."""
        if self._made is None or self._made[0] is not project:
            self._made = project, make(project)
        return cast("T", self._made[1])

    def facts(self, facts: Facts) -> Facts:
        """The facts, with the values that are kept for as long as what decides them stays."""
        index = facts.index
        self._text.keep(
            (
                facts.static, index.batteries, index.wiring_complete, index.unlisted, index.registry_path,
                index.core_path, index.unreadable, facts.project, index.files.keys(),
            )
        )  # fmt: skip
        # Verdicts are values too, but are compared by identity: comparing costs more than looking again.
        self._run.keep((self._text.once, _Same(facts.verdicts), facts.stale))
        return replace(facts, wired=self._text.once, ran=self._run.once)

    def found(self, facts: Facts, rules: Sequence[Rule]) -> Iterator[Finding]:
        """What all rules find. One place is told once by a rule that looks at files."""
        for rule in rules:
            if rule.scope == "project":
                yield from rule.check(facts, rule)
        for shelf, heeds_run in ((self._text, False), (self._run, True)):
            mine = [rule for rule in rules if rule.heeds_run == heeds_run]
            if shelf.wiring is None:
                shelf.wiring = tuple(f for r in mine if r.scope == "wiring" for f in r.check(facts, r))
            yield from shelf.wiring
        yield from self._in_files(facts, rules)

    def _in_files(self, facts: Facts, rules: Sequence[Rule]) -> Iterator[Finding]:
        now: Mapping[str, Looked] = {**facts.index.files, OUTSIDE: facts.index.elsewhere}
        looked = {
            *self._text.look(now, _checks(rules, heeds_run=False), facts),
            *self._run.look(now, _checks(rules, heeds_run=True), facts),
        }
        self.visits += len(looked)
        overruled = {rule.code: rule.overruled for rule in rules if rule.overruled is not None}
        told: set[tuple[object, ...]] = set()
        speaking = {**self._text.found, **self._run.found}
        for path in sorted(speaking):
            for finding in (*self._text.found.get(path, ()), *self._run.found.get(path, ())):
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


def _checks(rules: Iterable[Rule], heeds_run: bool) -> list[Check]:
    """The checks of the scope ``file``."""
    out: list[Check] = []
    for rule in rules:
        if rule.heeds_run == heeds_run:
            if rule.scope == "file":
                out.append((rule, rule.check))
            if rule.check_file is not None:
                out.append((rule, rule.check_file))
        if rule.check_text is not None and not heeds_run:
            out.append((rule, rule.check_text))
    return out
