"""Whether a call comes back."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection

from tessera_lsp.index.bodies.library import ENDING
from tessera_lsp.index.bodies.names import Names
from tessera_lsp.index.facts import FunctionFacts

_ENDERS = frozenset(
    {"abort", "bail", "die", "error", "exit", "fail", "fatal", "never", "panic", "quit", "raise", "reject"}
    | {"skip", "throw", "unreachable"}
)
"""Words of the names of functions that may never come back; those of a logger do."""
_LOGGERS = ("log", "logger", "logging")


def comes_back(
    call: ast.Call, names: Names, endless: Callable[[FunctionFacts], bool], caught: Collection[str] = ()
) -> bool | None:
    """Whether a call comes back; None where its name lets one doubt it, or where it is handed an exception
    that is being handled, by one of the names ``caught``: it may raise it again. ``endless`` tells of a
    function of the module that it never does."""
    if names.dotted(call.func) in ENDING:
        return False
    written = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if isinstance(call.func, ast.Name):
        written = call.func.id
        target = names.meaning(written)
        if isinstance(target, FunctionFacts) and endless(target):
            return False
    if not names.dotted(call.func) and not _is_logger(call.func) and _hands_over(call, caught):
        return None
    words = written.lower().strip("_").split("_")
    return None if not _is_logger(call.func) and not _ENDERS.isdisjoint((words[0], words[-1])) else True


def _hands_over(call: ast.Call, caught: Collection[str]) -> bool:
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return any(isinstance(value, ast.Name) and value.id in caught for value in given)


def _is_logger(function: ast.expr) -> bool:
    """``log.error``, ``self._logger.error``."""
    owner = function.value if isinstance(function, ast.Attribute) else None
    name = owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")
    return str(name).lower().strip("_") in _LOGGERS
