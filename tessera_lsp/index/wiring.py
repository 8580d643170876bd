"""Which batteries the registry builds, and what each declares."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tessera_lsp.index.calls import returned_value
from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.facts import Assigned, CallSite, FunctionFacts, ModuleFacts, Parameter, Scope
from tessera_lsp.index.lookup import Modules
from tessera_lsp.index.model import BatteryDefinition, Declaration, Trail
from tessera_lsp.index.values import (
    Anonymous,
    BatteryValue,
    Entries,
    Entry,
    Frame,
    Function,
    Place,
    Unknown,
    Value,
    is_made,
    keys_of,
)
from tessera_lsp.project import Project
from tessera_lsp.text import Position, Span


@dataclass(frozen=True)
class Wiring:
    """The batteries: those of ``batteries()`` first, in its order. ``complete``: all of it could be read.
    ``unlisted``: where the value of ``batteries()`` could not be followed further."""

    batteries: tuple[BatteryDefinition, ...] = ()
    complete: bool = True
    unlisted: Trail | None = None
    entered: frozenset[tuple[str, str]] = frozenset()
    """The functions whose bodies were read for it, by path and qualified name."""
    entry: Trail | None = None
    """Where the function or constant that gives the batteries is named."""

    @cached_property
    def entered_in(self) -> Mapping[str, set[str]]:
        """The qualified names of ``entered``, by path."""
        found: dict[str, set[str]] = {}
        for path, qualname in self.entered:
            found.setdefault(path, set()).add(qualname)
        return found

    @cached_property
    def settled(self) -> bool:
        """Whether every name was found and every trail followed."""
        entries = [entry for battery in self.batteries for entry in battery.declarations]
        return self.complete and not any(entry.missing or entry.target is None for entry in entries)

    @cached_property
    def pointed_into(self) -> frozenset[str]:
        """The files that it has positions of."""
        found = {self.unlisted.path} if self.unlisted is not None else set()
        for battery in self.batteries:
            found |= {battery.path, battery.hidden_path, battery.shapes_path}
            found |= {declaration.path for declaration in battery.declarations}
            if battery.trail is not None:
                found.add(battery.trail.path)
        return frozenset(found)

    @cached_property
    def written_in(self) -> frozenset[str]:
        """The files in which batteries are built and shapes are declared."""
        entries = (entry.path for battery in self.batteries for entry in battery.declarations)
        return frozenset((*(battery.path for battery in self.batteries), *entries))

    @cached_property
    def declared(self) -> Mapping[str, frozenset[str]]:
        """Qualified names of the declared shapes, by module."""
        declared: dict[str, set[str]] = {}
        for battery in self.batteries:
            for declaration in battery.declarations:
                for key in (declaration.target, *declaration.also):
                    if key is not None:
                        declared.setdefault(key[0], set()).add(key[1])
        return {module: frozenset(names) for module, names in declared.items()}


def read_wiring(project: Project, modules: Modules) -> Wiring:
    """Evaluate what ``batteries()`` gives, and look at every other call that declares shapes: in the
    registry, in the modules that this led to, and in the project's other ``sites``."""
    if project.registry is None:
        return Wiring()
    registry = modules.by_path(project.registry)
    evaluator = Evaluator(modules)
    listed, complete, unlisted = _listed(project, registry, evaluator)
    near = {facts.path for facts in modules.used.values()}
    others = [value for facts in _with_sites(project, modules) for value in _unlisted(facts, evaluator, near)]
    known = {id(value) for value in listed}
    calls = {id(value.call) for value in listed}
    rest = [
        value
        for value in (*evaluator.batteries, *others)
        if id(value) not in known and id(value.call) not in calls
    ]
    callees = {_last_name(value) for value in listed}
    batteries = [_definition(value, listed=True, builds=True) for value in listed]
    for value in _distinct(rest):
        if not any(keys_of(e.value) for e in value.shapes.entries) and value.place.path not in near:
            continue
        builds = _last_name(value).endswith("Battery") or _last_name(value) in callees
        batteries.append(_definition(value, listed=not (complete and builds), builds=builds))
    complete = complete and all(battery.complete for battery in batteries)
    entry = _entry(project, registry, modules)
    return Wiring(tuple(batteries), complete, unlisted, frozenset(evaluator.entered), entry)


def _entry(project: Project, registry: ModuleFacts, modules: Modules) -> Trail | None:
    module, _, name = project.batteries.rpartition(".")
    facts = registry if module in ("", project.registry_module) else modules.find(module)
    facts = modules.telling(facts, name) if facts is not None else None
    target = facts.scope.names[name][-1].target if facts is not None and facts.scope.names.get(name) else None
    if facts is None or not isinstance(target, FunctionFacts | Assigned):
        return None
    return Trail(facts.path, target.name_span, name)


