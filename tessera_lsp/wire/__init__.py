"""The messages between the server and its worker, and how they are framed.

Read by the server's Python and by the user's (3.9 and newer), so: standard library only, old syntax.
A frame is a length of four bytes, big-endian, and a JSON object with ``"type"`` and the message's fields.
JSON is ASCII, so any ``str`` passes, lone surrogates included. Paths are absolute and real. Lines count
from 1, as Python's tracebacks do. Times are seconds.
"""

from .answers import (
    BatteryInfo,
    Covered,
    HarvestDone,
    Harvested,
    Hello,
    ItemJudged,
    JudgeDone,
    Loaded,
    MeasuredClaim,
    MeasuredJudged,
    Problem,
    Shadowed,
    Source,
)
from .codec import (
    LIMIT,
    Frames,
    Message,
    WireError,
    build,
    decode,
    encode,
    framed,
    judge_of_item,
    loads,
    plain,
)
from .requests import Ahead, Explain, Item, Judge, Load
from .seen import Observed
from .values import Condition, Consultation, Fault, Frame, Group, PatternMatch, Record, ShapeRef, Step, Why

PROTOCOL = 1
RECORD_IDS = 20_000
"""Record ids that are told of one battery."""

__all__ = [
    "Ahead",
    "BatteryInfo",
    "Condition",
    "Consultation",
    "Covered",
    "Explain",
    "Fault",
    "Frame",
    "Frames",
    "Group",
    "HarvestDone",
    "Harvested",
    "Hello",
    "Item",
    "ItemJudged",
    "Judge",
    "JudgeDone",
    "LIMIT",
    "Load",
    "Loaded",
    "MeasuredClaim",
    "MeasuredJudged",
    "Message",
    "Observed",
    "PROTOCOL",
    "PatternMatch",
    "Problem",
    "RECORD_IDS",
    "Record",
    "Shadowed",
    "ShapeRef",
    "Source",
    "Step",
    "Why",
    "WireError",
    "build",
    "decode",
    "encode",
    "framed",
    "judge_of_item",
    "loads",
    "plain",
]
