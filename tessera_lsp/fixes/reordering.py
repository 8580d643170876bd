"""Move a declared shape up or down in its battery's tuple."""

from __future__ import annotations

import ast

from tessera_lsp.fixes.model import Edit, Replacement, edit_of, is_writable
from tessera_lsp.fixes.sequences import Written, written
from tessera_lsp.fixes.source import line_end, node_at
from tessera_lsp.index.model import BatteryDefinition
from tessera_lsp.rules.model import Facts
from tessera_lsp.wording import visible


def reorder(facts: Facts, battery: BatteryDefinition, place: int, by: int) -> Edit | str:
    """The edit that moves the declaration at ``place`` (from 0) by as many places, or why there is none. The
    way the tuple is written stays: lines, commas, and the comment behind a member goes with it."""
    name = visible(battery.name or battery.builder)
    document = facts.text(battery.shapes_path) if battery.shapes_span is not None else None
    if battery.shapes_span is None or document is None or not is_writable(document):
        return f"the tuple of battery {name} is not written out in a file that can be changed"
    display = node_at(document, battery.shapes_span, ast.expr)
    if not isinstance(display, ast.Tuple | ast.List):
        return f"the shapes of battery {name} are not written as one tuple"
    members = written(document, display)
    places = [(d.path, document.offset(d.span.start)) for d in battery.declarations]
    inner = {start: at for at, (start, _) in enumerate(members.members)}
    if len(members.members) != len(places) or any(
        path != battery.shapes_path or not _within(members, offset) for path, offset in places
    ):
        return f"part of battery {name} is taken from another tuple: move the shape there"
    assert len(inner) == len(places)
    target = place + by
    if not 0 <= target < len(places):
        edge = "first" if target < 0 else "last"
        return f"it can't be moved by {by}: only {abs(_room(place, by, len(places)))} to the {edge} place"
    order = list(range(len(places)))
    order.insert(target, order.pop(place))
    first, last = min(place, target), max(place, target)
    change = _lines(members, order, first, last) or _inline(members, order, first, last)
    return edit_of(battery.shapes_path, document, change)


def _room(place: int, by: int, count: int) -> int:
    return place if by < 0 else count - 1 - place


def _within(members: Written, offset: int) -> bool:
    return any(start <= offset < end for start, end in members.members)


def _inline(members: Written, order: list[int], first: int, last: int) -> Replacement:
    """Each place keeps what stands around it, and gets another member."""
    text = members.document.text
    start, end = members.members[first][0], members.members[last][1]
    out, at = [], start
    for place in range(first, last + 1):
        begin, stop = members.members[place]
        out += [text[at:begin], text[slice(*members.members[order[place]])]]
        at = stop
    return Replacement(start, end, "".join(out))


def _lines(members: Written, order: list[int], first: int, last: int) -> Replacement | None:
    """Where each member has a line of its own: as above, and the comments behind the members go along."""
    document = members.document
    begins = [document.position(start).line for start, _ in members.members]
    ends = [document.position(end).line for _, end in members.members]
    spread = range(first, last + 1)
    if any(begins[at] != ends[at] for at in spread) or len({begins[at] for at in spread}) != len(spread):
        return None
    if any(begins[at + 1] != begins[at] + 1 for at in spread[:-1]):
        return None
    heads, bodies, tails = [], [], []
    for at in spread:
        start, end = members.members[at]
        comma = members.commas[at]
        behind = end if comma is None else comma + 1
        tail = document.text[behind : line_end(document, begins[at])]
        head = document.text[document.line_starts[begins[at]] : start]
        if head.strip() or (tail.strip() and not tail.strip().startswith("#")):
            return None
        heads.append(head)
        bodies.append(document.text[start:end])
        tails.append(tail)
    return Replacement(
        document.line_starts[begins[first]],
        line_end(document, begins[last]),
        _joined(members, order, first, heads, bodies, tails),
    )


def _joined(
    members: Written, order: list[int], first: int, heads: list[str], bodies: list[str], tails: list[str]
) -> str:
    lines = []
    for at, head in enumerate(heads):
        moved = order[first + at] - first
        comma = "," if members.commas[first + at] is not None else ""
        lines.append(f"{head}{bodies[moved]}{comma}{tails[moved]}".rstrip())
    return members.document.line_ending.join(lines)
