"""Exceptions, tracebacks and last words as ``wire.Fault``."""

import os
import re
import sys
import traceback
from types import CodeType, FrameType, TracebackType
from typing import Callable, Iterable, List, Optional, Set, Tuple

from ..wire import Fault, Frame
from .guards import EffectRefusedError, EndRefusedError, NetworkRefusedError

_OWN = os.path.dirname(os.path.realpath(__file__)) + os.sep
_LIMIT = 60
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_REFUSALS = (NetworkRefusedError, EndRefusedError, EffectRefusedError)
TRAMPOLINES: Set[CodeType] = set()
"""Code that observation has put in the place of a function's own: no frames of the project."""


class NotJudged(BaseException):
    """A shape that has ended a process is not called again. Not an ``Exception``: it must reach us through
    user code."""

    def __init__(self, shape: str) -> None:
        super().__init__(shape)
        self.shape = shape


class SkippedImportError(ImportError):
    """A module that ended a process when it was imported, and is therefore not imported."""


def real_path(path: str) -> str:
    """The real path of a code object's file; ``<string>`` and the like as they are."""
    return path if path.startswith("<") else os.path.realpath(path)


def frames_of(trace: Optional[TracebackType]) -> Tuple[Frame, ...]:
    """The frames of a traceback, innermost last, ours and the import system's left out."""
    return _shown_frames(traceback.walk_tb(trace))


def _shown_frames(walked: Iterable[Tuple[FrameType, int]]) -> Tuple[Frame, ...]:
    found = []
    for frame, line in walked:
        code = frame.f_code
        if code in TRAMPOLINES or code.co_filename.startswith("<frozen importlib"):
            continue
        path = real_path(code.co_filename)
        if not path.startswith(_OWN):
            found.append(Frame(path, line or 0, code.co_name))
    return tuple(found[-_LIMIT:])


_REFUSED: List[Tuple[str, str, Tuple[Frame, ...]]] = []
"""Every attempt to reach out in this process, and every effect of a shape: kind of fault, words, where."""
_REFUSALS_KEPT = 1000


def note_refusal(message: str) -> None:
    """Remember an attempt to reach out, made by whoever runs now."""
    _note("network", message, True)


def note_effect(message: str, here: bool) -> None:
    """Remember what a shape has done beside its answer; ``here``: the code that runs now does it."""
    _note("impure", message, here)


def _note(kind: str, message: str, here: bool) -> None:
    if len(_REFUSED) >= _REFUSALS_KEPT:
        _REFUSED.append((kind, message, ()))  # counts, and costs no more
        return
    stack = list(traceback.walk_stack(sys._getframe(2))) if here else []
    _REFUSED.append((kind, message, _shown_frames(reversed(stack))))


def refusals() -> int:
    """How many attempts and effects there were so far, for ``swallowed``."""
    return len(_REFUSED)


def swallowed(
    before: int, doing: str, shape: str = "", battery: str = "", claim: str = ""
) -> Optional[Fault]:
    """The first attempt to reach out since there were ``before``, as a fault of code that went on; the first
    effect of a shape, where it is a shape's faults that are told."""
    noted = [one for one in _REFUSED[before:] if one[0] == "network"]
    if doing == "shape":
        noted += _REFUSED[before:]
    if not noted:
        return None
    kind, message, frames = noted[0]
    return Fault(kind, doing, message, frames, shape, battery, claim)


def without_addresses(text: str) -> str:
    """A repr without ``at 0x…``, which is another one in each process."""
    return _ADDRESS.sub("", text)


def one_line(error: BaseException) -> str:
    """Type and message of an exception on one bounded line."""
    try:
        text = traceback.format_exception_only(type(error), error)[-1].strip()
    except BaseException:  # a message that cannot be formatted is user code's fault as well
        text = type(error).__name__
    text = without_addresses(" ".join(text.split()))
    return text if len(text) <= 300 else text[:299] + "…"


def chain(error: BaseException) -> List[BaseException]:
    """An exception with all that caused it or was being handled, itself first."""
    found: List[BaseException] = []
    todo: List[Optional[BaseException]] = [error]
    while todo and len(found) < 50:
        one = todo.pop()
        if one is not None and all(one is not other for other in found):
            found.append(one)
            todo += [one.__cause__, one.__context__]
    return found


def kind_of(error: BaseException) -> str:
    """``wire.Fault.kind`` of an exception that user code let out."""
    if not isinstance(error, Exception):  # SystemExit, KeyboardInterrupt, GeneratorExit and their like
        return "exit"
    if any(isinstance(one, EndRefusedError) for one in chain(error)):
        return "exit"
    if isinstance(error, MemoryError):
        return "memory"
    if any(isinstance(one, NetworkRefusedError) for one in chain(error)):
        return "network"
    if any(isinstance(one, EffectRefusedError) for one in chain(error)):
        return "impure"
    return "raised"


def fault_of(
    error: BaseException, doing: str, shape: str = "", battery: str = "", claim: str = "", kind: str = ""
) -> Fault:
    """What user code let out, as a fault."""
    frames = frames_of(error.__traceback__)
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        frames += (Frame(real_path(error.filename), error.lineno, ""),)
    message = one_line(error)
    refused = [one for one in chain(error) if isinstance(one, _REFUSALS)]
    if refused:
        message = str(refused[0])
    return Fault(kind or kind_of(error), doing, message, frames, shape, battery, claim)


_THREAD = re.compile(r"^(Current thread|Thread) 0x[0-9a-f]+.*\(most recent call first\)", re.MULTILINE)
_STACK = re.compile(r"^Stack \(most recent call first\)", re.MULTILINE)
_FRAME = re.compile(r'^  File "(.*)", line (\d+|\?\?\?) in (.*)$', re.MULTILINE)
_ESCAPE = re.compile(r"\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|\\U([0-9a-f]{8})")


def _plain(text: str) -> str:
    return _ESCAPE.sub(lambda match: chr(int(match[1] or match[2] or match[3], 16)), text)


def frames_of_dump(dump: str, is_project: Callable[[str], bool]) -> Tuple[Frame, ...]:
    """The frames of ``faulthandler``'s text: of the thread that it calls current, else of the first one
    that runs code of the project, else of the first."""
    starts = [*_THREAD.finditer(dump), *_STACK.finditer(dump)]
    starts.sort(key=lambda match: match.start())
    blocks = []
    for index, start in enumerate(starts):
        end = starts[index + 1].start() if index + 1 < len(starts) else len(dump)
        frames = [
            Frame(real_path(_plain(match[1])), 0 if match[2] == "???" else int(match[2]), _plain(match[3]))
            for match in _FRAME.finditer(dump, start.end(), end)
        ]
        kept = [f for f in frames if not (f.path.startswith(_OWN) or f.path.startswith("<frozen importlib"))]
        blocks.append((start[0].startswith("Current"), tuple(reversed(kept))))
    for wanted in (
        [frames for current, frames in blocks if current and any(is_project(f.path) for f in frames)],
        [frames for _, frames in blocks if any(is_project(f.path) for f in frames)],
        [frames for _, frames in blocks],
    ):
        if wanted:
            return wanted[0][-_LIMIT:]
    return ()
