"""TES101: put the shape into its vertical's battery."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tessera_lsp.fixes.imports import Naming, Target, naming
from tessera_lsp.fixes.model import Edit, Fix, Replacement, edit_of, is_writable
from tessera_lsp.fixes.sequences import arguments, written
from tessera_lsp.fixes.source import FunctionNode, around, next_line, node_at, nodes, offsets, statements
from tessera_lsp.index.callsites import may_build
from tessera_lsp.index.model import BatteryDefinition, ShapeDefinition
from tessera_lsp.index.trees import span_of
from tessera_lsp.rules.batteries import vertical
from tessera_lsp.rules.model import Facts, Finding
from tessera_lsp.text import Document, Span
from tessera_lsp.wording import visible


def declare(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """A fix for each battery of the shape's vertical; none where there is no battery whose tuple is written
    out, or where the tuple cannot name the shape."""
    file = facts.index.files.get(finding.path)
    if file is None or not file.module:
        return ()
    shape = next((s for s in file.shapes if s.name_span == finding.span), None)
    if shape is None or shape.kind not in ("function", "assignment") or "<locals>" in shape.qualname:
        return ()
    own = [b for b in facts.index.batteries if _could_hold(b) and vertical(facts, b) == file.vertical]
    found = [(battery, declaring(facts, shape, battery, file.vertical)) for battery in own]
    fixes = [(battery, edits) for battery, edits in found if edits]
    return tuple(
        Fix(
            f"Declare {visible(shape.name)} in {_called(battery)}",
            tuple(edits),
            safe=len(fixes) == 1,
            preferred=len(fixes) == 1,
        )
        for battery, edits in fixes
    )


def _could_hold(battery: BatteryDefinition) -> bool:
    return battery.builds and battery.listed and battery.complete


def _called(battery: BatteryDefinition) -> str:
    name = battery.name or battery.builder
    return f"battery {visible(name)}" if name else "its battery"


def declaring(
    facts: Facts, shape: ShapeDefinition, battery: BatteryDefinition, vertical_name: str
) -> list[Edit]:
    """The edits that make a shape the last one of a battery; none where its tuple can't take it."""
    if battery.shapes_span is None:
        return _first(facts, shape, battery, vertical_name)
    path = battery.shapes_path
    document = facts.text(path)
    if document is None or not is_writable(document) or _is_shared(facts, battery):
        return []
    display = node_at(document, battery.shapes_span, ast.expr)
    if not isinstance(display, ast.Tuple | ast.List):
        return []
    named = _named(facts, document, path, shape, battery.shapes_span, vertical_name)
    if named is None:
        return []
    added = written(document, display).with_member(named.expression)
    if path == shape.path and not around(document, battery.shapes_span):
        later = shape.name_span.start > battery.shapes_span.start
        if later:
            return _moved(document, shape, battery.shapes_span, added)
    return [edit_of(path, document, each) for each in (*named.added, *added)]


def _is_shared(facts: Facts, battery: BatteryDefinition) -> bool:
    """Whether another vertical's battery takes its shapes from the same tuple."""
    place = (battery.shapes_path, battery.shapes_span)
    own = vertical(facts, battery)
    return any(
        (other.shapes_path, other.shapes_span) == place and vertical(facts, other) != own
        for other in facts.index.batteries
    )


def _named(
    facts: Facts, document: Document, path: str, shape: ShapeDefinition, at: Span, vertical_name: str
) -> Naming | None:
    """How the tuple at ``at`` names the shape, as its neighbours of the same module are named."""
    file = next((b.module for b in facts.index.batteries if b.path == path), "")
    known = facts.index.files.get(path)
    module = known.module if known is not None else file
    if not module:
        module = facts.project.module_name(Path(path))
    texts = [
        declaration.text
        for battery in facts.index.batteries
        for declaration in battery.declarations
        if declaration.path == path and declaration.target and declaration.target[0] == shape.module
    ]
    by_module = any("." in text for text in texts) if texts else None
    alias = f"{vertical_name.rpartition('.')[2]}_{shape.qualname.partition('.')[0]}"
    return naming(document, module, path, Target(shape.module, shape.qualname, alias), at, by_module)


