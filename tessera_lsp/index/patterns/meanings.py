"""What names mean in the functions of a module, each asked once."""

from __future__ import annotations

import ast

from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.patterns.sources import dotted_name
from tessera_lsp.index.values import Frame, Value


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
            self._kept[key] = self.evaluator.value(node, module)
        return self._kept[key]


def _module_frame(frame: Frame, name: str) -> Frame | None:
    """The module's frame, if it is there that a name is looked for."""
    while frame.outer is not None:
        if name in frame.given or name in frame.scope.names:
            return None
        frame = frame.outer
    return frame if frame.scope.parent is None and not frame.given and not frame.limits else None
