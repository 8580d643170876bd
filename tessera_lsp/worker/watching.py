"""One call of a shape, watched: which functions of the project it went through, line by line.

Nothing is changed in what is watched: a function's frame is looked at when it begins, at each line, and when
it ends. ``sys.monitoring`` tells these moments where there is such a thing (3.12), tracing before.
"""

import inspect
import sys
import threading
from types import CodeType, FrameType
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Protocol

from .bytecode import RETURNED, destiny, returned_name, stores
from .faults import TRAMPOLINES, real_path
from .monitoring import Monitoring, free_tool

_KEPT = 200
"""Frames that were left by an exception, and are kept: the innermost ones."""
_PASSING = ("<listcomp>", "<setcomp>", "<dictcomp>")
_GENERATING = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_DEEPER = 40
"""Calls that watching itself may add to the depth of the stack."""


def _is_passing(code: CodeType) -> bool:
    """Whether a run of the code decides nothing by itself: a comprehension or a generator. What it calls
    decides for no ``return`` around it."""
    return bool(code.co_flags & _GENERATING) or code.co_name in _PASSING


class Called(NamedTuple):
    """A call that has ended: the instruction of the caller that made it, and the moment."""

    what: "Activation"
    at: int
    moment: int


class Activation:
    """One run of one function of the project. ``lines`` are those that ran, each with the moment of its last
    time. While it runs, ``last`` is the call of another such function that has ended last; after its end,
    ``decided`` is the one whose answer it handed on as its own, if there is one."""

    def __init__(self, frame: FrameType) -> None:
        self.frame = frame
        self.code = frame.f_code
        self.lines: Dict[int, int] = {}
        self.calls: Dict[str, Called] = {}
        """By what has become of their answers, as ``destiny`` says."""
        self.decided: Optional[Activation] = None
        self.last: Optional[Called] = None
        self.value: Any = None
        self.raising = False

    def called(self, what: "Activation", at: int, moment: int) -> None:
        """Another function of the project has answered this one."""
        self.last = Called(what, at, moment)
        where = destiny(self.code, at)
        if where is not None:
            self.calls[where] = self.last

    def ended(self, value: Any) -> None:
        """Keep of the calls only the one that decided: there may be very many."""
        name = returned_name(self.code, self.frame.f_lasti)
        found = self.calls.get(RETURNED) or (self.calls.get(name) if name else None)
        if found is not None and found.what.value is value and not (name and self._stored_since(name, found)):
            self.decided = found.what
        self.value, self.last = value, None
        self.calls.clear()

    def _stored_since(self, name: str, call: Called) -> bool:
        """Whether something else was put into the variable after the answer."""
        return any(self.lines.get(line, -1) > call.moment for line in stores(self.code, name))


class Applied(Protocol):
    """Is told what may be a pattern that is applied."""

    def method(self, caller: Activation, function: Any, subject: Any) -> None:
        """A function written in C is called."""

    def function(self, caller: Activation, frame: FrameType) -> None:
        """A function of the module ``re`` has begun."""

    codes: Dict[CodeType, str]
    """Of those functions."""


class Watch:
    """Watches what runs within ``with`` in this thread. ``is_project`` is asked of real paths."""

    def __init__(self, is_project: Callable[[str], bool], applied: Applied) -> None:
        self._is_project, self.applied = is_project, applied
        self._known: Dict[CodeType, bool] = {}
        self._active: Dict[int, Activation] = {}
        self._moment = 0
        self._base: Optional[FrameType] = None
        self.outermost: Optional[Activation] = None
        """The project's function that was called first and has ended last."""
        self.left: List[Activation] = []
        """What an exception has left, innermost first."""
        self._source: Any = None

    def __enter__(self) -> "Watch":
        self._base = sys._getframe(1)
        tool = free_tool()
        thread = threading.get_ident()
        self._source = _Tracing(self) if tool is None else Monitoring(self, tool, thread)
        sys.setrecursionlimit(sys.getrecursionlimit() + _DEEPER)
        self._source.begin()
        return self

    def __exit__(self, *error: object) -> None:
        self._source.end()
        sys.setrecursionlimit(max(1, sys.getrecursionlimit() - _DEEPER))
        self._active.clear()

    # ------------------------------------------------------------ what has happened

    def wanted(self, code: CodeType) -> bool:
        """Whether runs of this code are watched."""
        known = self._known.get(code)
        if known is None:
            own = code not in TRAMPOLINES and not _is_passing(code)
            known = self._known[code] = own and self._is_project(real_path(code.co_filename))
        return known

    def active(self, frame: Optional[FrameType]) -> Optional[Activation]:
        """The run that a frame is, if it is watched."""
        return self._active.get(id(frame))

    def begun(self, frame: FrameType) -> None:
        """A wanted function begins."""
        self._active[id(frame)] = Activation(frame)

    def line(self, frame: FrameType, line: int) -> None:
        """A line begins."""
        activation = self.active(frame)
        if activation is not None:
            self._moment += 1
            activation.lines[line] = self._moment
            activation.raising = False

    def raised(self, frame: FrameType) -> None:
        """An exception is in a frame; it may still be caught there."""
        activation = self.active(frame)
        if activation is not None:
            activation.raising = True

    def returned(self, frame: FrameType, value: Any) -> None:
        """A function has ended with ``value``."""
        activation = self._active.pop(id(frame), None)
        if activation is None:
            return
        activation.ended(value)
        self._moment += 1
        caller = frame.f_back
        while caller is not None and caller is not self._base:
            outer = self._active.get(id(caller))
            if outer is not None:
                outer.called(activation, caller.f_lasti, self._moment)
                return
            if _is_passing(caller.f_code):
                return
            caller = caller.f_back
        self.outermost = activation

    def unwound(self, frame: FrameType) -> None:
        """An exception has left a frame."""
        activation = self._active.pop(id(frame), None)
        if activation is not None and len(self.left) < _KEPT:
            self.left.append(activation)


class _Tracing:
    """By ``sys.settrace``, and ``sys.setprofile`` for functions written in C."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._before: Any = None

    def begin(self) -> None:
        self._before = sys.gettrace(), sys.getprofile()
        sys.settrace(self._called)
        sys.setprofile(self._profiled)

    def end(self) -> None:
        sys.settrace(self._before[0])
        sys.setprofile(self._before[1])

    def _called(self, frame: FrameType, event: str, argument: Any) -> Any:
        watch, code = self._watch, frame.f_code
        if code in watch.applied.codes:
            caller = watch.active(frame.f_back)
            if caller is not None:
                watch.applied.function(caller, frame)
        elif watch.wanted(code):
            watch.begun(frame)
            return self._told
        return None

    def _told(self, frame: FrameType, event: str, argument: Any) -> Any:
        watch = self._watch
        if event == "line":
            watch.line(frame, frame.f_lineno)
        elif event == "exception":
            watch.raised(frame)
        elif event == "return":
            activation = watch.active(frame)
            # Leaving by an exception is told as a return of None.
            if activation is not None and activation.raising and argument is None:
                watch.unwound(frame)
            else:
                watch.returned(frame, argument)
        return self._told

    def _profiled(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "c_call":
            caller = self._watch.active(frame)
            if caller is not None:
                self._watch.applied.method(caller, argument, getattr(argument, "__self__", None))
