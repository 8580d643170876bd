"""Floats that surely hold money, and floats that need not."""

from __future__ import annotations

import pytest

MATCHED = "m = PATTERN.fullmatch(claim.text)\n"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("return float(m['price']) == nodes", ["float(m['price'])"]),
        ("return float(m[2]) == nodes", ["float(m[2])"]),
        ("return float(m[1]) == nodes", []),
        ("return float(m.group('price')) == nodes", ["float(m.group('price'))"]),
        ("total = float(m[1])\nreturn total == nodes", ["float(m[1])"]),
        ("'From $5 to $7.'\nreturn float(claim.total) == nodes", ["float(claim.total)"]),
        ("'$5-$7 a crate'\nreturn float(claim.total) == nodes", ["float(claim.total)"]),
        (
            "'EUR 3.00'\nreturn float(sum(node.cost for node in nodes)) == graph",
            ["float(sum(node.cost for node in nodes))"],
        ),
        ("fee = float(claim.fee)\nreturn abs(fee - nodes) < 0.01", ["float(claim.fee)", "0.01"]),
        ("return nodes.price == 19.99", ["19.99"]),
        ("return math.isclose(nodes.price, graph.price)", ["math.isclose(nodes.price, graph.price)"]),
    ],
)
def test_amounts(shape, body, found):
    assert shape(MATCHED + body).money() == found


def test_a_group_behind_a_currency(shape):
    more = 'COSTS = re.compile(r"Crate (\\d+) costs EUR (\\d+\\.\\d\\d)\\.")\n'
    body = "m = COSTS.fullmatch(claim.text)\nreturn float(m[2]) == nodes and float(m[1]) == 2"
    assert shape(body, more).money() == ["float(m[2])"]


@pytest.mark.parametrize(
    "body",
    [
        "return float(claim.ratio) == nodes",
        "return float(claim.total) == nodes",
        "return Decimal(claim.price) == nodes",
        "price = float(claim.price)\nlog(price)\nreturn None",
        "return nodes.price == 20.0",
        "return nodes.share > 0.5",
        "float = nodes\nreturn float(claim.price) == 1",
        "'EUR 3.00'\nreturn float(sum(node.weight for node in nodes)) == graph",
        "'Where $0 < p < 1$.'\nreturn float(claim.total) == nodes",
        "'$1 - p$ of them'\nreturn float(claim.total) == nodes",
    ],
)
def test_look_alikes(shape, body):
    """No money, no currency spoken of, no comparison, or no binary float."""
    assert shape(body).money() == []


def test_a_helper_of_the_module_is_followed(shape):
    more = "def amount(text):\n    price = float(text)\n    return price\n"
    assert shape("return amount(claim.text) == nodes", more).money() == ["float(text)"]
