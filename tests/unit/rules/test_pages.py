"""The rules' pages are whole, and those in the repository are up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from tessera_lsp.rules import RULES, rule
from tessera_lsp.rules.pages import page, pages

DOCS = Path(__file__).parents[3] / "docs" / "rules"


def test_the_written_pages_are_those_of_the_rules():
    written = {path.name: path.read_text(encoding="utf-8") for path in DOCS.glob("*.md")}
    assert written == dict(pages()), "run: python -m tessera_lsp.rules.pages docs/rules"


@pytest.mark.parametrize("each", RULES, ids=lambda each: each.code)
def test_each_rule_has_a_whole_page(each):
    assert rule(each.code.lower()) is each
    assert each.found
    assert each.mended
    assert each.found != each.mended
    assert not each.summary.endswith(".")
    assert {"## Example", "## Mended"} <= set(page(each).splitlines())
