"""How a review is written; one module a format, each a pure function of the review."""

from __future__ import annotations

from tessera_lsp.review.reviewing.formats.annotations import as_annotations
from tessera_lsp.review.reviewing.formats.comment import comment
from tessera_lsp.review.reviewing.formats.data import data
from tessera_lsp.review.reviewing.formats.plain import plain
from tessera_lsp.review.reviewing.formats.scan import scan
from tessera_lsp.review.reviewing.model import Review

FORMATS = {"text": plain, "markdown": comment, "json": data, "sarif": scan, "github": as_annotations}


def render(review: Review, format: str) -> str:
    """The review in a format, with a line end at its end."""
    return FORMATS[format](review)
