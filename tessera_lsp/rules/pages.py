"""Writes the rules' pages: ``python -m tessera_lsp.rules.pages docs/rules``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from tessera_lsp.rules import RULES


def pages() -> Mapping[str, str]:
    """File name to text, of every page and of the index."""
    rows = [f"| [{r.code}]({r.code}.md) | {r.name} | {r.severity} | {r.summary} |" for r in RULES]
    index = "\n".join(
        [
            "# Rules",
            "",
            "Generated from the rules themselves by `python -m tessera_lsp.rules.pages docs/rules`.",
            "",
            "| code | name | severity | says |",
            "|---|---|---|---|",
            *rows,
            "",
            "`# tessera: ignore[CODE]` on a line hides what stands there. In `[tool.tessera]`, `select`,",
            "`ignore` and `per-file-ignores` take codes or beginnings of codes (`TES4`), `severity` codes.",
            "",
        ]
    )
    return {"README.md": index, **{f"{rule.code}.md": rule.page for rule in RULES}}


def write(folder: Path) -> None:
    """Put the pages into ``folder``; a page of a rule that is gone is deleted."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for old in folder.glob("TES*.md"):
        if old.name not in wanted:
            old.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tessera_lsp.rules.pages FOLDER")
    write(Path(sys.argv[1]))
