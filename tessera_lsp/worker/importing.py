"""How modules of the project are imported: from the text on disk or from an unsaved buffer, never from a
bytecode cache, and with a record of what was imported."""

import hashlib
import importlib
import io
import linecache
import os
import sys
import tokenize
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, ModuleType
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Set, Tuple

from .clock import Clock
from .codefacts import CodeReader
from .faults import SkippedImportError

_LIBRARIES = ("site-packages", "dist-packages", "node_modules")


def digest(text: str) -> str:
    """The name of a text's content, as in ``wire.Source``."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def decoded(data: bytes) -> Optional[str]:
    """Source text by its coding line, without a BOM, line ends as they are; None where it does not decode."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return None


def encoded(text: str) -> bytes:
    """Bytes that Python reads as ``text``: encoded by its own coding line where that can hold it."""
    plain = text.encode("utf-8", "surrogatepass")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(plain).readline)
        return text.encode(encoding)
    except (SyntaxError, UnicodeEncodeError, LookupError):
        return plain


class Compiled(NamedTuple):
    """A text and what was compiled of it."""

    text: str
    code: CodeType


class Imports:
    """What was imported, and from which text. One a process; a fork goes on with a copy.

    ``texts`` are by real path; ``modules`` lead from module name to real path. ``buffers`` are the unsaved
    texts by real path. ``skipped`` are modules that are not imported, with why.
    """

    def __init__(self, roots: Sequence[str], clock: Clock) -> None:
        self.roots = tuple(os.path.join(os.path.realpath(root), "") for root in roots)
        self.clock = clock
        self.buffers: Dict[str, str] = {}
        self.texts: Dict[str, str] = {}
        self.modules: Dict[str, str] = {}
        self.skipped: Dict[str, str] = {}
        self.facts = CodeReader()
        self.codes: Dict[str, Tuple[Compiled, ...]] = {}
        """What was compiled of a file, by real path: of the text on disk, then of the unsaved one."""
        self.count = 0
        self.detached: Dict[str, Dict[str, ModuleType]] = {}
        """Submodules that were kept while their package was dropped, by package."""
        prefixes = {os.path.join(os.path.realpath(p), "") for p in (sys.prefix, sys.exec_prefix)}
        # An environment within the project is not the project; a project within a prefix is.
        self._environments = tuple(p for p in prefixes if any(p.startswith(r) and p != r for r in self.roots))

    def is_project(self, path: str) -> bool:
        """Whether the file at a real path belongs to the project rather than to a library."""
        root = next((root for root in self.roots if path.startswith(root)), None)
        if root is None or path.startswith(self._environments):
            return False
        return not any(part in _LIBRARIES for part in path[len(root) :].split(os.sep))

    def install(self) -> None:
        """Put this in front of the import system."""
        sys.meta_path.insert(0, _Finder(self))

    def _differs(self, path: str, text: str) -> bool:
        """Whether ``text`` is another than was imported or, of what was not, than is on disk."""
        known = self.texts.get(path)
        if known is None and os.path.isfile(path):
            with open(path, "rb") as file:
                known = decoded(file.read())
        return known != text

    def note(self, module: str, path: str) -> None:
        """Know a module that is not imported all the same, so that an edit of it or below it is seen."""
        real = os.path.realpath(path)
        self.modules[module] = real
        try:
            with open(path, "rb") as file:
                self.texts[real] = decoded(file.read()) or ""
        except OSError:
            return

    def text_of(self, path: str) -> Optional[str]:
        """The text that the module at ``path`` would be imported from now."""
        return self.buffers.get(path, self.texts.get(path))

    def overlay(self, buffers: Dict[str, str]) -> Set[str]:
        """Let ``buffers`` be imported from now on. Returns the paths whose text differs from what was
        imported, those that were not imported yet included."""
        changed = {
            path for path, text in buffers.items() if self.is_project(path) and self._differs(path, text)
        }
        self.buffers = {path: text for path, text in buffers.items() if path in changed}
        for path, text in self.buffers.items():
            # Without a time the entry is never compared with the file, so tracebacks show this text.
            linecache.cache[path] = (len(text), None, _lines(text), path)
        importlib.invalidate_caches()
        return changed


def _lines(text: str) -> List[str]:
    return io.StringIO(text, newline=None).readlines()


