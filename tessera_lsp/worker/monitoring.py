"""What ``watching`` wants to know, told by ``sys.monitoring``: for Python 3.12 and newer."""

import sys
import threading
from types import CodeType
from typing import TYPE_CHECKING, Any, Dict, Optional, Set

if TYPE_CHECKING:
    from .watching import Watch

_MONITORING: Any = getattr(sys, "monitoring", None)
"""There is none before 3.12."""


def free_tool() -> Optional[int]:
    """An id that nobody has; None where there is none."""
    if _MONITORING is None:
        return None
    return next((tool for tool in (4, 3, 5, 2) if _MONITORING.get_tool(tool) is None), None)


class Monitoring:
    """Tells ``watch`` of one thread. ``tool`` is an id that nobody has."""

    def __init__(self, watch: "Watch", tool: int, thread: int) -> None:
        self._events = _MONITORING.events
        self._watch, self._tool, self._thread = watch, tool, thread
        self._seen: Set[CodeType] = set()
        self._callbacks: Dict[int, Any] = {}

    def begin(self) -> None:
        """Tell from now on."""
        _MONITORING.use_tool_id(self._tool, "tessera")
        self._callbacks = {
            self._events.PY_START: self._start,
            self._events.LINE: self._line,
            self._events.PY_RETURN: self._return,
            self._events.PY_UNWIND: self._unwind,
            self._events.CALL: self._call,
        }
        for event, callback in self._callbacks.items():
            _MONITORING.register_callback(self._tool, event, callback)
        _MONITORING.set_events(self._tool, self._events.PY_START | self._events.PY_UNWIND)
        _MONITORING.restart_events()  # what an earlier watch did not want to hear of again

    def end(self) -> None:
        """Tell no more."""
        _MONITORING.set_events(self._tool, 0)
        for code in self._seen:
            _MONITORING.set_local_events(self._tool, code, 0)
        for event in self._callbacks:
            _MONITORING.register_callback(self._tool, event, None)
        _MONITORING.free_tool_id(self._tool)

    def _elsewhere(self) -> bool:
        return threading.get_ident() != self._thread

    def _start(self, code: CodeType, offset: int) -> Any:
        watch = self._watch
        if code in watch.applied.codes:
            frame = sys._getframe(1)
            caller = None if self._elsewhere() else watch.active(frame.f_back)
            if caller is not None:
                watch.applied.function(caller, frame)
            return None
        if not watch.wanted(code):
            return _MONITORING.DISABLE
        if self._elsewhere():
            return None
        if code not in self._seen:
            self._seen.add(code)
            local = self._events.LINE | self._events.PY_RETURN | self._events.CALL
            _MONITORING.set_local_events(self._tool, code, local)
        watch.begun(sys._getframe(1))
        return None

    def _line(self, code: CodeType, line: int) -> None:
        if not self._elsewhere():
            self._watch.line(sys._getframe(1), line)

    def _return(self, code: CodeType, offset: int, value: Any) -> None:
        if not self._elsewhere():
            self._watch.returned(sys._getframe(1), value)

    def _unwind(self, code: CodeType, offset: int, error: BaseException) -> None:
        if not self._elsewhere():
            self._watch.unwound(sys._getframe(1))

    def _call(self, code: CodeType, offset: int, function: Any, first: Any) -> None:
        if self._elsewhere():
            return
        caller = self._watch.active(sys._getframe(1))
        if caller is not None:
            self._watch.applied.method(caller, function, first)
