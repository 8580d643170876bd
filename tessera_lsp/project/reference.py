"""The keys of ``[tool.tessera]`` for readers and editors: ``python -m tessera_lsp.project.reference docs``
writes ``settings.md`` and ``settings.schema.json`` there."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tessera_lsp.project.config import KEYS
from tessera_lsp.project.model import Config

Schema = Mapping[str, Any]
_TEXT: Schema = {"type": "string", "pattern": r"\S"}
_FLAG: Schema = {"type": "boolean"}
_SECONDS: Schema = {"type": "number", "exclusiveMinimum": 0}
_TEXTS: Schema = {"type": "array", "items": {"type": "string", "minLength": 1}}
_CODE = r"^TES\d{0,3}$"
_CODES: Schema = {"type": "array", "items": {"type": "string", "pattern": _CODE}}
_SEVERITIES: Schema = {
    "type": "object",
    "propertyNames": {"pattern": _CODE},
    "additionalProperties": {"enum": ["error", "warning", "info", "off"]},
}


@dataclass(frozen=True)
class Key:
    """One key: ``kind`` as people say it, ``schema`` as editors check it, ``about`` in Markdown, ``default``
    in words where the value of ``Config`` does not tell."""

    kind: str
    schema: Schema
    about: str
    default: str = ""
    example: str = ""


REFERENCE: Mapping[str, Key] = {
    "claims": Key(
        "list of globs",
        _TEXTS,
        "The claims files. `**/` stands for any folders, `*` and `?` stay within one name.",
        example='["src/*/grammar.py"]',
    ),
    "registry": Key(
        "string",
        _TEXT,
        "The module that builds the batteries, dotted or as a path from the project's root.",
        "the one module that defines `batteries` and builds a battery",
        '"acme.eval.registry"',
    ),
    "core": Key(
        "string",
        _TEXT,
        "The module of the verifier, dotted or as a path; `module:function` where the function is not called "
        "`is_supported`. It takes claim, nodes, graph and shapes by these names, else by position.",
        "`metrics.py` beside the registry, else the module beside it that defines `is_supported`",
        '"acme.eval.truth:judge"',
    ),
    "batteries": Key(
        "string",
        _TEXT,
        "The dotted name of the function or constant that gives the batteries.",
        "`batteries` of the registry",
        '"acme.eval.registry.ALL"',
    ),
    "eval": Key(
        "string",
        _TEXT,
        "The dotted name of the harness. It is called with a tuple of one battery, or without any where it "
        "takes none.",
        "`run_eval` of `harness.py` beside the registry",
        '"acme.eval.measure.measure"',
    ),
    "python": Key(
        "string",
        _TEXT,
        "The project's interpreter, absolute or from the project's root. It counts only once the project is "
        "trusted.",
        "the editor's setting, `VIRTUAL_ENV`, `.venv`, `venv`, then the server's own",
        '".venv/bin/python"',
    ),
    "run": Key(
        "true or false",
        _FLAG,
        "Whether the project's code may run. `false` refuses for everybody; `true` grants nothing: only the "
        "user does.",
        example="false",
    ),
    "harvest": Key(
        "true or false",
        _FLAG,
        "Whether the harness may run, to learn the claims that a battery measures.",
    ),
    "network": Key(
        "true or false",
        _FLAG,
        "Whether the project's code may reach other addresses than the machine's own.",
    ),
    "timeout": Key("seconds", _SECONDS, "How long one shape may take on one claim."),
    "import-timeout": Key("seconds", _SECONDS, "How long importing the project may take."),
    "load-timeout": Key("seconds", _SECONDS, "How long building the batteries and their graphs may take."),
    "harvest-timeout": Key("seconds", _SECONDS, "How long the harness may take."),
    "memory": Key(
        "MiB",
        {"type": "integer", "exclusiveMinimum": 0},
        "How much more memory than the loaded project a process that judges may take.",
    ),
    "select": Key(
        "list of codes",
        _CODES,
        "The rules that speak, by code or beginning of a code. The longest one that fits decides.",
        "all",
        '["TES1", "TES401"]',
    ),
    "ignore": Key(
        "list of codes",
        _CODES,
        "The rules that do not, by code or beginning of a code.",
        "none",
        '["TES113"]',
    ),
    "per-file-ignores": Key(
        "table of globs with lists of codes",
        {"type": "object", "additionalProperties": _CODES},
        "Rules that are silent about some files. A glob without `/` is compared with the file's name.",
        "none",
        '{ "drafts/**" = ["TES1"] }',
    ),
    "severity": Key(
        "table of codes with severities",
        _SEVERITIES,
        "What a rule weighs instead of its own severity: `error`, `warning`, `info` or `off`.",
        "each rule's own",
        '{ TES111 = "warning" }',
    ),
    "logs": Key(
        "list of paths",
        _TEXTS,
        "JSONL files of logged answers, as `tessera audit` reads them. Their claims count as evidence beside "
        "those that the harness measures, in each battery that holds all records that they cite: for TES105, "
        "TES203 and TES404, in hovers, and for what an edit changes. No floor holds for them. The first "
        "20,000 different claims are taken. Where the harness may not run they are judged all the same.",
        "none",
        '["logs/answers.jsonl"]',
    ),
}


def schema() -> dict[str, Any]:
    """A JSON schema (2020-12) of a whole ``pyproject.toml``, which says nothing of other tables; the table
    itself is ``$defs/tessera``."""
    properties = {}
    for key in KEYS:
        reference = REFERENCE[key]
        shown: dict[str, Any] = {"description": reference.about.replace("`", ""), **reference.schema}
        default = getattr(Config(), key.replace("-", "_"))
        if default not in ("", (), {}):
            shown["default"] = list(default) if isinstance(default, tuple) else default
        properties[key] = shown
    table = {"type": "object", "additionalProperties": False, "properties": properties}
    tool = {"type": "object", "properties": {"tessera": {"$ref": "#/$defs/tessera"}}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "[tool.tessera] in pyproject.toml",
        "type": "object",
        "properties": {"tool": tool},
        "$defs": {"tessera": table},
    }


def page() -> str:
    """The reference of all keys as Markdown."""
    parts = [_HEAD]
    for key in KEYS:
        reference = REFERENCE[key]
        lines = [f"## `{key}`", reference.about, f"{reference.kind[0].upper()}{reference.kind[1:]}. "]
        lines[-1] += f"Default: {reference.default or f'`{_default(key)}`'}."
        if reference.example:
            lines.append(f"```toml\n[tool.tessera]\n{key} = {reference.example}\n```")
        parts += lines
    return "\n\n".join(parts) + "\n"


def _default(key: str) -> str:
    """The default as TOML writes it."""
    value = getattr(Config(), key.replace("-", "_"))
    if isinstance(value, float):
        return f"{value:g}"
    return json.dumps(list(value) if isinstance(value, tuple) else value)


_HEAD = """\
# Settings

Generated from the code by `python -m tessera_lsp.project.reference docs`.

A project is configured in `[tool.tessera]` of the nearest `pyproject.toml` that has that table; no key is
needed where a project uses the names of the defaults. Relative paths count from that file's folder.

A file that can't be read, or a value of another kind, is [TES902](rules/TES902.md): the editor goes on with
the last good configuration, and `tessera-lsp check` ends with 2. An unknown key is a warning. While a file
can't be read, or its `run` is neither `true` nor `false`, nothing runs: it may be meant to refuse.

[settings.schema.json](settings.schema.json) is a JSON schema of a `pyproject.toml` that knows this table, for
editors that check and complete TOML by a schema."""


def write(folder: Path) -> None:
    """Put the page and the schema into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.md").write_text(page(), encoding="utf-8", newline="\n")
    text = json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
    (folder / "settings.schema.json").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tessera_lsp.project.reference FOLDER")
    write(Path(sys.argv[1]))
