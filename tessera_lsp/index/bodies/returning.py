"""Whether a call comes back."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tessera_lsp.index.bodies.library import ENDING
from tessera_lsp.index.bodies.names import Names
from tessera_lsp.index.facts import FunctionFacts

_ENDERS = frozenset(
    {"abort", "bail", "die", "error", "exit", "fail", "fatal", "never", "panic", "quit", "raise", "reject"}
    | {"skip", "throw", "unreachable"}
)
"""Words of the names of functions that may never come back; those of a logger do."""
_LOGGERS = ("log", "logger", "logging")


def comes_back(call: ast.Call, names: Names, endless: Callable[[FunctionFacts], bool]) -> bool | None:
    """Whether a call comes back; None where its name lets one doubt it. ``endless`` tells of a function of
    the module that it never does."""
    if names.dotted(call.func) in ENDING:
        return False
    written = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if isinstance(call.func, ast.Name):
        written = call.func.id
        target = names.meaning(written)
        if isinstance(target, FunctionFacts) and endless(target):
            return False
    words = written.lower().strip("_").split("_")
    return None if not _is_logger(call.func) and not _ENDERS.isdisjoint((words[0], words[-1])) else True


def _is_logger(function: ast.expr) -> bool:
    """``log.error``, ``self._logger.error``."""
    owner = function.value if isinstance(function, ast.Attribute) else None
    name = owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")
    return str(name).lower().strip("_") in _LOGGERS
