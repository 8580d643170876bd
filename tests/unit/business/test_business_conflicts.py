"""What states a renewal date, and which contracts state different ones."""

from __future__ import annotations

from datetime import date

import pytest

from tessera.business.conflicts import find_conflicts, parse_date, renewal_dates
from tessera.graph import KnowledgeGraph

MARCH = date(2026, 3, 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("This agreement renews on 1 March 2026 for a year.", "1 March 2026"),
        ("Unless ended before, it shall renew on 2026-03-01.", "2026-03-01"),
        ("Renewal date: 1 March 2026.", "1 March 2026"),
        ("THE RENEWAL DATE IS 1 MARCH 2026.", "1 MARCH 2026"),
        ("It renews on 1\nMarch   2026.", "1 March 2026"),
        ("It ends on 2 May 2025. Nothing is owed. It is renewed on 1 March 2026.", "1 March 2026"),
        ("It does not lapse; renewal falls due on 1 March 2026.", "1 March 2026"),
    ],
)
def test_statements(text: str, words: str) -> None:
    (stated,) = renewal_dates(text)
    assert (stated.words, stated.day) == (words, MARCH)


@pytest.mark.parametrize(
    "text",
    [
        "This agreement does not renew on 1 March 2026.",
        "It is not the case that it renews on 1 March 2026.",
        "It never renews on 1 March 2026.",
        "The parties renewed an earlier agreement on 1 March 2024.",
        "Notice is given before 1 March 2026.",
        "It renews on 31 February 2026.",
        "It renews on 2026-03-011.",
        "It renews on 1 March 20261.",
        "It renews on the first of March.",
        "",
    ],
)
def test_what_states_no_renewal_date(text: str) -> None:
    assert renewal_dates(text) == ()


@pytest.mark.parametrize(
    "words", ["2026-02-30", "0 March 2026", "1 Mars 2026", "1 March 2026\n", "soon", "١ March 2026"]
)
def test_words_that_are_no_date(words: str) -> None:
    assert parse_date(words) is None


def test_the_four_conflicts_of_the_data(business_graph: KnowledgeGraph) -> None:
    found = {
        conflict.contract_id: [(node.id, stated.words) for node, stated in conflict.statements]
        for conflict in find_conflicts(business_graph)
    }
    assert found == {
        "contract/C-004": [("clause/C-004.3", "2026-03-10"), ("clause/C-004.7", "10 April 2026")],
        "contract/C-011": [("clause/C-011.3", "7 July 2026"), ("clause/C-011.6", "7 July 2027")],
        "contract/C-019": [
            ("clause/C-019.3", "2026-11-20"),
            ("clause/C-019.6", "4 December 2026"),
            ("clause/C-019.7", "2026-12-04"),
        ],
        "contract/C-027": [
            ("clause/C-027.3", "5 April 2027"),
            ("clause/C-027.6", "5 May 2027"),
            ("clause/C-027.7", "2027-06-05"),
        ],
    }


def test_one_day_in_two_spellings_is_no_conflict(business_graph: KnowledgeGraph) -> None:
    stated = [renewal_dates(business_graph.node(f"clause/C-016.{n}").record.text) for n in (3, 7)]
    assert [[date.words for date in dates] for dates in stated] == [["2026-09-30"], ["30 September 2026"]]
