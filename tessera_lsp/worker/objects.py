"""One object as a fingerprint's walk sees it: what it is by itself, and what lies behind it."""

import builtins
import functools
import re
import sys
import types
from collections import OrderedDict, defaultdict, deque
from typing import Any, Callable, Dict, FrozenSet, List, Tuple

from .importing import Imports
from .nodes import LEAVES, NOTHING_KEPT, WORLD, Child, Names, Node, elements, pairs, state

_SHOWN = {
    *(("datetime", name) for name in ("date", "datetime", "time", "timedelta", "timezone")),
    *(("operator", name) for name in ("itemgetter", "attrgetter", "methodcaller")),
    *(("pathlib", name) for name in ("PosixPath", "PurePosixPath")),
    ("decimal", "Decimal"),
    ("fractions", "Fraction"),
    ("uuid", "UUID"),
    ("types", "GenericAlias"),
    ("types", "UnionType"),
}
"""Types of libraries whose ``repr`` is their value."""
_ROWS = (tuple, list, deque)
_TABLES = (dict, defaultdict, OrderedDict, types.MappingProxyType)
_DYNAMIC = frozenset(
    ["eval", "exec", "compile", "globals", "locals", "__import__", "import_module", "__globals__", "__doc__"]
)
"""Names behind which anything may lie."""
ANY_NAME = frozenset(
    ["getattr", "hasattr", "vars", "dir", "__dict__", "attrgetter", "methodcaller", "getmembers"]
)
"""Names by which any attribute may be meant."""
_UNSTEADY = frozenset(["setattr", "delattr", "open", "input", "now", "today", "utcnow", "__setattr__"])
_MAKING = frozenset(["__init__", "__new__", "__post_init__", "__setattr__", "__delattr__", "__setstate__"])
"""Methods in which ``object.__setattr__`` only makes what was not there."""
_OUTSIDE = frozenset(
    [
        *("time", "random", "_random", "secrets", "os", "posix", "sys", "io", "_io", "platform", "getpass"),
        *("socket", "select", "http", "requests", "httpx", "sqlite3", "subprocess", "signal", "resource"),
        *("threading", "_thread", "multiprocessing", "concurrent", "asyncio", "contextvars", "weakref", "gc"),
        *("shutil", "tempfile", "glob", "inspect", "traceback", "ctypes"),
    ]
)
"""Modules by which an answer hangs on more than code and claim."""
_SKIPPED = frozenset(
    [
        *("__doc__", "__module__", "__qualname__", "__dict__", "__weakref__", "__firstlineno__"),
        *("__static_attributes__", "__annotations_cache__", "__dataclass_fields__", "__dataclass_params__"),
        *("__builtins__", "__loader__", "__spec__", "__cached__", "_abc_impl"),
    ]
)
_KNOWN_BASES = frozenset(["builtins", "abc", "typing", "enum"])
"""Modules whose classes call no method of a subclass by a name of their own."""
_CACHED: Any = type(functools.lru_cache(maxsize=None)(repr))
_DESCRIPTORS = (
    types.MemberDescriptorType,
    types.GetSetDescriptorType,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
)
_HEAP = 1 << 9
"""The flag of classes that were made by a ``class`` statement."""
_PLAIN: Tuple[Any, ...] = (int, float, str, bytes, complex)


