"""The words that the graph of this vertical uses: kinds of nodes, relations, attributes.

===========  =========================================  ==========================================
kind         attributes                                 edges
===========  =========================================  ==========================================
customer     source, account, tax_id, city, country     ``same_as`` or ``distinct_from`` another
address      source, city, country                      ``address_of`` a customer record
order        date, currency, amount, status             ``placed_by`` a customer record
contract     number, title, signed                      ``agreed_with`` a customer record
clause       contract, number, heading                  ``clause_of`` a contract
===========  =========================================  ==========================================

Amounts stand as in the data: ASCII digits, a full stop, the currency's own decimals, a minus for
credits. Dates are ISO.

**Net order value.** The sum of the amounts of all orders but the cancelled ones. A credit note is an
order of status ``credit`` with a negative amount, so that it lowers the net value.
"""

from __future__ import annotations

from typing import Final

CUSTOMER: Final = "customer"
ADDRESS: Final = "address"
ORDER: Final = "order"
CONTRACT: Final = "contract"
CLAUSE: Final = "clause"

SAME_AS: Final = "same_as"
DISTINCT_FROM: Final = "distinct_from"
ADDRESS_OF: Final = "address_of"
PLACED_BY: Final = "placed_by"
AGREED_WITH: Final = "agreed_with"
CLAUSE_OF: Final = "clause_of"

CANCELLED: Final = "cancelled"
STATUSES: Final = ("fulfilled", "open", "cancelled", "credit")
CURRENCIES: Final = ("EUR", "JPY", "USD")
