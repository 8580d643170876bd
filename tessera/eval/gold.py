"""Gold cases on disk: a folder of JSON files, each a list of objects with ``GoldCase``'s fields."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, cast

from tessera.eval.battery import GoldCase

_FIELDS = tuple(field.name for field in fields(GoldCase))
_REQUIRED = tuple(field.name for field in fields(GoldCase) if field.default is MISSING)
_LISTS = ("expected_support", "expected_facts")
_KINDS = ("answer", "refuse")


class GoldError(ValueError):
    """A gold file that cannot be used. Its message names the file, the case and the way out."""


def load_gold(folder: Path) -> tuple[GoldCase, ...]:
    """The cases of all ``*.json`` files of ``folder``, files by name, cases in their order.

    Raises ``GoldError`` for a folder or file that cannot be read, for anything but a list of objects
    with the fields of ``GoldCase`` and values of their types, and for an id that occurs twice.
    """
    if not folder.is_dir():
        raise GoldError(f"{folder}: no such folder: create it, or correct the battery's gold_dir")
    cases: dict[str, GoldCase] = {}
    for path in sorted(folder.glob("*.json")):
        for number, entry in enumerate(_read_list(path), start=1):
            case = _case(path, number, entry)
            if case.id in cases:
                raise GoldError(f"{path}: case {number}: the id {case.id!r} is taken: give it another")
            cases[case.id] = case
    return tuple(cases.values())


def _read_list(path: Path) -> list[object]:
    try:
        loaded: object = json.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise GoldError(f"{path}: byte {error.start} is not UTF-8: save the file as UTF-8") from error
    except json.JSONDecodeError as error:
        raise GoldError(f"{path}:{error.lineno}: not JSON: {error.msg} (column {error.colno})") from error
    except OSError as error:
        raise GoldError(f"{path}: cannot be read: {error.strerror}") from error
    if not isinstance(loaded, list):
        raise GoldError(f"{path}: holds one {type(loaded).__name__}: a gold file is a list of cases")
    return loaded


def _case(path: Path, number: int, entry: object) -> GoldCase:
    where = f"{path}: case {number}"
    if not isinstance(entry, dict):
        raise GoldError(f"{where}: a {type(entry).__name__}: a case is an object with {', '.join(_FIELDS)}")
    given = cast("Mapping[str, object]", entry)
    where += f" ({given['id']})" if isinstance(given.get("id"), str) and given["id"] else ""
    for key in given:
        if key not in _FIELDS:
            near = get_close_matches(key, _FIELDS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"a case has {', '.join(_FIELDS)}"
            raise GoldError(f"{where}: unknown field {key!r}: {hint}")
    for key in _REQUIRED:
        if key not in given:
            raise GoldError(f"{where}: the field {key!r} is missing: add it")
        value = given[key]
        if not isinstance(value, str) or not value.strip():
            raise GoldError(f"{where}: {key!r} is {value!r}: it must be a string that is not blank")
    if given["kind"] not in _KINDS:
        raise GoldError(f"{where}: 'kind' is {given['kind']!r}: it is one of {', '.join(_KINDS)}")
    texts = {key: str(given[key]) for key in _REQUIRED}
    kind: Literal["answer", "refuse"] = "refuse" if texts["kind"] == "refuse" else "answer"
    support, facts = (_strings(where, key, given.get(key, [])) for key in _LISTS)
    return GoldCase(texts["id"], texts["question"], texts["engine"], kind, support, facts)


def _strings(where: str, key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        raise GoldError(f"{where}: {key!r} is {value!r}: it must be a list of strings, none of them blank")
    return tuple(value)
