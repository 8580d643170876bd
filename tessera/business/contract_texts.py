"""The texts of the thirty contracts, drafted from parts: Markdown, one heading a clause.

Renewal is where drafting goes wrong: four contracts state dates that disagree, two state one date in
two spellings, one ends without renewing, one tells of an earlier renewal, and all hold other dates.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

CONTRACTS: Final = 30

SUBJECTS: Final = (
    "Cold storage", "Pallet transport", "Tooling maintenance", "Paper supply", "Optical parts",
    "Data hosting", "Sea freight", "Textile finishing", "Wind turbine service", "Catering",
)  # fmt: skip

# The number of a contract to the days by which a later statement of its renewal date differs.
CONFLICTS: Final = {4: (31,), 11: (365,), 19: (14, 14), 27: (30, 61)}
SAME_DATE_TWICE: Final = (7, 16)
ENDS: Final = (9, 22)
RENEWED_BEFORE: Final = (8, 25)


@dataclass(frozen=True, slots=True)
class Counterparty:
    """The customer record that a contract is agreed with."""

    account: str
    name: str


def in_words(day: date) -> str:
    """The date as contracts write it: ``1 March 2026``."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def _term(number: int, renews: date) -> str:
    if number in ENDS:
        return (
            f"This agreement does not renew on {in_words(renews)} and ends on that day without notice. "
            "Work begun before then is completed on the same terms."
        )
    before = ""
    if number in RENEWED_BEFORE:
        earlier = in_words(renews - timedelta(days=730))
        before = f"The parties renewed an earlier agreement on {earlier}, which this one replaces. "
    openings = (
        f"This agreement renews on {in_words(renews)} for a further term of twelve months",
        f"Unless ended before, the agreement shall renew on {renews.isoformat()} for one year",
        f"The renewal date of this agreement is {in_words(renews)}; it then runs for twelve months",
    )
    return before + openings[number % 3] + ". The terms in force on that day continue to apply."


def _later_statements(number: int, renews: date) -> list[tuple[str, str]]:
    """Headings and texts of clauses after the term that speak of renewal again."""
    if number in SAME_DATE_TWICE:
        other = renews.isoformat() if number % 3 != 1 else in_words(renews)
        return [("Order form", f"Renewal date: {other}. Quantities follow the schedule of the year.")]
    days = CONFLICTS.get(number, ())
    dates = [renews + timedelta(days=gap) for gap in days]
    clauses = []
    for position, day in enumerate(dates):
        if position == 0:
            clauses.append(
                ("Order form", f"Renewal date: {in_words(day)}. Quantities follow the yearly schedule.")
            )
        else:
            clauses.append(
                ("Special terms", f"In line with the budget year, renewal falls due on {day.isoformat()}.")
            )
    return clauses


def _clauses(number: int, partner: Counterparty, signed: date, renews: date) -> list[tuple[str, str]]:
    subject = SUBJECTS[(number - 1) % len(SUBJECTS)].lower()
    notice = in_words(renews - timedelta(days=90))
    clauses = [
        ("Parties", f"This agreement is made between the supplier and {partner.name}, the customer."),
        ("Scope", f"The supplier provides {subject} as ordered, at the customer's premises or at a depot."),
        ("Term and renewal", _term(number, renews)),
        (
            "Fees",
            f"Fees are due within {20 + number % 4 * 5} days of the invoice. Late sums bear interest of "
            f"{4 + number % 3} per cent a year. The price list of {in_words(signed)} applies.",
        ),
    ]
    if number not in ENDS:
        clauses.append(
            (
                "Termination",
                f"Either party may end this agreement by notice received before {notice}. "
                "Notice in text form is enough.",
            )
        )
    if number % 2 == 0:
        clauses.append(
            (
                "Liability",
                "Neither party is liable for loss of profit. Liability for intent is not limited. "
                f"The limit for all other claims is {number * 5},000 euros a year.",
            )
        )
    return clauses + _later_statements(number, renews)


def contract_files(partners: Sequence[Counterparty]) -> dict[str, str]:
    """``contracts/C-001.md`` and on to its text. Needs as many partners as there are contracts."""
    files = {}
    for number, partner in zip(range(1, CONTRACTS + 1), partners, strict=False):
        signed = date(2023, 1, 9) + timedelta(days=number * 23)
        renews = date(2026, 1, 1) + timedelta(days=number * 17)
        lines = [
            f"# Contract C-{number:03d}: {SUBJECTS[(number - 1) % len(SUBJECTS)]}",
            "",
            f"- Customer account: {partner.account}",
            f"- Signed: {signed.isoformat()}",
        ]
        for position, (heading, text) in enumerate(_clauses(number, partner, signed, renews), start=1):
            lines += ["", f"## {position}. {heading}", ""]
            lines += textwrap.wrap(text, 88, break_long_words=False, break_on_hyphens=False)
        files[f"contracts/C-{number:03d}.md"] = "\n".join(lines) + "\n"
    return files
