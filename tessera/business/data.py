"""The data of this vertical as a graph and as a knowledge base.

Both read the committed files anew on each call, in a few tens of milliseconds, and keep for each record
the source, the row or clause, the file and the 1-based line. Bad input raises ``DataError``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Final

from tessera import text
from tessera.business import schema
from tessera.business.contract_files import ContractText, read_contracts
from tessera.business.resolution import Party, distinct_parties, same_parties
from tessera.business.tables import Row, read_table
from tessera.graph import Edge, KnowledgeGraph, Node
from tessera.grounding import EvidenceRecord, KnowledgeBase, Origin

DATA_DIR: Final = Path(__file__).parent / "data"

# Source, file and columns; the columns stand in one order of meaning and differ in name.
_CUSTOMERS: Final = (
    ("CRM", "crm_customers.csv", ("id", "name", "tax_id", "city", "country")),
    ("Billing", "billing_customers.csv", ("account", "legal_name", "vat_number", "town", "country_code")),
)
_ADDRESSES: Final = (
    ("CRM", "crm_addresses.csv", ("id", "customer", "street", "postcode", "city", "country")),
    ("Billing", "billing_addresses.csv", ("id", "account", "line", "postal_code", "town", "country_code")),
)
_ORDER_COLUMNS: Final = ("order", "customer", "date", "currency", "amount", "status")


def build_graph(folder: Path = DATA_DIR) -> KnowledgeGraph:
    """All records of the folder as nodes, and their relations as edges."""
    graph = KnowledgeGraph()
    accounts: dict[str, Node] = {}
    for node in _customers(folder):
        accounts[node.attr("account")] = node
        graph.add_node(node)
    parties = [
        Party(n.id, n.name, n.attr("tax_id"), f"{n.attr('city')}, {n.attr('country')}")
        for n in accounts.values()
    ]
    for first, second in same_parties(parties):
        graph.add_edge(Edge(first, second, schema.SAME_AS))
    for first, second in distinct_parties(parties):
        graph.add_edge(Edge(first, second, schema.DISTINCT_FROM))
    for node, account, row in _addresses(folder):
        graph.add_node(node)
        graph.add_edge(Edge(node.id, _known(accounts, account, row), schema.ADDRESS_OF))
    for row in read_table(folder, "orders.csv", _ORDER_COLUMNS):
        node = _order(row)
        graph.add_node(node)
        graph.add_edge(Edge(node.id, _known(accounts, row["customer"], row), schema.PLACED_BY))
    for contract in read_contracts(folder):
        _add_contract(graph, contract, accounts)
    return graph


def build_kb(folder: Path = DATA_DIR) -> KnowledgeBase:
    """The records of ``build_graph``, in the same order."""
    return KnowledgeBase(tuple(node.record for node in build_graph(folder).nodes.values()))


def _known(accounts: Mapping[str, Node], account: str, row: Row) -> str:
    if account not in accounts:
        raise row.fail(f"no customer record has the account {account!r}; add it or correct the cell")
    return accounts[account].id


def _record(record_id: str, source: str, row: Row, words: str) -> EvidenceRecord:
    return EvidenceRecord(record_id, Origin(source, f"row {row.number}", row.path, row.line), words)


def _customers(folder: Path) -> Iterator[Node]:
    for source, name, columns in _CUSTOMERS:
        for row in read_table(folder, name, columns):
            account, title, tax_id, city, country = (row[column] for column in columns)
            tax = f"tax id {tax_id}" if tax_id else "no tax id"
            yield Node(
                _record(f"customer/{account}", source, row, f"{title}, {tax}, {city}, {country}"),
                schema.CUSTOMER,
                title,
                (
                    ("source", source),
                    ("account", account),
                    ("tax_id", tax_id),
                    ("city", city),
                    ("country", country),
                ),
            )


def _addresses(folder: Path) -> Iterator[tuple[Node, str, Row]]:
    for source, name, columns in _ADDRESSES:
        for row in read_table(folder, name, columns):
            number, account, street, postcode, city, country = (row[column] for column in columns)
            words = f"{street}, {postcode} {city}, {country}"
            attributes = (("source", source), ("city", city), ("country", country))
            node = Node(_record(f"address/{number}", source, row, words), schema.ADDRESS, words, attributes)
            yield node, account, row


def _order(row: Row) -> Node:
    currency, status, day = row["currency"], row["status"], row["date"]
    if currency not in schema.CURRENCIES:
        raise row.fail(f"the currency {currency!r} is none of {', '.join(schema.CURRENCIES)}")
    if status not in schema.STATUSES:
        raise row.fail(f"the status {status!r} is none of {', '.join(schema.STATUSES)}")
    _check_date(row, day)
    amount = _amount(row, currency)
    if (amount < 0) != (status == "credit"):
        raise row.fail("an order of status credit has a negative amount, and no other has")
    stated = f"{currency} {text.format_amount(amount, currency)}"
    words = f"Order {row['order']} of {day}: {stated}, {status}, account {row['customer']}"
    attributes = (("date", day), ("currency", currency), ("amount", row["amount"]), ("status", status))
    return Node(
        _record(f"order/{row['order']}", "Order ledger", row, words),
        schema.ORDER,
        f"Order {row['order']}",
        attributes,
    )


def _amount(row: Row, currency: str) -> Decimal:
    places = text.CURRENCY_DECIMALS[currency]
    try:
        amount = text.parse_decimal(row["amount"])
    except ValueError as error:
        raise row.fail(f"{error}; write 1234.50 or -12.00") from None
    if amount.as_tuple().exponent != -places:
        raise row.fail(f"{row['amount']!r} in {currency} needs {places} decimals")
    return amount


def _check_date(row: Row, words: str) -> None:
    try:
        date.fromisoformat(words)
    except ValueError:
        raise row.fail(f"{words!r} is no date; write it as 2026-03-01") from None


def _add_contract(graph: KnowledgeGraph, contract: ContractText, accounts: Mapping[str, Node]) -> None:
    source = f"Contract {contract.number}"
    words = f"{source}: {contract.title}. Customer account {contract.account}. Signed {contract.signed}."
    head = EvidenceRecord(f"contract/{contract.number}", Origin(source, "title", contract.path, 1), words)
    facts = (("number", contract.number), ("title", contract.title), ("signed", contract.signed))
    graph.add_node(Node(head, schema.CONTRACT, source, facts))
    if contract.account not in accounts:
        raise contract.fail(f"no customer record has the account {contract.account!r}; correct the line")
    graph.add_edge(Edge(head.id, accounts[contract.account].id, schema.AGREED_WITH))
    for clause in contract.clauses:
        origin = Origin(source, f"clause {clause.number}", contract.path, clause.line)
        record = EvidenceRecord(f"clause/{contract.number}.{clause.number}", origin, clause.text)
        attributes = (
            ("contract", contract.number),
            ("number", str(clause.number)),
            ("heading", clause.heading),
        )
        name = f"{source}, clause {clause.number}: {clause.heading}"
        graph.add_node(Node(record, schema.CLAUSE, name, attributes))
        graph.add_edge(Edge(record.id, head.id, schema.CLAUSE_OF))
