"""The example of each rule's page is found, and its mend is not: both are run."""

from __future__ import annotations

import pytest

from tessera_lsp.project import discover
from tessera_lsp.review.run import examine
from tessera_lsp.rules import RULES


def codes(root, rule):
    project = discover(root)
    assert project is not None
    found = examine(project, static=not rule.needs_run, deep=rule.deep).findings
    return {finding.code for group in found.values() for finding in group}


def put(root, files):
    for path, text in files:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text.strip() + "\n", encoding="utf-8")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_example_is_found_and_its_mend_is_not(workspace, rule):
    root = workspace("clean")
    put(root, rule.found)
    assert rule.code in codes(root, rule)
    put(root, rule.mended)
    assert codes(root, rule) == set()