class Objects:
    """Reads objects as they are now; the project's own modules are those of ``imports``."""

    def __init__(self, imports: Imports) -> None:
        self.imports = imports
        self._observed: Dict[int, types.CodeType] = {}
        self._roots: FrozenSet[str] = frozenset()
        self._kinds: Tuple[Tuple[Any, Callable[[Any], Node]], ...] = (
            (types.FunctionType, self._function),
            (type, self._class),
            (types.MethodType, lambda v: Node("method", (("f", v.__func__, None), ("s", v.__self__, None)))),
            ((types.BuiltinFunctionType, types.MethodWrapperType), self._builtin),
            (functools.partial, self._partial),
            ((staticmethod, classmethod), lambda v: Node(type(v).__name__, (("f", v.__func__, None),))),
            (property, lambda v: Node("property", (("g", v.fget, None), ("s", v.fset, None)))),
            (_CACHED, self._cached),
            (types.CellType, self._cell),
            (re.Pattern, lambda v: Node("pattern %r %d" % (v.pattern, v.flags))),
        )

    def begin(self, observed: Dict[int, types.CodeType]) -> None:
        """``observed``: by ``id``, the code that functions had before they were observed."""
        self._observed = observed
        self._roots = frozenset(name.partition(".")[0] for name in self.imports.modules)

    def read(self, value: Any, names: Names = None) -> Node:
        """The object as it is now."""
        kind = type(value)
        if kind in LEAVES:
            return Node("%s %r" % (kind.__name__, value))
        if issubclass(kind, types.ModuleType):
            return self._module(value, names)
        if kind in _ROWS:
            rows = tuple((str(at), item, None) for at, item in enumerate(value))
            return Node(kind.__name__, rows, kind is not tuple)
        if kind in _TABLES:
            return Node(kind.__name__, tuple(pairs(value.items())), True)
        if kind in (set, frozenset):
            return elements(value)
        for wanted, read in self._kinds:
            if issubclass(kind, wanted):  # not isinstance, which asks the object itself
                return read(value)
        return self._instance(value)

    # ------------------------------------------------------------ code

    def _function(self, function: types.FunctionType) -> Node:
        code = self._observed.get(id(function), function.__code__)
        home = str(function.__globals__.get("__name__", ""))
        own = home in self.imports.modules or "__file__" not in function.__globals__
        children: List[Child] = [("defaults", function.__defaults__, None)]
        children += [("kwdefaults", function.__kwdefaults__, None)]
        children += [("cell%d" % n, cell, None) for n, cell in enumerate(function.__closure__ or ())]
        children += [("." + name, value, None) for name, value in vars(function).items()]
        head = "function %s.%s" % (function.__module__, function.__qualname__)
        if not own:
            return self._library(head, home, children)
        facts = self.imports.facts.of(code)
        making = _MAKING if function.__name__ in _MAKING else frozenset()
        if facts.writes_globals or facts.writes_outside or not facts.names.isdisjoint(_UNSTEADY - making):
            return NOTHING_KEPT
        names = facts.names if facts.names.isdisjoint(ANY_NAME) else None
        world = not facts.names.isdisjoint(_DYNAMIC)
        for level, name, _ in facts.imports:
            root = name.partition(".")[0]
            if level or root in self._roots or root not in sys.modules:
                world = True
            else:
                children.append(("import " + name, sys.modules[root], facts.names))
        held, built_in = function.__globals__, vars(builtins)
        for name in facts.ordered:
            if name in held:
                value = held[name]
                children.append((name, value, names if issubclass(type(value), types.ModuleType) else None))
            elif type(built_in.get(name)) is types.FunctionType:
                children.append((name, built_in[name], None))
        head = "%s%s %s" % (WORLD if world else "", head, facts.digest)
        return Node(head, tuple(children), False, facts.names)

    def _library(self, head: str, module: str, children: List[Child]) -> Node:
        if not _OUTSIDE.isdisjoint(module.split(".")):
            return NOTHING_KEPT
        return Node("library " + head, tuple(children))

    def _builtin(self, value: Any) -> Node:
        bound = getattr(value, "__self__", None)
        head = "builtin %s.%s" % (getattr(value, "__module__", ""), value.__qualname__)
        if value.__name__ in _UNSTEADY:
            return NOTHING_KEPT
        inner: List[Child] = (
            [] if bound is None or isinstance(bound, types.ModuleType) else [("s", bound, None)]
        )
        return self._library(head, str(getattr(value, "__module__", "") or ""), inner)

    def _partial(self, value: Any) -> Node:
        parts = (("f", value.func, None), ("a", value.args, None), ("k", value.keywords, None))
        return Node("partial", (*parts, ("d", vars(value), None)))

    def _cached(self, value: Any) -> Node:
        # What a memo holds is what its function says; a function that says another thing each time is
        # not kept for its own sake.
        return Node("cached", (("f", value.__wrapped__, None),))

    def _cell(self, cell: Any) -> Node:
        try:
            return Node("cell", (("v", cell.cell_contents, None),), True)
        except ValueError:
            return Node("empty cell", (), True)

    # ------------------------------------------------------------ what holds others

    def _module(self, module: types.ModuleType, names: Names) -> Node:
        name = module.__name__
        if not _OUTSIDE.isdisjoint(name.split(".")) and name not in self.imports.modules:
            return NOTHING_KEPT
        held = vars(module)
        if names is None and name not in self.imports.modules:
            return Node("library " + name)
        children: List[Child] = []
        for key in sorted(held if names is None else names & held.keys()):
            if key not in _SKIPPED:
                value = held[key]
                children.append((key, value, names if issubclass(type(value), types.ModuleType) else None))
        if names is not None and "__getattr__" in held:
            children.append(("__getattr__", held["__getattr__"], None))
        return Node("module " + name, tuple(children))

    def _class(self, cls: type) -> Node:
        head = "class %s.%s" % (cls.__module__, cls.__qualname__)
        if cls.__module__ not in self.imports.modules:
            return self._library(head, cls.__module__, [])
        children: List[Child] = [("base%d" % n, base, None) for n, base in enumerate(cls.__bases__)]
        children.append(("meta", type(cls), None))
        held: List[Child] = [(key, value, None) for key, value in vars(cls).items() if key not in _SKIPPED]
        known = self._roots | _KNOWN_BASES
        open_ended = any(base.__module__.partition(".")[0] not in known for base in cls.__mro__)
        always = [one for one in held if open_ended or one[0].startswith("__")]
        return Node(head, (*children, *always), False, frozenset(), tuple(o for o in held if o not in always))

    def _instance(self, value: Any) -> Node:
        cls = type(value)
        module, name = cls.__module__, cls.__qualname__
        root = module.partition(".")[0]
        head = "instance %s.%s" % (module, name)
        if (module, name) in _SHOWN or root == "typing":
            return Node("%s %r" % (head, value))
        if root in ("logging", "__future__"):  # what is logged decides nothing
            return Node(head)
        if root in _OUTSIDE:
            return NOTHING_KEPT
        if cls in _DESCRIPTORS:
            return Node("%s %s" % (head, getattr(value, "__name__", "")))
        children: List[Child] = [("class", cls, None)]
        children += [(key, held, None) for key, held in state(value)]
        for base in _PLAIN:
            if issubclass(cls, base):
                children.append(("value", base.__repr__(value), None))
        if issubclass(cls, tuple):
            children.append(("rows", tuple(tuple.__iter__(value)), None))
        elif issubclass(cls, list):
            children += [("row", one, None) for one in list.__iter__(value)]
        elif issubclass(cls, dict):
            children += list(pairs(dict.items(value)))
        elif not all(base is object or base.__flags__ & _HEAP for base in cls.__mro__ if base not in _PLAIN):
            head = WORLD + head  # a state in C that nobody sees
        return Node(head, tuple(children), True)
