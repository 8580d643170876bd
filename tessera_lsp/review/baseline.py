"""``--baseline FILE``: findings that are known already, and not shown again.

A baseline is a JSON file ``{"version": 1, "findings": [{"fingerprint", "code", "path", "message"}]}``; all
but the fingerprint is for its reader.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tessera_lsp.review.formats import write_text
from tessera_lsp.review.formats.listing import listing, named, repository_of
from tessera_lsp.review.summary import Checked, base_of

VERSION = 1


class BaselineError(Exception):
    """A baseline that cannot be read or written; the text names file and line, and tells the way out."""


def read_baseline(path: Path) -> frozenset[str]:
    """The fingerprints of a baseline. Raises ``BaselineError``."""
    again = f"; write it anew with --write-baseline {path}"
    try:
        body = json.loads(path.read_text("utf-8"))
        if body["version"] != VERSION:
            raise BaselineError(f"{path}: version {body['version']!r} is not {VERSION}{again}")
        return frozenset(str(entry["fingerprint"]) for entry in body["findings"])
    except OSError as error:
        raise BaselineError(f"{path}: {error.strerror or error}{again}") from error
    except json.JSONDecodeError as error:
        raise BaselineError(f"{path}:{error.lineno}:{error.colno}: no JSON: {error.msg}{again}") from error
    except (UnicodeDecodeError, KeyError, TypeError) as error:
        raise BaselineError(f"{path}: no baseline: {error!r}{again}") from error


def write_baseline(checked: Sequence[Checked], path: Path) -> int:
    """Write all findings as known; how many there are. Raises ``BaselineError``."""
    entries = [
        {
            "fingerprint": one.fingerprint,
            "code": one.finding.code,
            "path": one.path,
            "message": one.finding.message,
        }
        for one in listing(checked)
    ]
    body = {"version": VERSION, "findings": entries}
    try:
        write_text(path, json.dumps(body, ensure_ascii=False, indent=2) + "\n")
    except OSError as error:
        raise BaselineError(f"{path}: {error.strerror or error}") from error
    return len(entries)


def without_known(checked: Sequence[Checked], known: frozenset[str]) -> tuple[list[Checked], int]:
    """The targets without the findings of the baseline; and how many entries of it stand for nothing now."""
    base = repository_of(base_of(checked))
    out: list[Checked] = []
    met: set[str] = set()
    for each in checked:
        names = named(each, base)
        met.update(known.intersection(names))
        left = tuple(f for f, name in zip(each.findings, names, strict=True) if name not in known)
        out.append(replace(each, findings=left, known=len(each.findings) - len(left)))
    return out, len(known - met)
