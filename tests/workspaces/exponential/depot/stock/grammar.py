"""The words of crates: not applied here."""

NAMES = r"((?:\w+ ?)+)"
