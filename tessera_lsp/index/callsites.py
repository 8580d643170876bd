"""Note what the expressions of a module call, and what they change in place."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tessera_lsp.index.facts import CallSite, ModuleFacts, Mutation, Scope
from tessera_lsp.index.trees import children

_GROWS = {"append", "extend"}
_CHANGES = _GROWS | {"add", "clear", "insert", "pop", "remove", "reverse", "setdefault", "sort", "update"}
_BUILDS_OR_CHANGES = re.compile(rf"claim_shapes|Battery|\.\s*(?:{'|'.join(sorted(_CHANGES))})\b")
_PUBLIC = re.compile(r"^[ \t]*(?:async[ \t]+)?def[ \t]+([^\W_]\w*)", re.MULTILINE)
_SHORT = 4000
"""Characters of a text in which names are looked for one by one, before the calls are."""
_NOTHING: frozenset[str] = frozenset()
_CALLED = re.compile(r"(?<!def )(?<![\w.])(\w+)[ \t]*\(")


class CallReader:
    """Fills ``sites``, ``mutations`` and the names that are called."""

    def __init__(self, facts: ModuleFacts, matters: bool = True) -> None:
        """Not ``matters``: nothing that is called counts."""
        self.facts = facts
        self._matters = matters

    def read(self, nodes: Iterable[ast.AST], scope: Scope, loose: bool = False) -> None:
        """Note the calls in expressions; ``loose``: they use names of a comprehension or loop around them."""
        if not self._matters:
            return
        pending = [(node, loose) for node in nodes]
        whole = [node for node, _ in pending]
        while pending:
            node, inside = pending.pop()
            if isinstance(node, ast.Call):
                if isinstance(node.func, ast.Name):
                    scope.mentioned.add(node.func.id)
                elif isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES:
                    grown = grown_name(node) if node in whole else None
                    if grown is None or not scope.knows(grown):
                        values = (*node.args, *(keyword.value for keyword in node.keywords))
                        self.changed(node.func.value, node, scope, values)
                if may_build(node):
                    self.facts.sites.append(CallSite(node, scope, inside))
            inside = inside or isinstance(
                node, ast.Lambda | ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
            )
            pending += [(child, inside) for child in children(node)]

    def changed(
        self, owner: ast.expr, node: ast.expr | ast.stmt, scope: Scope, values: tuple[ast.expr, ...]
    ) -> None:
        """Something that ``owner`` holds is changed in place."""
        if isinstance(owner, ast.Subscript):
            owner = owner.value
        if isinstance(owner, ast.Name):
            self.facts.mutations.append(Mutation(owner.id, False, node, scope, values))
        elif isinstance(owner, ast.Attribute):
            self.facts.mutations.append(Mutation(owner.attr, True, node, scope, values))


@dataclass(frozen=True)
class Calling:
    """What a text may call, at a quick look that spares most texts the walk through their expressions.

    ``builds``: a call may build a battery or change a collection. ``public`` are the public functions that it
    defines."""

    text: str
    builds: bool
    public: frozenset[str]

    def matters(self, public: Collection[str]) -> bool:
        """Whether calls are to be read, in a module with these public functions."""
        if self.builds:
            return True
        text = self.text
        if len(text) < _SHORT:
            said = [name for name in public if name in text]
            if not any(_may_be_called(text, name) for name in said):
                return False
        return any(match[1] in public for match in _CALLED.finditer(self.text))


def _may_be_called(text: str, name: str) -> bool:
    """Whether a bracket follows the name, but for where it is defined."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        behind = text[end : end + 1]
        if behind in " \t":
            behind = text[end:].lstrip(" \t")[:1]
        if behind == "(" and not text.startswith("def ", at - 4):
            return True
        at = text.find(name, end)
    return False


def calling(text: str) -> Calling:
    """Look at a text."""
    public = frozenset(match[1] for match in _PUBLIC.finditer(text)) if "def" in text else _NOTHING
    return Calling(text, _BUILDS_OR_CHANGES.search(text) is not None, public)


def may_build(call: ast.Call) -> bool:
    """Whether a call may build a battery, by its own text: it gives ``claim_shapes``, or calls something
    whose name ends in ``Battery``. (What is imported under another name is found by evaluation.)"""
    if any(keyword.arg == "claim_shapes" for keyword in call.keywords):
        return True
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    return str(name).endswith("Battery")


def grown_name(node: ast.expr | None) -> str | None:
    """``name`` of ``name.append(x)`` and ``name.extend(x)``."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _GROWS
        and isinstance(node.func.value, ast.Name)
        and len(node.args) == 1
        and not node.keywords
    ):
        return node.func.value.id
    return None
