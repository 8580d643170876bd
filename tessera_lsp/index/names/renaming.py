"""Whether a function may bear another name, and where that name would have to be written."""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from dataclasses import dataclass

from tessera_lsp.index.names.denoting import Denoting, Reference
from tessera_lsp.index.names.model import MODULE, ModuleNames, Occurrence, Variable


@dataclass(frozen=True)
class Refusal:
    """Why not. ``occurrence`` in ``path`` is what stands in the way, if something does."""

    message: str
    path: str = ""
    occurrence: Occurrence | None = None


def unfit_name(new: str) -> str:
    """Why ``new`` is no name for a function; empty where it is one."""
    if not new.isidentifier():
        return f"{new!r} is no Python identifier"
    if keyword.iskeyword(new):
        return f"{new!r} is a keyword of Python"
    if new.startswith("__"):
        return f"{new!r} begins with two underscores, which means something else within classes"
    return ""


def plan(denoting: Denoting, new: str) -> list[Reference] | Refusal:
    """The places to rewrite, or what stands against it: a module among them that does not parse, a name that
    is taken where it would be bound, or that would be hidden by, or would hide, another one."""
    reason = unfit_name(new)
    if reason:
        return Refusal(reason)
    places = [reference for reference in denoting.references() if reference.renamed]
    for module in denoting.modules:
        if not module.whole:
            return Refusal("does not parse, so its names can't be told: mend it first", module.path)
        here = [reference.occurrence for reference in places if reference.path == module.path]
        clash = _clash(module, here, new)
        if clash is not None:
            return Refusal(f"{new!r} is already a name there", module.path, clash)
    return places


def _clash(module: ModuleNames, places: Iterable[Occurrence], new: str) -> Occurrence | None:
    """An occurrence of the name ``new`` that would mean something else, or make a renamed place do so."""
    bare = [each for each in places if each.variable is not None and _is_evaluated(each)]
    scopes = {place.variable.scope for place in bare if place.variable is not None}
    if any(place.kind == "definition" for place in places):
        scopes.add(MODULE)
    between = {
        scope
        for place in bare
        for scope in _up_to(module, place.scope, place.variable.scope if place.variable else MODULE)
    }
    for other in module.occurrences:
        if other.name != new or other.kind in ("attribute", "text") or other.variable is None:
            continue
        bound = other.variable.scope
        is_known = Variable(bound, new) in module.bindings
        if bound in scopes or (is_known and bound in between):
            return other
        if any(scope in scopes for scope in _up_to(module, other.scope, bound)):
            return other
    return None


def _is_evaluated(place: Occurrence) -> bool:
    """Whether Python looks the name up there: not in a docstring, but for ``__all__``."""
    return place.kind != "attribute" and not (place.kind == "text" and place.scope != MODULE)


def _up_to(module: ModuleNames, scope: int, end: int) -> list[int]:
    """The scopes from ``scope`` outward to ``end``, that one left out."""
    out: list[int] = []
    for each in module.around(scope):
        if each == end:
            break
        out.append(each)
    return out
