"""Unsaved texts put in the place of what was imported, and the batteries' shapes found again."""

import itertools
import os
import sys
from types import ModuleType
from typing import Any, Dict, List, Optional, Sequence, Set, Tuple

from .batteries import Held
from .importing import drop
from .naming import attribute, function_of, keys_of, lookup
from .signatures import reached_code
from .wiring import called_names, reads_otherwise, rows_of, shape_rows, words_of
from .workspace import Workspace

Rewired = Optional[Tuple[Any, ...]]
"""A battery's shapes under the unsaved texts; None where only the registry can tell."""


class Overlay:
    """One set of unsaved texts in a process that was forked for it."""

    def __init__(self, workspace: Workspace, buffers: Dict[str, str]) -> None:
        self.workspace = workspace
        self.buffers = buffers
        self.changed = False
        self._old: Dict[str, ModuleType] = {}
        self.edited: Set[str] = set()

    def apply(self) -> None:
        """Import what the texts concern anew, and set the shapes of every battery."""
        workspace = self.workspace
        imports = workspace.imports
        paths = imports.overlay(self.buffers)
        if not paths:
            return
        self.changed = True
        known = set(imports.modules.values())
        self.edited = {module for module, path in imports.modules.items() if path in paths}
        unknown = [path for path in paths if path not in known]
        dropped = workspace.dependencies.dependents(self.edited)
        waiting = self._waiting_for(unknown)
        dropped |= workspace.dependencies.dependents(waiting) if waiting else set()
        workspace.dependencies.forget_held()
        self._old = drop(imports, dropped)
        workspace.give_another_try(dropped)
        core = workspace.core[0]
        lost_core = core in self._old or core not in sys.modules
        if lost_core:
            workspace.forget_verifier()
        batteries = workspace.batteries
        workspace.ensure_imported([name for name in workspace.entries() if name != workspace.load.registry])
        if batteries is None:
            return
        if lost_core and core in self.edited:
            workspace.try_verifier()
        self._place(batteries)

    def _waiting_for(self, paths: Sequence[str]) -> Set[str]:
        """Modules imported already that name a module which so far is only in a buffer."""
        if not paths:
            return set()
        leaves = set()
        for path in paths:
            stem = os.path.splitext(path)[0]
            stem = os.path.dirname(stem) if os.path.basename(stem) == "__init__" else stem
            leaves.add(os.path.basename(stem))
        dependencies = self.workspace.dependencies
        return {
            module
            for module in self.workspace.imports.modules
            if leaves & {name.rpartition(".")[2] for name in dependencies.of(module)}
        }

    # ------------------------------------------------------------ batteries

    def _place(self, batteries: List[Held]) -> None:
        workspace = self.workspace
        stale = {held.name for held in batteries if self._graph_is_stale(held)}
        rewired = {held.name: self._shapes_of(held) for held in batteries}
        lost = any(shapes is None for shapes in rewired.values())
        # Where the saved project has none, the texts may mend what kept it from that.
        if stale or lost or not batteries or self._wiring_changed(batteries):
            before = {held.name: held.parts() for held in batteries}
            batteries = self._ask_registry(batteries)
            if self.edited - set(workspace.load.claims):
                stale |= {h.name for h in batteries if h.name in before and not _same(before[h.name], h)}
        else:
            for held in batteries:
                shapes = rewired[held.name]
                if shapes is not None and not held.broken:
                    held.set_shapes(shapes)
        for held in batteries:
            held.stale = held.name in stale or self._reaches_answers(held)
            if held.name in stale:
                held.forget_graph()
                workspace.give_another_try([held.name])
            self._renew_claim_class(held)
        workspace.batteries = batteries

    def _ask_registry(self, batteries: List[Held]) -> List[Held]:
        """The batteries as the unsaved registry makes them; each keeps what is held under its name."""
        workspace = self.workspace
        workspace.ensure_imported([workspace.load.registry])
        known = {held.name: held for held in batteries}
        fresh = workspace.call_for_batteries()
        if not fresh:
            for held in batteries:
                held.broken = held.broken or "the unsaved registry builds no batteries"
            return batteries
        for held in fresh:
            old = known.get(held.name)
            if old is not None:
                held.take_over(old)
        return fresh

    def _renew_claim_class(self, held: Held) -> None:
        kind = held.claim_class
        if kind is None or kind.__module__ not in self._old:
            return
        self.workspace.ensure_imported([kind.__module__])
        try:
            held.claim_class = lookup(kind.__module__, kind.__qualname__)
        except (AttributeError, KeyError):
            held.claim_class = held.template = None

    def _graph_is_stale(self, held: Held) -> bool:
        """Whether the held graph is not what the unsaved texts would build: its classes are others now, or
        the code that builds it was edited (claims files do not count: they hold shapes). What the registry
        itself says is seen when it is asked."""
        if any(kind.__module__ in self._old for kind in held.classes):
            return True
        load = self.workspace.load
        if any(self._rewritten(builder) for builder in held.builders.values()):
            return True
        edited = self.edited - set(load.claims) - {load.registry}
        modules = {module for builder in held.builders.values() for module, _ in keys_of(builder)}
        reach = self.workspace.dependencies.reach
        if edited & reach(modules, but=load.claims):
            return True
        # The core judges; where the registry imports it, no graph comes of that.
        return bool((edited - {self.workspace.core[0]}) & reach([load.registry], but=load.claims))

    def _rewritten(self, builder: Any) -> bool:
        """Whether a builder that is written in an edited claims file does something else now."""
        function = function_of(builder)
        module = attribute(function, "__module__", "")
        if function is None or module not in self.edited or module not in self.workspace.load.claims:
            return False
        try:
            again = function_of(lookup(module, function.__qualname__))
        except (AttributeError, KeyError):
            return True  # the registry must tell what builds the graph now
        return again is None or reached_code(again) != reached_code(function)

    def _reaches_answers(self, held: Held) -> bool:
        """Whether the edit reaches the harness or the battery's answers; what only judges does not count."""
        load = self.workspace.load
        judging = {*load.claims, load.registry, self.workspace.core[0]}
        start = held.measuring() | self._harness()
        return bool(self.edited & self.workspace.dependencies.reach(start - judging, but=judging))

    def _harness(self) -> Set[str]:
        """The module that the harness is written in, as far as its dotted name tells."""
        parts = self.workspace.load.eval.replace(":", ".").split(".")
        names = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
        return set(itertools.islice((name for name in names if name in self.workspace.imports.modules), 1))

    # ------------------------------------------------------------ shapes

    def _shapes_of(self, held: Held) -> Rewired:
        """The battery's shapes, found again by name."""
        declared = getattr(held.battery, "claim_shapes", None)
        for name in sorted(self.edited):
            old, new = self._old.get(name), sys.modules.get(name)
            for key, value in vars(old).items() if old is not None and declared else ():
                if value is declared and isinstance(declared, (tuple, list)):
                    if new is None:
                        held.broken = self._why_missing(name)
                        return held.shapes
                    again = vars(new).get(key)
                    return tuple(again) if isinstance(again, (tuple, list)) else None
        found = []
        for shape, (module, qualname) in zip(held.shapes, held.keys):
            if module not in self._old:
                found.append(shape)
                continue
            self.workspace.ensure_imported([module])
            if module not in sys.modules:
                held.broken = self._why_missing(module)
                return held.shapes
            try:
                again = lookup(*(found_as_before(shape, self._old) or (module, qualname)))
            except (AttributeError, KeyError):
                return None
            if not callable(again) or isinstance(again, type):
                return None
            found.append(again)
        return tuple(found)

    def _why_missing(self, module: str) -> str:
        fault = self.workspace.failed.get(module)
        return "%s does not import: %s" % (module, fault.message if fault is not None else "it is gone")

    def _wiring_changed(self, batteries: List[Held]) -> bool:
        """Whether the edit may have changed which shapes are declared, so that the registry must be asked."""
        workspace = self.workspace
        load, dependencies = workspace.load, workspace.dependencies
        if load.registry in self.edited:
            return True
        claims = set(load.claims)
        builders = dependencies.reach([load.registry]) - claims
        if any(module in builders and self._reaches_claims(module, claims) for module in self.edited):
            return True
        kinds = {type(held.battery).__name__ for held in batteries}
        for name in self.edited & claims:
            text = workspace.imports.text_of(workspace.imports.modules.get(name, "")) or ""
            if any(kind in text for kind in kinds) and called_names(text) & kinds:
                return True
            old, new = self._old.get(name), sys.modules.get(name)
            carried = any(
                value is getattr(held.battery, "claim_shapes", None)
                for held in batteries
                for value in rows_of(old).values()
            )
            if new is not None and not carried and shape_rows(old) != shape_rows(new):
                return True
        return self._read_otherwise(batteries, builders, claims)

    def _read_otherwise(self, batteries: List[Held], builders: Set[str], claims: Set[str]) -> bool:
        """Whether a claims file that is imported anew gives the registry something else than it did."""
        imports, dependencies = self.workspace.imports, self.workspace.dependencies
        readers: Set[str] = set()
        grew = True
        while grew:
            more = {name for name in builders - readers if dependencies.of(name) & (claims | readers)}
            grew = bool(more)
            readers |= more
        words = words_of(imports.text_of(imports.modules[name]) or "" for name in sorted(readers))
        shapes = {key for held in batteries for key in held.keys}
        for name in sorted(claims & set(self._old)):
            old, new = self._old[name], sys.modules.get(name)
            carried = self._carried(name, batteries)
            if new is not None and reads_otherwise(old, new, words, shapes, carried):
                return True
        return False

    def _carried(self, name: str, batteries: List[Held]) -> Set[str]:
        """The names in an edited claims file of rows that batteries declare as they are, where there are no
        other batteries with shapes of this file: these rows were found again."""
        if name not in self.edited:
            return set()
        concerned = [held for held in batteries if any(module == name for module, _ in held.keys)]
        declared = [getattr(held.battery, "claim_shapes", None) for held in concerned]
        rows = rows_of(self._old[name])
        if not all(any(row is one for row in rows.values()) for one in declared):
            return set()
        return {key for key, row in rows.items() if any(row is one for one in declared)}

    def _reaches_claims(self, module: str, claims: Set[str]) -> bool:
        return bool(self.workspace.dependencies.reach([module]) & claims)


def _same(parts: Dict[str, Any], held: Held) -> bool:
    """Whether a battery that the registry made anew has the very parts that it had, or equal settings."""
    now = held.parts()
    return parts.keys() == now.keys() and all(
        now[name] is part or (isinstance(part, (str, int, float, bool)) and now[name] == part)
        for name, part in parts.items()
    )


def found_as_before(value: Any, old: Dict[str, ModuleType]) -> Optional[Tuple[str, str]]:
    """The name that ``value`` had in one of the modules that were dropped."""
    module, qualname = attribute(value, "__module__"), attribute(value, "__qualname__")
    if isinstance(module, str) and module in old and isinstance(qualname, str):
        found: Any = old[module]
        for part in qualname.split("."):
            found = getattr(found, part, None)
        if found is value:
            return module, qualname
    for name in sorted(old):
        for key, bound in vars(old[name]).items():
            if bound is value:
                return name, key
    return None
