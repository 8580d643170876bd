"""Module names: under which dotted name a file is imported, and which file a dotted name means."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

_ABSOLUTE = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b"
    r"|import[ \t]+([\w.]+(?:[ \t]+as[ \t]+\w+)?(?:[ \t]*,[ \t]*[\w. ]+)*))",
    re.MULTILINE,
)
_RELATIVE = re.compile(r"^[ \t]*from[ \t]+(\.+)[\w.]*[ \t]+import\b", re.MULTILINE)


def import_root(
    file: Path, root: Path, text: str, named: Iterable[str] = (), beside: Path | None = None
) -> Path:
    """The folder on ``sys.path`` from which ``file`` is imported, at or below ``root``.

    With ``__init__.py`` in each folder it is the nearest ancestor without one. Packages may do without
    (namespace packages), so names are asked first: ``named``, the dotted names by which the registry
    imports or the configuration speaks, where one of them is this file or its package; then those that
    ``text`` (the file's own) imports, from the nearest ancestor where one leads to something. Then ``src``
    counts, then ``beside``, the registry's import root, and how far up relative imports reach.
    """
    top = _nearest_without_init(file, root)
    ancestors = list(_up(top, root))
    if len(ancestors) == 1:
        return top
    for name in named:
        tail = Path(*name.split("."))
        for whole in (file.with_suffix(""), file.parent):
            if whole.parts[-len(tail.parts) :] == tail.parts and len(whole.parts) > len(tail.parts):
                above = Path(*whole.parts[: -len(tail.parts)])
                if above in ancestors:
                    return above
    names = list(imported_names(text))
    for folder in ancestors:
        if any(_leads(folder, name) for name in names):
            return folder
    src = root / "src"
    if top.is_relative_to(src):
        return src
    if top != file.parent:
        return top
    if beside is not None and beside in ancestors:
        return beside
    levels = max((len(match[1]) for match in _RELATIVE.finditer(text)), default=0)
    if levels:
        return ancestors[min(levels, len(ancestors) - 1)]
    return top


def imported_names(text: str) -> Iterator[str]:
    """The dotted names that a text imports absolutely."""
    for match in _ABSOLUTE.finditer(text):
        if match[1]:
            if not match[1].startswith("."):
                yield match[1]
        else:
            yield from (part.split()[0] for part in match[2].split(",") if part.split())


def module_name(file: Path, roots: Iterable[Path]) -> str:
    """The dotted name of ``file`` below the deepest of ``roots`` that holds it; empty where none does."""
    holding = [root for root in roots if file.is_relative_to(root)]
    if not holding:
        return ""
    parts = file.relative_to(max(holding, key=lambda root: len(root.parts))).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def find_module(dotted: str, roots: Iterable[Path], unsaved: Collection[Path] = ()) -> Path | None:
    """The file that the first of ``roots`` has for a dotted name: a module or a package's ``__init__``. What
    is ``unsaved`` counts as there."""
    parts = dotted.split(".")
    if not all(part.isidentifier() for part in parts):
        return None
    for root in roots:
        base = root.joinpath(*parts)
        for file in (base / "__init__.py", base.parent / f"{base.name}.py"):
            if file in unsaved or file.is_file():
                return file
    return None


def find_by_suffix(dotted: str, files: Iterable[Path]) -> list[Path]:
    """The files whose path ends as a dotted name says, wherever they are."""
    ending = "/" + dotted.replace(".", "/")
    wanted = (f"{ending}.py", f"{ending}/__init__.py")
    return [file for file in files if file.as_posix().endswith(wanted)]


def _nearest_without_init(file: Path, root: Path) -> Path:
    folder = file.parent
    while folder != root and (folder / "__init__.py").exists():
        folder = folder.parent
    return folder


def _up(folder: Path, root: Path) -> Iterator[Path]:
    yield folder
    while folder != root and folder.is_relative_to(root):
        folder = folder.parent
        yield folder


def _leads(folder: Path, dotted: str) -> bool:
    """Whether ``dotted`` leads to something below ``folder``, at its first two parts."""
    parts = dotted.split(".")
    if len(parts) == 1:
        return (folder / f"{parts[0]}.py").is_file() or any((folder / parts[0]).glob("*.py"))
    base = folder / parts[0] / parts[1]
    return base.is_dir() or base.with_suffix(".py").is_file() or (folder / parts[0] / "__init__.py").is_file()
