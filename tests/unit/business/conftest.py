"""The business graph, built once, and a way to write claims with record ids."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tessera.business.data import build_graph
from tessera.graph import KnowledgeGraph
from tessera.grounding import Claim


@pytest.fixture(scope="session")
def business_graph() -> KnowledgeGraph:
    return build_graph()


@pytest.fixture(scope="session")
def claim_of(business_graph: KnowledgeGraph) -> Callable[..., Claim]:
    """``claim_of(text, "order/0001", ...)``: a claim that cites these records."""

    def build(text: str, *ids: str) -> Claim:
        return Claim(text, tuple(business_graph.node(record_id).record for record_id in ids))

    return build


@pytest.fixture(scope="session")
def true_claims(business_graph: KnowledgeGraph) -> dict[str, Claim]:
    """One true claim of each shape, by the shape's name, written out by hand."""
    sentences = {
        "net_order_value": (
            "Acme's net order value across 3 orders is USD 7,048.27.",
            "order/0011 order/0050 order/0509",
        ),
        "customer_address_counts": (
            "NORRA, AB is on file with 3 customer records and 2 address records.",
            "customer/bil-1010 customer/crm-0013 customer/crm-0038 address/crm-013 address/crm-034",
        ),
        "renewal_date_conflict": (
            "Contract C-019 with Žďár Papír states different renewal dates: "
            '"2026-11-20" and "4 December 2026".',
            "clause/C-019.3 clause/C-019.6",
        ),
        "refuse_to_sum": (
            "Kelly plc has orders in EUR and USD, and amounts in different currencies are not summed.",
            "order/0005 order/0010 order/0031",
        ),
        "totals_comparison": (
            "Acme's net order value of USD 7,048.27 exceeds İstanbul Halı's net order value of USD 4,434.17"
            " by USD 2,614.10.",
            "order/0011 order/0050 order/0509 order/0270 order/0535",
        ),
        "superlative": (
            "Of the 22 customers with orders in EUR only, O'Brien Freight has the lowest net order value:"
            " EUR 2,994.47.",
            "order/0190 order/0261 order/0347",
        ),
    }
    return {
        name: Claim(text, tuple(business_graph.node(record_id).record for record_id in ids.split()))
        for name, (text, ids) in sentences.items()
    }
