"""What is dropped is gone at once: no circle keeps a syntax tree until the collector comes."""

from __future__ import annotations

import ast
import gc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tessera_lsp.findings import collect
from tessera_lsp.index import insides, sources
from tessera_lsp.rules.kept import Kept
from tessera_lsp.verdicts import Verdicts

VERTICALS = 30
CLAIMS = '''
import re

_TOTAL = re.compile(r"Total (\\d+)\\.")


class Table:
    def row(self):
        return [number for number in (1, 2)]


def total(claim, nodes, graph):
    """The total.

    Samples:
        True: Total 1. <- row/1
    """
    match = _TOTAL.fullmatch(claim.text)

    def helper():
        return match

    return None if helper() is None else len(claim.support) == int(match[1])
'''


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Only reference counts free anything."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


WIRING = {
    "acme/__init__.py": "",
    "acme/eval/__init__.py": "",
    "acme/eval/metrics.py": "def is_supported(claim, nodes): ...\n",
    "acme/eval/battery.py": "class Battery:\n    def __init__(self, name, claim_shapes=()): ...\n",
}


def _registry(names: list[str]) -> str:
    imports = "".join(f"from acme.{name} import claims as {name}\n" for name in names)
    built = "".join(f"    Battery('{name}', claim_shapes=({name}.total,)),\n" for name in names)
    told = f"ALL = (\n{built})\n\n\ndef batteries():\n    return ALL\n"
    return f"from acme.eval.battery import Battery\n{imports}\n{told}"


def trees() -> int:
    """How many definitions of functions there are in memory."""
    return sum(isinstance(each, ast.FunctionDef) for each in gc.get_objects())


@pytest.mark.usefixtures("no_collector")
def test_trees_of_many_files_are_gone_without_the_collector(
    serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all files that were read, findings included, the trees of those few are left that are held."""
    monkeypatch.setattr(sources, "HELD", 3 * len(CLAIMS))
    monkeypatch.setattr(insides, "HELD", 3)
    names = [f"v{number:02}" for number in range(VERTICALS)]
    written = {f"acme/{name}/claims.py": CLAIMS for name in names}
    served = serve({**written, **WIRING, "acme/eval/registry.py": _registry(names)})
    before = trees()
    index = served.index()
    assert sum(len(file.shapes) for file in index.files.values()) == VERTICALS
    assert len(index.batteries) == VERTICALS
    assert sum("line_starts" in vars(file.document) for file in index.files.values()) <= 3
    assert trees() - before <= 4 * 3
    kept = Kept()
    collect(served.project, index, Verdicts(), static=True, document=served.text, kept=kept)
    assert kept.visits == VERTICALS + 1  # the shapes outside of claims files count as one
    assert trees() - before <= 4 * 3
