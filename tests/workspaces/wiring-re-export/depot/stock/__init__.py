"""Crates in stock."""

from .claims import crate_colour, crate_weight

__all__ = ["crate_colour", "crate_weight"]
