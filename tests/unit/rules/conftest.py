"""A small project made of values: one claims file, one registry, and whatever a test lets the worker say."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tessera_lsp.findings import collect
from tessera_lsp.index.model import (
    BatteryDefinition,
    ClaimsFile,
    Declaration,
    Index,
    ShapeDefinition,
    Signature,
    Suppression,
)
from tessera_lsp.project import Config, Project
from tessera_lsp.rules.model import Finding
from tessera_lsp.samples import docstring_literal, late_block
from tessera_lsp.text import Document, Position, Span
from tessera_lsp.verdicts import Verdicts, sample_key
from tessera_lsp.wire import (
    BatteryInfo,
    Consultation,
    Fault,
    Frame,
    Harvested,
    ItemJudged,
    MeasuredClaim,
    ShapeRef,
    Step,
)

ROOT = Path("/depot")
CLAIMS = "/depot/stock/claims.py"
REGISTRY = "/depot/registry.py"
CORE = "/depot/metrics.py"
MODULE = "stock.claims"

TEXT = '''\
"""Claims about crates."""


def weight(claim, nodes, graph):
    """Weights.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
        None: Tür grün 🧪 <- crate/2, crate/3
    """
    return compare(claim, nodes)


def colour(claim, nodes, graph):
    """Colours."""
    return None


def compare(claim, nodes):
    return claim.text == nodes["crate/1"].text
'''
REGISTRY_TEXT = '''\
"""The registry."""


def stock():
    return Battery(name="stock", claim_shapes=(claims.weight, claims.colour))


def batteries():
    return (stock(),)
'''


@dataclass
class Depot:
    """The project; a test changes a field, then asks for the findings."""

    text: str = TEXT
    shapes: tuple[str, ...] = ("weight", "colour")
    declared: tuple[str, ...] = ("weight", "colour")
    config: Config = field(default_factory=Config)
    suppressions: tuple[Suppression, ...] = ()
    index_changes: dict[str, object] = field(default_factory=dict)
    verdicts: Verdicts = field(default_factory=Verdicts)
    project: Project = field(
        default_factory=lambda: Project(
            ROOT, Config(), (Path(CLAIMS),), registry=Path(REGISTRY), registry_module="registry"
        )
    )

    @property
    def document(self) -> Document:
        return Document("file://" + CLAIMS, None, self.text)

    @property
    def registry(self) -> Document:
        return Document("file://" + REGISTRY, None, REGISTRY_TEXT)

    def span(self, part: str, document: Document | None = None, after: str = "") -> Span:
        """Where a part of the claims file (or another document) stands, the first one after ``after``."""
        document = document or self.document
        start = document.text.index(part, document.text.index(after) if after else 0)
        return Span(document.position(start), document.position(start + len(part)))

    def shape(self, name: str) -> ShapeDefinition:
        definition = next(n for n in ast.parse(self.text).body if getattr(n, "name", "") == name)
        assert isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef)
        names = tuple(argument.arg for argument in definition.args.args)
        literal = docstring_literal(definition.body)
        return ShapeDefinition(
            path=CLAIMS,
            module=MODULE,
            qualname=name,
            kind="async" if isinstance(definition, ast.AsyncFunctionDef) else "function",
            name_span=self.span(name, after=f"def {name}"),
            span=Span(
                self.document.from_ast(definition.lineno, 0),
                self.document.from_ast(definition.end_lineno or 0, definition.end_col_offset or 0),
            ),
            signature=Signature(names, len(names) - len(definition.args.defaults), len(names)),
            reason="signature",
            docstring=late_block(self.document, literal) if literal is not None else None,
        )

    @property
    def index(self) -> Index:
        shapes = tuple(self.shape(name) for name in self.shapes)
        battery = BatteryDefinition(
            path=REGISTRY,
            module="registry",
            name="stock",
            builder="stock",
            builder_span=self.span("stock", self.registry),
            declarations=tuple(
                Declaration(REGISTRY, f"claims.{name}", Span(Position(4, 0), Position(4, 1)), (MODULE, name))
                for name in self.declared
            ),
            complete=True,
        )
        index = Index(
            files={CLAIMS: ClaimsFile(CLAIMS, MODULE, "stock", self.document, shapes)},
            registry_path=REGISTRY,
            core_path=CORE,
            batteries=(battery,),
            suppressions=self.suppressions,
        )
        return replace(index, **self.index_changes)  # type: ignore[arg-type]

    def suppress(self, part: str, *codes: str) -> None:
        """A suppression on the line on which ``part`` stands."""
        span = self.span(part)
        self.suppressions += (Suppression(CLAIMS, span.start.line, codes, span),)

    def findings(self, code: str = "", **how: bool) -> list[Finding]:
        """All findings, or those of one code."""
        project = replace(self.project, config=self.config)
        texts = {REGISTRY: self.registry}
        found = collect(project, self.index, self.verdicts, document=texts.get, **how)
        return [f for group in found.values() for f in group if code in ("", f.code)]

    # ------------------------------------------------------------ what the worker says

    def ran(self, declared: tuple[str, ...] = ("weight", "colour"), **changes: object) -> None:
        """The saved project ran: these shapes are declared, and one claim was measured and supported."""
        line = {name: self.shape(name).span.start.line + 1 for name in self.shapes}
        refs = tuple(ShapeRef(MODULE, name, CLAIMS, line.get(name, 0), n) for n, name in enumerate(declared))
        claim = MeasuredClaim("Crate 1 weighs 12 kg.", ("crate/1",), 1, True, "weight", (), ())
        ready = Verdicts(
            state="ready",
            batteries=(BatteryInfo("stock", refs, 3, "Claim"),),
            harvests={"stock": Harvested("stock", (claim,), None, 0.1)},
            harvest_done=True,
            judged=True,
        )
        self.verdicts = replace(ready, **changes)  # type: ignore[arg-type]

    def answer(self, word: str, *answers: str, shape: str = "weight", **consulted: object) -> None:
        """What the worker said to the sample of ``shape`` that begins with ``word``."""
        block = self.shape(shape).samples
        assert block is not None
        sample = next(sample for sample in block.samples if sample.word == word)
        key = sample_key(CLAIMS, shape, sample.word, sample.text, sample.ids)
        faults = consulted.pop("faults", ())
        first = Consultation("stock", sample.text, sample.ids, verdict=True, owner=shape)
        consultation = replace(first, **consulted)  # type: ignore[arg-type]
        item = ItemJudged(1, key, (consultation,), answers, faults)  # type: ignore[arg-type]
        self.verdicts = replace(self.verdicts, items={**self.verdicts.items, key: item})


@pytest.fixture
def depot() -> Depot:
    """A project with two declared shapes, that has not run."""
    return Depot()


@pytest.fixture
def fault() -> Callable[..., Fault]:
    """Makes a fault of the shape ``weight``, its frames given as (path, line) with the innermost last."""

    def make(kind: str, *at: tuple[str, int], message: str = "KeyError: 'crate/1'", **fields: str) -> Fault:
        frames = tuple(Frame(path, line, "f") for path, line in at)
        told = {"doing": "shape", "shape": f"{MODULE}:weight", "battery": "stock", **fields}
        return Fault(kind=kind, message=message, frames=frames, **told)  # type: ignore[arg-type]

    return make


@pytest.fixture
def step() -> type[Step]:
    """One grammar asked."""
    return Step
