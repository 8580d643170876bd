"""Crates in stock."""
