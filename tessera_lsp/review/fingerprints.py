"""Names of findings that stay the same where lines are moved and words of a message change.

A baseline, a code host and ``review`` know a finding again by them.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable

from tessera_lsp.rules.model import Finding
from tessera_lsp.text import Document

LENGTH = 32
"""Hexadecimal digits of a fingerprint."""


def fingerprints(
    findings: Iterable[Finding],
    document: Callable[[str], Document],
    name: Callable[[str], str],
    respell: Callable[[str], str] = str,
) -> tuple[str, ...]:
    """A fingerprint for each finding, in the same order; no two of them are equal.

    A finding is known by its code, the file's name, its line without regard to blanks, what is marked on
    it, and how many like it stand before. One that is about a whole file stands on all of the file's first
    line: that line says nothing of it. ``document`` gives a file's text, ``name`` what the file is called:
    its path relative to the project with ``/``. Findings come in the order of ``Finding.order``, for that
    counts those that are alike. ``respell`` puts later names for earlier ones into a line.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    out = []
    for finding in findings:
        content = (respell(part) for part in _content(finding, document(finding.path)))
        what = finding.code, name(finding.path), *content
        parts = (*what, str(seen[what]))
        seen[what] += 1
        data = "\x1f".join(parts).encode("utf-8", "surrogatepass")
        out.append(hashlib.sha256(data).hexdigest()[:LENGTH])
    return tuple(out)


def _content(finding: Finding, document: Document) -> tuple[str, str]:
    """The line of a finding and the marked part of it, each with its blanks made alike."""
    start, end = finding.span
    line = document.line(start.line)
    if start == (0, 0) and end == (0, len(line.rstrip())):
        return "", ""
    last = end.character if end.line == start.line else len(line)
    return _plain(line), _plain(line[start.character : last])


def _plain(text: str) -> str:
    return " ".join(text.split())