def _listed(
    project: Project, registry: ModuleFacts, evaluator: Evaluator
) -> tuple[list[BatteryValue], bool, Trail | None]:
    """The batteries that the registry's function or constant gives, whether that is all of them, and where
    the trail ends if not."""
    module, _, name = project.batteries.rpartition(".")
    facts = registry if module in ("", project.registry_module) else evaluator.modules.find(module)
    if facts is None or not name:
        return [], False, None
    frame = Frame(evaluator.modules.whole(facts).scope)
    start = Position(0, 0)
    place = Place(facts.path, Span(start, start))
    node = ast.Name(id=name, lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)
    value: Value = evaluator.name(name, frame, node)
    if isinstance(value, Function):
        value = returned_value(evaluator, value, Frame(value.facts.scope, {}, value.frame), place)
    if isinstance(value, BatteryValue):
        return [value], True, None
    if not isinstance(value, Entries):
        return [], False, _trail(value.place) if isinstance(value, Unknown) else None
    found = [entry.value for entry in value.entries if isinstance(entry.value, BatteryValue)]
    others = [entry for entry in value.entries if not isinstance(entry.value, BatteryValue)]
    ends = [entry.value.place if isinstance(entry.value, Unknown) else entry.place for entry in others]
    end = value.hidden or (ends[0] if ends else None)
    return found, end is None, _trail(end)


def _trail(place: Place | None) -> Trail | None:
    is_nowhere = place is None or place.span.start == place.span.end
    return None if place is None or is_nowhere else Trail(place.path, place.span, place.text)


def _with_sites(project: Project, modules: Modules) -> list[ModuleFacts]:
    for site in project.sites:
        modules.by_path(site)
    return sorted(modules.used.values(), key=lambda facts: facts.path)


def _unlisted(facts: ModuleFacts, evaluator: Evaluator, near: Iterable[str]) -> list[BatteryValue]:
    """The calls of a module that evaluation has not met, each read where it stands."""
    out = []
    met = {id(value.call) for value in evaluator.batteries} if facts.sites else set()
    for site in facts.sites:
        if id(site.call) in met or _passes_on(site) or (site.loose and facts.path not in near):
            continue
        before = len(evaluator.batteries)
        value = evaluator.value(site.call, frame_of(site.scope))
        del evaluator.batteries[before:]
        if isinstance(value, BatteryValue):
            out.append(value)
    return out


def _passes_on(site: CallSite) -> bool:
    """Whether a call hands on the shapes that something else has declared: a parameter, another battery's."""
    written = next((k.value for k in site.call.keywords if k.arg == "claim_shapes"), None)
    if isinstance(written, ast.Attribute):
        return written.attr in ("claim_shapes", "shapes")
    if isinstance(written, ast.Name):
        found = site.scope.names.get(written.id, [])
        return bool(found) and isinstance(found[0].target, Parameter)
    return False


def frame_of(scope: Scope) -> Frame:
    """A frame for an expression of ``scope`` that nothing has called."""
    return Frame(scope, {}, frame_of(scope.parent) if scope.parent is not None else None)


def _distinct(values: Iterable[BatteryValue]) -> list[BatteryValue]:
    seen: dict[tuple[int, str], BatteryValue] = {}
    for value in values:
        seen.setdefault((id(value.call), value.name), value)
    return list(seen.values())


def _last_name(value: BatteryValue) -> str:
    return value.place.text.rpartition(".")[2]


def _definition(value: BatteryValue, listed: bool, builds: bool) -> BatteryDefinition:
    builder: FunctionFacts | None = value.builder
    facts = builder.scope.facts if builder else value.scope.facts
    shapes = value.shapes
    unknown = next((e.place for e in shapes.entries if isinstance(e.value, Unknown)), None)
    trail = shapes.hidden or unknown
    hidden = trail or (value.shapes_place if shapes.grown else None)
    if hidden is not None and value.shapes_place is not None:
        hidden = value.shapes_place
    return BatteryDefinition(
        path=facts.path,
        module=facts.module,
        name=value.name,
        builder=builder.qualname if builder else "",
        builder_span=builder.name_span if builder else value.place.span,
        declarations=tuple(_declaration(entry) for entry in shapes.entries),
        complete=hidden is None,
        hidden=hidden.span if hidden else None,
        listed=listed,
        shapes_span=shapes.literal.span if shapes.literal else None,
        shapes_path=shapes.literal.path if shapes.literal else "",
        hidden_path=hidden.path if hidden else "",
        builds=builds,
        trail=_trail(trail),
        homes=value.homes,
        keyword=value.keyword,
    )


def _declaration(entry: Entry) -> Declaration:
    keys = keys_of(entry.value)
    missing = ""
    if not keys and not isinstance(entry.value, Unknown | Anonymous):
        missing = getattr(entry.value, "reason", "") or f"{entry.place.text} is no shape"
    return Declaration(
        path=entry.place.path,
        text=entry.place.text,
        span=entry.place.span,
        target=keys[0] if keys else None,
        also=keys[1:],
        missing=missing,
        made=is_made(entry.value),
    )
