"""Who declares what."""

from depot.stock.claims import crate_colour, crate_weight

STOCK = (
    crate_weight,
    crate_colour,
)
