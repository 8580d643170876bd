"""What of a module's text the wiring can depend on: all but the bodies of functions that it never enters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from tessera_lsp.index.ends import same_ends
from tessera_lsp.index.facts import FunctionFacts, ModuleFacts, Part, Scope
from tessera_lsp.text import Document

_BLANK = " \t\f\r\n"
"""What is nothing to Python; other blanks do not parse."""


def skeleton(
    facts: ModuleFacts, entered: Collection[str], placed: bool = True, settled: bool = False
) -> tuple[object, ...]:
    """The text of a module with the bodies of its top-level functions left out, their heads and their number
    of lines kept. Two texts with equal skeletons bind the same names at the same places.

    ``entered`` are the qualified names of the functions whose bodies have been evaluated. Their text is
    kept, and so is that of functions that build batteries, change collections or rebind names of the module.
    Not ``placed``: where things stand does not count. ``settled``: every name that was looked for was found,
    so that it does not count whether a part that does not parse may hold more.
    """
    kept = _kept(facts, entered)
    parts: list[object] = [facts.module, facts.dynamic and not settled]
    return (*parts, *_pieces(facts, facts.functions, kept, (0, len(facts.document.text)), placed, settled))


@dataclass(frozen=True)
class Outlined:
    """What an edited module's skeleton was made of, part by part."""

    kept: Collection[str]
    dynamic: bool
    parts: tuple[Part, ...]


def outlined(facts: ModuleFacts, entered: Collection[str]) -> Outlined:
    """What it is made of now."""
    return Outlined(_kept(facts, entered), facts.dynamic, tuple(facts.parts))


def are_alike(facts: ModuleFacts, before: Outlined, now: Outlined, placed: bool, settled: bool) -> bool:
    """Whether the skeleton of ``facts`` is what it was before, as far as a look at what has changed tells: no
    part has moved, and those that are new are outwardly as those in whose place they stand."""
    if len(before.parts) != len(now.parts) or (before.dynamic != now.dynamic and not settled):
        return False
    alike = True
    head, tail = same_ends(before.parts, now.parts)
    for at in range(head, len(now.parts) - tail):
        old, new = before.parts[at], now.parts[at]
        if old is not new:
            # The old part's text is gone: what was told of it then counts, and is missing the first time.
            told, new.outside = old.outside, _outside(facts, new, now.kept, placed, settled)
            alike = alike and told == new.outside
    return alike


def _outside(
    facts: ModuleFacts, part: Part, kept: Collection[str], placed: bool, settled: bool
) -> tuple[object, ...]:
    start = facts.document.line_starts[min(part.line, facts.document.line_count - 1)]
    within = start, start + len(part.chunk.text)
    pieces = _pieces(facts, part.functions, kept, within, placed, settled)
    place = (part.line, part.chunk.lines) if placed else ()
    return (kept, placed, settled, *place, *pieces)


def _kept(facts: ModuleFacts, entered: Collection[str]) -> frozenset[str]:
    """The top-level functions whose text counts."""
    kept = {name.partition(".")[0] for name in entered}
    kept |= {_top(site.scope) for site in facts.sites}
    return frozenset(kept | {_top(mutation.scope) for mutation in facts.mutations})


def _pieces(
    facts: ModuleFacts,
    functions: Iterable[FunctionFacts],
    kept: Collection[str],
    within: tuple[int, int],
    placed: bool,
    settled: bool,
) -> Iterator[object]:
    document = facts.document
    at, last = within
    for function in functions:
        if "." in function.qualname or function.qualname in kept:
            continue
        start, end = document.offset(function.span.start), document.offset(function.span.end)
        if start < at:
            continue
        if function.partial and settled:
            end = min(last, _next_chunk(document, function.span.start.line))
        text = document.text[start:end]
        if "global " in text:
            continue
        lines = function.span.end.line - function.span.start.line
        between = document.text[at:start]
        yield from (between if placed else between.strip(_BLANK), function.qualname, function.signature)
        if placed:
            # While its end is being typed, a generator may not look like one.
            yield from (function.kind, function.name_span, lines)
        at = end
    yield document.text[at:last] if placed else document.text[at:last].strip(_BLANK)


def _next_chunk(document: Document, line: int) -> int:
    """The offset of the next line below ``line`` that begins a statement at column 0."""
    for number in range(line + 1, document.line_count):
        first = document.line(number)[:1]
        if first.isidentifier() or first == "@":
            return document.line_starts[number]
    return len(document.text)


def _top(scope: Scope) -> str:
    return scope.qualname.partition(".")[0]
