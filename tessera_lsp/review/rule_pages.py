"""``tessera-lsp rule``: the rules, or one rule's page."""

from __future__ import annotations

from tessera_lsp.review.output import complain
from tessera_lsp.rules import RULES, rule
from tessera_lsp.rules.pages import page


def show_rules(code: str | None) -> int:
    """Print a list of all rules, or the page of one; 2 for a code that there is not."""
    if code is None:
        for each in RULES:
            print(f"{each.code}  {each.severity:<7}  {each.name}: {each.summary}")
        return 0
    found = rule(code)
    if found is None:
        complain(f"no rule {code}; `tessera-lsp rule` lists them")
        return 2
    print(page(found), end="")
    return 0
