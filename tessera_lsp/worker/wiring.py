"""Whether what the registry reads of a claims file is something else under the unsaved texts: a flag, a
table, a function that gives the shapes, a name that stood for another shape."""

import ast
import functools
import re
import types
from typing import Any, Dict, FrozenSet, Iterable, List, Optional, Set, Tuple

from .naming import Key, attribute
from .signatures import names_in, plain_code

Words = Optional[FrozenSet[str]]
"""The names of a claims file that wiring may use; None for any."""
_BY_TEXT = frozenset(
    ["vars", "getattr", "dir", "__dict__", "getmembers", "getmembers_static", "attrgetter", "globals"]
    + ["import_module", "__import__", "exec", "eval"]
)
"""By which a name is reached that the text does not tell."""
_WORD = re.compile(r"\w+")
_PLAIN = (str, bytes, int, float, complex, bool, type(None))
_MOST = 5000
"""Values that are looked at, for one module: a table of data is none of shapes."""


class _TooMuchError(Exception):
    """There is more to look at than is worth the while."""


def words_of(texts: Iterable[str]) -> Words:
    """The names that modules between the registry and the claims files may read, by their texts."""
    found: Set[str] = {"__all__"}
    for text in texts:
        found.update(_WORD.findall(text))
    return None if found & _BY_TEXT else frozenset(found)


def reads_otherwise(
    old: types.ModuleType, new: types.ModuleType, words: Words, shapes: Set[Key], known: Set[str]
) -> bool:
    """Whether one of ``words`` means another thing in ``new`` than in ``old``, two imports of one file.

    The code of ``shapes`` does not count, for wiring does not ask them; nor do ``known`` names.
    """
    try:
        return _Outline(old, words, shapes, known).lines() != _Outline(new, words, shapes, known).lines()
    except (_TooMuchError, RecursionError):
        return True


class _Outline:
    """A module's names and what they stand for, in plain values that are equal for two imports of a text."""

    def __init__(self, module: types.ModuleType, words: Words, shapes: Set[Key], known: Set[str]) -> None:
        self._module = module.__name__
        self._names = dict(vars(module))
        self._words, self._shapes, self._known = words, shapes, known
        self._first: Dict[int, str] = {}
        for name, value in self._names.items():
            self._first.setdefault(id(value), name)
        self._used: List[str] = []
        """Further names, by which functions of this module that wiring may call say what they give."""
        self._count = 0

    def lines(self) -> List[Tuple[str, Any]]:
        """In the order of the module, then what is used further."""
        todo = [name for name in self._names if self._words is None or name in self._words]
        seen: Set[str] = set()
        found: List[Tuple[str, Any]] = []
        while todo:
            for name in todo:
                dunder = name.startswith("__") and name != "__all__"
                if name not in seen and name in self._names and not dunder and name not in self._known:
                    seen.add(name)
                    found.append((name, self._plain(self._names[name])))
            todo, self._used = self._used, []
        return found

    def _plain(self, value: Any) -> Any:
        self._count += 1
        if self._count > _MOST:
            raise _TooMuchError
        kind = type(value)
        if kind in _PLAIN:
            return kind.__name__, repr(value)
        if kind in (tuple, list):
            return kind.__name__, [self._plain(one) for one in value]
        if kind in (set, frozenset):
            return kind.__name__, sorted(repr(self._plain(one)) for one in value)
        if kind in (dict, types.MappingProxyType):
            return kind.__name__, [(self._plain(key), self._plain(one)) for key, one in value.items()]
        if kind is re.Pattern:
            return "pattern", repr(value.pattern), value.flags
        if kind is types.ModuleType:
            return "module", value.__name__
        return self._named(value, kind)

    def _named(self, value: Any, kind: type) -> Any:
        if kind is types.FunctionType:
            return self._function(value)
        if kind in (staticmethod, classmethod):
            return kind.__name__, self._plain(value.__func__)
        if kind is functools.partial:
            return "partial", self._plain(value.func), self._plain(value.args), self._plain(value.keywords)
        if isinstance(value, type):
            own = value.__module__ == self._module
            inside = [(key, one) for key, one in vars(value).items() if own and not key.startswith("__")]
            return value.__module__, value.__qualname__, [(key, self._plain(one)) for key, one in inside]
        try:
            inside = list(object.__getattribute__(value, "__dict__").items())
        except Exception:  # it has none, or hinders everybody
            inside = []
        about = kind.__module__, kind.__qualname__, self._first.get(id(value))
        return (*about, [(key, self._plain(one)) for key, one in inside if not key.startswith("__")])

    def _function(self, value: types.FunctionType) -> Any:
        about = (value.__module__, value.__qualname__, self._first.get(id(value)))
        marks = [(key, self._plain(one)) for key, one in vars(value).items() if key != "__wrapped__"]
        if value.__module__ != self._module or about[:2] in self._shapes:
            return (*about, marks)
        self._used += names_in(value.__code__)
        return (*about, marks, plain_code(value.__code__), self._plain(value.__defaults__))


def rows_of(module: Optional[types.ModuleType]) -> Dict[str, Any]:
    """A module's tuples and lists that hold something."""
    if module is None:
        return {}
    return {key: value for key, value in vars(module).items() if isinstance(value, (tuple, list)) and value}


def shape_rows(module: Optional[types.ModuleType]) -> Dict[str, List[str]]:
    """By name, which callables a module's tuples and lists hold."""
    return {
        key: [str(attribute(one, "__qualname__", type(one).__name__)) for one in value]
        for key, value in rows_of(module).items()
        if not key.startswith("__") and all(callable(one) for one in value)
    }


def called_names(text: str) -> Set[str]:
    """The last names of what a text calls; empty where it does not parse."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return set()
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {call.id for call in calls if isinstance(call, ast.Name)} | {
        call.attr for call in calls if isinstance(call, ast.Attribute)
    }
