"""What the registry reads of a claims file, when only the claims file is edited."""

from __future__ import annotations

import pytest
from tessera_worker_foreign import Shop

CLAIMS, REGISTRY = "acme/shop/claims.py", "acme/registry.py"


def wired(shop: Shop, expression: str, more: str = "") -> None:
    """Let the registry declare ``expression``, and let the claims file end with ``more``."""
    shop.edit(REGISTRY, "claims.GRAMMAR", expression)
    shop.write(CLAIMS, shop.text(CLAIMS).replace("GRAMMAR = (total, count)\n", more))


@pytest.mark.parametrize(
    ("expression", "before", "after"),
    [
        pytest.param(
            "claims.shapes()", "def shapes():\n    return (total,)\n", ("(total", "(count"), id="function"
        ),
        pytest.param(
            "claims.shapes()",
            "A = total\ndef shapes():\n    return (A,)\n",
            ("A = total", "A = count"),
            id="used",
        ),
        pytest.param(
            "tuple(claims.ALL.values())", "ALL = {1: total}\n", ("1: total", "1: count"), id="dictionary"
        ),
        pytest.param("tuple(claims.ALL)", "ALL = {total}\n", ("{total", "{count"), id="set"),
        pytest.param("claims.ALL[0]", "ALL = ((total,),)\n", ("((total", "((count"), id="nested"),
        pytest.param(
            "claims.All.SHAPES", "class All:\n    SHAPES = (total,)\n", ("(total", "(count"), id="class"
        ),
        pytest.param("(claims.first,)", "first = total\n", ("first = total", "first = count"), id="alias"),
        pytest.param(
            "((claims.count if claims.COUNTS else claims.total),)",
            "COUNTS = False\n",
            ("COUNTS = False", "COUNTS = True"),
            id="flag",
        ),
        pytest.param(
            "tuple(getattr(claims, name) for name in claims.__all__)",
            "__all__ = ['total']\n",
            ("['total", "['count"),
            id="names",
        ),
        pytest.param(
            "tuple(f for f in vars(claims).values() if getattr(f, 'is_shape', False))",
            "total.is_shape = True\n",
            ("total.is", "count.is"),
            id="marked",
        ),
    ],
)
def test_shapes_are_those_that_the_registry_would_declare(
    shop: Shop, expression: str, before: str, after: tuple[str, str]
) -> None:
    wired(shop, expression, before)
    verifier = shop.start()
    assert [ref.qualname for ref in shop.judged(verifier).shapes("shop")] == ["total"]
    verdicts = shop.judged(verifier, buffers={CLAIMS: shop.replace(CLAIMS, *after)})
    assert [ref.qualname for ref in verdicts.shapes("shop")] == ["count"]
    assert verdicts.counts["graphs"] == 0


def test_an_alias_that_becomes_a_shape_of_its_own(shop: Shop) -> None:
    wired(shop, "(claims.total, claims.cheap)", "cheap = total\n")
    verifier = shop.start()
    own = "def cheap(claim, nodes, graph):\n    return None\n"
    verdicts = shop.judged(verifier, buffers={CLAIMS: shop.replace(CLAIMS, "cheap = total\n", own)})
    assert [ref.qualname for ref in verdicts.shapes("shop")] == ["total", "cheap"]


def test_a_module_that_a_claims_file_imports_decides(shop: Shop) -> None:
    shop.write("acme/shop/flags.py", "COUNTS = False\n")
    wired(shop, "claims.ALL", "from acme.shop.flags import COUNTS\nALL = (count,) if COUNTS else (total,)\n")
    verifier = shop.start()
    verdicts = shop.judged(verifier, buffers={"acme/shop/flags.py": "COUNTS = True\n"})
    assert [ref.qualname for ref in verdicts.shapes("shop")] == ["count"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sum(nodes", "1 + sum(nodes"),
        ("STEP = 1", "STEP = 2"),
        ("return 3", "return 4"),
        ("# here", "# there"),
    ],
)
def test_what_the_registry_does_not_read_asks_no_registry(shop: Shop, old: str, new: str) -> None:
    """The code of a shape, a constant and a helper of which the registry knows nothing."""
    wired(
        shop,
        "claims.shapes()",
        "STEP = 1  # here\ndef step():\n    return 3\ndef shapes():\n    return (total, count)\n",
    )
    verifier = shop.start()
    verdicts = shop.judged(verifier, buffers={CLAIMS: shop.replace(CLAIMS, old, new)})
    assert verdicts.counts["batteries"] == 0
    assert [ref.qualname for ref in verdicts.shapes("shop")] == ["total", "count"]
