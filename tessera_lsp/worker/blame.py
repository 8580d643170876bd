"""What went wrong in a consultation, laid at the door of who did it."""

import sys
from types import CodeType, FrameType
from typing import Any, Dict, List, Optional

from ..wire import Fault, Frame
from .batteries import Call
from .faults import TRAMPOLINES, fault_of, real_path, swallowed
from .isolation import SHAPES
from .naming import function_of
from .verifier import Trace, is_tri_state
from .workspace import Workspace


class Blame:
    """Makes faults of what verifier and shapes did. ``deadly`` as in ``Bench``: who takes all memory is noted
    there."""

    def __init__(self, workspace: Workspace, deadly: Dict[str, str]) -> None:
        self._workspace, self._clock, self._deadly = workspace, workspace.clock, deadly

    def met(self, trace: Trace) -> Optional[Fault]:
        """What went wrong on the way to a verdict that was given all the same."""
        if trace.failed is not None:
            return self.fault_in(trace, trace.failed[1])
        if trace.odd is not None:
            return self.odd_answer(trace)
        if trace.reached_out is not None:
            asked, before = trace.reached_out
            return swallowed(before, "shape", asked.key, trace.battery, trace.text)
        return None

    def fault_in(self, trace: Trace, error: BaseException) -> Fault:
        """What the verifier let out, laid at the door of the shape that did it."""
        # The exception's own text is user code too.
        key = trace.failed[0].key if trace.failed is not None else ""
        self._clock.call("shape" if key else "verifier", trace.battery, key, trace.text)
        try:
            return self._fault_in(trace, error)
        finally:
            self._clock.returned()

    def _fault_in(self, trace: Trace, error: BaseException) -> Fault:
        if trace.failed is not None:
            asked, cause = trace.failed
            fault = fault_of(cause, "shape", asked.key, trace.battery, trace.text)
            if fault.kind == "memory":
                self._deadly.setdefault(asked.key, "an earlier call of %s took all memory" % asked.key)
            return fault
        if trace.odd is not None and isinstance(error, TypeError):
            return self.odd_answer(trace)
        return fault_of(error, "verifier", battery=trace.battery, claim=trace.text)

    def odd_answer(self, trace: Trace) -> Fault:
        """The fault of the shape whose answer in the ladder was neither a bool nor None."""
        assert trace.odd is not None
        asked = trace.odd
        answer = next(step.answer for step in trace.steps if step.place == asked.place)
        call = Call(trace.claim, trace.nodes, trace.graph)
        return self.odd(asked.shape, asked.key, asked.name, answer, trace.battery, call)

    def odd(self, shape: Any, key: str, name: str, answer: str, battery: str, call: Call) -> Fault:
        """The fault of a shape that answered neither a bool nor None, at the line that returned: the shape
        is asked once more, and watched."""
        text = str(getattr(call.claim, "text", ""))
        message = "%s answered %s: a shape answers True, False or None" % (name, answer)
        frames: List[Frame] = []
        function = function_of(shape)
        self._clock.call("shape", battery, key, text)
        try:
            _watched(shape, call, frames)
        except BaseException:
            frames = []  # it answers otherwise the second time: the definition's line has to do
        finally:
            self._clock.returned()
        if not frames and function is not None:
            code = self._own_code(function)
            frames = [Frame(real_path(code.co_filename), code.co_firstlineno, code.co_name)]
        return Fault("answer", "shape", message, tuple(frames), key, battery, text)

    def _own_code(self, function: Any) -> CodeType:
        observed = self._workspace._verifier
        for one in observed.observations.made if observed is not None else ():
            if one.function is function:
                return one.code
        return function.__code__  # type: ignore[no-any-return]


def _watched(shape: Any, call: Call, last: List[Frame]) -> None:
    """Call a shape, and leave in ``last`` the line on which the function that decided returned."""
    function = function_of(shape)
    if function is None:
        return
    path, name = real_path(function.__code__.co_filename), function.__name__
    before = sys.getprofile()

    def seen(frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event != "return" or code.co_name != name or code in TRAMPOLINES or is_tri_state(argument):
            return
        if real_path(code.co_filename) == path:
            last[:] = [Frame(path, frame.f_lineno, name)]

    sys.setprofile(seen)
    try:
        SHAPES.call(shape, call.claim, call.nodes, call.graph)
    finally:
        sys.setprofile(before)
