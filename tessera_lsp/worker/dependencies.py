"""Who imports whom among the project's modules, by their texts and by what they hold."""

import ast
import os
import sys
from types import FunctionType, ModuleType
from typing import Dict, Iterable, List, Set, Tuple

from .codefacts import Import
from .importing import Imports


class Dependencies:
    """Who imports whom among the project's modules, by their texts and by what they hold."""

    def __init__(self, imports: Imports) -> None:
        self._imports = imports
        self._known: Dict[str, Tuple[str, Set[str]]] = {}
        self._held: Dict[str, Set[str]] = {}

    def of(self, module: str) -> Set[str]:
        """The modules that ``module`` imports directly, by the text that counts now."""
        path = self._imports.modules.get(module, "")
        text = self._imports.text_of(path) or ""
        known = self._known.get(module)
        if known is None or known[0] != text:
            is_package = os.path.basename(path) == "__init__.py"
            known = self._known[module] = (text, self._read(path, text, module, is_package))
        return known[1]

    def _read(self, path: str, text: str, module: str, is_package: bool) -> Set[str]:
        compiled = [one.code for one in self._imports.codes.get(path, ()) if one.text == text]
        if not compiled:
            return imported_names(text, module, is_package)
        # What was compiled tells it as well, and need not be parsed again.
        return _absolute(self._imports.facts.of(compiled[0]).imports, module, is_package)

    def warm(self) -> None:
        """Read every module's imports now rather than at the first edit."""
        for module in list(self._imports.modules):
            self.of(module)

    def reach(self, start: Iterable[str], but: Iterable[str] = ()) -> Set[str]:
        """``start`` and all project modules that they import, directly or not; ``but`` are neither among
        them nor followed."""
        found: Set[str] = set()
        todo, left_out = list(start), set(but)
        while todo:
            module = todo.pop()
            if module in found or module in left_out or module not in self._imports.modules:
                continue
            found.add(module)
            todo += self.of(module)
        return found

    def dependents(self, edited: Iterable[str]) -> Set[str]:
        """``edited`` and all project modules that import one of them, directly or not, in their text or as
        a value of their namespace."""
        hit = set(edited)
        rest = [name for name in self._imports.modules if name not in hit]
        grew = True
        while grew:
            grew = False
            for name in list(rest):
                if self.of(name) & hit or self._holds(name, hit):
                    hit.add(name)
                    rest.remove(name)
                    grew = True
        return hit

    def note_held(self) -> None:
        """Look now at what the modules hold: it stays so until other code runs."""
        self._held = {name: _held_of(name) for name in self._imports.modules}

    def forget_held(self) -> None:
        """Other code is about to run."""
        self._held.clear()

    def _holds(self, name: str, modules: Set[str]) -> bool:
        held = self._held.get(name)
        return not modules.isdisjoint(_held_of(name) if held is None else held)


def _held_of(name: str) -> Set[str]:
    """The modules, other than this one, that values of its namespace are or come from."""
    module = sys.modules.get(name)
    found: Set[str] = set()
    for value in list(vars(module).values()) if module is not None else ():
        if isinstance(value, ModuleType):
            if value.__name__.rpartition(".")[0] != name:
                found.add(value.__name__)
        elif isinstance(value, (type, FunctionType)):
            found.add(value.__module__)
    found.discard(name)
    return found


def imported_names(text: str, module: str, is_package: bool) -> Set[str]:
    """Every module that ``text`` may import, at its top or within functions: absolute names, parents
    included. Empty where it does not parse."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return set()
    found: List[Import] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(0, alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((node.level, node.module or "", tuple(alias.name for alias in node.names)))
    return _absolute(found, module, is_package)


def _absolute(imports: Iterable[Import], module: str, is_package: bool) -> Set[str]:
    found: Set[str] = set()
    for level, base, names in imports:
        if level:
            parts = module.split(".") if is_package else module.split(".")[:-1]
            parts = parts[: len(parts) - level + 1]
            base = ".".join([*parts, base] if base else parts)
        found.add(base)
        found.update(base + "." + name for name in names)
    parents = {name.rsplit(".", depth)[0] for name in found for depth in range(1, name.count(".") + 1)}
    return (found | parents) - {""}
