"""The rules' pages; ``python -m tessera_lsp.rules.pages docs/rules`` writes them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from tessera_lsp.rules import RULES
from tessera_lsp.rules.model import Files, Rule


def page(rule: Rule) -> str:
    """A rule's documentation as Markdown."""
    run = (
        "Speaks after the project's verifier has run; silent under `--static`."
        if rule.needs_run
        else "Speaks from the text alone, also under `--static`."
    )
    if rule.deep:
        run = "Speaks with `check --deep` alone, which asks the project's verifier for more."
    if rule.more_after_run:
        run = "Speaks from the text alone, also under `--static`, and of more after a run."
    if rule.check_deep is not None:
        run = f"{run.removesuffix('.')}, and of more with `check --deep`."
    parts = [
        f"# {rule.code} {rule.name}",
        f"{rule.summary}.",
        f"Severity: {rule.severity}. {run}",
        rule.about.strip(),
    ]
    if rule.found:
        parts += ["## Example", "This is found:", *_blocks(rule.found)]
    if rule.mended:
        parts += ["## Mended", *_blocks(rule.mended)]
    return "\n\n".join(parts) + "\n"


def _blocks(files: Files) -> list[str]:
    languages = {"py": "python", "toml": "toml"}
    return [
        f"`{path}`\n\n```{languages.get(path.rpartition('.')[2], '')}\n{text.strip()}\n```"
        for path, text in files
    ]


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
    return {"README.md": index, **{f"{rule.code}.md": page(rule) for rule in RULES}}


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
