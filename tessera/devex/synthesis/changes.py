"""Changes: what was merged, why, and the unified diff of each."""

from __future__ import annotations

import difflib
import random
from dataclasses import dataclass
from datetime import date, timedelta

FIRST_CHANGE = 201


@dataclass(frozen=True, slots=True)
class Edit:
    """Lines taken out of one file and put into it."""

    path: str
    removed: tuple[str, ...]
    added: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A merged change. ``ticket`` is the number of the ticket that it closes, 0 for none."""

    title: str
    team: str
    why: tuple[str, ...]
    edits: tuple[Edit, ...]
    ticket: int = 0


# What stands around an edit, by the ending of the file.
SURROUNDINGS = {
    "py": ("import logging", "", "LOG = logging.getLogger(__name__)", "LIMIT = 40", "RETRIES = 3", ""),
    "cc": ('#include "token.h"', "", "namespace ledger {", "using Key = int;", "", "int depth = 0;"),
    "go": ("package rekey", "", 'import "crypto/ed25519"', "", "type keyring struct{}", ""),
    "yaml": ("service: ledger", "replicas: 3", "region: göteborg", "limits:", "  memory: 2048Mi", "env: []"),
    "ts": (
        'import { h } from "@brygga/ui";',
        "",
        "const gap = 4;",
        "const side = 'höger';",
        "",
        "let n = 0;",
    ),
    "html": ("<!doctype html>", "<title>Faktura</title>", "<main>", "<h1>Översikt</h1>", "<p>—</p>", "<hr>"),
    "md": ("# Notes", "", "Read this before a release.", "", "## Order of steps", ""),
}


def change_files(rng: random.Random, changes: tuple[Change, ...]) -> dict[str, str]:
    """A Markdown page and a unified diff for each change, by path below the data folder."""
    files: dict[str, str] = {}
    merged = date(2026, 1, 5)
    for number, change in enumerate(changes, FIRST_CHANGE):
        merged += timedelta(days=rng.randrange(1, 5))
        diffs = [_diff(edit, rng) for edit in change.edits]
        files[f"changes/CH-{number}.md"] = _page(number, change, merged)
        files[f"changes/CH-{number}.diff"] = "".join(diffs)
    return files


def _page(number: int, change: Change, merged: date) -> str:
    lines = [f"# CH-{number}: {change.title}", "", f"Team: {change.team}", f"Merged: {merged.isoformat()}"]
    if change.ticket:
        lines.append(f"Closes: OPS-{change.ticket}")
    lines += ["", *change.why, "", "## Files", ""]
    lines += [f"- {e.path} (+{len(e.added)}, -{len(e.removed)})" for e in change.edits]
    return "\n".join(lines) + "\n"


def _diff(edit: Edit, rng: random.Random) -> str:
    around = SURROUNDINGS[edit.path.rsplit(".", 1)[-1]]
    cut = rng.randrange(2, len(around))
    before = [f"{line}\n" for line in (*around[:cut], *edit.removed, *around[cut:])]
    after = [f"{line}\n" for line in (*around[:cut], *edit.added, *around[cut:])]
    hunks = difflib.unified_diff(before, after, f"a/{edit.path}", f"b/{edit.path}")
    return f"diff --git a/{edit.path} b/{edit.path}\n" + "".join(hunks)