class _Loader(SourceFileLoader):
    """Compiles the text that counts, and neither reads nor writes a bytecode cache."""

    def __init__(self, fullname: str, path: str, imports: Imports) -> None:
        super().__init__(fullname, path)
        self._imports = imports
        self._real = os.path.realpath(path)

    def get_code(self, fullname: str) -> CodeType:
        buffer = self._imports.buffers.get(self._real)
        if buffer is None:
            data = super().get_data(self.path)
            text = decoded(data)
            source: Any = data
        else:
            source = text = buffer[1:] if buffer.startswith("\ufeff") else buffer
            linecache.cache[self.path] = linecache.cache[self._real]
        if text is not None:
            self._imports.texts[self._real] = text
        self._imports.modules[fullname] = self._real
        code = compile(source, self.path, "exec", dont_inherit=True)
        compiled = Compiled(text or "", code)
        self._imports.codes[self._real] = (*self._imports.codes.get(self._real, ())[:1], compiled)
        return code

    def get_data(self, path: str) -> bytes:
        buffer = self._imports.buffers.get(os.path.realpath(path))
        return super().get_data(path) if buffer is None else encoded(buffer)

    def path_stats(self, path: str) -> Dict[str, Any]:
        raise OSError("bytecode caches of the project are not used")

    def exec_module(self, module: ModuleType) -> None:
        imports = self._imports
        for leaf, submodule in imports.detached.get(module.__name__, {}).items():
            vars(module).setdefault(leaf, submodule)
        imports.count += 1
        imports.clock.inner("import", module.__name__)
        try:
            super().exec_module(module)
        finally:
            imports.clock.end()


class _Finder:
    """As ``importlib.abc.MetaPathFinder``, which takes long to import and is not asked for."""

    def __init__(self, imports: Imports) -> None:
        self._imports = imports

    def find_spec(
        self, fullname: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None
    ) -> Optional[ModuleSpec]:
        spec = None
        for finder in sys.meta_path:
            if finder is not self and hasattr(finder, "find_spec"):
                spec = finder.find_spec(fullname, path, target)
                if spec is not None:
                    break
        if (spec is None or spec.origin is None) and self._imports.buffers:
            spec = self._only_in_a_buffer(fullname, path) or spec
        if spec is None or type(spec.loader) is not SourceFileLoader or spec.origin is None:
            return spec
        if fullname in self._imports.skipped:
            self._imports.note(fullname, spec.origin)
            raise SkippedImportError(self._imports.skipped[fullname])
        if self._imports.is_project(os.path.realpath(spec.origin)):
            spec.loader = _Loader(fullname, spec.origin, self._imports)
            spec.cached = None
        return spec

    def _only_in_a_buffer(self, fullname: str, path: Optional[Sequence[str]]) -> Optional[ModuleSpec]:
        leaf = fullname.rpartition(".")[2]
        for folder in sys.path if path is None else path:
            package = os.path.join(os.path.realpath(folder or os.curdir), leaf)
            for candidate, inside in (
                (os.path.join(package, "__init__.py"), [package]),
                (package + ".py", None),
            ):
                if candidate in self._imports.buffers:
                    loader = SourceFileLoader(fullname, candidate)
                    return spec_from_file_location(
                        fullname, candidate, loader=loader, submodule_search_locations=inside
                    )
        return None


def strays(imports: Imports, folders: Sequence[str]) -> Dict[str, str]:
    """Modules that were imported from below ``folders``, which are no part of the project: real path to
    name. Libraries and our own modules apart."""
    below = tuple(os.path.join(os.path.realpath(folder), "") for folder in folders)
    ours = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "")
    prefixes = tuple(os.path.join(os.path.realpath(p), "") for p in (sys.prefix, sys.exec_prefix))
    found = {}
    for name, module in list(sys.modules.items()):
        path = os.path.realpath(getattr(module, "__file__", None) or "")
        inside = path.startswith(below) and not path.startswith((ours, *imports.roots))
        environment = any(path.startswith(p) and p.startswith(below) and p not in below for p in prefixes)
        if inside and not environment and not any(part in _LIBRARIES for part in path.split(os.sep)):
            found[path] = name
    return found


def drop(imports: Imports, names: Iterable[str]) -> Dict[str, ModuleType]:
    """Forget modules, as if they had never been imported; returns the old ones. Submodules that stay will
    be found again as attributes of a package that is imported anew."""
    names = set(names)
    old = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    for name, module in old.items():
        parent, _, leaf = name.rpartition(".")
        holder = sys.modules.get(parent)
        if holder is not None and vars(holder).get(leaf) is module:
            delattr(holder, leaf)
    for name in list(sys.modules):
        parent, _, leaf = name.rpartition(".")
        if parent in old:
            imports.detached.setdefault(parent, {})[leaf] = sys.modules[name]
    return old
