"""What rules have found in files that have not changed since."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tessera_lsp.index.model import ClaimsFile, ShapeDefinition
from tessera_lsp.rules.model import OUTSIDE, Facts, Finding, Once, Rule

Check = tuple[Rule, Callable[[Facts, Rule], Iterable[Finding]]]
Looked = ClaimsFile | tuple[ShapeDefinition, ...]
"""What a check of the scope ``file`` has looked at."""


@dataclass
class _Shelf:
    """The findings of the checks that depend on the same things; they hold while these are as they were."""

    known: tuple[object, ...] = ()
    once: Once = field(default_factory=Once)
    wiring: tuple[Finding, ...] | None = None
    looked: Mapping[str, Looked] = field(default_factory=dict)
    found: dict[str, tuple[Finding, ...]] = field(default_factory=dict)
    """By path, where there are any."""

    def keep(self, known: tuple[object, ...]) -> None:
        """Forget all if something that the findings depend on has changed."""
        pairs = zip(self.known, known, strict=False)
        if len(self.known) != len(known) or not all(a is b or a == b for a, b in pairs):
            self.known, self.once, self.wiring, self.looked, self.found = known, Once(), None, {}, {}

    def look(self, now: Mapping[str, Looked], checks: Sequence[Check], facts: Facts) -> list[str]:
        """Look at what has changed; its paths."""
        before, self.looked = self.looked, now
        changed = [path for path, looked in now.items() if before.get(path) is not looked]
        for path in changed:
            view = replace(facts, only=path)
            found = tuple(finding for rule, check in checks for finding in check(view, rule))
            if found:
                self.found[path] = found
            else:
                self.found.pop(path, None)
        return changed


class Kept:
    """Findings by what they depend on: the wiring alone, or what has run as well.

    ``visits`` counts the claims files that checks of the scope ``file`` were run on; the shapes outside of
    claims files count as one.
    """

    def __init__(self) -> None:
        self.visits = 0
        self._text, self._run = _Shelf(), _Shelf()

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
        looked: set[str] = set()
        for shelf, checks in (
            (self._text, _checks(rules, heeds_run=False)),
            (self._run, _checks(rules, heeds_run=True)),
        ):
            looked.update(shelf.look(now, checks, facts))
        self.visits += len(looked)
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
    return out
