"""Findings of two trees told apart: which came with the change, which went, which stayed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from tessera_lsp.comparing.sides import Side, relative
from tessera_lsp.findings import collect
from tessera_lsp.review.fingerprints import fingerprints
from tessera_lsp.review.formats.listing import Listed
from tessera_lsp.rules import rule

_DEFINES = re.compile(r"\s*(?:async\s+def|def|class)\s")


class Matched(NamedTuple):
    """``fixed`` are findings of the earlier tree, the others of the later one; each sorted by place."""

    new: tuple[Listed, ...] = ()
    fixed: tuple[Listed, ...] = ()
    kept: tuple[Listed, ...] = ()


def match(base: Side | None, head: Side, moved: Mapping[str, str], renamed: Mapping[str, str]) -> Matched:
    """Compare the findings of two trees; without an earlier one all are new. ``moved`` leads from earlier to
    later paths from the top, ``renamed`` from earlier to later names of shapes."""
    folder = folder_of(head)
    after = _listed(head, folder, head.name, str)
    if base is None:
        return Matched(new=tuple(after))
    earlier = base

    def name(path: str) -> str:
        inside = Path(path).is_relative_to(earlier.tree.top)
        later = moved.get(Path(path).relative_to(earlier.tree.top).as_posix()) if inside else None
        if later is not None and (head.tree.top / later).is_relative_to(head.project.root):
            return relative(head.tree.top / later, head.project.root)
        return earlier.name(path)

    before = _listed(base, folder, name, _respelling(renamed))
    if head.verdicts.state != "ready":
        # What only a run tells is not mended by not running.
        before = [each for each in before if not _needs_run(each.finding.code)]
    known = {each.fingerprint for each in before}
    now = {each.fingerprint for each in after}
    new = [each for each in after if each.fingerprint not in known]
    fixed = [each for each in before if each.fingerprint not in now]
    again = _same_definition(base, head, fixed, new, _respelling(renamed))
    return Matched(
        new=tuple(each for each in new if each not in again),
        fixed=tuple(each for each in fixed if each not in again.values()),
        kept=tuple(each for each in after if each.fingerprint in known or each in again),
    )


def folder_of(side: Side) -> str:
    """The project's folder from the top of the repository, with a slash at its end; empty for the top."""
    path = side.project.root.relative_to(side.tree.top)
    return f"{path.as_posix()}/" if path.parts else ""


def _needs_run(code: str) -> bool:
    found = rule(code)
    return found is not None and (found.needs_run or found.more_after_run)


def _listed(
    side: Side, folder: str, name: Callable[[str], str], respell: Callable[[str], str]
) -> list[Listed]:
    """The findings of a tree, as ``check`` has them, with the fingerprints of ``check`` in the later tree."""
    found = collect(
        side.project,
        side.index,
        side.verdicts,
        static=side.verdicts.state == "off",
        document=side.documents,
    )
    listed = [finding for path in sorted(found) for finding in found[path]]
    marks = fingerprints(listed, side.documents, lambda path: folder + name(path), respell)
    out = [
        Listed(finding, name(finding.path), mark, side.documents(finding.path))
        for finding, mark in zip(listed, marks, strict=True)
    ]
    return sorted(out, key=lambda each: (each.path, each.finding.order[1:]))


def _respelling(renamed: Mapping[str, str]) -> Callable[[str], str]:
    names = {old: new for old, new in renamed.items() if old != new}
    if not names:
        return str
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names)))})\b")
    return lambda text: pattern.sub(lambda found: names[found[0]], text)


def _same_definition(
    base: Side, head: Side, fixed: Iterable[Listed], new: Iterable[Listed], respell: Callable[[str], str]
) -> dict[Listed, Listed]:
    """New findings that only the line of a definition makes new: what they are about is the shape, and that
    stands in both trees under one name."""

    def about(side: Side, each: Listed, spell: Callable[[str], str]) -> tuple[str, str, str] | None:
        document, span = side.documents(each.finding.path), each.finding.span
        if not _DEFINES.match(document.line(span.start.line)):
            return None
        return each.finding.code, each.path, spell(document.slice(span))

    gone = {about(base, each, respell): each for each in fixed}
    came = Counter(about(head, each, str) for each in new)
    return {
        each: gone[key]
        for each in new
        if (key := about(head, each, str)) is not None and key in gone and came[key] == 1
    }
