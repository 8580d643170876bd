"""Patterns that a watched call applies, and what their groups captured.

What a function written in C answers is told to nobody. So it is noted which pattern is applied by which
method, the subject is found, and after the call the pattern is applied to it once more. Where the subject
cannot be found without running code of the project, nothing is said.
"""

import ast
import re
import time
from types import CodeType, FrameType, FunctionType
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

from ..wire import Group, PatternMatch
from .bytecode import is_argument
from .faults import real_path
from .sources import Sources
from .values import stored
from .watching import Activation

_ONE = ("match", "fullmatch", "search")
_MANY = ("finditer", "findall", "sub", "subn", "split")
_NOTED, _TOLD, _EACH = 50, 10, 3
"""Applications that are noted, matches that are told in all, and of one application."""
_BUDGET = 0.2
"""Seconds that the watched call, or applying again, may have taken for more to be applied again."""
_GROUPS, _TEXT = 30, 200
_STRINGS = {"strip", "lstrip", "rstrip", "lower", "upper", "casefold", "replace"}


class _Application(NamedTuple):
    method: str
    pattern: "re.Pattern[str]"
    subject: str
    path: str
    line: int


class Applications:
    """Notes what is applied in the watched runs, of whose sources ``sources`` knows the trees."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._noted: List[_Application] = []
        functions = {name: getattr(re, name, None) for name in _ONE + _MANY}
        self.codes: Dict[CodeType, str] = {
            function.__code__: name
            for name, function in functions.items()
            if isinstance(function, FunctionType)  # as it is unless somebody has patched it
        }

    # ------------------------------------------------------------ while it runs

    def function(self, caller: Activation, frame: FrameType) -> None:
        """``re.fullmatch(pattern, text)`` and its like: the frame holds both."""
        given = frame.f_locals
        pattern, subject, flags = given.get("pattern"), given.get("string"), given.get("flags", 0)
        if isinstance(pattern, (str, re.Pattern)) and type(subject) is str and len(self._noted) < _NOTED:
            self._note(self.codes[frame.f_code], pattern, flags, subject, caller)

    def method(self, caller: Activation, function: Any, subject: Any) -> None:
        """A method of a compiled pattern, among much else."""
        if type(subject) is not re.Pattern:
            subject = getattr(function, "__self__", None) if type(function) is _BUILTIN else None
        if type(subject) is not re.Pattern or len(self._noted) >= _NOTED:
            return
        name = function.__name__
        if name in _ONE or name in _MANY:
            text = self._argument(caller, name)
            if text is not None:
                self._note(name, subject, 0, text, caller)

    def _note(self, method: str, pattern: Any, flags: int, subject: str, caller: Activation) -> None:
        try:
            compiled = pattern if type(pattern) is re.Pattern else re.compile(pattern, flags)
        except (re.error, TypeError, ValueError, RecursionError):
            return  # the project's own call says the same
        if isinstance(compiled.pattern, str):
            path = real_path(caller.code.co_filename)
            self._noted.append(_Application(method, compiled, subject, path, caller.frame.f_lineno))

    def _argument(self, caller: Activation, name: str) -> Optional[str]:
        """The text that the method is called with, if one call of that name stands there and its argument
        can be told."""
        calls = self._sources.calls(caller.code, caller.frame.f_lineno, name)
        if len(calls) != 1:
            return None
        place = 1 if name in ("sub", "subn") else 0
        given = [keyword.value for keyword in calls[0].keywords if keyword.arg == "string"]
        given += calls[0].args[place : place + 1]
        # From a place on, or up to one: the spans would be the same, the matches may not.
        limited = name in _ONE + ("finditer", "findall") and len(calls[0].args) + len(calls[0].keywords) > 1
        if not given or limited:
            return None
        if isinstance(given[0], ast.Call) and caller.last is not None:
            last = caller.last
            if is_argument(caller.code, last.at, caller.frame.f_lasti) and type(last.what.value) is str:
                return last.what.value
        value = _evaluated(given[0], caller.frame)
        return value if type(value) is str else None

    # ------------------------------------------------------------ afterwards

    def matches(self, claim: str, seconds: float) -> Tuple[PatternMatch, ...]:
        """What was applied and matched, in the order of the calls. ``seconds`` is how long they took."""
        found: List[PatternMatch] = []
        began = time.monotonic() - seconds
        for one in self._noted:
            for match in _applied(one) if time.monotonic() - began < _BUDGET else ():
                told = PatternMatch(one.pattern.pattern[:_TEXT], one.path, one.line, _groups(match, claim))
                if told not in found and len(found) < _TOLD:
                    found.append(told)
        return tuple(found)


_BUILTIN = type(len)


def _applied(one: _Application) -> Iterator["re.Match[str]"]:
    if one.method in _ONE:
        match = getattr(one.pattern, one.method)(one.subject)
        if match is not None:
            yield match
        return
    for count, match in enumerate(one.pattern.finditer(one.subject)):
        if count == _EACH:
            return
        yield match


def _groups(match: "re.Match[str]", claim: str) -> Tuple[Group, ...]:
    names = {number: name for name, number in match.re.groupindex.items()}
    offset = 0 if match.string == claim else _only_place(match.string, claim)
    found = []
    for number in range(min(match.re.groups + 1, _GROUPS)):
        text = match.group(number)
        if text is None:
            continue
        start, end = match.span(number)
        place = (start + offset, end + offset) if offset >= 0 else (-1, -1)
        found.append(Group(names.get(number, str(number)), text[:_TEXT], *place))
    return tuple(found)


def _only_place(part: str, whole: str) -> int:
    """Where ``part`` stands in ``whole``, -1 where that is nowhere or not one place."""
    start = whole.find(part) if part else -1
    return start if start >= 0 and whole.find(part, start + 1) < 0 else -1


def _evaluated(node: ast.expr, frame: FrameType) -> Any:
    """The value of a simple expression in a frame, or None: no code of the project runs."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        scope = frame.f_locals if node.id in frame.f_locals else frame.f_globals
        return scope.get(node.id)
    if isinstance(node, ast.NamedExpr):
        return _evaluated(node.value, frame)
    if isinstance(node, ast.Attribute):
        return stored(_evaluated(node.value, frame), node.attr)[1]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _STRINGS:
        text = _evaluated(node.func.value, frame)
        given = [_evaluated(argument, frame) for argument in node.args]
        if type(text) is str and not node.keywords and all(type(one) is str for one in given):
            try:
                return getattr(text, node.func.attr)(*given)
            except TypeError:
                return None
    return None
