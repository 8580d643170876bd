"""Which customer records of the two sources are one customer.

Two records are the same when their tax ids are equal; where one of them has none, when their names are
equal without legal form in the same city and country. Records with different tax ids are never the
same, however they are called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from tessera.text import normalise

LEGAL_FORMS: Final = (
    "AB", "Aktiebolag", "AG", "A/S", "A.Ş.", "BV", "Corp", "ehf", "GmbH", "Inc", "KG", "KK", "Lda", "Limited",
    "LLP", "Ltd", "NV", "Oy", "plc", "SA", "SARL", "SpA", "sp. z o.o", "s.r.o", "Trust", "Α.Ε", "ООО",
    "בע״מ", "ذ.م.م", "株式会社",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Party:
    """What resolution looks at in a customer record."""

    id: str
    name: str
    tax_id: str
    place: str


def _form_pattern() -> re.Pattern[str]:
    forms = sorted((normalise(form) for form in LEGAL_FORMS), key=len, reverse=True)
    choice = "|".join(re.escape(form) for form in forms)
    return re.compile(rf"^(?:{choice})\.?[ ,]+|[ ,]+(?:{choice})\.?$|^株式会社|株式会社$")


_FORM: Final = _form_pattern()


def core_name(name: str) -> str:
    """The name normalised, without legal form and enclosing quotes, with ``and`` for ``&``."""
    stripped = _FORM.sub("", normalise(name)).strip(" ,.«»")
    return stripped.replace(" & ", " and ")


def core_tax_id(tax_id: str) -> str:
    """The tax id in capitals without blanks, dots and dashes; empty where there is none."""
    return re.sub(r"[\s.-]", "", tax_id).upper()


def same_parties(parties: Iterable[Party]) -> list[tuple[str, str]]:
    """Pairs of ids, in order, whose chain joins all records of one customer."""
    groups: dict[tuple[str, str], list[Party]] = {}
    for party in parties:
        groups.setdefault((core_name(party.name), normalise(party.place)), []).append(party)
        if party.tax_id:
            groups.setdefault(("tax id", core_tax_id(party.tax_id)), []).append(party)
    pairs = set()
    for group in groups.values():
        # A record without tax id joins a group of one tax id only: two would make it ambiguous.
        if len({core_tax_id(party.tax_id) for party in group if party.tax_id}) <= 1:
            pairs |= {(a.id, b.id) for a, b in combinations(group, 2)}
    return sorted(pairs)


def distinct_parties(parties: Iterable[Party]) -> list[tuple[str, str]]:
    """Pairs of ids, in order, of records that are called the same and have different tax ids."""
    by_name: dict[str, list[Party]] = {}
    for party in parties:
        if party.tax_id:
            by_name.setdefault(normalise(party.name), []).append(party)
    return sorted(
        (a.id, b.id)
        for group in by_name.values()
        for a, b in combinations(group, 2)
        if core_tax_id(a.tax_id) != core_tax_id(b.tax_id)
    )
