"""What of a module's text the wiring can depend on: all but the bodies of functions that it never enters."""

from __future__ import annotations

from collections.abc import Collection

from tessera_lsp.index.facts import ModuleFacts, Scope


def skeleton(facts: ModuleFacts, entered: Collection[str], placed: bool = True) -> tuple[object, ...]:
    """The text of a module with the bodies of its top-level functions left out, their heads and their number
    of lines kept. Two texts with equal skeletons bind the same names at the same places.

    ``entered`` are the qualified names of the functions whose bodies have been evaluated. Their text is
    kept, and so is that of functions that build batteries, change collections or rebind names of the module.
    Not ``placed``: where things stand does not count.
    """
    kept = {name.partition(".")[0] for name in entered}
    kept |= {_top(site.scope) for site in facts.sites}
    kept |= {_top(mutation.scope) for mutation in facts.mutations}
    document = facts.document
    parts: list[object] = [facts.module, facts.dynamic]
    at = 0
    for function in facts.functions:
        if "." in function.qualname or function.qualname in kept:
            continue
        start, end = document.offset(function.span.start), document.offset(function.span.end)
        if start < at:
            continue
        text = document.text[start:end]
        if "global " in text:
            continue
        lines = function.span.end.line - function.span.start.line
        parts += [document.text[at:start], function.kind, function.qualname, function.signature]
        parts += [function.name_span, lines] if placed else []
        at = end
    return (*parts, document.text[at:])


def _top(scope: Scope) -> str:
    return scope.qualname.partition(".")[0]
