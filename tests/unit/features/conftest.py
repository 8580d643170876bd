"""A small project as a snapshot, with verdicts that the test makes up."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from lsprotocol import types

from tessera_lsp.findings import collect
from tessera_lsp.index import Indexer
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.project import discover, read_document
from tessera_lsp.rules.samples import key_of
from tessera_lsp.samples import Sample
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import Consultation, ItemJudged, Step

CLEAN = Path(__file__).resolve().parents[2] / "workspaces" / "clean"


@dataclass
class Desk:
    """The project with one open file, the claims file."""

    root: Path
    text: str
    verdicts: Verdicts = field(default_factory=lambda: Verdicts("ready", judged=True))

    @property
    def path(self) -> str:
        return str(self.root / "depot" / "stock" / "claims.py")

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot of what is set now."""
        project = discover(self.root)
        assert project is not None
        document = Document("file:///the/clients/claims.py", 7, self.text)
        index = Indexer().build(project, lambda p: document if p == self.path else read_document(p))
        made = Snapshot(project, {self.path: document}, index, self.verdicts)
        findings = collect(project, index, self.verdicts, fresh=made.fresh, document=read_document)
        return replace(made, findings=findings)

    @property
    def shape(self) -> ShapeDefinition:
        return self.snapshot.shapes(self.path)[0]

    def sample(self, word: str) -> Sample:
        assert self.shape.samples is not None
        return next(sample for sample in self.shape.samples.samples if sample.word == word)

    def imported(self) -> None:
        """The worker has imported the text as it is open: verdicts are fresh."""
        digest = Document("", None, self.text).digest
        self.verdicts = replace(self.verdicts, sources={self.path: digest})

    def judged(self, word: str, *consultations: Consultation, answers: tuple[str, ...] = ()) -> None:
        """The sample with this word has been judged so."""
        key = key_of(self.shape, self.sample(word))
        item = ItemJudged(1, key, consultations, answers or (word,), ())
        self.verdicts = replace(self.verdicts, items={**self.verdicts.items, key: item})

    def place(self, needle: str, inside: int = 0) -> types.Position:
        """The UTF-32 position of ``needle``, ``inside`` code points further."""
        before = self.text[: self.text.index(needle) + inside]
        return types.Position(before.count("\n"), len(before.rpartition("\n")[2]))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    root = tmp_path.resolve() / "project"
    shutil.copytree(CLEAN, root, ignore=shutil.ignore_patterns("__pycache__"))
    claims = root / "depot" / "stock" / "claims.py"
    # Without the marker harness's comments, which quote the samples.
    claims.write_text(re.sub(r"(?m)^#@.*\n", "", claims.read_text()))
    desk = Desk(root, claims.read_text())
    desk.imported()
    return desk


@pytest.fixture
def consulted() -> Callable[..., Consultation]:
    """A consultation of the battery ``stock``."""

    def make(verdict: bool | None, owner: str, battery: str = "stock", **more) -> Consultation:
        steps = (Step("crate_weight", str(verdict if owner == "crate_weight" else None), 0),)
        return Consultation(battery, "a claim", ("crate/1",), verdict, owner, steps, **more)

    return make
