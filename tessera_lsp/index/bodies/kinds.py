"""Kinds of values: the usual ones, and what is left of some when they test true or false."""

from __future__ import annotations

from functools import lru_cache

from tessera_lsp.index.bodies.model import Kind, KindName, Kinds

NOTHING: Kinds = frozenset()
UNKNOWN: Kinds = frozenset({Kind("unknown", None)})
NONE: Kinds = frozenset({Kind("none", False)})
TRUE: Kinds = frozenset({Kind("bool", True)})
FALSE: Kinds = frozenset({Kind("bool", False)})
BOOL: Kinds = TRUE | FALSE
MATCH: Kinds = frozenset({Kind("match", True)})
MATCH_OR_NONE: Kinds = MATCH | NONE
FOUND: Kinds = frozenset({Kind("list", True), Kind("list", False)})
"""A list that is empty for some texts and not for others."""
GROUP: Kinds = frozenset({Kind("text", None), Kind("none", False, sure=False)})
"""A group of a match, which may not have taken part in it."""

_once = lru_cache(maxsize=1024)
"""There are few kinds, and they are asked for again and again."""
_MUTABLE = frozenset({"list", "dict", "set"})
_FIXED = frozenset({"match", "pattern", "function", "object", "iterator"})


@_once
def some(name: KindName, truth: bool | None = None) -> Kinds:
    """Values of one kind."""
    return frozenset({Kind(name, truth)})


@_once
def truthy(kinds: Kinds) -> Kinds:
    """What is left where the value tests true."""
    return frozenset(kind._replace(truth=True) for kind in kinds if kind.truth is not False)


@_once
def falsy(kinds: Kinds) -> Kinds:
    """What is left where the value tests false. That a text or number is ever empty or zero is not sure."""
    return frozenset(
        kind if kind.truth is False else kind._replace(truth=False, sure=False)
        for kind in kinds
        if kind.truth is not True
    )


@_once
def stored(kinds: Kinds) -> Kinds:
    """The kinds of a name that was given the value: what is mutable may be filled or emptied later."""
    names = [kind.name for kind in kinds]
    return frozenset(
        kind._replace(truth=None) if kind.name in _MUTABLE and names.count(kind.name) == 1 else kind
        for kind in kinds
    )


@_once
def constant(kinds: Kinds) -> Kinds:
    """The kinds of a module's constant: its value now does not tell how it will test; None is a place to be
    filled."""
    if any(kind.name == "none" for kind in kinds):
        return UNKNOWN
    loose: set[Kind] = set()
    for kind in kinds:
        if kind.name == "bool":
            loose |= BOOL
        else:
            loose.add(kind if kind.name in _FIXED else kind._replace(truth=None))
    return frozenset(loose)


@_once
def doubted(kinds: Kinds) -> Kinds:
    """The same kinds, where it is not sure that they occur."""
    return frozenset(kind._replace(sure=False) for kind in kinds)


@_once
def are(kinds: Kinds, *names: KindName) -> bool:
    """Whether all are of these kinds, and there is one."""
    return bool(kinds) and all(kind.name in names for kind in kinds)


def is_known(kinds: Kinds) -> bool:
    """Whether no value is left of which nothing is known."""
    return all(kind.name != "unknown" for kind in kinds)
