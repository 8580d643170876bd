"""A harbour."""
