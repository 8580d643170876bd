"""What rules have found in files that have not changed since."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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
    files: dict[str, tuple[Looked, tuple[Finding, ...]]] = field(default_factory=dict)

    def keep(self, known: tuple[object, ...]) -> None:
        """Forget all if something that the findings depend on has changed."""
        pairs = zip(self.known, known, strict=False)
        if len(self.known) != len(known) or not all(a is b or a == b for a, b in pairs):
            self.known, self.once, self.wiring, self.files = known, Once(), None, {}


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
        text, run = _checks(rules, heeds_run=False), _checks(rules, heeds_run=True)
        looked: dict[str, Looked] = {**facts.index.files, OUTSIDE: facts.index.elsewhere}
        told: set[tuple[object, ...]] = set()
        for path, now in looked.items():
            stale = [
                (shelf, checks)
                for shelf, checks in ((self._text, text), (self._run, run))
                if (before := shelf.files.get(path)) is None or before[0] is not now
            ]
            if stale:
                self.visits += 1
                view = replace(facts, only=path)
                for shelf, checks in stale:
                    shelf.files[path] = now, tuple(f for rule, check in checks for f in check(view, rule))
            for finding in (*self._text.files[path][1], *self._run.files[path][1]):
                place = finding.code, finding.path, finding.span
                if path == OUTSIDE or finding.path != path:
                    # A helper in another file is come to from several.
                    if place in told:
                        continue
                    told.add(place)
                yield finding
        for shelf in (self._text, self._run):
            if len(shelf.files) > len(looked):
                shelf.files = {path: shelf.files[path] for path in looked}


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
