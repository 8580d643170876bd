"""``--format rdjson``: the Reviewdog diagnostic format. Its columns count bytes of UTF-8, from 1."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tessera_lsp.review.formats.listing import Listed, listing
from tessera_lsp.review.summary import Checked
from tessera_lsp.text import Document, Position

SEVERITIES = {"error": "ERROR", "warning": "WARNING", "info": "INFO"}


def as_rdjson(checked: Sequence[Checked]) -> str:
    """One diagnostic result."""
    body = {"source": {"name": "tessera-lsp"}, "diagnostics": [_diagnostic(one) for one in listing(checked)]}
    return json.dumps(body, ensure_ascii=False, indent=2)


def _diagnostic(one: Listed) -> dict[str, Any]:
    finding = one.finding
    span = finding.span
    return {
        "message": finding.message,
        "location": {
            "path": one.path,
            "range": {"start": _position(one.document, span.start), "end": _position(one.document, span.end)},
        },
        "severity": SEVERITIES[finding.severity],
        "code": {"value": finding.code},
    }


def _position(document: Document, at: Position) -> dict[str, int]:
    """Line and column in bytes, both from 1."""
    before = document.line(at.line)[: at.character]
    return {"line": at.line + 1, "column": len(before.encode("utf-8", "surrogatepass")) + 1}
