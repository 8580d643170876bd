"""Why a watched call ended as it did: the line that decided, the conditions before it, the values there."""

import ast
import time
from types import FrameType, FunctionType, ModuleType
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

from ..wire import Condition, Why
from .applied import Applications
from .conditions import conditions
from .faults import real_path
from .sources import Function, Sources, own_nodes
from .values import text_of
from .watching import Activation, Watch

_LINE = 200
_VALUES = 12
_CONSTANTS = (bool, int, float, complex, str, bytes, tuple, frozenset)


class Texts(NamedTuple):
    """What is asked of the real paths of what runs: whether it is the project's, and the text it was
    imported from."""

    is_project: Callable[[str], bool]
    text_of: Callable[[str], Optional[str]]


class _Place(NamedTuple):
    frame: FrameType
    line: int
    lines: Dict[int, int]


class Reason:
    """Of one call about ``claim``. ``why`` is there once it has ended, where anything can be said."""

    def __init__(self, texts: Texts, claim: str) -> None:
        self.why: Optional[Why] = None
        self._texts, self._claim = texts, claim
        self._sources = Sources(texts.text_of)
        self._applications = Applications(self._sources)

    def call(self, function: Callable[[], Any]) -> Any:
        """Call it, watched. What it raises passes through."""
        watch = Watch(self._texts.is_project, self._applications)
        began = time.perf_counter()
        try:
            with watch:
                answer = function()
        except BaseException as error:
            self._tell(self._where_raised(error, watch), time.perf_counter() - began)
            raise
        self._tell(self._where_returned(watch, answer), time.perf_counter() - began)
        return answer

    # ------------------------------------------------------------ the line

    def _where_raised(self, error: BaseException, watch: Watch) -> Optional[_Place]:
        """The innermost line of the project that the exception went through."""
        found = None
        trace = error.__traceback__
        while trace is not None:
            if watch.wanted(trace.tb_frame.f_code):
                found = trace
            trace = trace.tb_next
        if found is None:
            return None
        frame = found.tb_frame
        lines = next((one.lines for one in watch.left if one.frame is frame), {})
        return _Place(frame, found.tb_lineno, lines)

    def _where_returned(self, watch: Watch, answer: Any) -> Optional[_Place]:
        """The line that decided: of the function at the end of all that was handed on."""
        deciding = watch.outermost
        if deciding is None or deciding.value is not answer:
            return None
        while deciding.decided is not None:
            deciding = deciding.decided
        line = _line_of(self._sources.function(deciding.code), deciding)
        return _Place(deciding.frame, line, deciding.lines)

    # ------------------------------------------------------------ what is told

    def _tell(self, place: Optional[_Place], seconds: float) -> None:
        if place is None:
            return
        code = place.frame.f_code
        function = self._sources.function(code)
        body = function.body if function is not None and isinstance(function.body, list) else []
        led = conditions(body, place.line, place.lines)
        statement = _innermost(body, place.line)
        first, last = (place.line, place.line) if statement is None else _extent(statement)
        branch = tuple(
            Condition(node.lineno, self._text(code, node.lineno, node.end_lineno), held) for node, held in led
        )
        self.why = Why(
            real_path(code.co_filename),
            place.line,
            code.co_name,
            self._text(code, first, last),
            branch,
            _values(place.frame, [statement, *(node for node, _ in reversed(led))]),
            self._applications.matches(self._claim, seconds),
            seconds,
        )

    def _text(self, code: Any, first: int, last: int) -> str:
        text = self._sources.text(code, first, last)
        return text if len(text) <= _LINE else text[: _LINE - 1] + "…"


def _line_of(function: Optional[Function], run: Activation) -> int:
    """The line that returned: of the ``return`` that ran last, unless what ran after it says that it was
    left. A function that came to its end without one is told by its last line."""
    last = max(run.lines, key=lambda line: run.lines[line], default=run.code.co_firstlineno)
    if function is None or isinstance(function, ast.Lambda):
        return last
    nodes = own_nodes(function)
    returns = [
        (max((run.lines.get(line, -1) for line in _lines(node)), default=-1), node)
        for node in nodes
        if isinstance(node, ast.Return)
    ]
    moment, returned = max(returns, key=lambda pair: pair[0], default=(-1, None))
    if returned is None or moment < 0 or _is_other(returned, run.value):
        return last
    cleared = {line for node in nodes if isinstance(node, ast.Try) for line in _clearing(node, returned)}
    cleared |= {n.lineno for n in nodes if isinstance(n, (ast.With, ast.AsyncWith)) and _around(n, returned)}
    after = {line for line, then in run.lines.items() if then > moment} - set(_lines(returned))
    return returned.lineno if after <= cleared else last


def _is_other(returned: ast.Return, value: Any) -> bool:
    """Whether a ``return`` on a line that ran cannot have been what returned."""
    if returned.value is None:
        return value is not None
    return isinstance(returned.value, ast.Constant) and returned.value.value is not value


def _lines(node: Any) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _around(outer: Any, inner: Any) -> bool:
    return bool(outer.lineno <= inner.lineno and inner.end_lineno <= outer.end_lineno)


def _clearing(node: ast.Try, returned: ast.Return) -> List[int]:
    """The lines of a ``finally`` that runs after the ``return``."""
    if not _around(node, returned):
        return []
    return [line for statement in node.finalbody for line in _lines(statement)]


def _innermost(body: List[ast.stmt], line: int) -> Optional[ast.stmt]:
    found = None
    for node in own_nodes(ast.Module(body, [])):
        if not isinstance(node, ast.stmt) or line not in _lines(node):
            continue
        if found is None or node.lineno >= found.lineno:
            found = node
    return found


def _extent(statement: Any) -> Tuple[int, int]:
    """The lines of a statement, without its block where it has one."""
    block = getattr(statement, "body", None)
    head = getattr(statement, "test", None) or getattr(statement, "iter", None)
    if not isinstance(block, list):
        return statement.lineno, statement.end_lineno
    return statement.lineno, head.end_lineno if head is not None else statement.lineno


def _values(frame: FrameType, nodes: List[Optional[ast.AST]]) -> Tuple[Tuple[str, str], ...]:
    """Names and values of a frame: those in ``nodes`` first, constants of the module among them, then the
    other variables."""
    scope = frame.f_locals
    named: Dict[str, Any] = {}
    for node in nodes:
        for name in _names(node) if node is not None else ():
            if name in scope:
                named.setdefault(name, scope[name])
            elif type(frame.f_globals.get(name)) in _CONSTANTS:
                named.setdefault(name, frame.f_globals[name])
    for name, value in scope.items():
        named.setdefault(name, value)
    shown = [(name, value) for name, value in named.items() if _is_value(name, value)]
    return tuple((name, text_of(value)) for name, value in shown[:_VALUES])


def _names(node: ast.AST) -> List[str]:
    if isinstance(node, (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try)):
        head = [getattr(node, name, None) for name in ("test", "iter", "target")]
        return [name for part in head if isinstance(part, ast.AST) for name in _names(part)]
    found = [one for one in ast.walk(node) if isinstance(one, ast.Name)]
    return [one.id for one in sorted(found, key=lambda one: (one.lineno, one.col_offset))]


def _is_value(name: str, value: Any) -> bool:
    kind = type(value)
    return not (name.startswith((".", "__")) or kind in (ModuleType, FunctionType) or kind is type)
