"""A module as the wiring needs it as long as it only passes by: its names, without trees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tessera_lsp.index.facts import Binding, FunctionFacts, Imported, ModuleFacts

_EMPTY: list[Any] = []
_NO_CALLS: dict[str, int] = {}
_NOBODY: set[str] = set()


def head_of(facts: ModuleFacts) -> ModuleFacts | None:
    """Facts that hold a module's imports and top-level functions by name, nothing within these, and of all
    other names only that they are there (``behind``). None for a module of which more may count: that
    builds batteries or changes collections.

    What is asked of a head is what the whole facts would say; where it can't, the whole ones are to be read
    (``Modules.whole``)."""
    if facts.sites or facts.mutations:
        return None
    head = ModuleFacts(facts.path, facts.module, facts.is_package, facts.document)
    head.unreadable, head.suppressions, head.dynamic = facts.unreadable, facts.suppressions, facts.dynamic
    head.scope.stars = [*facts.scope.stars]
    top = {id(function): _outside(function, head) for function in facts.functions if _is_top(function)}
    head.functions = list(top.values())
    behind = []
    for name, bindings in facts.scope.names.items():
        found = [_binding(binding, top) for binding in bindings]
        plain = [binding for binding in found if binding is not None]
        if len(plain) == len(found):
            head.scope.names[name] = plain
        else:
            behind.append(name)
    head.behind = tuple(behind)
    _share_what_is_empty(head)
    return head


def _share_what_is_empty(head: ModuleFacts) -> None:
    """There are as many heads as modules, and nobody adds to one: an empty list does for all of them."""
    head.classes = head.sites = head.imports = head.mutations = head.parts = _EMPTY
    head.calls, head.scope.returned, head.scope.mentioned = _NO_CALLS, _EMPTY, _NOBODY
    head.scope.stars = head.scope.stars or _EMPTY
    head.release()


def _is_top(function: FunctionFacts) -> bool:
    return "." not in function.qualname


def _outside(function: FunctionFacts, head: ModuleFacts) -> FunctionFacts:
    """A function without what is within it: its scope is the module's."""
    return replace(
        function, parameters=None, returns=None, decorators=(), docstring=None, node=None, scope=head.scope
    )


def _binding(binding: Binding, top: dict[int, FunctionFacts]) -> Binding | None:
    target = binding.target
    if isinstance(target, Imported):
        return binding
    function = top.get(id(target)) if isinstance(target, FunctionFacts) else None
    return Binding(function, binding.sure) if function is not None else None
