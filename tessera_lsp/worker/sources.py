"""The syntax trees of what runs, by the code that was made of them."""

import ast
import contextlib
import linecache
from types import CodeType
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from .faults import real_path

Function = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda]


class Sources:
    """Texts as they were imported. ``text_of`` gives the text of a project's module by its real path."""

    def __init__(self, text_of: Callable[[str], Optional[str]]) -> None:
        self._text_of = text_of
        self._files: Dict[str, Tuple[Optional[ast.Module], List[str]]] = {}

    def _file(self, path: str) -> Tuple[Optional[ast.Module], List[str]]:
        if path not in self._files:
            text = self._text_of(path)
            if text is None:
                text = "".join(linecache.getlines(path))
            text = text[1:] if text.startswith("\ufeff") else text
            tree: Optional[ast.Module] = None
            # What does not parse runs, but not from this text: its lines are told all the same.
            with contextlib.suppress(SyntaxError, ValueError, RecursionError):
                tree = ast.parse(text)
            self._files[path] = tree, text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return self._files[path]

    def function(self, code: CodeType) -> Optional[Function]:
        """The function that the code was made of; None where that cannot be told."""
        tree, _ = self._file(real_path(code.co_filename))
        if tree is None:
            return None
        found: List[Any] = [node for node in ast.walk(tree) if _made(node, code)]
        return found[0] if len(found) == 1 else None  # two lambdas may stand on one line

    def text(self, code: CodeType, first: int, last: int) -> str:
        """The lines from ``first`` to ``last``, from 1, as one line."""
        _, lines = self._file(real_path(code.co_filename))
        return " ".join(line.strip() for line in lines[max(first, 1) - 1 : last] if line.strip())

    def calls(self, code: CodeType, line: int, method: str) -> List[ast.Call]:
        """The calls of a method of that name in the statement that runs at a line."""
        function = self.function(code)
        found: List[ast.Call] = []
        for node in own_nodes(function) if function is not None else ():
            if not isinstance(node, ast.Call) or not node.lineno <= line <= (node.end_lineno or node.lineno):
                continue
            if isinstance(node.func, ast.Attribute) and node.func.attr == method:
                found.append(node)
        return found


def _made(node: ast.AST, code: CodeType) -> Any:
    if isinstance(node, ast.Lambda):
        return code.co_name == "<lambda>" and node.lineno == code.co_firstlineno
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        return node.name == code.co_name and first == code.co_firstlineno
    return False


def own_nodes(function: ast.AST) -> List[ast.AST]:
    """All nodes of a function but those of functions and classes within it."""
    found: List[ast.AST] = []
    body = getattr(function, "body", [])
    todo = list(body) if isinstance(body, list) else [body]
    while todo:
        node = todo.pop(0)
        found.append(node)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            todo += ast.iter_child_nodes(node)
    return found
