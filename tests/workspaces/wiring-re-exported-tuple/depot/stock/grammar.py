"""What the stock battery declares."""

from . import claims

SHAPES = (claims.crate_weight, claims.crate_colour)
