"""Fixes as the client's code actions, and the edit of one that was chosen.

An edit names the version of each open text that it was made from, so that a client refuses it for another
one. Where the client can ask for the edit of the action that was chosen, an action goes out without it, and
the edit is made from the text of that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from tessera_lsp.features.convert import from_range, to_range
from tessera_lsp.fixes import Edit, Fix, edits_between, fix_all, fixes_for, mends_of, rewrites_at
from tessera_lsp.fixes.model import MAY_CHANGE
from tessera_lsp.rules.model import Facts, Finding
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document, Encoding, Position, Span

FIX_ALL = "source.fixAll.tessera"
KINDS = (types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite, FIX_ALL)
_FIX_ALL_TITLE = "Fix all that Tessera can fix safely"


@dataclass(frozen=True)
class Desk:
    """What actions are made with: the present text of any file, its URI to the client, the client's unit, and
    what it can do: take versioned edits, and ask for the edit of the chosen action."""

    read: Callable[[str], Document]
    uri: Callable[[str], str]
    encoding: Encoding
    versioned: bool = True
    resolves: bool = False


def code_actions(
    snapshot: Snapshot, desk: Desk, path: str, where: types.Range, context: types.CodeActionContext
) -> list[types.CodeAction]:
    """The actions for a range of a file, of the kinds that the context asks for. What is found anywhere on
    the range's lines counts, behind what the range touches: a cursor need not stand on it."""
    document = desk.read(path)
    span = from_range(document, where, desk.encoding)
    facts = facts_of(snapshot, desk)
    wanted = [str(getattr(kind, "value", kind)) for kind in context.only or ()]
    actions: list[types.CodeAction] = []
    near = _near(snapshot, path, span)
    if _asks_for(wanted, types.CodeActionKind.QuickFix.value):
        for finding in near:
            shown = _shown(document, finding, context.diagnostics, desk.encoding)
            for fix in fixes_for(facts, finding):
                actions.append(_action(facts, desk, path, fix, finding, span, shown))
    if _asks_for(wanted, types.CodeActionKind.RefactorRewrite.value):
        for fix in rewrites_at(facts, path, span):
            actions.append(_action(facts, desk, path, fix, None, span, ()))
    if _asks_for(wanted, FIX_ALL) and (wanted or _has_safe(facts, near)):
        actions += _all(snapshot, facts, desk, path)
    return actions


def facts_of(snapshot: Snapshot, desk: Desk) -> Facts:
    """What fixes are made of: the snapshot with the desk's texts."""
    return Facts(snapshot.project, snapshot.index, snapshot.verdicts, not snapshot.fresh, document=desk.read)


def _asks_for(wanted: Sequence[str], kind: str) -> bool:
    """Whether a client that asks for kinds (all, where it names none) asks for this one."""
    return not wanted or any(kind == name or kind.startswith(f"{name}.") or not name for name in wanted)


def _near(snapshot: Snapshot, path: str, span: Span) -> list[Finding]:
    """The findings that the span touches, then the others that begin on its lines."""
    touching, beside = [], []
    for finding in snapshot.findings.get(path, ()):
        if finding.span.start <= span.end and span.start <= finding.span.end:
            touching.append(finding)
        elif span.start.line <= finding.span.start.line <= span.end.line:
            beside.append(finding)
    return touching + beside


def _has_safe(facts: Facts, found: Iterable[Finding]) -> bool:
    """Whether some finding has a fix that is made without asking, and that changes something."""
    return any(fix.safe and fix.edits for finding in found for fix in mends_of(facts, finding))


def _shown(
    document: Document, finding: Finding, given: Iterable[types.Diagnostic], encoding: Encoding
) -> tuple[types.Diagnostic, ...]:
    """The client's own diagnostics that tell this finding."""
    place = to_range(document, finding.span, encoding)
    return tuple(d for d in given if d.code == finding.code and d.range == place)


