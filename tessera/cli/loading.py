"""Running a project's own code: its place on ``sys.path``, its batteries, and another ``tessera``."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

import tessera
from tessera.cli.failure import CommandError, nearest
from tessera.cli.project import Project
from tessera.eval import metrics
from tessera.eval.battery import Battery

_ELSEWHERE = "`tessera-lsp check` works with a project's own verifier, harness and logged answers (key logs)"
_SHIPPED = "tessera.eval.registry.batteries"
_CALLABLES = ("build_graph", "build_kb", "answer", "synthetic")


@contextlib.contextmanager
def entered(project: Project | None) -> Iterator[None]:
    """Within: the working directory is the project's root, and its modules can be imported."""
    if project is None:
        yield
        return
    path, folder = list(sys.path), Path.cwd()
    sys.path[:0] = [str(place) for place in project.paths]
    os.chdir(project.root)
    try:
        yield
    finally:
        sys.path[:] = path
        os.chdir(folder)


def load_batteries(project: Project | None) -> tuple[Battery, ...]:
    """The project's batteries; those of this package without a project.

    Raises ``CommandError`` where the name leads nowhere, where a value is no battery as
    ``tessera.eval.battery`` has it, and where the project has a verifier of its own. What the project's
    code raises passes through.
    """
    name = project.batteries if project else _SHIPPED
    value = _resolve(name)
    if callable(value):
        value = value()
    if not isinstance(value, Sequence):
        raise CommandError(f"{name} is a {type(value).__name__}, no sequence of batteries: {_ELSEWHERE}")
    for battery in value:
        _check(name, battery)
    if project is not None:
        _check_core(project)
    return tuple(value)


def _resolve(name: str) -> object:
    module_name, _, attribute = name.rpartition(".")
    if not module_name:
        raise CommandError(f"[tool.tessera] batteries is {name!r}: write package.module.attribute")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise
        raise CommandError(
            f"there is no module {error.name!r} (for {name}): set batteries or registry in [tool.tessera]"
        ) from error
    if not hasattr(module, attribute):
        near = nearest(attribute, (known for known in vars(module) if not known.startswith("_")))
        hint = f"near: {near}" if near else "set batteries in [tool.tessera]"
        raise CommandError(f"{module_name} ({module.__file__}) has no {attribute!r}: {hint}")
    value: object = getattr(module, attribute)
    return value


def _check(name: str, battery: object) -> None:
    """Held by attributes and not by class: a project may have a value class of its own."""
    wrong = [key for key in _CALLABLES if not callable(getattr(battery, key, None))]
    if not isinstance(getattr(battery, "name", None), str):
        wrong.append("name")
    if not isinstance(getattr(battery, "gold_dir", None), Path):
        wrong.append("gold_dir")
    if not isinstance(getattr(battery, "claim_shapes", None), tuple):
        wrong.append("claim_shapes")
    if wrong:
        raise CommandError(
            f"{name} holds a {type(battery).__name__} that lacks {', '.join(wrong)} "
            f"as tessera.eval.battery.Battery has them: {_ELSEWHERE}"
        )


def _check_core(project: Project) -> None:
    """Refuse to measure with our verifier what the project verifies with another."""
    beside_registry = f"{project.batteries.rpartition('.')[0].rpartition('.')[0]}.metrics"
    named = project.core.partition(":")[0]
    core = _module_or_none(named or beside_registry)
    function = project.core.partition(":")[2] or "is_supported"
    own = getattr(core, function, None)
    if own is not None and own is not metrics.is_supported:
        raise CommandError(
            f"the project has a verifier of its own ({named or beside_registry}.{function}), "
            f"and this command measures with tessera.eval.metrics: {_ELSEWHERE}"
        )
    if own is None and project.core:
        raise CommandError(f"[tool.tessera] core leads to no function: {project.core}")


def _module_or_none(name: str) -> ModuleType | None:
    try:
        found = importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return None
    return importlib.import_module(name) if found else None


def own_tessera(root: Path) -> Path | None:
    """The folder of a package ``tessera`` that the project at ``root`` has and that is not this one."""
    here = Path(tessera.__file__).resolve().parent
    for base in (root, root / "src"):
        package = base / "tessera"
        if (package / "__init__.py").is_file():
            return None if package.resolve() == here else package
    return None


# The child puts the folder given first on its path, so that the tessera it imports is the project's. It
# says so rather than start yet another child should something else come before it.
_CHILD = """
import sys
place = sys.argv.pop(1)
sys.path.insert(0, place)
import pathlib, tessera
if pathlib.Path(tessera.__file__).resolve().parents[1] != pathlib.Path(place).resolve():
    print(f"tessera: error: {tessera.__file__} hides the tessera in {place}", file=sys.stderr)
    sys.exit(2)
from tessera.cli import main
sys.exit(main())
"""


def delegate(package: Path, arguments: Sequence[str]) -> int:
    """Run the command with the project's own ``tessera`` in a process of its own; its exit code.

    Two packages of one name cannot be imported side by side. Raises ``CommandError`` where that package
    has no command line.
    """
    if not any((package / name).is_file() for name in ("cli.py", "cli/__init__.py")):
        raise CommandError(f"{package} is another tessera and has no command line: {_ELSEWHERE}")
    sys.stdout.flush()
    command = [sys.executable, "-P", "-c", _CHILD, str(package.parent), *arguments]
    return subprocess.run(command, check=False).returncode