def _first(
    facts: Facts, shape: ShapeDefinition, battery: BatteryDefinition, vertical_name: str
) -> list[Edit]:
    """The battery's first shape: the call that builds it gets the keyword, or another value for it."""
    document = facts.text(battery.path)
    if document is None or not is_writable(document) or battery.declarations:
        return []
    calls = list(_building(document, battery))
    if len(calls) != 1:
        return []
    (call,) = calls
    at = span_of(document, call)
    named = _named(facts, document, battery.path, shape, at, vertical_name)
    if named is None:
        return []
    value = f"({named.expression},)"
    given = next((keyword for keyword in call.keywords if keyword.arg == battery.keyword), None)
    if given is None:
        if any(keyword.arg is None for keyword in call.keywords):
            return []
        added = arguments(document, call).with_member(f"{battery.keyword}={value}")
    elif isinstance(given.value, ast.Constant) and given.value.value is None:
        added = (Replacement(*offsets(document, span_of(document, given.value)), value),)
    else:
        return []
    return [edit_of(battery.path, document, each) for each in (*named.added, *added)]


def _building(document: Document, battery: BatteryDefinition) -> Iterator[ast.Call]:
    """The calls that may build the battery: in its builder, or the call whose name is marked."""
    for node in nodes(document):
        if isinstance(node, ast.Call) and span_of(document, node.func) == battery.builder_span:
            yield node
        if isinstance(node, FunctionNode) and node.name == battery.builder.rpartition(".")[2]:
            head = document.slice(battery.builder_span)
            same_line = span_of(document, node).start.line <= battery.builder_span.start.line
            if head == node.name and same_line and _covers(document, node, battery.builder_span):
                yield from (
                    inner
                    for statement in node.body
                    for inner in ast.walk(statement)
                    if isinstance(inner, ast.Call) and may_build(inner)
                )


def _covers(document: Document, node: FunctionNode, span: Span) -> bool:
    start = span_of(document, node).start
    return start <= span.start < span_of(document, node.body[0]).start


def _moved(
    document: Document, shape: ShapeDefinition, tuple_span: Span, added: tuple[Replacement, ...]
) -> list[Edit]:
    """The tuple with its new member, moved below the shape: a tuple at a module's top is made when the module
    is imported, and can only name what stands above it. Nothing where something needs the tuple before."""
    body = statements(document)
    spans = [span_of(document, statement) for statement in body]
    holder = next(
        (n for n, span in enumerate(spans) if span.start <= tuple_span.start and tuple_span.end <= span.end),
        None,
    )
    below = next(
        (n for n, s in enumerate(spans) if s.start <= shape.name_span.start and shape.span.end <= s.end), None
    )
    if holder is None or below is None or below <= holder:
        return []
    name = _assigned(body[holder])
    if not name or any(_needs(body, statement, name) for statement in body[holder + 1 : below + 1]):
        return []
    first, last = spans[holder].start.line, spans[holder].end.line
    start, end = document.line_starts[first], next_line(document, last)
    text = document.text[start:end].rstrip("\r\n")
    for replacement in sorted(added, reverse=True):
        at, stop = replacement.start - start, replacement.end - start
        text = text[:at] + replacement.text + text[stop:]
    while end < len(document.text) and not document.line(document.position(end).line).strip():
        end = next_line(document, document.position(end).line)
    target = spans[below].end.line
    ending = document.line_ending
    behind = document.line_starts[target] + len(document.line(target))
    return [
        edit_of(shape.path, document, Replacement(start, end, "")),
        edit_of(shape.path, document, Replacement(behind, behind, f"{ending}{ending}{ending}{text}")),
    ]


def _assigned(statement: ast.stmt) -> str:
    """The one name that a statement assigns."""
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return statement.target.id
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        (target,) = statement.targets
        return target.id if isinstance(target, ast.Name) else ""
    return ""


def _needs(body: tuple[ast.stmt, ...], statement: ast.stmt, name: str) -> bool:
    """Whether a statement may use a module's name when the module is imported: itself, or by calling one of
    the module's functions that does."""
    users = {s.name for s in body if isinstance(s, FunctionNode) and _names(s, {name})} | {name}
    if isinstance(statement, FunctionNode):
        return any(_names(node, users) for node in (*statement.decorator_list, statement.args))
    return _names(statement, users)


def _names(node: ast.AST, names: set[str]) -> bool:
    return any(isinstance(inner, ast.Name) and inner.id in names for inner in ast.walk(node))
