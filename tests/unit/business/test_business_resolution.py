"""Which customer records are one customer."""

from __future__ import annotations

import pytest

from tessera.business.resolution import Party, core_name, distinct_parties, same_parties
from tessera.graph import KnowledgeGraph


@pytest.mark.parametrize(
    ("name", "core"),
    [
        ("Norra AB", "norra"),
        ("NORRA, AB", "norra"),
        ("Norra Bruk AB", "norra bruk"),
        ("A.B. Storage Inc.", "a.b. storage"),
        ("Fish, Chips & Co. Ltd", "fish, chips and co"),
        ("ООО «Ромашка»", "ромашка"),
        ("株式会社さくら物流", "さくら物流"),
        ("さくら物流株式会社", "さくら物流"),
        ("Zephyr Data, Inc.", "zephyr data"),
        ("GROSS & SÖHNE GmbH", "gross and söhne"),
        ("Absolut", "absolut"),
    ],
)
def test_the_core_of_a_name(name: str, core: str) -> None:
    assert core_name(name) == core


def test_records_join_by_tax_id_or_by_name_and_place() -> None:
    parties = [
        Party("a", "Norra", "SE1", "Uppsala, SE"),
        Party("b", "Quite Another Name", "se 1", "Lund, SE"),
        Party("c", "NORRA AB", "", "Uppsala, SE"),
        Party("d", "Norra", "", "Oslo, NO"),
        Party("e", "Norrala", "SE2", "Uppsala, SE"),
    ]
    assert same_parties(parties) == [("a", "b"), ("a", "c")]


def test_a_name_that_two_tax_ids_bear_joins_nobody() -> None:
    """The record without a tax id could be either."""
    parties = [
        Party("a", "Meridian GmbH", "DE1", "Bremen, DE"),
        Party("b", "Meridian", "DE2", "Bremen, DE"),
        Party("c", "Meridian", "", "Bremen, DE"),
        Party("d", "Meridian", "GB3", "Bristol, GB"),
    ]
    assert same_parties(parties) == []
    assert distinct_parties(parties) == [("b", "d")]


def test_the_customers_of_the_data(business_graph: KnowledgeGraph) -> None:
    """Fifty organisations were given records, and fifty customers are found, some under four names."""
    clusters = [c for c in business_graph.clusters() if business_graph.node(c[0]).kind == "customer"]
    assert len(clusters) == 50
    by_names = {frozenset(business_graph.node(i).name for i in c) for c in clusters}
    assert frozenset({"Norra", "NORRA, AB", "Norra AB"}) in by_names
    assert frozenset({"Meridian", "Meridian GmbH"}) in by_names
    assert frozenset({"Meridian", "Meridian Ltd"}) in by_names
    assert frozenset({"Acme", "Acme Corp"}) in by_names
    assert frozenset({"Аcme"}) in by_names
    for cluster in clusters:
        tax_ids = {business_graph.node(i).attr("tax_id").replace(" ", "") for i in cluster} - {""}
        assert len(tax_ids) <= 1
