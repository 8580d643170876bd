"""Make the data of this vertical: ``python -m tessera.business.generate [FOLDER]``.

The same bytes on every run, platform and Python version: all chance comes from one seeded
``random.Random``, of which only ``random()`` is used, the one method whose sequence is promised to stay.
Without a folder the committed data is written again.
"""

from __future__ import annotations

import csv
import io
import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import TypeVar

from tessera.business.contract_texts import Counterparty, contract_files
from tessera.business.organisations import ORGANISATIONS, Organisation

T = TypeVar("T")

SEED = 20260301
ORDERS = 600
FIRST_DAY = date(2024, 1, 2)
LAST_DAY = date(2025, 12, 30)

STREETS: dict[str, tuple[str, ...]] = {
    "SE": ("Storgatan", "Kålgårdsvägen"),
    "FI": ("Rådhusgatan", "Itäinen tie"),
    "GB": ("Mill Lane", "King's Road"),
    "US": ("Maple Street", "Dock Avenue"),
    "DE": ("Am Hafen", "Größe-Straße"),
    "PL": ("ul. Piotrkowska", "ul. Żwirki"),
    "FR": ("rue de l'Église", "quai d’Orsel"),
    "IE": ("Quay Street", "Saint Brigid's Row"),
    "JP": ("本町通り", "港町"),
    "BG": ("ул. Шипка", "бул. Витоша"),
    "GR": ("οδός Ακτής", "οδός Φάρου"),
    "IL": ("רחוב הנמל", "דרך העצמאות"),
    "JO": ("شارع الملك", "طريق المطار"),
    "CZ": ("Žižkova", "Lípová"),
    "PT": ("Rua São João", "Travessa do Fado"),
    "NL": ("Oude Gracht", "'t Zand"),
    "DK": ("Søndergade", "Østergade"),
    "IS": ("Hafnarstræti", "Þingvallastræti"),
    "VN": ("Đường Lê Lợi", "Đường Hùng Vương"),
    "TR": ("İstiklal Caddesi", "Çınar Sokağı"),
    "AT": ("Donaulände", "Hauptplatz"),
    "BE": ("Meir", "Sint-Pietersvliet"),
    "IT": ("Via dell'Acciaio", "Molo Vecchio"),
    "CI": ("Rue du Commerce", "Boulevard de l’Océan"),
}


