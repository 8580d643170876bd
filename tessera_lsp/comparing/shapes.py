"""Shapes that came, went or bear another name, and what became of the order in which they are declared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import chain

from tessera_lsp.comparing.model import Change, Order, Shape
from tessera_lsp.comparing.sides import Side
from tessera_lsp.index.model import ShapeDefinition

ALIKE = 0.75
"""How much of the code of two shapes is the same where one is taken for the other under a new name."""
PAIRS = 2_500
"""How many pairs of shapes are compared whatever their names are."""
_LONG = 4000
"""Code points above which code is compared line by line."""

Pairs = tuple[tuple[Shape, Shape], ...]


def shapes_of(side: Side) -> dict[tuple[str, str], Shape]:
    """The shapes of a tree by module and qualified name."""
    return {shape.key: _shape(side, shape) for shape in definitions(side)}


def definitions(side: Side) -> Iterable[ShapeDefinition]:
    """The shapes of its claims files, and declared ones that are written elsewhere."""
    inside = (shape for file in side.index.files.values() for shape in file.shapes)
    return chain(inside, side.index.elsewhere)


def _shape(side: Side, shape: ShapeDefinition) -> Shape:
    running = side.verdicts.batteries
    if running:
        declaring = {b.name for b in running for ref in b.shapes if (ref.module, ref.qualname) == shape.key}
    else:
        text = side.index.batteries
        declaring = {b.name for b in text for d in b.declarations if shape.key in (d.target, *d.also)}
    return Shape(
        name=shape.qualname,
        module=shape.module,
        path=side.name(shape.path),
        line=shape.name_span.start.line + 1,
        samples=len(shape.samples.samples) if shape.samples else 0,
        batteries=tuple(sorted(declaring)),
    )


def renamed_by_code(base: Side, head: Side) -> Pairs:
    """Shapes that went, each with the one that came and has the same code or nearly so, names apart."""
    before, after = shapes_of(base), shapes_of(head)
    old = {shape.key: _code(base, shape) for shape in definitions(base) if shape.key not in after}
    new = {shape.key: _code(head, shape) for shape in definitions(head) if shape.key not in before}
    found = same_or_alike(old, new)
    return tuple((before[gone], after[came]) for gone, came in sorted(found.items()))


Key = tuple[str, str]


def same_or_alike(old: Mapping[Key, str], new: Mapping[Key, str]) -> dict[Key, Key]:
    """For the keys of texts that went, those of the texts that came and are equal, else the likest of those
    that are alike enough. Where there are very many, only texts under the same last name are compared."""
    by_code: dict[tuple[str, str], list[Key]] = {}
    for key, code in new.items():
        for about in ((key[1], code), ("", code)):
            by_code.setdefault(about, []).append(key)
    found: dict[Key, Key] = {}
    taken: set[Key] = set()
    for same_name in (True, False):
        for key, code in old.items():
            if key not in found:
                equal = [k for k in by_code.get((key[1] if same_name else "", code), ()) if k not in taken]
                if equal:
                    found[key] = equal[0]
                    taken.add(equal[0])
    left, free = [k for k in old if k not in found], [k for k in new if k not in taken]
    few = len(left) * len(free) <= PAIRS
    pairs = [(gone, came) for gone in left for came in free if few or gone[1] == came[1]]
    for share, gone, came in sorted((-_likeness(old[o], new[n]), o, n) for o, n in pairs):
        if -share >= ALIKE and gone not in found and came not in taken:
            found[gone] = came
            taken.add(came)
    return found


def _code(side: Side, shape: ShapeDefinition) -> str:
    text = side.documents(shape.path).slice(shape.span)
    return re.sub(rf"\b{re.escape(shape.name)}\b", "\0", text)


def _likeness(one: str, other: str) -> float:
    long = len(one) > _LONG or len(other) > _LONG
    a, b = (one.splitlines(), other.splitlines()) if long else (one, other)
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= ALIKE else 0.0


def short(name: str) -> str:
    """What verdicts call a shape: the last part of its name."""
    parts = name.split(".")
    return parts[-2] if len(parts) > 1 and parts[-1] == "__call__" else parts[-1]


def came_and_went(
    base: Side, head: Side, by_code: Pairs, by_answers: Iterable[tuple[str, str]]
) -> tuple[tuple[Shape, ...], tuple[Shape, ...], Pairs]:
    """Shapes added, removed, and renamed: by their code, or by the same answers to the same sentences."""
    before, after = shapes_of(base), shapes_of(head)
    gone = {key: shape for key, shape in before.items() if key not in after}
    came = {key: shape for key, shape in after.items() if key not in before}
    pairs = list(by_code)
    taken = {(shape.module, shape.name) for pair in pairs for shape in pair}
    for old, new in by_answers:
        olds = [shape for key, shape in gone.items() if short(shape.name) == old and key not in taken]
        news = [shape for key, shape in came.items() if short(shape.name) == new and key not in taken]
        if len(olds) == len(news) == 1:
            pairs.append((olds[0], news[0]))
            taken.update((shape.module, shape.name) for shape in pairs[-1])
    return (
        tuple(shape for key, shape in sorted(came.items()) if key not in taken),
        tuple(shape for key, shape in sorted(gone.items()) if key not in taken),
        tuple(sorted(pairs, key=lambda pair: (pair[1].path, pair[1].line))),
    )


def orders(
    before: Mapping[str, Sequence[str]],
    after: Mapping[str, Sequence[str]],
    renamed: Mapping[str, str],
    changes: Iterable[Change],
) -> tuple[Order, ...]:
    """The batteries of both trees whose declared shapes, or their order, are others than before."""
    blamed = [change for change in changes if change.kind in ("order", "declared", "dropped")]
    found = []
    for battery in sorted(before.keys() & after.keys()):
        was = tuple(renamed.get(name, name) for name in before[battery])
        now = tuple(after[battery])
        if was == now:
            continue
        kept = [name for name in was if name in now]
        found.append(
            Order(
                battery=battery,
                before=was,
                after=now,
                declared=tuple(name for name in now if name not in was),
                dropped=tuple(name for name in was if name not in now),
                moved=_moved(kept, [name for name in now if name in was]),
                claims=sum(change.battery == battery for change in blamed),
            )
        )
    return tuple(found)


def _moved(was: Sequence[str], now: Sequence[str]) -> tuple[str, ...]:
    """The fewest names that have to be put elsewhere to turn one order into the other: all that are no part
    of the longest common one."""
    place = {name: at for at, name in enumerate(was)}
    best: list[list[str]] = []
    for at, name in enumerate(now):
        before = [best[k] for k in range(at) if place[now[k]] < place[name]]
        best.append([*max(before, key=len, default=[]), name])
    stay = max(best, key=len, default=[])
    return tuple(name for name in now if name not in stay)
