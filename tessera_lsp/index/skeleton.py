"""What of a module's text the wiring can depend on: all but the bodies of functions that it never enters."""

from __future__ import annotations

from collections.abc import Collection

from tessera_lsp.index.facts import ModuleFacts, Scope
from tessera_lsp.text import Document


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
    kept = {name.partition(".")[0] for name in entered}
    kept |= {_top(site.scope) for site in facts.sites}
    kept |= {_top(mutation.scope) for mutation in facts.mutations}
    document = facts.document
    parts: list[object] = [facts.module, facts.dynamic and not settled]
    at = 0
    for function in facts.functions:
        if "." in function.qualname or function.qualname in kept:
            continue
        start, end = document.offset(function.span.start), document.offset(function.span.end)
        if start < at:
            continue
        if function.partial and settled:
            end = _next_chunk(document, function.span.start.line)
        text = document.text[start:end]
        if "global " in text:
            continue
        lines = function.span.end.line - function.span.start.line
        between = document.text[at:start]
        parts += [between if placed else between.strip(), function.qualname, function.signature]
        # While its end is being typed, a generator may not look like one.
        parts += [function.kind, function.name_span, lines] if placed else []
        at = end
    return (*parts, document.text[at:] if placed else document.text[at:].strip())


def _next_chunk(document: Document, line: int) -> int:
    """The offset of the next line below ``line`` that begins a statement at column 0."""
    for number in range(line + 1, document.line_count):
        first = document.line(number)[:1]
        if first.isidentifier() or first == "@":
            return document.line_starts[number]
    return len(document.text)


def _top(scope: Scope) -> str:
    return scope.qualname.partition(".")[0]
