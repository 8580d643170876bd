"""Where the answer of a call goes: what the instructions after the call do with it."""

import dis
from types import CodeType
from typing import Dict, List, NamedTuple, Optional, Set, Tuple

RETURNED = ""
"""The answer of the call is the answer of the function."""
_FAR = 80
"""Instructions that are looked at: a ``finally`` may stand between the call and the return."""
_STORES = ("STORE_FAST", "STORE_DEREF", "STORE_NAME", "STORE_GLOBAL")
_NOTHING = ("NOP", "POP_BLOCK", "CACHE", "EXTENDED_ARG", "RESUME")
_CODES: Dict[CodeType, "_Code"] = {}


class _Code(NamedTuple):
    instructions: List[dis.Instruction]
    places: Dict[int, int]
    answers: Dict[int, Optional[str]]


def _read(code: CodeType) -> _Code:
    known = _CODES.get(code)
    if known is None:
        found = list(dis.get_instructions(code))
        known = _Code(found, {one.offset: place for place, one in enumerate(found)}, {})
        _CODES[code] = known
    return known


def _place_after(known: _Code, at: int) -> int:
    """The place of the first instruction behind the one at an offset. A frame that waits for a call may
    point at the cache behind it, which is no instruction."""
    while at >= 0 and at not in known.places:
        at -= 2
    return known.places.get(at, -1) + 1


def destiny(code: CodeType, at: int) -> Optional[str]:
    """``RETURNED``, the name of the variable that the answer is put into at once, or None for anything
    else. ``at`` is the ``f_lasti`` of the frame that calls."""
    known = _read(code)
    if at not in known.answers:
        known.answers[at] = _destiny(_following(known, _place_after(known, at)))
    return known.answers[at]


def is_argument(code: CodeType, at: int, of: int) -> bool:
    """Whether the answer of the call at ``at`` is the last argument of the call at ``of``."""
    known = _read(code)
    place, outer = _place_after(known, at), _place_after(known, of) - 1
    names = [one.opname for one in known.instructions[place:outer]]
    return outer >= place and all(name in ("PRECALL", *_NOTHING) for name in names)


def returned_name(code: CodeType, at: int) -> str:
    """The variable whose value is returned by the instruction at ``at``, else empty."""
    known = _read(code)
    place = _place_after(known, at) - 2
    loads = place >= 0 and known.instructions[place].opname.startswith(
        ("LOAD_FAST", "LOAD_NAME", "LOAD_DEREF")
    )
    value = known.instructions[place].argval if loads else ""
    return value if isinstance(value, str) else ""


def stores(code: CodeType, name: str) -> Set[int]:
    """The lines on which something is put into a variable."""
    found, line = set(), 0
    starts = dict(dis.findlinestarts(code))
    for one in _read(code).instructions:
        line = starts.get(one.offset) or line
        if one.opname.startswith("STORE") and name in (
            one.argval if isinstance(one.argval, tuple) else (one.argval,)
        ):
            found.add(line)
    return found


def _following(known: _Code, place: int) -> List[dis.Instruction]:
    """The instructions from a place on, where conditions fall through."""
    found: List[dis.Instruction] = []
    while place < len(known.instructions) and len(found) < _FAR:
        one = known.instructions[place]
        if one.opname == "JUMP_FORWARD":
            place = known.places[one.argval]
            continue
        found.append(one)
        place += 1
    return found


def _destiny(following: List[dis.Instruction]) -> Optional[str]:
    above = 0
    """How many values lie on top of the answer."""
    for place, one in enumerate(following):
        name = one.opname
        if name in _NOTHING:
            continue
        if name == "RETURN_VALUE":
            return RETURNED if above == 0 else None
        if above == 0:
            rest = following[place + 1 : place + 2]
            if name in _STORES:
                return str(one.argval)
            if name == "DUP_TOP" or (name == "COPY" and one.arg == 1):
                return str(rest[0].argval) if rest and rest[0].opname in _STORES else None
            if name == "ROT_TWO" or (name == "SWAP" and one.arg == 2):
                # A ``with`` or a loop is left, and the answer kept.
                leaving = rest and (rest[0].opname, rest[0].argval) in _LEAVING
                return RETURNED if leaving else None
        effect = dis.stack_effect(
            one.opcode, one.arg if one.opcode >= dis.HAVE_ARGUMENT else None, jump=False
        )
        reaches = name.startswith("ROT_") or (name in ("SWAP", "COPY") and (one.arg or 0) > above)
        above += effect
        popped = name == "POP_TOP" or name in _STORES or name.startswith("POP_JUMP")
        if reaches or above < 0 or (above == 0 and not popped):
            return None
    return None


_LEAVING: Tuple[Tuple[str, object], ...] = (("POP_TOP", None), ("LOAD_CONST", None))
