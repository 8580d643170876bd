"""Deeds, read when this module is imported."""

import csv
from pathlib import Path

FILE = Path(__file__).parents[2] / "data" / "deeds.csv"
with FILE.open(encoding="utf-8") as file:
    DEEDS = {row["id"]: row for row in csv.DictReader(file)}
