"""Relative imports by their absolute names."""

from __future__ import annotations

import ast


def absolute_module(node: ast.ImportFrom, module: str, is_package: bool) -> str:
    """The dotted name of the module that ``from … import`` names, written in ``module`` (``is_package``: in
    its ``__init__``). Empty where the dots lead above the top package."""
    if not node.level:
        return node.module or ""
    package = module.split(".")
    up = node.level - 1 if is_package else node.level
    if up > len(package):
        return ""
    parts = [*package[: len(package) - up], *((node.module or "").split(".") if node.module else [])]
    return ".".join(parts)
