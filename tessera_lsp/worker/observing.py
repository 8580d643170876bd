"""Seeing calls of a function under all its names, by putting other code into it.

Patching names misses a verifier that was imported under another name, kept in a class or in a default
argument. The function object itself stays, so identity, defaults and attributes hold; its code becomes a
trampoline of the same signature that calls a hook with the real function and the arguments.
"""

import functools
import inspect
import types
import warnings
from typing import Any, Callable, Dict, List, Tuple

from .faults import TRAMPOLINES

Hook = Callable[[Callable[..., Any], Tuple[Any, ...], Dict[str, Any]], Any]
"""``hook(real, args, kwargs)`` stands for ``real(*args, **kwargs)``."""

_HERE = 7_046_029_254_386_353_131
"""The constant in whose place the hook is put: a name would have to live in the user's module."""


def is_plain(value: object) -> bool:
    """Whether ``value`` can be observed by its code."""
    return isinstance(value, types.FunctionType)


def _trampoline(code: types.CodeType, call: Callable[..., Any]) -> types.CodeType:
    names = list(code.co_varnames)
    positional, keyword_only = code.co_argcount, code.co_kwonlyargcount
    only = code.co_posonlyargcount
    parameters = names[:only] + (["/"] if only else []) + names[only:positional]
    arguments = names[:positional]
    keywords = names[positional : positional + keyword_only]
    rest = names[positional + keyword_only :]
    if code.co_flags & inspect.CO_VARARGS:
        star = rest.pop(0)
        parameters.append("*" + star)
        arguments.append("*" + star)
    elif keywords:
        parameters.append("*")
    parameters += keywords
    arguments += ["%s=%s" % (name, name) for name in keywords]
    if code.co_flags & inspect.CO_VARKEYWORDS:
        parameters.append("**" + rest[0])
        arguments.append("**" + rest[0])
    # A function takes only code with as many free variables as its own; these are named and never read.
    cells = ["_cell_%d" % index for index in range(len(code.co_freevars))]
    lines = ["def outer():"]
    lines += [" %s = None" % cell for cell in cells]
    lines += [" def inner(%s):" % ", ".join(parameters)]
    lines += ["  if 0: %s" % ", ".join(cells)] if cells else []
    lines += ["  return %d(%s)" % (_HERE, ", ".join(arguments)), " return inner"]
    made = _inner("\n".join(lines))
    changes: Dict[str, Any] = {
        "co_consts": tuple(call if const == _HERE else const for const in made.co_consts),
        "co_filename": code.co_filename,
        "co_name": code.co_name,
        "co_firstlineno": code.co_firstlineno,
    }
    if hasattr(code, "co_qualname"):
        changes["co_qualname"] = code.co_qualname
    return made.replace(**changes)


@functools.lru_cache(maxsize=256)
def _inner(text: str) -> types.CodeType:
    """The code of the function that ``text`` makes; most shapes have the same parameters."""
    scope: Dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        exec(compile(text, "<observation>", "exec"), scope)
    made: types.CodeType = scope["outer"]().__code__
    return made


def _real(function: types.FunctionType) -> types.FunctionType:
    real = types.FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    real.__kwdefaults__ = function.__kwdefaults__
    real.__qualname__, real.__module__ = function.__qualname__, function.__module__
    real.__dict__.update(function.__dict__)
    return real


class Observation:
    """One function that is being observed until ``undo``."""

    def __init__(self, function: types.FunctionType, hook: Hook) -> None:
        self.function, self.code = function, function.__code__
        real = _real(function)

        def call(*args: Any, **kwargs: Any) -> Any:
            return hook(real, args, kwargs)

        made = _trampoline(self.code, call)
        TRAMPOLINES.add(made)
        function.__code__ = made

    def undo(self) -> None:
        """Give the function its own code back."""
        TRAMPOLINES.discard(self.function.__code__)
        self.function.__code__ = self.code


class Observations:
    """Several observed functions; each only once."""

    def __init__(self) -> None:
        self.made: List[Observation] = []

    def add(self, function: types.FunctionType, hook: Hook) -> None:
        """Observe ``function`` unless it is observed already."""
        if all(one.function is not function for one in self.made):
            self.made.append(Observation(function, hook))

    def undo(self) -> None:
        """Undo all, last first."""
        while self.made:
            self.made.pop().undo()


class Wrapped:
    """Stands for a callable that has no code of its own (a ``partial``, an instance, a builtin, a bound
    method) where it is handed to the verifier. All but the call goes to the real one."""

    def __init__(self, real: Any, hook: Hook) -> None:
        object.__setattr__(self, "_observed", (real, hook))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        real, hook = object.__getattribute__(self, "_observed")
        return hook(real, args, kwargs)

    def __getattribute__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "_observed")[0], name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(object.__getattribute__(self, "_observed")[0], name, value)

    def __eq__(self, other: object) -> bool:
        real = object.__getattribute__(self, "_observed")[0]
        return bool(real == unwrapped(other))

    def __hash__(self) -> int:
        return hash(object.__getattribute__(self, "_observed")[0])

    def __repr__(self) -> str:
        return repr(object.__getattribute__(self, "_observed")[0])


def unwrapped(value: Any) -> Any:
    """The callable behind a ``Wrapped``, or the value itself."""
    return object.__getattribute__(value, "_observed")[0] if type(value) is Wrapped else value
