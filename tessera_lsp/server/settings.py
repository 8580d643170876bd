"""What the user's editor says: initialization options, then the setting ``tessera`` of each root."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

SECTION = "tessera"


@dataclass(frozen=True)
class Settings:
    """``run``: may a project's code run, ``"untrusted"`` where the editor has asked and the answer is no;
    ``python``: interpreter of the project, empty for none given; ``deep``: ask further questions in the
    background, as ``check --deep`` does."""

    run: bool | Literal["ask", "untrusted"] = "ask"
    python: str = ""
    deep: bool = False


def read(given: Any, base: Settings) -> tuple[Settings, tuple[str, ...]]:
    """``base`` with what ``given`` says on top, and a sentence for each value that can't be used.

    ``given`` is whatever JSON the client sent: an object, perhaps with ``tessera`` around it, or null.
    Unknown keys are left alone, since editors keep their own settings beside ours. A wrong kind never
    grants anything: ``run`` falls back to asking.
    """
    if isinstance(given, dict) and isinstance(given.get(SECTION), dict):
        given = given[SECTION]
    if given is None or given == []:  # Neovim writes an empty table as a list
        return base, ()
    if not isinstance(given, dict):
        return base, (f"the settings are {given!r}: an object was expected, the earlier settings stay",)
    settings, problems = base, []
    run = given.get("run")
    if isinstance(run, bool) or run in ("ask", "untrusted"):
        settings = replace(settings, run=run)
    elif run is not None:
        settings = replace(settings, run="ask")
        problems.append(f'the setting "run" is {run!r}: use true, false or "ask"; you will be asked')
    python = given.get("python")
    if isinstance(python, str):
        settings = replace(settings, python=python)
    elif python is not None:
        problems.append(f'the setting "python" is {python!r}: a path was expected, it is left out')
    deep = given.get("deep")
    if isinstance(deep, bool):
        settings = replace(settings, deep=deep)
    elif deep is not None:
        problems.append(f'the setting "deep" is {deep!r}: use true or false, it is left out')
    return settings, tuple(problems)


def plain(value: Any) -> Any:
    """JSON as dictionaries and lists, where the converter has made named tuples of its objects."""
    if hasattr(value, "_asdict"):
        return {key: plain(item) for key, item in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value
