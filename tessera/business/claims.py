"""The claim grammar of the business vertical: six shapes, in the order in which they are asked.

=========================  ============================================================================
shape                      sentence
=========================  ============================================================================
net_order_value            NAME's net order value is MONEY.
                           NAME's net order value across COUNT orders is MONEY.
customer_address_counts    NAME is on file with COUNT customer records and COUNT address records.
renewal_date_conflict      Contract C-000 with NAME states different renewal dates: "DATE" and "DATE".
                           Further dates before the last ``and``, joined by ``, ``.
refuse_to_sum              NAME has orders in CUR and CUR, and amounts in different currencies are not
                           summed. Further currencies as above.
totals_comparison          NAME's net order value of MONEY exceeds NAME's net order value of MONEY.
                           Or ``is below`` or ``equals``; the first two may end in ``by MONEY``.
superlative                Of the COUNT customers with orders in CUR only, NAME has the highest net
                           order value: MONEY. Or ``lowest``.
=========================  ============================================================================

MONEY is a currency code and an exact amount such as ``EUR 1,200.00`` or ``JPY 1,200``; COUNT is ``0``,
``7``, ``1,204`` (``tessera.amounts``), and counts cancelled orders as well. Anything spelled otherwise
is not this grammar: ``None``. A sentence is matched whole, full stop included; once it is, the answer
is ``True`` or ``False``.

**Names** are bound through the graph: the whole phrase has to be a known name of exactly one customer,
in any of its spellings. ``Kelly's`` is read as the possessive of ``Kelly`` and as the name ``Kelly's``;
where both are known, nobody can tell, and the answer is ``False``.

**Citations.** Each cited record is cited once and stands in the graph as cited. Where a total is stated
all orders of the customer are cited, cancelled ones included, and nothing else.

**Net order value** is defined in ``tessera.business.schema``. A customer whose orders, cancelled ones
included, are in several currencies has none: there only ``refuse_to_sum`` speaks. In a superlative only
customers with a net order value compete; at least two must, and a tie has no winner: ``False``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Final

from tessera.business import schema
from tessera.business.conflicts import conflict_among, parse_date, renewal_dates
from tessera.eval.metrics import ClaimShape
from tessera.graph import KnowledgeGraph, Node
from tessera.grounding import Claim
from tessera.text import AMOUNT, COUNT, Money, format_count, parse_decimal, parse_money

_MONEY: Final = rf"[A-Z]{{3}} {AMOUNT}"
_OWNER: Final = r".+['’]s"  # a name with its possessive
_TOTAL_IS: Final = re.compile(
    rf"(?P<owner>{_OWNER}) net order value(?: across (?P<count>{COUNT}) orders?)? is (?P<money>{_MONEY})\."
)
_ON_FILE: Final = re.compile(
    rf"(?P<name>.+) is on file with (?P<customers>{COUNT}) customer records?"
    rf" and (?P<addresses>{COUNT}) address records?\."
)
_DATES_DIFFER: Final = re.compile(
    r"(?P<contract>Contract C-[0-9]+) with (?P<name>.+) states different renewal dates: "
    r'(?P<dates>"[^"\n]+"(?:, "[^"\n]+")* and "[^"\n]+")\.'
)
_NOT_SUMMED: Final = re.compile(
    r"(?P<name>.+) has orders in (?P<codes>[A-Z]{3}(?:, [A-Z]{3})* and [A-Z]{3}),"
    r" and amounts in different currencies are not summed\."
)
_JOINT: Final = rf" net order value of {_MONEY} (?:exceeds|is below|equals) "
_COMPARED: Final = re.compile(
    rf"(?P<owner>{_OWNER}) net order value of (?P<money>{_MONEY}) (?P<word>exceeds|is below|equals)"
    rf" (?P<other>{_OWNER}) net order value of (?P<other_money>{_MONEY})(?: by (?P<gap>{_MONEY}))?\."
)
_EXTREME: Final = re.compile(
    rf"Of the (?P<count>{COUNT}) customers with orders in (?P<code>[A-Z]{{3}}) only, (?P<name>.+)"
    rf" has the (?P<word>highest|lowest) net order value: (?P<money>{_MONEY})\."
)


def net_order_value(claim: Claim, nodes: Mapping[str, Node], graph: KnowledgeGraph | None) -> bool | None:
    """A customer's net order value is the exact sum of its orders, all of which are cited.

    Samples:
        True:  Acme's net order value is USD 7,048.27. <- order/0011, order/0050, order/0509
        True:  ivory’s net order value across 2 orders is JPY 48,000. <- order/0029, order/0182
        False: Acme's net order value is USD 7,048.28. <- order/0011, order/0050, order/0509
        False: Acme's net order value is USD 7,048.27. <- order/0011, order/0050
        False: Acme's net order value is USD 7,048.27. <- order/0011, order/0011, order/0050, order/0509
        False: Nobody's net order value is USD 7,048.27. <- order/0011, order/0050, order/0509
        False: Аcme's net order value is USD 7,048.27. <- order/0011, order/0050, order/0509
        None:  Acme's net order value is USD 7048.27. <- order/0011, order/0050, order/0509
        None:  Acme has orders in USD. <- order/0011
    """
    match = _TOTAL_IS.fullmatch(claim.text)
    money = parse_money(match["money"]) if match else None
    if match is None or money is None:
        return None
    cited = _cited(claim, nodes)
    if graph is None or cited is None:
        return False
    orders = _orders(graph, _owner(graph, match["owner"]))
    if cited.keys() != orders or match["count"] not in (None, format_count(len(orders))):
        return False
    return _net_value(cited.values()) == money


def customer_address_counts(
    claim: Claim, nodes: Mapping[str, Node], graph: KnowledgeGraph | None
) -> bool | None:
    """A customer has so many customer records and so many address records, all of which are cited.

    Samples:
        True:  Norrala is on file with 2 customer records and 2 address records.
          <- customer/bil-1012, customer/crm-0004, address/bil-010, address/crm-004
        True:  Net Order Value Partners is on file with 1 customer record and 0 address records.
          <- customer/crm-0018
        False: Norrala is on file with 1 customer record and 1 address record.
          <- customer/bil-1012, address/bil-010
        False: Norrala is on file with 2 customer records and 2 address records.
          <- customer/bil-1012, customer/bil-1012, customer/crm-0004, address/bil-010, address/crm-004
        False: Nobody is on file with 1 customer record and 0 address records. <- customer/crm-0018
        False: Norra is on file with 2 customer records and 2 address records.
          <- customer/bil-1012, customer/crm-0004, address/bil-010, address/crm-004
        None:  Norrala has 2 customer records. <- customer/bil-1012, customer/crm-0004
    """
    match = _ON_FILE.fullmatch(claim.text)
    if match is None:
        return None
    cited = _cited(claim, nodes)
    if graph is None or cited is None:
        return False
    customer = _customer(graph, match["name"])
    if customer is None:
        return False
    records = graph.members_of(customer)
    addresses = graph.sources_of(records, schema.ADDRESS_OF)
    stated = (match["customers"], match["addresses"])
    actual = (format_count(len(records)), format_count(len(addresses)))
    return stated == actual and cited.keys() == {*records, *addresses}


def renewal_date_conflict(
    claim: Claim, nodes: Mapping[str, Node], graph: KnowledgeGraph | None
) -> bool | None:
    """Clauses of a contract state different renewal dates: each day once, in the words of one cited clause.

    All days that the contract states are quoted, no two quotes are the same day, and there is one cited
    clause for each quote.

    Samples:
        True:  Contract C-004 with Kelly plc states different renewal dates: "2026-03-10" and "10 April 2026".
          <- clause/C-004.3, clause/C-004.7
        False: Contract C-004 with Kelly's states different renewal dates: "2026-03-10" and "10 April 2026".
          <- clause/C-004.3, clause/C-004.7
        False: Contract C-004 with Kelly plc states different renewal dates: "10 March 2026" and
          "10 April 2026". <- clause/C-004.3, clause/C-004.7
        False: Contract C-004 with Kelly plc states different renewal dates: "2026-03-10" and "10 April 2026".
          <- clause/C-004.3
        False: Contract C-004 with Kelly plc states different renewal dates: "2026-03-10" and "soon".
          <- clause/C-004.3, clause/C-004.7
        False: Contract C-004 with Kelly plc states different renewal dates: "2026-03-10" and "10 April 2026".
          <- clause/C-004.3, clause/C-004.3, clause/C-004.7
        False: Contract C-007 with AB Storage GmbH states different renewal dates: "2026-04-30" and
          "30 January 2026". <- clause/C-007.3, clause/C-007.5
        False: Contract C-999 with Kelly plc states different renewal dates: "2026-03-10" and "10 April 2026".
          <- clause/C-004.3, clause/C-004.7
        None:  The clauses of contract C-004 disagree. <- clause/C-004.3, clause/C-004.7
    """
    match = _DATES_DIFFER.fullmatch(claim.text)
    if match is None:
        return None
    cited = _cited(claim, nodes)
    if graph is None or cited is None:
        return False
    contract = graph.entity_named(match["contract"], schema.CONTRACT)
    customer = _customer(graph, match["name"])
    if contract is None or customer is None:
        return False
    clauses = graph.sources_of([contract], schema.CLAUSE_OF)
    parties = graph.targets_of([contract], schema.AGREED_WITH)
    conflict = conflict_among(contract, [graph.node(clause) for clause in clauses])
    if conflict is None or {graph.entity_of(party) for party in parties} != {customer}:
        return False
    quotes = re.findall(r'"([^"]+)"', match["dates"])
    days = [parse_date(quote) for quote in quotes]
    if len(set(days)) != len(days) or set(days) != {stated.day for _, stated in conflict.statements}:
        return False
    if not cited.keys() <= set(clauses) or len(cited) != len(quotes):
        return False
    # As many clauses as quotes: when each clause states one quote and no quote is left, they pair off.
    stated = [{d.words for d in renewal_dates(node.record.text)} & set(quotes) for node in cited.values()]
    return all(len(words) == 1 for words in stated) and set().union(*stated) == set(quotes)


def refuse_to_sum(claim: Claim, nodes: Mapping[str, Node], graph: KnowledgeGraph | None) -> bool | None:
    """A customer's orders are in exactly these currencies, of each of which an order is cited.

    Samples:
        True:  Kelly has orders in EUR and USD, and amounts in different currencies are not summed.
          <- order/0005, order/0010
        False: Kelly has orders in EUR and USD, and amounts in different currencies are not summed.
          <- order/0005
        False: Kelly has orders in EUR and USD, and amounts in different currencies are not summed.
          <- order/0005, order/0010, order/0010
        False: Kelly's has orders in EUR and USD, and amounts in different currencies are not summed.
          <- order/0005, order/0010
        None:  Kelly has orders in EUR and USD. <- order/0005, order/0010
    """
    match = _NOT_SUMMED.fullmatch(claim.text)
    if match is None:
        return None
    cited = _cited(claim, nodes)
    if graph is None or cited is None:
        return False
    orders = _orders(graph, _customer(graph, match["name"]))
    codes = re.findall("[A-Z]{3}", match["codes"])
    if len(set(codes)) != len(codes) or not cited.keys() <= orders:
        return False
    in_graph = {graph.node(order).attr("currency") for order in orders}
    return in_graph == set(codes) == {order.attr("currency") for order in cited.values()}


def totals_comparison(claim: Claim, nodes: Mapping[str, Node], graph: KnowledgeGraph | None) -> bool | None:
    """Two customers' net order values stand in the stated order; all orders of both are cited.

    A sentence that can be divided in two ways, since a name holds the words between, is ``False``.

    Samples:
        True:  Acme's net order value of USD 7,048.27 exceeds İstanbul Halı's net order value of USD 4,434.17.
          <- order/0011, order/0050, order/0509, order/0270, order/0535
        True:  İstanbul Halı's net order value of USD 4,434.17 is below Acme's net order value of
          USD 7,048.27 by USD 2,614.10. <- order/0270, order/0535, order/0011, order/0050, order/0509
        False: Acme's net order value of USD 7,048.27 is below İstanbul Halı's net order value of
          USD 4,434.17.
          <- order/0011, order/0050, order/0509, order/0270, order/0535
        False: Acme's net order value of USD 7,048.27 exceeds İstanbul Halı's net order value of USD 4,434.17.
          <- order/0011, order/0050, order/0509, order/0270
        False: Acme's net order value of USD 7,048.27 exceeds İstanbul Halı's net order value of USD 4,434.16.
          <- order/0011, order/0050, order/0509, order/0270, order/0535
        False: Acme's net order value of USD 7,048.27 exceeds İstanbul Halı's net order value of
          USD 4,434.17 by USD 2,614.11. <- order/0011, order/0050, order/0509, order/0270, order/0535
        False: Acme's net order value of USD 7,048.27 exceeds İstanbul Halı's net order value of USD 4,434.17.
          <- order/0011, order/0011, order/0050, order/0509, order/0270, order/0535
        None:  Acme's net order value of JPY 7,048.27 exceeds İstanbul Halı's net order value of USD 4,434.17.
          <- order/0011, order/0050, order/0509, order/0270, order/0535
        None:  Acme's net order value exceeds İstanbul Halı's. <- order/0011, order/0270
    """
    match = _COMPARED.fullmatch(claim.text)
    if match is None or (match["word"] == "equals" and match["gap"]):
        return None
    money, other_money = parse_money(match["money"]), parse_money(match["other_money"])
    gap = parse_money(match["gap"]) if match["gap"] else None
    if money is None or other_money is None or (match["gap"] and gap is None):
        return None
    cited = _cited(claim, nodes)
    if graph is None or cited is None or len(re.findall(_JOINT, claim.text)) != 1:
        return False
    orders, other_orders = (_orders(graph, _owner(graph, match[side])) for side in ("owner", "other"))
    if orders & other_orders or not orders or not other_orders or cited.keys() != orders | other_orders:
        return False
    totals = [_net_value(cited[order] for order in side) for side in (orders, other_orders)]
    if totals != [money, other_money] or money.currency != other_money.currency:
        return False
    if gap is not None and gap != Money(money.currency, abs(money.amount - other_money.amount)):
        return False
    difference = money.amount - other_money.amount
    if match["word"] == "equals":
        return difference == 0
    return difference > 0 if match["word"] == "exceeds" else difference < 0


def superlative(claim: Claim, nodes: Mapping[str, Node], graph: KnowledgeGraph | None) -> bool | None:
    """Of all customers with orders in one currency only, one has the extreme value; its orders are cited.

    Samples:
        True:  Of the 14 customers with orders in USD only, Ivory Coast Cocoa has the lowest net order value:
          USD -84.75. <- order/0085, order/0293, order/0551
        False: Of the 14 customers with orders in USD only, Ivory Coast Cocoa has the highest net order value:
          USD -84.75. <- order/0085, order/0293, order/0551
        False: Of the 13 customers with orders in USD only, Ivory Coast Cocoa has the lowest net order value:
          USD -84.75. <- order/0085, order/0293, order/0551
        False: Of the 14 customers with orders in USD only, Ivory Coast Cocoa has the lowest net order value:
          USD -84.76. <- order/0085, order/0293, order/0551
        False: Of the 14 customers with orders in USD only, Ivory Coast Cocoa has the lowest net order value:
          USD -84.75. <- order/0085, order/0085, order/0293, order/0551
        False: Of the 4 customers with orders in JPY only, Ivory has the lowest net order value: JPY 48,000.
          <- order/0029, order/0182
        None:  Ivory Coast Cocoa has the lowest net order value. <- order/0085, order/0293, order/0551
    """
    match = _EXTREME.fullmatch(claim.text)
    money = parse_money(match["money"]) if match else None
    if match is None or money is None:
        return None
    cited = _cited(claim, nodes)
    if graph is None or cited is None:
        return False
    winner = _customer(graph, match["name"])
    values = _values_in(graph, match["code"])
    if winner not in values or len(values) < 2 or match["count"] != format_count(len(values)):
        return False
    if money != Money(match["code"], values.pop(winner)) or cited.keys() != _orders(graph, winner):
        return False
    if match["word"] == "highest":
        return all(money.amount > value for value in values.values())
    return all(money.amount < value for value in values.values())


BUSINESS_SHAPES: Final[tuple[ClaimShape, ...]] = (
    net_order_value,
    customer_address_counts,
    renewal_date_conflict,
    refuse_to_sum,
    totals_comparison,
    superlative,
)


def _cited(claim: Claim, nodes: Mapping[str, Node]) -> dict[str, Node] | None:
    """The cited nodes by id; ``None`` where a record is unknown, not as known, or cited twice."""
    cited = {record.id: nodes[record.id] for record in claim.support if record.id in nodes}
    genuine = all(record.id in cited and cited[record.id].record == record for record in claim.support)
    return cited if genuine and len(cited) == len(claim.support) else None


def _customer(graph: KnowledgeGraph, *readings: str) -> str | None:
    """The customer named by any of the readings of a phrase; ``None`` for nobody and for several."""
    names = graph.names(schema.CUSTOMER)
    found = {named for phrase in readings if phrase == phrase.strip() for named in names.all_named(phrase)}
    return found.pop() if len(found) == 1 else None


def _owner(graph: KnowledgeGraph, possessive: str) -> str | None:
    """The customer behind ``Norra's``: the name before ``'s``, or a name that ends so itself."""
    return _customer(graph, possessive[:-2], possessive)


def _orders(graph: KnowledgeGraph, customer: str | None) -> set[str]:
    """The ids of all orders of all records of the customer; empty for ``None``."""
    return set() if customer is None else set(graph.sources_of(graph.members_of(customer), schema.PLACED_BY))


def _net_value(orders: Iterable[Node]) -> Money | None:
    """The net value of orders in one currency; ``None`` for none and for several."""
    listed = list(orders)
    currencies = {order.attr("currency") for order in listed}
    counted = [order.attr("amount") for order in listed if order.attr("status") != schema.CANCELLED]
    if len(currencies) != 1:
        return None
    return Money(currencies.pop(), sum(map(parse_decimal, counted), Decimal(0)))


def _values_in(graph: KnowledgeGraph, currency: str) -> dict[str, Decimal]:
    """The net order value of every customer of the graph whose orders are all in ``currency``."""
    values = {}
    for entity in {graph.entity_of(node.id) for node in graph.of_kind(schema.CUSTOMER)}:
        net = _net_value(graph.node(order) for order in _orders(graph, entity))
        if net is not None and net.currency == currency:
            values[entity] = net.amount
    return values
