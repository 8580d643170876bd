"""What of the project's functions is executed: instructions where the interpreter tells their columns (Python
3.11 and newer), else lines. By ``sys.monitoring`` where there is one, which is told each place once; else by
tracing."""

import sys
import threading
from types import CodeType, FrameType
from typing import Any, Dict, Iterator, List, Sequence, Set, Tuple

from ..wire import Covered
from .faults import TRAMPOLINES, real_path

Span = Tuple[int, int, int, int]
_TOOL = 3
"""An id of ``sys.monitoring`` that its documentation gives to nobody."""


class Coverage:
    """Notes what is executed in ``paths`` (real ones) between ``start`` and ``stop``."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = frozenset(paths)
        self._files: Dict[str, bool] = {}
        self._seen: Dict[CodeType, Set[int]] = {}
        """Offsets of instructions, or lines where columns are not known."""
        self.whole = True
        """Whether nobody else took the tracing over."""

    def start(self) -> None:
        """Begin."""
        if hasattr(sys, "monitoring"):
            self._monitor()
        else:
            threading.settrace(self._trace)
            sys.settrace(self._trace)

    def stop(self) -> Tuple[Covered, ...]:
        """End, and tell; nothing where the project traced for itself meanwhile."""
        if hasattr(sys, "monitoring"):
            monitoring: Any = sys.monitoring
            self.whole = self.whole and monitoring.get_tool(_TOOL) == "tessera"
            monitoring.free_tool_id(_TOOL)
        else:
            self.whole = sys.gettrace() == self._trace
            sys.settrace(None)
            threading.settrace(None)
        return tuple(self._told()) if self.whole else ()

    def _wanted(self, code: CodeType) -> bool:
        name = code.co_filename
        if name not in self._files:
            self._files[name] = real_path(name) in self._paths
        return self._files[name] and code not in TRAMPOLINES

    # ------------------------------------------------------------ noting

    def _monitor(self) -> None:
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
        events = monitoring.events
        if monitoring.get_tool(_TOOL) is not None:
            self.whole = False
            return
        monitoring.use_tool_id(_TOOL, "tessera")

        def instruction(code: CodeType, offset: int) -> Any:
            if self._wanted(code):
                self._seen.setdefault(code, set()).add(offset)
            return monitoring.DISABLE

        monitoring.register_callback(_TOOL, events.INSTRUCTION, instruction)
        monitoring.set_events(_TOOL, events.INSTRUCTION)
        monitoring.restart_events()

    def _trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        if not self._wanted(code):
            return None
        seen = self._seen.setdefault(code, set())
        if not hasattr(code, "co_positions"):

            def line(frame: FrameType, event: str, argument: Any) -> Any:
                if event == "line":
                    seen.add(frame.f_lineno)
                return line

            return line
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False

        def opcode(frame: FrameType, event: str, argument: Any) -> Any:
            if event == "opcode":
                seen.add(frame.f_lasti)
            return opcode

        return opcode

    # ------------------------------------------------------------ telling

    def _told(self) -> Iterator[Covered]:
        for code, seen in list(self._seen.items()):
            executed, missed = _spans(code, seen)
            name = str(getattr(code, "co_qualname", code.co_name))
            path = real_path(code.co_filename)
            told = tuple(sorted(executed)), tuple(sorted(missed - executed))
            yield Covered(path, name, code.co_firstlineno, *told)


def _spans(code: CodeType, seen: Set[int]) -> Tuple[Set[Span], Set[Span]]:
    """The places that were executed, and those that were not."""
    executed: Set[Span] = set()
    missed: Set[Span] = set()
    if not hasattr(code, "co_positions"):
        import dis

        for _, line in dis.findlinestarts(code):
            (executed if line in seen else missed).add((line, line, -1, -1))
        return executed, missed
    positions: List[Any] = list(code.co_positions())
    for at, (line, end_line, column, end_column) in enumerate(positions):
        if line is not None and end_line is not None and column is not None and end_column is not None:
            place = (line, end_line, column, end_column)
            (executed if 2 * at in seen else missed).add(place)
    return executed, missed
