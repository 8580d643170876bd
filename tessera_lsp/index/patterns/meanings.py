"""What names mean in the functions of a module, each asked once."""

from __future__ import annotations

import ast

from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.facts import Assigned, Imported
from tessera_lsp.index.patterns.sources import dotted_name
from tessera_lsp.index.values import Frame, Missing, Value

_TABLES = ast.Dict | ast.List | ast.Tuple | ast.Set | ast.DictComp | ast.ListComp | ast.SetComp


class Meanings:
    """Evaluates; keeps what names of a module's own scope mean, for as long as no text changes."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._kept: dict[tuple[int, str], Value] = {}

    def value(self, node: ast.expr, frame: Frame) -> Value:
        """What an expression means in a frame."""
        dotted = dotted_name(node)
        module = _module_frame(frame, dotted.partition(".")[0]) if dotted else None
        if module is None:
            return self.evaluator.value(node, frame)
        key = (id(module.scope), dotted)
        if key not in self._kept:
            is_table = isinstance(node, ast.Name) and _is_table(module, node.id)
            self._kept[key] = Missing("a table") if is_table else self.evaluator.value(node, module)
        return self._kept[key]

    @staticmethod
    def is_outer(node: ast.expr, frame: Frame) -> bool:
        """Whether an expression is a name of the module, or something that is imported."""
        name = dotted_name(node).partition(".")[0]
        bindings = frame.scope.names.get(name, [])
        if bindings:
            return all(isinstance(binding.target, Imported) for binding in bindings)
        return bool(name) and _module_frame(frame, name) is not None


def _is_table(module: Frame, name: str) -> bool:
    """Whether a name holds a display, which may be large, and is no pattern."""
    bindings = module.scope.names.get(name, [])
    targets = [binding.target for binding in bindings]
    return bool(targets) and all(isinstance(t, Assigned) and isinstance(t.value, _TABLES) for t in targets)


def _module_frame(frame: Frame, name: str) -> Frame | None:
    """The module's frame, if it is there that a name is looked for."""
    while frame.outer is not None:
        if name in frame.given or name in frame.scope.names:
            return None
        frame = frame.outer
    return frame if frame.scope.parent is None and not frame.given and not frame.limits else None