class Dice:
    """Choices drawn from one sequence of floats."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        """An integer from 0 up to and without ``limit``."""
        return int(self._random.random() * limit)

    def chance(self, share: float) -> bool:
        return self._random.random() < share

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def mixed(self, items: Iterable[T]) -> list[T]:
        """The items in an order of chance."""
        return [item for _, _, item in sorted((self._random.random(), i, x) for i, x in enumerate(items))]


@dataclass(slots=True)
class Account:
    """One customer record in one source."""

    organisation: Organisation
    name: str
    tax_id: str
    id: str = ""


@dataclass(slots=True)
class Tables:
    """The rows of every CSV file, header first."""

    files: dict[str, list[Sequence[str]]] = field(default_factory=dict)

    def start(self, name: str, *header: str) -> list[Sequence[str]]:
        return self.files.setdefault(name, [header])

    def rendered(self) -> dict[str, str]:
        out = {}
        for name, rows in self.files.items():
            buffer = io.StringIO()
            csv.writer(buffer, lineterminator="\n").writerows(rows)
            out[name] = buffer.getvalue()
        return out


def _tax_ids(dice: Dice) -> dict[int, str]:
    return {
        index: f"{organisation.country}{10000000 + index * 1373 + dice.below(1000):08d}"
        for index, organisation in enumerate(ORGANISATIONS)
    }


def _accounts(dice: Dice) -> tuple[list[Account], list[Account]]:
    """The customer records of both sources, in the order of their ids.

    One CRM record in eight lacks its tax id, so that the name and the place must do. Billing writes
    the id with a space now and then.
    """
    crm: list[Account] = []
    billing: list[Account] = []
    for index, tax_id in _tax_ids(dice).items():
        organisation = ORGANISATIONS[index]
        for name in organisation.crm:
            missing = len(organisation.crm) == 1 and name != "Meridian" and dice.chance(0.125)
            crm.append(Account(organisation, name, "" if missing else tax_id))
        for name in organisation.billing:
            spaced = f"{tax_id[:2]} {tax_id[2:6]} {tax_id[6:]}" if dice.chance(0.3) else tax_id
            billing.append(Account(organisation, name, spaced))
    crm, billing = dice.mixed(crm), dice.mixed(billing)
    for number, account in enumerate(crm, start=1):
        account.id = f"crm-{number:04d}"
    for number, account in enumerate(billing, start=1):
        account.id = f"bil-{1000 + number}"
    return crm, billing


def _customer_tables(tables: Tables, crm: list[Account], billing: list[Account]) -> None:
    rows = tables.start("crm_customers.csv", "id", "name", "tax_id", "city", "country")
    rows += [(a.id, a.name, a.tax_id, a.organisation.city, a.organisation.country) for a in crm]
    rows = tables.start(
        "billing_customers.csv", "account", "legal_name", "vat_number", "town", "country_code"
    )
    rows += [(a.id, a.name, a.tax_id, a.organisation.city, a.organisation.country) for a in billing]


def _address_tables(dice: Dice, tables: Tables, crm: list[Account], billing: list[Account]) -> None:
    """None, one or two addresses for each customer record; the sources often share the first."""
    main: dict[int, tuple[str, str]] = {}
    headers = {
        "crm_addresses.csv": ("id", "customer", "street", "postcode", "city", "country"),
        "billing_addresses.csv": ("id", "account", "line", "postal_code", "town", "country_code"),
    }
    for (name, header), accounts in zip(headers.items(), (crm, billing), strict=True):
        rows = tables.start(name, *header)
        for account in accounts:
            place = account.organisation
            count = 0 if dice.chance(0.15) else 2 if dice.chance(0.2) else 1
            for position in range(count):
                fresh = (
                    f"{dice.pick(STREETS[place.country])} {1 + dice.below(120)}",
                    f"{10000 + dice.below(89999)}",
                )
                shared = main.setdefault(id(place), fresh)
                street, postcode = shared if position == 0 and dice.chance(0.7) else fresh
                number = f"{name[:3]}-{len(rows):03d}"
                rows.append((number, account.id, street, postcode, place.city, place.country))


def _amount(dice: Dice, currency: str) -> Decimal:
    whole = 20 + dice.below(4000)
    if currency == "JPY":
        return Decimal(whole * 100 + 10 * dice.below(10))
    return Decimal(whole * 100 + dice.below(100)).scaleb(-2)


def _order_table(dice: Dice, tables: Tables, accounts: list[Account]) -> None:
    """Fixed orders first, then orders of chance up to 600, given ids in the order of their dates."""
    by_organisation: dict[int, list[str]] = {}
    for account in accounts:
        by_organisation.setdefault(id(account.organisation), []).append(account.id)
    drawn: list[tuple[str, str, str, str]] = []
    free: list[tuple[Organisation, str]] = []
    for organisation in ORGANISATIONS:
        ids = by_organisation[id(organisation)]
        drawn += [(dice.pick(ids), *order) for order in organisation.fixed]
        # Each currency of an organisation is used at least once: free starts with one of each.
        free += [(organisation, c) for c in organisation.currencies if not organisation.fixed]
    weights = [pair for pair in free for _ in range(1 + dice.below(4))]
    chosen = free + [dice.pick(weights) for _ in range(ORDERS - len(drawn) - len(free))]
    for position, (organisation, currency) in enumerate(chosen):
        amount = _amount(dice, currency)
        status = "fulfilled" if position < len(free) else _status(dice)
        if status == "credit":
            amount = -(amount / 10).quantize(Decimal(1) if currency == "JPY" else Decimal("0.01"))
        drawn.append((dice.pick(by_organisation[id(organisation)]), currency, str(amount), status))
    span = (LAST_DAY - FIRST_DAY).days + 1
    days = sorted(FIRST_DAY + timedelta(days=dice.below(span)) for _ in drawn)
    rows = tables.start("orders.csv", "order", "customer", "date", "currency", "amount", "status")
    for number, (day, (account_id, currency, text, status)) in enumerate(
        zip(days, dice.mixed(drawn), strict=True), start=1
    ):
        rows.append((f"{number:04d}", account_id, day.isoformat(), currency, text, status))


def _status(dice: Dice) -> str:
    return dice.pick(("fulfilled",) * 16 + ("open",) * 2 + ("cancelled", "credit"))


def build_files() -> dict[str, str]:
    """All files of the data folder: path with ``/`` to text."""
    dice = Dice(SEED)
    tables = Tables()
    crm, billing = _accounts(dice)
    _customer_tables(tables, crm, billing)
    _address_tables(dice, tables, crm, billing)
    _order_table(dice, tables, crm + billing)
    partners = [Counterparty(a.id, a.name) for a in dice.mixed(billing)]
    return tables.rendered() | contract_files(partners)


def main(argv: Sequence[str] | None = None) -> int:
    """Write the files and say how many. 0 when done."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    folder = Path(arguments[0]) if arguments else Path(__file__).parent / "data"
    files = build_files()
    for name, text in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode("utf-8"))
    print(f"{len(files)} files written to {folder}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
