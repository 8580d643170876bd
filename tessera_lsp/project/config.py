"""Read ``[tool.tessera]`` out of a ``pyproject.toml``, each problem on the line that has it."""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tessera_lsp.project.keys import KeyLines
from tessera_lsp.project.model import Config, ConfigProblem

_CODE = re.compile(r"TES\d{0,3}")
_NO_TABLES = re.compile(r"^[ \t]*[\"']?tool[\"']?[ \t]*=", re.MULTILINE)
_MEANT = re.compile(
    r"""^[ \t\[]*["']?tool["']?[ \t.,]+["']?tessera(?![\w-])  # [tool.tessera, closed or not; tool.tessera.run
    |   ^[ \t]*["']?tool["']?[ \t]*=.*\btessera(?![\w-])       # tool = {tessera =
    |   ^[ \t]*["']?tessera["']?[ \t]*[.=]                     # below [tool]: tessera.run =
    """,
    re.MULTILINE | re.VERBOSE,
)
"""Lines by which a file that is no TOML means ``[tool.tessera]``."""
_TABLE = re.compile(r"^\[tool\.tessera\]", re.MULTILINE)
_SEVERITIES = ("error", "warning", "info", "off")


class _WrongValueError(Exception):
    """A value of the wrong kind; the text says which is the right one."""


@dataclass(frozen=True)
class LoadedConfig:
    """What a file says. ``readable`` is False where it is no TOML: ``config`` is then the default. ``whole``
    is False where a value is of the wrong kind: its key has the default then. ``run`` is False in either."""

    config: Config
    problems: tuple[ConfigProblem, ...] = ()
    readable: bool = True
    whole: bool = True
    header: ConfigProblem | None = None
    refusal: str = ""
    """Why nothing may run, where ``config.run`` is False: the file says so, or what it says can't be read."""


def has_table(path: Path) -> bool:
    """Whether the file has ``[tool.tessera]``, or means to have it: a file that is no TOML has it when a line
    of it begins so, whole or cut off, and one whose ``tool`` or ``tool.tessera`` is no table has it too."""
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return False
    text = text.removeprefix("\ufeff")
    if "tessera" not in text and not _NO_TABLES.search(text):
        return False
    if _TABLE.search(text) and '"""' not in text and "'''" not in text:
        return True  # no text over several lines holds that line: it is the table, or means to be
    try:
        tool = tomllib.loads(text).get("tool", {})
    except (tomllib.TOMLDecodeError, RecursionError):
        return bool(_MEANT.search(text))
    return "tessera" in tool if isinstance(tool, dict) else True


def load_config(path: Path) -> LoadedConfig:
    """The configuration of a ``pyproject.toml``. Never raises: what is wrong becomes a problem, and the key
    keeps its default. But for ``run``: what can't be read may be a refusal, and counts as one."""
    try:
        text = path.read_bytes().decode("utf-8").removeprefix("\ufeff")
    except OSError as error:
        return _unreadable(path, 0, 0, f"cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n")
        return _unreadable(path, line, 0, "is not UTF-8, as TOML has to be")
    try:
        table = tomllib.loads(text).get("tool", {}).get("tessera", {})
    except tomllib.TOMLDecodeError as error:
        line, column = _syntax_place(error, text)
        return _unreadable(path, line, column, f"is not TOML: {error}")
    except (AttributeError, RecursionError):
        return _unreadable(path, 0, 0, "has no tables [tool.tessera] that can be read")
    return _typed(path, table, KeyLines(text))


def _unreadable(path: Path, line: int, column: int, message: str) -> LoadedConfig:
    problem = ConfigProblem(str(path), line, column, column + 1, f"{path.name} {message}", False)
    refusal = f"{path.name} cannot be read, and it may say run = false: mend it first (TES902)"
    return LoadedConfig(Config(run=False), (problem,), readable=False, whole=False, refusal=refusal)


def _syntax_place(error: tomllib.TOMLDecodeError, text: str) -> tuple[int, int]:
    """Line and column, from 0, as the parser's message has them (from 1)."""
    match = re.search(r"at line (\d+), column (\d+)", str(error))
    if match:
        return int(match[1]) - 1, int(match[2]) - 1
    lines = text.split("\n")
    return len(lines) - 1, len(lines[-1])


