"""Find the registry, the core and the harness of a project by what their texts say."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tessera_lsp.project.modules import imported_names

_BUILDS = re.compile(r"\bclaim_shapes[ \t]*=(?!=)|\b\w*Battery[ \t]*\(")
_SITE = re.compile(r"\bclaim_shapes[ \t]*=(?!=)")
_KEYWORD = re.compile(r"\bclaim_shapes(?:\s|\\|#[^\n]*+)*+=(?!=)")
"""What every keyword of that name looks like, and more. It never goes back: there are too many ways to divide
a row of ``#`` below that word."""
_CLASS = re.compile(r"^[ \t]*class[ \t]+\w*Battery[ \t]*\(.*$", re.MULTILINE)
_TEST = re.compile(r"(?:^|/)(?:tests?|testing)/|(?:^|/)(?:test_[^/]*|[^/]*_test|conftest)\.py$")


def text_of(path: Path) -> str:
    """A file's text for searching: never fails, whatever its encoding is."""
    try:
        stat = path.stat()
    except OSError:
        return ""
    return _text(str(path), stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=64)
def _text(path: str, _time: int, _size: int) -> str:
    try:
        return Path(path).read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    except OSError:
        return ""


def forget_searched() -> None:
    """Let go of the texts that were searched last; who asks again reads them again."""
    _text.cache_clear()


def is_test(path: Path, root: Path) -> bool:
    """Whether a file is a test by its name or folder: what it builds is no battery of the project."""
    name, top = path.as_posix(), root.as_posix().rstrip("/") + "/"
    return bool(_TEST.search(name[len(top) :] if name.startswith(top) else path.name))


def defines(text: str, name: str) -> bool:
    """Whether a module's text defines ``name`` at its top level, as a function, class or constant."""
    word = re.escape(name)
    return bool(
        re.search(rf"^(?:(?:async[ \t]+)?def|class)[ \t]+{word}\b|^{word}[ \t]*[:=](?!=)", text, re.MULTILINE)
    )


def takes_in(text: str, name: str) -> bool:
    """Whether a module's text defines ``name`` at its top level or imports it there."""
    return defines(text, name) or any(
        re.search(rf"\b{re.escape(name)}\b", names) for _, names in _top_imports(text)
    )


def battery_package(text: str) -> str:
    """The dotted package of the module that the registry's text imports a battery class from, else empty."""
    for module, names in _top_imports(text, indent=r"[ \t]*"):
        if re.search(r"\b\w*Battery\b", names):
            return module.rpartition(".")[0]
    return ""


def _top_imports(text: str, indent: str = "") -> Iterable[tuple[str, str]]:
    """``(module, names)`` of each absolute ``from module import names``."""
    statement = rf"^{indent}from[ \t]+([A-Za-z_][\w.]*)[ \t]+import[ \t]+(?:\(([^)]*)\)|([^#\n]+))"
    for match in re.finditer(statement, text, re.MULTILINE):
        yield match[1], match[2] or match[3]


@dataclass(frozen=True)
class Candidates:
    """Modules that build batteries: ``sure`` ones name ``batteries`` and call a battery, ``likely`` ones are
    called a registry and have ``batteries``. ``sites`` hold a call with ``claim_shapes=``."""

    sure: tuple[Path, ...]
    likely: tuple[Path, ...]
    sites: tuple[Path, ...]

    @property
    def registries(self) -> tuple[Path, ...]:
        """The best that there are."""
        return self.sure or self.likely


def candidates(files: Iterable[Path], root: Path) -> Candidates:
    """The registries among ``files``, tests left out. Reads each file once, as bytes first."""
    sure, likely, sites = [], [], []
    for file in files:
        if is_test(file, root):
            continue
        try:
            data = file.read_bytes()
        except OSError:
            continue
        if not any(word in data for word in (b"Battery", b"claim_shapes", b"batteries")):
            continue
        text = data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
        named = defines(text, "batteries")
        if not named and not _KEYWORD.search(text):
            continue  # neither a registry nor a site, whatever it calls
        builds, is_site = _calls(text)
        if is_site:
            sites.append(file)
        if not named:
            continue
        if builds:
            sure.append(file)
        elif file.stem == "registry" or "registry" in file.parent.name:
            likely.append(file)
    return Candidates(tuple(sure), tuple(likely), tuple(sites))


def _calls(text: str) -> tuple[bool, bool]:
    """Whether the text calls something that builds a battery, and whether it gives ``claim_shapes``.

    A quick look at the text first; what it finds must be code and not words in a string, as far as the text
    parses.
    """
    if not _BUILDS.search(text):
        return False, False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text.replace("\0", " "))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return bool(_BUILDS.search(_CLASS.sub("", text))), bool(_SITE.search(text))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    site = any(keyword.arg == "claim_shapes" for call in calls for keyword in call.keywords)
    named = any(_called(call.func).endswith("Battery") for call in calls)
    return site or named, site


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""


def find_core(registry: Path, files: Sequence[Path], verifier: str, root: Path) -> list[Path]:
    """Where the verifier function is defined: ``metrics.py`` beside the registry, else another module beside
    it, else what the registry or its harness imports, else elsewhere in the project. Several are returned
    only where nothing tells them apart."""
    beside = [file for file in files if file.parent == registry.parent]
    for file in beside:
        if file.name == "metrics.py" and takes_in(text_of(file), verifier):
            return [file]
    named = [file for file in beside if defines(text_of(file), verifier)]
    if named:
        return named
    harness = registry.with_name("harness.py")
    endings = [
        "/" + name.replace(".", "/")
        for source in (registry, harness)
        for name in (*imported_names(text_of(source)), *_from_imports(text_of(source)))
    ]
    rest = [file for file in files if not is_test(file, root) and _may_define(file, verifier)]
    imported = [file for file in rest if any(str(file.with_suffix("")).endswith(end) for end in endings)]
    return imported or rest


def _may_define(file: Path, verifier: str) -> bool:
    try:
        data = file.read_bytes()
    except OSError:
        return False
    return verifier.encode() in data and defines(text_of(file), verifier)


def _from_imports(text: str) -> list[str]:
    """``a.b`` for ``from a import b`` and ``from .a import b``: a module imported by its own name."""
    found = re.finditer(r"^[ \t]*from[ \t]+\.*([\w.]*)[ \t]+import[ \t]+\(?([\w, \t]+)", text, re.MULTILINE)
    out = []
    for match in found:
        if match[1]:
            out.append(match[1])
        for name in match[2].split(","):
            if name.split():
                out.append(".".join(part for part in (match[1], name.split()[0]) if part))
    return out
