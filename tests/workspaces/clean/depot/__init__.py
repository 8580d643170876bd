"""A depot and its verticals."""
