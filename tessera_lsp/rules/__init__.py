"""The rules, by code. A code is public and stable; what it says is on its page."""

from __future__ import annotations

from tessera_lsp.rules import (
    branches,
    declared,
    eager,
    floor,
    lies,
    money,
    overlaps,
    ownership,
    patterns,
    pinned,
    purity,
    runtime,
    samples,
    shadowed,
    tristate,
    trouble,
    verticals,
    wiring,
    words,
)
from tessera_lsp.rules.model import Rule

_FAMILIES = (
    declared,
    tristate,
    purity,
    money,
    patterns,
    wiring,
    verticals,
    words,
    runtime,
    floor,
    samples,
    ownership,
    eager,
    shadowed,
    pinned,
    lies,
    overlaps,
    branches,
    trouble,
)
RULES: tuple[Rule, ...] = tuple(
    sorted((rule for family in _FAMILIES for rule in family.RULES), key=lambda rule: rule.code)
)
_BY_CODE = {rule.code: rule for rule in RULES}


def rule(code: str) -> Rule | None:
    """The rule with this code, upper or lower case."""
    return _BY_CODE.get(code.upper())
