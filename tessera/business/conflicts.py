"""Renewal dates that the clauses of one contract state differently.

A clause states a renewal date where a sentence of it says so in one of a few fixed ways: ``renews on``,
``shall renew on``, ``will renew on``, ``is renewed on``, ``the renewal date [of this agreement] is``,
``renewal date:``, ``renewal falls due on``. A sentence that negates (``not``, ``never``, ``no``) states
none, whatever follows; nor does one that tells of the past (``renewed ... on``). Other dates of a clause
are not renewal dates. Two clauses conflict when the days differ, not when the spelling does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from tessera.business import schema
from tessera.graph import KnowledgeGraph, Node

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

_DATE: Final = (
    rf"(?P<day>[0-9]{{1,2}}) (?P<month>{'|'.join(_MONTHS)}) (?P<year>[0-9]{{4}})"
    r"|(?P<iso>[0-9]{4}-[0-9]{2}-[0-9]{2})"
)
_STATEMENT: Final = re.compile(
    r"\b(?:renews on|shall renew on|will renew on|is renewed on|renewal falls due on"
    r"|renewal date(?: of this agreement)? is|renewal date:)"
    rf" (?P<words>{_DATE})(?![0-9-])",
    re.IGNORECASE,
)
_SENTENCE_END: Final = re.compile(r"(?<=[.;!?]) ")
_NEGATION: Final = re.compile(r"\b(?:not|never|no|nor|neither)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RenewalDate:
    """A day as some text states it; ``words`` are that text's own, with single spaces."""

    words: str
    day: date


@dataclass(frozen=True, slots=True)
class Conflict:
    """The clauses of one contract that state renewal dates, which do not all agree."""

    contract_id: str
    statements: tuple[tuple[Node, RenewalDate], ...]


def parse_date(words: str) -> date | None:
    """The day that ``1 March 2026`` or ``2026-03-01`` names; ``None`` for other words or no such day."""
    match = re.fullmatch(_DATE, words, re.IGNORECASE)
    return None if match is None else _day(match)


def _day(match: re.Match[str]) -> date | None:
    try:
        if match["iso"] is not None:
            return date.fromisoformat(match["iso"])
        months = [month.casefold() for month in _MONTHS]
        return date(int(match["year"]), months.index(match["month"].casefold()) + 1, int(match["day"]))
    except ValueError:
        return None  # 31 February: words that look like a date and name no day


def renewal_dates(text: str) -> tuple[RenewalDate, ...]:
    """The renewal dates that a clause's text states, in its order."""
    found = []
    for sentence in _SENTENCE_END.split(" ".join(text.split())):
        for match in _STATEMENT.finditer(sentence):
            day = _day(match)
            if day is not None and not _NEGATION.search(sentence):
                found.append(RenewalDate(match["words"], day))
    return tuple(found)


def conflict_among(contract_id: str, clauses: Iterable[Node]) -> Conflict | None:
    """The conflict among these clauses of one contract, or ``None`` where all dates agree."""
    statements = tuple((node, stated) for node in clauses for stated in renewal_dates(node.record.text))
    days = {stated.day for _, stated in statements}
    return Conflict(contract_id, statements) if len(days) > 1 else None


def find_conflicts(graph: KnowledgeGraph) -> tuple[Conflict, ...]:
    """Every contract of the graph whose clauses conflict, in the order of contract ids."""
    clauses: dict[str, list[Node]] = {}
    for edge in graph.edges:
        if edge.relation == schema.CLAUSE_OF:
            clauses.setdefault(edge.dst, []).append(graph.node(edge.src))
    found = (conflict_among(contract, nodes) for contract, nodes in sorted(clauses.items()))
    return tuple(conflict for conflict in found if conflict is not None)
