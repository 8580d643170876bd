"""The values of configuration and discovery."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "info", "off"]


@dataclass(frozen=True)
class Config:
    """``[tool.tessera]``, typed. An empty string: not given. Times are seconds, ``memory`` MiB."""

    claims: tuple[str, ...] = ("**/claims.py",)
    registry: str = ""
    core: str = ""
    batteries: str = ""
    eval: str = ""
    python: str = ""
    run: bool = True
    harvest: bool = True
    network: bool = False
    timeout: float = 2.0
    import_timeout: float = 10.0
    load_timeout: float = 60.0
    harvest_timeout: float = 120.0
    memory: int = 2048
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    severity: Mapping[str, Severity] = field(default_factory=dict)
    logs: tuple[str, ...] = ()


@dataclass(frozen=True)
class ConfigProblem:
    """TES902: a value of the wrong type, an unknown key, a file that can't be read, a name that leads
    nowhere. Lines, columns from 0, in code points."""

    path: str
    line: int
    column: int
    end_column: int
    message: str
    warning: bool
    near: str = ""
    """The known key that an unknown one is like; empty where none is."""
    info: bool = False
    """Nothing is wrong: something is worth knowing. It is a warning as well."""


class LoggedClaim(NamedTuple):
    """A claim as logged answers have it, ``times`` times, with the record ids that it cites."""

    text: str
    citations: tuple[str, ...]
    times: int


@dataclass(frozen=True)
class Project:
    """A project as discovery found it. Paths are absolute and real.

    ``import_roots`` are the folders that importing needs beside ``root``, ``src`` first where it exists.
    ``claims`` are the claims files, sorted. ``registry`` and ``core`` are files, None where none was found;
    ``*_module`` their dotted names; ``verifier`` is the core's function name. ``batteries`` and ``eval`` are
    dotted, empty for none. ``problems`` are about the configuration.
    """

    root: Path
    config: Config
    claims: tuple[Path, ...] = ()
    import_roots: tuple[Path, ...] = ()
    registry: Path | None = None
    registry_module: str = ""
    core: Path | None = None
    core_module: str = ""
    verifier: str = "is_supported"
    batteries: str = ""
    eval: str = ""
    problems: tuple[ConfigProblem, ...] = ()
    config_path: Path | None = None
    """The ``pyproject.toml`` that decides; None for a project found by its registry."""
    config_readable: bool = True
    """False where that file is no TOML: ``config`` is then the default, and an editor keeps its last one."""
    config_whole: bool = True
    """False where that file can't be read or has a value of the wrong kind: an editor keeps its last one."""
    refusal: str = "the project's pyproject.toml says run = false"
    """Why nothing may run; meant only where ``config.run`` is False."""
    sites: tuple[Path, ...] = ()
    """Modules, tests apart, that hold a call with ``claim_shapes=``, sorted."""
    unsaved: tuple[Path, ...] = ()
    """Modules that are open and not on disk, sorted: discovery knows of none, an editor adds them."""
    logged: tuple[LoggedClaim, ...] = ()
    """The claims of the files that ``logs`` names."""
    logs: tuple[str, ...] = ()
    """Real paths of those files, there or not."""

    @cached_property
    def claims_names(self) -> frozenset[str]:
        """The paths of the claims files as text."""
        return frozenset(map(str, self.claims))

    def module_name(self, path: Path) -> str:
        """The dotted name under which a file of the project is imported: from the deepest of its import
        roots (``root`` included) that holds it. Empty for a file outside of them all."""
        roots = [root for root in (self.root, *self.import_roots) if path.is_relative_to(root)]
        if not roots:
            return ""
        deepest = max(roots, key=lambda root: len(root.parts))
        parts = path.relative_to(deepest).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