def _typed(path: Path, table: Any, lines: KeyLines) -> LoadedConfig:
    if not isinstance(table, dict):
        return _unreadable(path, 0, 0, "has a tool.tessera that is no table")
    values: dict[str, Any] = {}
    problems: list[ConfigProblem] = []

    def report(keys: tuple[str, ...], message: str, warning: bool = False, near: str = "") -> None:
        line, column, end = lines.find(keys)
        problems.append(ConfigProblem(str(path), line, column, end, message, warning, near))

    for key, value in table.items():
        read = KEYS.get(key)
        if read is None:
            near = _nearest(key, KEYS)
            message = f"unknown key {key!r}{_hint(near, KEYS)}"
            report((key,), message, warning=True, near=near)
            continue
        try:
            values[key.replace("-", "_")] = read(value)
        except _WrongValueError as wrong:
            inner = wrong.args[1:] if len(wrong.args) > 1 else ()
            report((key, *inner), f"{key} {wrong.args[0]}")
            if key == "run":  # it may mean false
                values[key] = False
    line, column, end = lines.find(())
    header = ConfigProblem(str(path), line, column, end, "", False)
    whole = all(problem.warning for problem in problems)
    refusal = "" if values.get("run", True) else _refusal(path, table["run"])
    return LoadedConfig(Config(**values), tuple(problems), whole=whole, header=header, refusal=refusal)


def _refusal(path: Path, run: Any) -> str:
    if run is False:
        return f"the project's {path.name} says run = false"
    return f"run in the project's {path.name} is neither true nor false: mend it first (TES902)"


def _nearest(word: str, known: Iterable[str]) -> str:
    return next(iter(difflib.get_close_matches(word, list(known), 1, 0.6)), "")


def _hint(near: str, known: Iterable[str]) -> str:
    return f"; did you mean {near!r}?" if near else f"; the keys are {', '.join(sorted(known))}"


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _WrongValueError(f"has to be a string that is not empty, not {_shown(value)}")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _WrongValueError(f"has to be true or false, not {_shown(value)}")
    return value


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise _WrongValueError(f"has to be a number of seconds above 0, not {_shown(value)}")
    return float(value)


def _mebibytes(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value <= 0:
        raise _WrongValueError(f"has to be a whole number of MiB above 0, not {_shown(value)}")
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise _WrongValueError(f"has to be a list of strings, not {_shown(value)}")
    return tuple(value)


def _codes(value: Any) -> tuple[str, ...]:
    codes = _texts(value)
    for code in codes:
        if not _CODE.fullmatch(code):
            raise _WrongValueError(f"has to hold rule codes or their beginnings such as 'TES1', not {code!r}")
    return codes


def _codes_by_glob(value: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise _WrongValueError(f"has to be a table of globs with lists of codes, not {_shown(value)}")
    out: dict[str, tuple[str, ...]] = {}
    for glob, codes in value.items():
        try:
            out[glob] = _codes(codes)
        except _WrongValueError as wrong:
            raise _WrongValueError(f"of {glob!r} {wrong.args[0]}", glob) from None
    return out


def _severities(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise _WrongValueError(f"has to be a table of rule codes with severities, not {_shown(value)}")
    for code, severity in value.items():
        if not _CODE.fullmatch(code):
            raise _WrongValueError(f"has to name rule codes such as TES101, not {code!r}", code)
        if severity not in _SEVERITIES:
            raise _WrongValueError(
                f"of {code} has to be one of {', '.join(_SEVERITIES)}, not {_shown(severity)}", code
            )
    return value


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


KEYS: dict[str, Callable[[Any], Any]] = {
    "claims": _texts,
    "registry": _text,
    "core": _text,
    "batteries": _text,
    "eval": _text,
    "python": _text,
    "run": _flag,
    "harvest": _flag,
    "network": _flag,
    "timeout": _seconds,
    "import-timeout": _seconds,
    "load-timeout": _seconds,
    "harvest-timeout": _seconds,
    "memory": _mebibytes,
    "select": _codes,
    "ignore": _codes,
    "per-file-ignores": _codes_by_glob,
    "severity": _severities,
    "logs": _texts,
}
"""What each key of ``[tool.tessera]`` may hold."""
