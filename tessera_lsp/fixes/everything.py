"""Fix-all: every safe fix of some findings, again and again until none is left."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from tessera_lsp.findings import collect
from tessera_lsp.fixes.catalogue import mends_of
from tessera_lsp.fixes.model import Edit, Fix, applied, overlap
from tessera_lsp.index import Indexer
from tessera_lsp.rules.model import Facts, Finding
from tessera_lsp.text import Document, Position, Span

_SEQUENCES = frozenset({"TES101", "TES201", "TES202"})
"""Codes whose fixes change a declared tuple: two in one file are made one after the other."""

_Name = tuple[str, str, str]


@dataclass(frozen=True)
class Fixed:
    """The new texts by path, and the findings that were mended."""

    texts: Mapping[str, Document] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


def fix_all(facts: Facts, findings: Iterable[Finding], read: Callable[[str], Document]) -> Fixed:
    """Make the safe fixes of ``findings``. Two that would change the same place are made one after the
    other, the second out of an index of the changed texts. ``read`` gives the present text of any file.

    Nothing is made that was not asked for: a finding that a fix brings up is left to the next call.
    """
    wanted = {_name(finding) for finding in findings}
    texts: dict[str, Document] = {}
    mended: list[Finding] = []
    current = facts
    pending = list(findings)
    for _ in range(len(pending)):  # each round makes one fix at least
        chosen, left = _chosen(current, pending)
        if not chosen:
            break
        for path, edits in _by_path(chosen).items():
            before = current.text(path) or read(path)
            texts[path] = Document(before.uri, before.version, applied(before, edits))
        mended += [finding for finding, _ in chosen]
        wanted -= {_name(finding) for finding, _ in chosen}
        if not left:
            break
        current, pending = _again(facts, texts, read, wanted | {_name(finding) for finding in left})
    return Fixed(texts, tuple(mended))


def _name(finding: Finding) -> _Name:
    """What tells a finding from others of the same file wherever it has moved."""
    return finding.code, finding.path, finding.message


def _chosen(facts: Facts, findings: Iterable[Finding]) -> tuple[list[tuple[Finding, Fix]], list[Finding]]:
    """The safe fixes that can be made together, and the findings whose fix has to wait."""
    chosen: list[tuple[Finding, Fix]] = []
    left: list[Finding] = []
    made: list[Edit] = []
    # Declared last: an entry with a misspelt name may be the shape that seems to be undeclared.
    for finding in sorted(findings, key=lambda finding: finding.code == "TES101"):
        fix = next((fix for fix in mends_of(facts, finding) if fix.safe), None)
        if fix is None:
            continue
        tuples = finding.code in _SEQUENCES and any(
            other.code in _SEQUENCES and not set(fix.paths).isdisjoint(done.paths) for other, done in chosen
        )
        if tuples or any(overlap(edit, other) for edit in fix.edits for other in made):
            left.append(finding)
            continue
        chosen.append((finding, fix))
        made += fix.edits
    return chosen, left


def _by_path(chosen: Iterable[tuple[Finding, Fix]]) -> dict[str, list[Edit]]:
    out: dict[str, list[Edit]] = {}
    for _, fix in chosen:
        for edit in fix.edits:
            out.setdefault(edit.path, []).append(edit)
    return out


def _again(
    facts: Facts,
    texts: Mapping[str, Document],
    read: Callable[[str], Document],
    wanted: set[_Name],
) -> tuple[Facts, list[Finding]]:
    """The facts of the changed texts, and those of the wanted findings that still stand."""

    def text(path: str) -> Document:
        return texts[path] if path in texts else facts.text(path) or read(path)

    claims = tuple(Path(path) for path in facts.index.files)
    project = replace(facts.project, claims=claims)
    index = Indexer().build(project, text)
    found = collect(project, index, facts.verdicts, static=facts.static, fresh=False, document=text)
    now = Facts(project, index, facts.verdicts, True, facts.static, text)
    return now, [f for group in found.values() for f in group if _name(f) in wanted]


def edits_between(path: str, before: Document, after: Document) -> tuple[Edit, ...]:
    """Edits of whole lines that turn one text into another."""
    old, new = _lines(before), _lines(after)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return tuple(
        Edit(path, Span(_start(before, i), _start(before, j)), "".join(new[k:m]))
        for tag, i, j, k, m in matcher.get_opcodes()
        if tag != "equal"
    )


def _lines(document: Document) -> list[str]:
    starts = (*document.line_starts, len(document.text))
    return [document.text[a:b] for a, b in pairwise(starts)]


def _start(document: Document, line: int) -> Position:
    return Position(line, 0) if line < document.line_count else document.position(len(document.text))
