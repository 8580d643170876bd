"""TES902: the nearest key of ``[tool.tessera]``."""

from __future__ import annotations

import re

from tessera_lsp.fixes.model import Fix, Replacement, edit_of, is_writable
from tessera_lsp.fixes.source import offsets
from tessera_lsp.rules.model import Facts, Finding
from tessera_lsp.wording import visible

_KEY = re.compile(r"(?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\Z")


def nearest_key(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """The key that was probably meant, in place of the unknown one. A guess, so no part of fix-all."""
    document = facts.text(finding.path)
    if document is None or not is_writable(document) or not finding.aid:
        return ()
    start, end = offsets(document, finding.span)
    key = _KEY.search(document.text[start:end])  # the last part of a dotted key
    if key is None or repr(key[0].strip("\"'")) not in finding.message:  # the text has moved since
        return ()
    edit = edit_of(finding.path, document, Replacement(start + key.start(), end, finding.aid))
    return (Fix(f"Change the key to {visible(finding.aid)}", (edit,), preferred=True),)
