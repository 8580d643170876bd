"""The words of crates, and how they are looked for."""

import re

NUMBER = r"(\d+)"
LOT = re.compile(rf"Crate {NUMBER} is of lot " "([A-Z]+)")


def read(pattern, text):
    """A match of the text without the blanks around it."""
    return pattern.search(text.strip())  #@ diag("TES111", "^search ignores text before and after the sentence", at="pattern.search(text.strip())", severity="info")
