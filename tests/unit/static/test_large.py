"""What a large workspace is spared gives what reading all gives: heads, insides that were let go, files that
an edit did not touch, findings that were put off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tessera_lsp.findings import collect
from tessera_lsp.index import Indexer, insides, sources
from tessera_lsp.index.lookup import Disk, Modules
from tessera_lsp.index.sources import Sources
from tessera_lsp.index.wiring import read_wiring
from tessera_lsp.project import Project, discover, read_document
from tessera_lsp.rules.kept import Kept
from tessera_lsp.verdicts import Verdicts

WORKSPACES = Path(__file__).parents[2] / "workspaces"
PROJECTS = [found for path in sorted(WORKSPACES.iterdir()) if path.is_dir() and (found := discover(path))]
Serve = Callable[..., Any]
VERTICALS = 9
CLAIMS = '''
import re


def total(claim, nodes, graph):
    """Totals.

    Samples:
        True: Total 1. <- row/1
    """
    return re.search(r"Total (\\d+)", claim.text) and True


def count(claim, nodes, graph):
    if claim.text == "None.":
        return not claim.support
'''


def files() -> dict[str, str]:
    """Verticals with findings of their own: TES111, 113 and 114."""
    names = [f"v{number}" for number in range(VERTICALS)]
    lines = [
        "from acme.battery import Battery",
        *(f"from acme.{name} import claims as {name}" for name in names),
    ]
    for name in names:
        lines += [f"def {name}_battery():", f"    return Battery('{name}', ({name}.total, {name}.count))"]
    lines += ["def batteries():", f"    return ({''.join(f'{name}_battery(), ' for name in names)})"]
    return {
        "acme/__init__.py": "",
        **{f"acme/{name}/__init__.py": "" for name in names},
        **{f"acme/{name}/claims.py": CLAIMS for name in names},
        "acme/metrics.py": "def is_supported(claim, nodes, graph=None, shapes=()):\n    return False\n",
        "acme/battery.py": "class Battery:\n    def __init__(self, name, claim_shapes=()): ...\n",
        "acme/registry.py": "\n".join(lines) + "\n",
    }


def modules(project: Project, heads: bool) -> Modules:
    """Of a project as it is on disk."""
    read = Sources()
    read.begin(project, read_document)
    roots = (*project.import_roots, project.root)
    return Modules(roots, read.facts, Disk(), read.head if heads else None)


def test_there_are_projects_to_compare_on() -> None:
    assert len(PROJECTS) > 20


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.root.name)
def test_the_wiring_is_the_same_from_heads(project: Project) -> None:
    assert read_wiring(project, modules(project, True)) == read_wiring(project, modules(project, False))


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.root.name)
def test_what_is_let_go_is_read_again_alike(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for one file, each is read, let go and read again."""
    whole = Indexer().build(project, read_document)
    monkeypatch.setattr(sources, "HELD", 1)
    monkeypatch.setattr(insides, "HELD", 1)
    index = Indexer().build(project, read_document)
    for _ in range(2):
        for path, file in index.files.items():
            same = whole.files[path]
            assert file == same
            assert (file.patterns, [s.samples for s in file.shapes]) == (
                same.patterns,
                [s.samples for s in same.shapes],
            )
            assert [(s.body, s.reading) for s in file.shapes] == [(s.body, s.reading) for s in same.shapes]


def test_only_what_is_touched_is_looked_at(serve: Serve) -> None:
    """An edit is indexed without a look at other files; that one of them has changed is told when asked."""
    served = serve(files())
    before = served.index()
    edited, other = (str(served.project.root / f"acme/{name}/claims.py") for name in ("v1", "v2"))
    served.edit("acme/v1/claims.py", CLAIMS + "\n")
    served.edit("acme/v2/claims.py", "")
    asked: list[str] = []

    def text(path: str) -> Any:
        asked.append(path)
        return served.text(path)

    index = served.indexer.build(served.project, text, {edited})
    assert set(asked) == {edited}
    assert index.files[edited].document.text == CLAIMS + "\n"
    assert index.files[other] is before.files[other]
    assert served.indexer.differs(served.text)
    assert served.index().files[other].shapes == ()
    assert not served.indexer.differs(served.text)


def test_a_module_that_comes_is_told_of(serve: Serve) -> None:
    served = serve({**files(), "acme/v0/claims.py": "from acme.v0.more import total, count\n"})
    served.index()
    assert not served.indexer.differs(served.text)
    (served.project.root / "acme/v0/more.py").write_text(CLAIMS)
    assert served.indexer.differs(served.text)


def test_findings_that_were_put_off_come_in_pieces(serve: Serve) -> None:
    """The open file first; then so many at a time; in the end all."""
    served = serve(files())
    served.edit("acme/v5/claims.py", CLAIMS)
    path, index = str(served.project.root / "acme/v5/claims.py"), served.index()
    kept = Kept(at_once=2)

    def look() -> Any:
        return collect(served.project, index, Verdicts(), static=True, document=served.text, kept=kept)

    whole = collect(served.project, index, Verdicts(), static=True, document=served.text)
    assert {finding.code for finding in whole[path]} == {"TES111", "TES113", "TES114"}
    first = look()
    assert kept.pending
    assert first == {path: whole[path]}
    counts = []
    while kept.pending:
        kept.go_on()
        counts.append(len(look()))
        assert len(counts) < 20
    assert counts[0] == 3
    assert look() == whole


def test_what_is_edited_while_findings_are_put_off_is_told_of_at_once(serve: Serve) -> None:
    """Also a file that was put off itself; in the end all is told, of each file as it is then."""
    served, kept = serve(files()), Kept(at_once=2)

    def look(kept: Kept | None = None) -> Any:
        texts = served.text
        return collect(served.project, served.index(), Verdicts(), static=True, document=texts, kept=kept)

    for number in (5, 3, 5):
        name = f"acme/v{number}/claims.py"
        served.edit(name, CLAIMS if number == 3 else CLAIMS.replace("return", "return  ", 1))
        path = str(served.project.root / name)
        assert look(kept)[path] == look()[path]
        assert kept.pending
    for _ in range(20):
        kept.go_on()
        found = look(kept)
    assert not kept.pending
    assert found == look()
    served.edit("acme/v3/claims.py", "")
    assert look(kept) == look()


def test_an_edit_of_the_wiring_looks_within_what_it_is_about(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another name of one battery reaches the witnesses of its own claims file. Nothing else within functions
    is looked at: no other claims file is parsed again, though none is held."""
    monkeypatch.setattr(sources, "HELD", 1)
    monkeypatch.setattr(insides, "HELD", 1)
    served, kept = serve(files()), Kept()

    def look() -> Any:
        return collect(
            served.project, served.index(), Verdicts(), static=True, document=served.text, kept=kept
        )

    look()
    looked, parses = kept.shapes_looked, served.indexer.parses
    registry = files()["acme/registry.py"]
    served.edit("acme/registry.py", registry.replace("Battery('v3'", "Battery('third'"))
    found = look()
    assert served.indexer.parses - parses <= 3  # the registry, the class of batteries, the claims file
    assert found == collect(served.project, served.index(), Verdicts(), static=True, document=served.text)
    assert {f.witness.battery for group in found.values() for f in group if f.witness} >= {"third", "v4"}
    assert kept.shapes_looked - looked == 2
