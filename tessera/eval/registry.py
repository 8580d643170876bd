"""The batteries of this project. The one module of ``tessera.eval`` that names verticals.

To add a vertical, write a function that builds its ``Battery`` and put a call of it into ``batteries``.
Nothing is discovered and nothing registers itself: what is not named here is not measured.
"""

from __future__ import annotations

from pathlib import Path

from tessera.eval.battery import Battery

_VERTICALS = Path(__file__).resolve().parents[1]


def batteries() -> tuple[Battery, ...]:
    """All batteries, in the order reported. Cheap: no graph is built and no gold case read here."""
    return (_business(), _devex())


def _business() -> Battery:
    from tessera.business.answers import answer, synthetic
    from tessera.business.claims import BUSINESS_SHAPES
    from tessera.business.data import build_graph, build_kb

    return Battery(
        name="business",
        gold_dir=_VERTICALS / "business" / "gold",
        build_graph=build_graph,
        build_kb=build_kb,
        answer=answer,
        synthetic=synthetic,
        claim_shapes=BUSINESS_SHAPES,
    )


def _devex() -> Battery:
    from tessera.devex.answers import answer, synthetic
    from tessera.devex.data import build_graph, build_kb

    return Battery(
        name="devex",
        gold_dir=_VERTICALS / "devex" / "gold",
        build_graph=build_graph,
        build_kb=build_kb,
        answer=answer,
        synthetic=synthetic,
    )
