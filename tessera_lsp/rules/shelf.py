"""The findings of checks that depend on the same things, a file at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import is_not

from tessera_lsp.index.ends import same_ends
from tessera_lsp.index.model import ClaimsFile, ShapeDefinition
from tessera_lsp.rules.model import Facts, Finding, Once, Rule
from tessera_lsp.text import Span

Check = tuple[Rule, Callable[[Facts, Rule], Iterable[Finding]]]
Looked = ClaimsFile | tuple[ShapeDefinition, ...]
"""What a check of the scope ``file`` has looked at."""


@dataclass(slots=True)
class _Told:
    """What checks have found in one file. ``by_shape`` is None until it has changed for the first time: most
    files never do."""

    looked: Looked
    around: object
    """What the wiring says of it, as far as it counts."""
    found: tuple[Finding, ...]
    by_shape: list[tuple[Finding, ...]] | None = None
    """Of the checks that look at each shape by itself, by its place among the shapes."""


@dataclass(frozen=True)
class Now:
    """What is to be looked at by path, what it was the last time, and the paths where these differ."""

    now: Mapping[str, Looked]
    before: Mapping[str, Looked]
    changed: Sequence[str]

    @classmethod
    def since(cls, before: Mapping[str, Looked], now: Mapping[str, Looked]) -> Now:
        """Compared by identity."""
        changed = compress(now, map(is_not, now.values(), map(before.get, now)))
        return cls(now, before, [*changed])


@dataclass
class Shelf:
    """The findings of the checks that depend on the same things; they hold while these are as they were."""

    known: tuple[object, ...] = ()
    once: Once = field(default_factory=Once)
    wiring: tuple[Finding, ...] | None = None
    told: dict[str, _Told] = field(default_factory=dict)
    """By path."""
    found: dict[str, tuple[Finding, ...]] = field(default_factory=dict)
    """By path, where there are any."""
    shapes_looked: int = 0
    around: Callable[[Facts, str], object] | None = None
    """What else the findings in one file depend on: looked at when the wiring has changed."""
    pending: int = 0
    """How many files were left for the next look."""
    _wired: Once | None = None
    _seen: Mapping[str, Looked] | None = None
    """What all that is told is about, but for what was left."""
    _left: dict[str, None] = field(default_factory=dict)
    """The paths of the files that were left for the next look."""
    _divided: tuple[Sequence[Check], list[Check], list[Check]] = ((), [], [])
    """The checks that were asked last, and of these those that look at a file as a whole, and at each shape
    by itself."""

    def keep(self, known: tuple[object, ...]) -> None:
        """Forget all if something that the findings depend on has changed."""
        pairs = zip(self.known, known, strict=False)
        if len(self.known) != len(known) or not all(a is b or a == b for a, b in pairs):
            self.known, self.once, self.wiring, self.told, self.found = known, Once(), None, {}, {}
            self._seen = None

    def look(
        self,
        given: Now,
        checks: Sequence[Check],
        facts: Facts,
        at_once: int = 0,
        goes_on: bool = False,
    ) -> list[str]:
        """Look at what has changed; its paths. Where that is more than ``at_once``, at open files alone, or
        (``goes_on``) at so many others as well; what was told of the rest stays until the next look."""
        told, now = self.told, given.now
        is_next = self._seen is not None and self._seen is given.before
        changed = self._changed(given, facts, is_next)
        left, self._seen = self._left if is_next else {}, None
        known = given.before if is_next else told
        if len(known) + sum(path not in known for path in changed) > len(now):
            for path in [path for path in told if path not in now]:
                del told[path]
                self.found.pop(path, None)
            left = {path: None for path in left if path in now}
        left.update(dict.fromkeys(changed))
        if at_once and len(left) > at_once:
            # Those that were left are not open: one that is opened has changed.
            opened = [path for path in changed if _is_open(now[path])]
            others = [path for path in left if not _is_open(now[path])] if goes_on else []
            changed = [*opened, *others[:at_once]]
        else:
            changed = [*left]
        for path in changed:
            view = facts.within(path)
            around = self.around(facts, path) if self.around is not None else None
            before = told.get(path)
            if before is not None and before.around != around:
                before = None
            told[path] = self._look_at(view, now[path], around, before, checks)
            if told[path].found:
                self.found[path] = told[path].found
            else:
                self.found.pop(path, None)
            del left[path]
        self._left, self.pending = left, len(left)
        self._wired, self._seen = (
            facts.wired,
            now,
        )  # only now: after a check that fails, all is compared again
        return changed

    def _changed(self, given: Now, facts: Facts, is_next: bool) -> list[str]:
        """What is to be looked at; not what was left, where this is the next look (``is_next``)."""
        told, around, now = self.told, self.around, given.now
        if is_next:
            changed = [*given.changed]
        else:
            changed = [
                path
                for path, looked in now.items()
                if (t := told.get(path)) is None or t.looked is not looked
            ]
        if around is not None and facts.wired is not self._wired:
            seen = {*changed}
            others = [path for path in told if path in now and path not in seen]
            changed += [path for path in others if told[path].around != around(facts, path)]
        return changed

    def _look_at(
        self, view: Facts, looked: Looked, around: object, before: _Told | None, checks: Sequence[Check]
    ) -> _Told:
        if before is None or not isinstance(looked, ClaimsFile):
            self.shapes_looked += len(looked.shapes if isinstance(looked, ClaimsFile) else looked)
            return _Told(looked, around, tuple(f for rule, check in checks for f in check(view, rule)))
        if self._divided[0] is not checks:
            whole = [(rule, check) for rule, check in checks if rule.by_shape == "no"]
            self._divided = checks, whole, [(rule, check) for rule, check in checks if rule.by_shape != "no"]
        _, whole, each = self._divided
        by_shape = self._by_shape(view, looked, before, each) if each else []
        spoken = [finding for told in by_shape if told for finding in told]
        if spoken:
            codes = {finding.code for finding in spoken}
            together = {rule.code for rule, _ in each if rule.by_shape == "together"} & codes
            whole = [*whole, *[(rule, check) for rule, check in each if rule.code in together]]
            once = {rule.code for rule, _ in each if rule.by_shape == "once"}
            spoken = [finding for finding in _each_once(spoken, once) if finding.code not in together]
        found = [finding for rule, check in whole for finding in check(view, rule)]
        return _Told(looked, around, (*found, *spoken), by_shape)

    def _by_shape(
        self, view: Facts, looked: ClaimsFile, before: _Told, checks: Sequence[Check]
    ) -> list[tuple[Finding, ...]]:
        """What ``checks`` find in each shape; those that are the same as before are not looked at again."""
        shapes = looked.shapes
        known: Sequence[tuple[Finding, ...]] = before.by_shape or ()
        past = before.looked.shapes if known and isinstance(before.looked, ClaimsFile) else ()
        head, tail = same_ends(past, shapes)
        between = {id(past[at]): known[at] for at in range(head, len(past) - tail)}
        now = []
        for shape in shapes[head : len(shapes) - tail]:
            found = between.get(id(shape))
            if found is None:
                self.shapes_looked += 1
                alone = view.within(view.only, shape)
                found = tuple([f for rule, check in checks for f in check(alone, rule)])
            now.append(found)
        return [*known[:head], *now, *known[len(known) - tail :]]


def _each_once(findings: Iterable[Finding], codes: Collection[str]) -> Iterable[Finding]:
    """Of these codes one at a place, the first."""
    places: set[tuple[str, str, Span]] = set()
    for finding in findings:
        if finding.code in codes:
            place = finding.code, finding.path, finding.span
            if place in places:
                continue
            places.add(place)
        yield finding


def _is_open(looked: Looked) -> bool:
    return isinstance(looked, ClaimsFile) and looked.document.version is not None
