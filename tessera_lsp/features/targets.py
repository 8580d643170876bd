"""What stands at a position: a sample, a shape's name, a declared name, a rule code in a suppression."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tessera_lsp.features.claim_literals import ClaimLiteral, claim_literal_at
from tessera_lsp.features.gold_cases import GoldCase, gold_case_at
from tessera_lsp.index.model import BatteryDefinition, Declaration, ShapeDefinition
from tessera_lsp.samples import Sample
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Position, Span

_CODE = re.compile(r"TES\d+")


@dataclass(frozen=True)
class SampleTarget:
    """A sample, and the shape in whose docstring it stands."""

    shape: ShapeDefinition
    sample: Sample
    span: Span


@dataclass(frozen=True)
class ShapeTarget:
    """A shape's own name where it is defined, or where a battery declares it."""

    shape: ShapeDefinition
    span: Span


@dataclass(frozen=True)
class DeclarationTarget:
    """An entry of a battery's tuple that leads to no known shape."""

    battery: BatteryDefinition
    declaration: Declaration
    span: Span


@dataclass(frozen=True)
class CodeTarget:
    """A rule code inside ``# tessera: ignore[…]``."""

    code: str
    span: Span


@dataclass(frozen=True)
class BatteryTarget:
    """The name of what builds a battery."""

    battery: BatteryDefinition
    span: Span


@dataclass(frozen=True)
class ClaimTarget:
    """A claim that is written out in code, and one of whose batteries could be told."""

    literal: ClaimLiteral
    span: Span


@dataclass(frozen=True)
class GoldTarget:
    """A gold case of a battery."""

    case: GoldCase
    span: Span


Target = (
    SampleTarget | ShapeTarget | DeclarationTarget | CodeTarget | BatteryTarget | ClaimTarget | GoldTarget
)


def find(snapshot: Snapshot, path: str, position: Position) -> Target | None:
    """The target at ``position`` (code points) of the file, or None. A suppression beats its sample."""
    return (
        _code(snapshot, path, position)
        or _definition(snapshot, path, position)
        or _declaration(snapshot, path, position)
        or _battery(snapshot, path, position)
        or _claim(snapshot, path, position)
        or _gold(snapshot, path, position)
    )


def _code(snapshot: Snapshot, path: str, position: Position) -> CodeTarget | None:
    document = snapshot.document(path)
    if document is None:
        return None
    for suppression in snapshot.index.suppressions:
        if suppression.path != path or not suppression.span.contains(position):
            continue
        text = document.line(suppression.line)
        for match in _CODE.finditer(text, suppression.span.start.character, suppression.span.end.character):
            line = suppression.line
            span = Span(Position(line, match.start()), Position(line, match.end()))
            if span.contains(position):
                return CodeTarget(match[0], span)
    return None


def _definition(snapshot: Snapshot, path: str, position: Position) -> SampleTarget | ShapeTarget | None:
    for shape in snapshot.shapes(path):
        if shape.name_span.contains(position):
            return ShapeTarget(shape, shape.name_span)
        for sample in shape.samples.samples if shape.samples else ():
            if sample.span.contains(position):
                return SampleTarget(shape, sample, sample.span)
    return None


def _battery(snapshot: Snapshot, path: str, position: Position) -> BatteryTarget | None:
    for battery in snapshot.index.batteries:
        if battery.builds and battery.path == path and battery.builder_span.contains(position):
            return BatteryTarget(battery, battery.builder_span)
    return None


def _claim(snapshot: Snapshot, path: str, position: Position) -> ClaimTarget | None:
    literal = claim_literal_at(snapshot, path, position)
    return ClaimTarget(literal, literal.text_span) if literal is not None else None


def _gold(snapshot: Snapshot, path: str, position: Position) -> GoldTarget | None:
    case = gold_case_at(snapshot, path, position)
    return GoldTarget(case, case.span) if case is not None else None


def _declaration(snapshot: Snapshot, path: str, position: Position) -> ShapeTarget | DeclarationTarget | None:
    for battery in snapshot.index.batteries:
        for declaration in battery.declarations:
            if declaration.path != path or not declaration.span.contains(position):
                continue
            shape = snapshot.index.shape(*declaration.target) if declaration.target else None
            if shape is not None:
                return ShapeTarget(shape, declaration.span)
            return DeclarationTarget(battery, declaration, declaration.span)
    return None
