"""What a battery answers to a gold case: the claims, as its own answer path makes them."""

import inspect
import json
import sys
from types import SimpleNamespace
from typing import Any, Dict, List, NamedTuple, Tuple

from ..wire import Fault
from .batteries import Held
from .clock import Clock
from .faults import fault_of

LONGEST = 200
"""Claims of one answer that are told."""


class Answered(NamedTuple):
    """The claims of an answer; where there are none, ``why_not`` says why, and ``faults`` what was met."""

    claims: Tuple[Any, ...]
    why_not: str = ""
    faults: Tuple[Fault, ...] = ()


def answer(held: Held, case: str, clock: Clock) -> Answered:
    """Ask the battery's ``answer(case, graph, kb)`` for a case, given as the JSON of its object. Its graph is
    built already."""
    path = getattr(held.battery, "answer", None)
    if not callable(path):
        return Answered((), "battery %s has no answer(case, graph, kb) to ask" % held.name)
    if held.fault is not None and held.graph is None:
        return Answered((), "the graph of %s could not be built" % held.name, (held.fault,))
    clock.begin("harvest", held.name)
    try:
        found = path(gold_case(held.battery, json.loads(case)), held.graph, _knowledge(held))
        if inspect.isawaitable(found):
            close = getattr(found, "close", None)
            if close is not None:
                close()
            return Answered((), "the answer path of %s is async" % held.name)
        claims = tuple(getattr(found, "claims", None) or ())[:LONGEST]
        refusal = getattr(found, "refusal", "")
    except BaseException as error:
        fault = fault_of(error, "harvest", battery=held.name)
        return Answered((), "the answer path of %s: %s" % (held.name, fault.message), (fault,))
    finally:
        clock.end()
    if claims:
        return Answered(claims)
    said = refusal[:400] if isinstance(refusal, str) and refusal else ""
    return Answered((), "the answer refuses: %s" % said if said else "the answer claims nothing")


def gold_case(battery: Any, fields: Dict[str, Any]) -> Any:
    """A case as the project's own class has it, which stands beside the battery's; else an object with these
    attributes. Lists become tuples."""
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    module = sys.modules.get(type(battery).__module__)
    kind = vars(module).get("GoldCase") if module is not None else None
    return kind(**values) if isinstance(kind, type) else SimpleNamespace(**values)


def _knowledge(held: Held) -> Any:
    builder = held.builders.get("build_kb")
    return builder() if callable(builder) else builder


def text_of(claim: Any) -> str:
    """What a claim says."""
    text = getattr(claim, "text", "")
    return text if isinstance(text, str) else ""


def kept(claims: Tuple[Any, ...]) -> List[Any]:
    """The claims that say something, each once."""
    found: List[Any] = []
    for claim in claims:
        if text_of(claim) and not any(claim is other for other in found):
            found.append(claim)
    return found
