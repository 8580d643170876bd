"""Patterns of the claims."""

import re

DECIDED = re.compile(
    r"Case (\d+) was "
    r"decided in (\w+)\."
)
