"""What callables and dotted names are called, and where they are written."""

import functools
import importlib
import inspect
import sys
import types
from typing import Any, List, Optional, Set, Tuple

from ..wire import ShapeRef
from .faults import real_path
from .observing import unwrapped

Key = Tuple[str, str]
"""Module and qualified name, without ``<locals>``."""


def attribute(value: object, name: str, default: Any = None) -> Any:
    """``getattr`` of an object that may raise anything on any name."""
    try:
        return getattr(value, name, default)
    except Exception:  # its own ``__getattr__`` or property
        return default


def plain_qualname(qualname: str) -> str:
    """``make.<locals>.shape`` as ``make.shape``: a name that a reader of the text would use."""
    return qualname.replace(".<locals>", "")


def layers(value: Any) -> List[Any]:
    """``value`` and what it stands for: through ``partial``, bound methods, instances and ``__wrapped__``,
    down to the functions that decide."""
    found: List[Any] = []
    todo = [unwrapped(value)]
    while todo and len(found) < 30:
        one = todo.pop(0)
        if any(one is other for other in found):
            continue
        found.append(one)
        if isinstance(one, functools.partial):
            todo.append(one.func)
        elif isinstance(one, types.MethodType):
            todo += [one.__func__, type(one.__self__)]
        elif not isinstance(one, (types.FunctionType, types.BuiltinFunctionType, type)):
            todo.append(type(one))
        wrapped = vars(one).get("__wrapped__") if isinstance(one, types.FunctionType) else None
        if wrapped is not None:
            todo.append(wrapped)
    return found


def keys_of(value: Any) -> Set[Key]:
    """Every name under which the text may speak of a shape."""
    found = set()
    for one in layers(value):
        module, qualname = attribute(one, "__module__"), attribute(one, "__qualname__")
        if not isinstance(module, str) or not isinstance(qualname, str) or module == "builtins":
            continue
        found.add((module, plain_qualname(qualname)))
        if isinstance(one, type):
            found.update(
                (base.__module__, plain_qualname(base.__qualname__) + ".__call__")
                for base in one.__mro__
                if "__call__" in vars(base)
            )
    return found


def lookup(module: str, qualname: str) -> Any:
    """The object of that name, by attributes. Raises ``AttributeError`` or ``KeyError``."""
    value: Any = sys.modules[module]
    for part in qualname.split("."):
        value = getattr(value, part)
    return value


def found_as(value: Any, modules: Tuple[str, ...]) -> Optional[Key]:
    """The name by which ``value`` can be looked up: its own, or one of ``modules``' names bound to it."""
    module, qualname = attribute(value, "__module__"), attribute(value, "__qualname__")
    if isinstance(module, str) and isinstance(qualname, str):
        try:
            if lookup(module, qualname) is value:
                return module, qualname
        except (AttributeError, KeyError):
            pass  # a closure or a decorated function: look for another name
    for name in modules:
        for key, bound in vars(sys.modules[name]).items() if name in sys.modules else ():
            if bound is value:
                return name, key
    return None


def function_of(value: Any) -> Optional[types.FunctionType]:
    """The function that decides for a callable: the innermost one with code of its own."""
    found: Optional[types.FunctionType] = None
    for one in layers(value):
        if isinstance(one, type):
            one = inspect.getattr_static(one, "__call__", None)
        if isinstance(one, types.FunctionType):
            found = one
    return found


def reference(value: Any, place: int, modules: Tuple[str, ...]) -> ShapeRef:
    """Where a runtime shape comes from. ``modules`` are where a name for it is looked for."""
    value = unwrapped(value)
    function = function_of(value)
    key = found_as(value, modules)
    if key is None:
        source = function if function is not None else type(value)
        key = str(getattr(source, "__module__", "")), plain_qualname(getattr(source, "__qualname__", ""))
    if function is None:
        return ShapeRef(key[0], key[1], "", 0, place)
    code = function.__code__
    return ShapeRef(key[0], key[1], real_path(code.co_filename), code.co_firstlineno, place)


def short_name(key: Key) -> str:
    """What a shape is called in a ladder: the last part of its name."""
    return key[1].rpartition(".")[2] if not key[1].endswith(".__call__") else key[1].split(".")[-2]


def resolve(dotted: str) -> Any:
    """The object that a dotted name (``a.b.c`` or ``a.b:c``) leads to, importing what it takes.

    Raises ``LookupError`` where it leads nowhere; what an import raises passes through.
    """
    module, colon, attribute = dotted.partition(":")
    parts = module.split(".")
    tail: List[str] = attribute.split(".") if colon else []
    while parts:
        name = ".".join(parts)
        try:
            value: Any = importlib.import_module(name)
            break
        except ModuleNotFoundError as error:
            if error.name is None or not (name == error.name or name.startswith(error.name + ".")) or colon:
                raise
            tail.insert(0, parts.pop())
    else:
        raise LookupError("no module of %r can be found" % dotted)
    for position, part in enumerate(tail):
        try:
            value = getattr(value, part)
        except AttributeError:
            where = ".".join([*parts, *tail[:position]])
            raise LookupError("%s has no %r" % (where, part)) from None
    return value
