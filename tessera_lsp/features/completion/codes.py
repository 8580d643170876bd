"""Rule codes within ``# tessera: ignore[…]``."""

from __future__ import annotations

import re

from lsprotocol import types

from tessera_lsp.features.completion.place import Place
from tessera_lsp.rules import RULES

_OPEN = re.compile(r"#\s*tessera:\s*ignore\[([^\]]*)$")


def code_items(place: Place) -> list[types.CompletionItem] | None:
    """The codes that the suppression does not name yet; None outside of one."""
    match = _OPEN.search(place.before)
    if match is None:
        return None
    rest, _, typed = match[1].rpartition(",")
    typed = typed.lstrip()
    present = {
        code.strip().upper() for code in (*rest.split(","), *place.behind.partition("]")[0].split(","))
    }
    return [
        types.CompletionItem(
            label=rule.code,
            kind=types.CompletionItemKind.EnumMember,
            detail=rule.name,
            documentation=types.MarkupContent(types.MarkupKind.PlainText, rule.summary),
            text_edit=types.TextEdit(place.typed(len(typed)), rule.code),
        )
        for rule in RULES
        if rule.code not in present
    ]
