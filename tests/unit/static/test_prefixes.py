"""The shipped claims file and registry while they are typed: each prefix has an index, and moves nothing."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tessera_lsp.findings import collect
from tessera_lsp.index.parsing import Parser
from tessera_lsp.index.reading import read_module
from tessera_lsp.project import discover
from tessera_lsp.rules.kept import Kept
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts
from tests.unit.static.conftest import Served

REPOSITORY = Path(__file__).resolve().parents[3]
CLAIMS, REGISTRY = "tessera/business/claims.py", "tessera/eval/registry.py"
STEP = 47
"""Characters between two cuts of the claims file; ``python -m bench.prefixes`` cuts at each one."""


@pytest.fixture
def shipped(tmp_path: Path) -> Served:
    """The shipped project, its two verticals declared."""
    root = tmp_path.resolve() / "project"
    shutil.copytree(REPOSITORY / "tessera", root / "tessera", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "pyproject.toml").write_text("[tool.tessera]\n")
    project = discover(root)
    assert project is not None
    return Served(project)


def functions(served: Served, name: str, text: str, parser: Parser) -> dict[str, Any]:
    """Each function of a text: where its name stands, and where the function ends."""
    document = Document("file:///typed.py", None, text)
    facts = read_module(str(served.project.root / name), "typed", document, parser)
    return {each.qualname: (each.name_span, each.span.end) for each in facts.functions}


@pytest.mark.parametrize(("name", "step"), [(CLAIMS, STEP), (REGISTRY, 1)])
def test_each_prefix_is_indexed_and_keeps_what_stands_before_the_cursor(
    shipped: Served, name: str, step: int
) -> None:
    """No exception out of the index or a static rule; functions, shapes and batteries that are written
    already stand where they stand in the whole file; at most one finding says that the text does not parse.
    """
    path, kept, parser = str(shipped.project.root / name), Kept(), Parser()
    text = Path(path).read_text("utf-8")
    whole, full = functions(shipped, name, text, parser), shipped.index()
    shapes = full.files[path].shapes if name == CLAIMS else ()
    batteries = [each for each in full.batteries if each.path == path]
    assert len(whole) > 1
    assert len(shapes) + len(batteries) > 1
    for cut in range(0, len(text) + 1, step):
        shipped.edit(name, text[:cut])
        index = shipped.indexer.build(shipped.project, shipped.text, [path] if cut else None)
        found = collect(shipped.project, index, Verdicts(), document=shipped.text, static=True, kept=kept)
        assert sum(finding.code == "TES900" for finding in found.get(path, ())) <= 1
        cursor = shipped.text(path).position(cut)
        now = functions(shipped, name, text[:cut], parser)
        for qualname, place in whole.items():
            assert place[1] >= cursor or now.get(qualname) == place, (qualname, cut)
        before = {each.qualname: each.name_span for each in shapes if each.span.end < cursor}
        file = index.files.get(path)
        assert (
            before.items() <= {e.qualname: e.name_span for e in file.shapes}.items() if file else not before
        )
        built = {each.builder_span for each in index.batteries if each.path == path}
        assert {e.builder_span for e in batteries if whole[e.builder][1] < cursor} <= built, cut
