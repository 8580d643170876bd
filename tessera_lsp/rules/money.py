"""TES109: amounts of money in binary floats."""

from __future__ import annotations

from collections.abc import Iterable

from tessera_lsp.rules.bodies import read
from tessera_lsp.rules.example import CLAIMS, registry
from tessera_lsp.rules.model import Facts, Finding, Place, Rule


def binary_money(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Floats that hold money and decide an answer. One place is told once."""
    met: dict[Place, str] = {}
    for shape, body in read(facts):
        for amount in body.money:
            met.setdefault(Place(shape.path, amount.span), amount.words)
    for place, words in met.items():
        yield rule.finding(place, f"{words}, which holds few decimal amounts exactly: use decimal.Decimal")


_SHAPE = '''
{imports}import re

_PRICE = re.compile(r"Crate (?P<crate>\\d+) costs EUR (?P<price>\\d+\\.\\d\\d)\\.")


def crate_price(claim, nodes, graph):
    """The stated price is the cited crate's."""
    match = _PRICE.fullmatch(claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match["crate"])
    return crate is not None and crate.price == {type}(match["price"])
'''
_DECLARED = registry("(claims.crate_price,)", measure="cost")

RULES = (
    Rule(
        code="TES109",
        name="binary-money",
        severity="info",
        summary="An amount of money is held in a binary float",
        about="""
A binary float holds few decimal amounts exactly: `19.99 + 5.02 == 25.01` is `False` in Python. A total that
is right is refused, and with a tolerance one that is wrong is supported.

The rule speaks where an amount is surely money: its name says so (`price`, `fee`, `payment`), or its name is
that of an amount and a currency is spoken of, or it was captured behind a currency; and where it is compared
or returned. It stands on the `float(…)` call or on the literal in whose place `decimal.Decimal` belongs.
""",
        needs_run=False,
        check=binary_money,
        scope="file",
        inside=True,
        by_shape="once",
        found=((CLAIMS, _SHAPE.format(imports="", type="float")), _DECLARED),
        mended=((CLAIMS, _SHAPE.format(imports="from decimal import Decimal\n", type="Decimal")),),
    ),
)
