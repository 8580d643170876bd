"""Scopes as Python has them: which variable a name is, from where it is written."""

from __future__ import annotations

from typing import Literal

from tessera_lsp.index.facts import Imported
from tessera_lsp.index.names.model import MODULE, Variable

ScopeKind = Literal["module", "function", "class", "comprehension"]


class Scopes:
    """All scopes of a module, numbered as they are met; 0 is the module."""

    def __init__(self) -> None:
        self.kinds: list[ScopeKind] = ["module"]
        self.parents: list[int] = [-1]
        self.bound: list[dict[str, list[Imported | None]]] = [{}]
        self._elsewhere: list[dict[str, Literal["global", "nonlocal"]]] = [{}]

    def add(self, kind: ScopeKind, parent: int) -> int:
        """A new scope within ``parent``."""
        self.kinds.append(kind)
        self.parents.append(parent)
        self.bound.append({})
        self._elsewhere.append({})
        return len(self.kinds) - 1

    def declare(self, scope: int, name: str, where: Literal["global", "nonlocal"]) -> None:
        """``global name`` or ``nonlocal name``."""
        self._elsewhere[scope][name] = where

    def bind(self, scope: int, name: str, imported: Imported | None = None) -> None:
        """``name`` is bound in ``scope``, by an import or otherwise."""
        self.bound[scope].setdefault(name, []).append(imported)

    def walrus(self, scope: int) -> int:
        """The scope in which ``:=`` binds: that around all comprehensions."""
        while self.kinds[scope] == "comprehension":
            scope = self.parents[scope]
        return scope

    def variable(self, scope: int, name: str) -> Variable:
        """The variable that ``name`` is in ``scope``. What nothing binds is the module's: a builtin, or a
        name of a star import."""
        at, first = scope, True
        while at > MODULE:
            declared = self._elsewhere[at].get(name)
            if declared == "global":
                break
            if declared is None and name in self.bound[at] and (first or self.kinds[at] != "class"):
                return Variable(at, name)
            # What stands in a class is not seen from the functions within.
            first = False
            at = self.parents[at]
        return Variable(MODULE, name)

    def bindings(self) -> dict[Variable, tuple[Imported | None, ...]]:
        """What each variable was bound to; ``global`` and ``nonlocal`` lead to the variable meant."""
        out: dict[Variable, list[Imported | None]] = {}
        for scope, names in enumerate(self.bound):
            for name, targets in names.items():
                out.setdefault(self.variable(scope, name), []).extend(targets)
        return {variable: tuple(targets) for variable, targets in out.items()}