def _action(
    facts: Facts,
    desk: Desk,
    path: str,
    fix: Fix,
    finding: Finding | None,
    span: Span,
    shown: Sequence[types.Diagnostic],
) -> types.CodeAction:
    action = types.CodeAction(
        fix.title,
        kind=types.CodeActionKind.QuickFix if finding else types.CodeActionKind.RefactorRewrite,
        diagnostics=list(shown) or None,
        is_preferred=True if fix.preferred else None,
    )
    if desk.resolves:
        place = finding.span if finding else span
        action.data = {
            "uri": desk.uri(path),
            "code": finding.code if finding else "",
            "message": finding.message if finding else "",
            "at": [*place.start, *place.end],
            "title": fix.title,
        }
    else:
        action.edit = workspace_edit(facts, desk, fix.edits)
    return action


def _all(snapshot: Snapshot, facts: Facts, desk: Desk, path: str) -> list[types.CodeAction]:
    """The action that makes every safe fix of the file's findings, where there is one."""
    found = snapshot.findings.get(path, ())
    if not _has_safe(facts, found):
        return []
    action = types.CodeAction(_FIX_ALL_TITLE, kind=FIX_ALL)
    if desk.resolves:
        action.data = {"uri": desk.uri(path), "code": FIX_ALL}
    else:
        action.edit = workspace_edit(facts, desk, _edits_of_all(facts, desk, found))
    return [action]


def _edits_of_all(facts: Facts, desk: Desk, found: Sequence[Finding]) -> list[Edit]:
    fixed = fix_all(facts, found, desk.read)
    return [
        edit
        for path, text in sorted(fixed.texts.items())
        for edit in edits_between(path, facts.text(path) or desk.read(path), text)
    ]


def chosen(snapshot: Snapshot, desk: Desk, path: str, data: Mapping[str, Any]) -> Sequence[Edit] | None:
    """The edits of an action that was chosen, out of the present texts: of the finding with the same words,
    the nearest where there are several. None where what it was to mend is not there any more."""
    facts = facts_of(snapshot, desk)
    found = snapshot.findings.get(path, ())
    if data.get("code") == FIX_ALL:
        return _edits_of_all(facts, desk, found)
    line, column, end_line, end_column = (int(number) for number in data["at"])
    if not data.get("code"):
        span = Span(Position(line, column), Position(end_line, end_column))
        fixes = rewrites_at(facts, path, span)
    else:
        same = [f for f in found if (f.code, f.message) == (data["code"], data["message"])]
        if not same:
            return None
        nearest = min(same, key=lambda f: (abs(f.span.start.line - line), abs(f.span.start[1] - column)))
        fixes = fixes_for(facts, nearest)
    fix = next((fix for fix in fixes if fix.title == data["title"]), None)
    return fix.edits if fix is not None else None


def may_change_verdicts(data: Mapping[str, Any]) -> bool:
    """Whether an action's title says that verdicts may change."""
    return str(data.get("title", "")).endswith(MAY_CHANGE)


def workspace_edit(facts: Facts, desk: Desk, edits: Iterable[Edit]) -> types.WorkspaceEdit:
    """Edits as the client takes them, with the versions of the texts that they were made from."""
    by_path: dict[str, list[types.TextEdit]] = {}
    documents: dict[str, Document] = {}
    for edit in edits:
        document = documents.setdefault(edit.path, facts.text(edit.path) or desk.read(edit.path))
        place = to_range(document, edit.span, desk.encoding)
        by_path.setdefault(edit.path, []).append(types.TextEdit(place, edit.text))
    if not desk.versioned:
        return types.WorkspaceEdit(changes={desk.uri(path): made for path, made in by_path.items()})
    changes = [
        types.TextDocumentEdit(
            types.OptionalVersionedTextDocumentIdentifier(desk.uri(path), documents[path].version), [*made]
        )
        for path, made in by_path.items()
    ]
    return types.WorkspaceEdit(document_changes=[*changes])
