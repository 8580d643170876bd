"""The business vertical: customers, addresses, orders and contracts, and claims about them."""
