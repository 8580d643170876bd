"""The settings page and the schema for editors: up to date, whole, and of one mind with the reader."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest

from tessera_lsp.project import load_config
from tessera_lsp.project.config import KEYS
from tessera_lsp.project.reference import REFERENCE, page, schema, write

DOCS = Path(__file__).parents[3] / "docs"
WRONG = {
    "claims": '"**/claims.py"',
    "registry": '""',
    "core": '" "',
    "batteries": "3",
    "eval": "[]",
    "python": "true",
    "run": '"false"',
    "harvest": "1",
    "network": '"no"',
    "timeout": "0",
    "import-timeout": "-1",
    "load-timeout": '"60"',
    "harvest-timeout": "true",
    "memory": "1.5",
    "select": '["E501"]',
    "ignore": '"TES1"',
    "per-file-ignores": '{ "a" = "TES1" }',
    "severity": '{ TES101 = "loud" }',
    "logs": "[1]",
}


def test_the_written_reference_is_that_of_the_code(tmp_path):
    write(tmp_path)
    for name in ("settings.md", "settings.schema.json"):
        written = (DOCS / name).read_text(encoding="utf-8")
        fresh = (tmp_path / name).read_text(encoding="utf-8")
        assert written == fresh, "run: python -m tessera_lsp.project.reference docs"


def test_each_key_is_described_and_no_other():
    assert set(REFERENCE) == set(KEYS) == set(WRONG)
    assert [line for line in page().splitlines() if line.startswith("## ")] == [f"## `{key}`" for key in KEYS]


def accepts(text: str) -> bool:
    """Whether the schema takes a ``pyproject.toml``."""
    validator = jsonschema.Draft202012Validator(schema())
    return not list(validator.iter_errors(tomllib.loads(text)))


def reads(path: Path, text: str) -> bool:
    """Whether the reader takes it."""
    path.write_text(text, encoding="utf-8")
    return load_config(path).problems == ()


def table(key: str, value: str) -> str:
    return f"[project]\nname = 'x'\n\n[tool.other]\nrun = 3\n\n[tool.tessera]\n{key} = {value}\n"


@pytest.mark.parametrize("key", KEYS)
def test_schema_and_reader_agree_on_each_key(tmp_path, key):
    """A default or an example is taken by both, a value of another kind by neither."""
    shown = schema()["$defs"]["tessera"]["properties"][key]
    right = REFERENCE[key].example or json.dumps(shown["default"])
    path = tmp_path / "pyproject.toml"
    assert (accepts(table(key, right)), reads(path, table(key, right))) == (True, True)
    assert (accepts(table(key, WRONG[key])), reads(path, table(key, WRONG[key]))) == (False, False)


def test_an_unknown_key_is_told_by_both(tmp_path):
    text = table("time-out", "3")
    assert (accepts(text), reads(tmp_path / "pyproject.toml", text)) == (False, False)


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(schema())
