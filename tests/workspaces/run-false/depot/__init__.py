"""Leaves a trace when it is imported, which it never may be."""

from pathlib import Path

Path(__file__).with_name("was-imported").write_text("yes")
