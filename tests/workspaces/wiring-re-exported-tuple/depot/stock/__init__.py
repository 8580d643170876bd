"""Crates in stock."""

from .grammar import SHAPES as SHAPES
