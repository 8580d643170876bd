"""Fixes: (facts, finding) -> edits. Pure: nothing is read, nothing written."""

from tessera_lsp.fixes.catalogue import fixes_for, mends_of, rewrites_at
from tessera_lsp.fixes.everything import Fixed, edits_between, fix_all
from tessera_lsp.fixes.model import Edit, Fix, applied

__all__ = [
    "Edit",
    "Fix",
    "Fixed",
    "applied",
    "edits_between",
    "fix_all",
    "fixes_for",
    "mends_of",
    "rewrites_at",
]
