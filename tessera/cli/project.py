"""Which project a command acts on, and how it is configured. Nothing of the project is run here."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from tessera.cli.failure import CommandError

_REGISTRY = ("eval", "registry.py")


@dataclass(frozen=True, slots=True)
class Project:
    """A project as its files describe it.

    ``batteries`` is dotted, ``package.module.attribute``; ``core`` is the module that the project names
    as its verifier, or empty where it names none; ``paths`` go to the front of ``sys.path``, the first
    foremost, as ``python -m pytest`` at the root would have them, with ``src`` added.
    """

    root: Path
    batteries: str
    core: str
    paths: tuple[Path, ...]


def find_project(start: Path) -> Project | None:
    """The project that ``start`` lies in: the nearest folder upward whose ``pyproject.toml`` has a
    table ``[tool.tessera]``, else the nearest that holds ``*/eval/registry.py`` or
    ``src/*/eval/registry.py``, else ``None``.

    Raises ``CommandError`` where the table, or the one registry that it needs, cannot be made out.
    """
    folders = (start.resolve(), *start.resolve().parents)
    for folder in folders:
        tables = _tables(folder / "pyproject.toml")
        if tables is not None and "tessera" in tables:
            return _configured(folder, tables)
    for folder in folders:
        if registries := _registries(folder):
            paths = _python_path(folder, _tables(folder / "pyproject.toml") or {})
            return _project(folder, _only(folder, registries), None, "", paths)
    return None


def _tables(path: Path) -> Mapping[str, object] | None:
    """The ``[tool]`` table of a ``pyproject.toml``; ``None`` where there is no file that speaks of us."""
    try:
        text = path.read_text(encoding="utf-8")
        tool: object = tomllib.loads(text).get("tool", {})
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path}: cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        if "tool.tessera" not in text:
            return None
        raise CommandError(f"{path}: not TOML: {error}") from error
    return cast("Mapping[str, object]", tool) if isinstance(tool, dict) else None


def _configured(root: Path, tables: Mapping[str, object]) -> Project:
    path = root / "pyproject.toml"
    table = tables["tessera"]
    if not isinstance(table, dict):
        raise CommandError(f"{path}: 'tool.tessera' is {table!r}: make it a table, [tool.tessera]")
    keys = {}
    for key in ("registry", "batteries", "core"):
        value = table.get(key, "")
        if not isinstance(value, str):
            raise CommandError(f"{path}: [tool.tessera] {key} is {value!r}: it must be a string")
        keys[key] = value
    registry = _dotted(root, keys["registry"]) if keys["registry"] else None
    batteries = keys["batteries"].replace(":", ".")
    if registry is None and not batteries:
        registry = _module(root, _only(root, _registries(root)))
    return _project(root, registry, batteries or None, keys["core"], _python_path(root, tables))


def _project(
    root: Path, registry: Path | str | None, batteries: str | None, core: str, paths: tuple[Path, ...]
) -> Project:
    module = _module(root, registry) if isinstance(registry, Path) else registry
    source = (root / "src",) if (root / "src").is_dir() else ()
    return Project(root, batteries or f"{module}.batteries", core, (*paths, root, *source))


def _python_path(root: Path, tables: Mapping[str, object]) -> tuple[Path, ...]:
    """pytest's own ``pythonpath``, which it puts before the root."""
    pytest = tables.get("pytest")
    options = pytest.get("ini_options") if isinstance(pytest, dict) else None
    given = options.get("pythonpath", []) if isinstance(options, dict) else []
    names = given.split() if isinstance(given, str) else given
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise CommandError(f"{root / 'pyproject.toml'}: pytest's pythonpath is {given!r}: a list of folders")
    return tuple(root / name for name in names)


def _registries(folder: Path) -> list[Path]:
    try:
        packages = [*folder.iterdir(), *((folder / "src").iterdir() if (folder / "src").is_dir() else ())]
    except OSError:  # a folder on the way up that may not be listed holds no project of ours
        return []
    found = (package.joinpath(*_REGISTRY) for package in packages if not package.name.startswith("."))
    return sorted(path for path in found if path.is_file())


def _only(root: Path, registries: list[Path]) -> Path:
    if len(registries) == 1:
        return registries[0]
    way_out = f'name one in {root / "pyproject.toml"}: [tool.tessera] registry = "package.eval.registry"'
    if not registries:
        raise CommandError(f"{root}: no */eval/registry.py and no src/*/eval/registry.py: {way_out}")
    names = ", ".join(str(path.relative_to(root)) for path in registries)
    raise CommandError(f"{root}: several registries ({names}): {way_out}")


def _dotted(root: Path, name: str) -> str:
    if not name.endswith(".py"):
        return name
    path = root / name
    if not path.is_file():
        raise CommandError(f"{root / 'pyproject.toml'}: [tool.tessera] registry: no file {name}")
    return _module(root, path)


def _module(root: Path, path: Path) -> str:
    base = root / "src" if path.is_relative_to(root / "src") else root
    return ".".join(path.relative_to(base).with_suffix("").parts)
