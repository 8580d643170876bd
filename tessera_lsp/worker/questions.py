"""What rules ask beside the verdicts: of the later grammars where a shape said ``False``, and of the shapes
that never get a claim because earlier ones took it."""

from typing import Dict, List, NamedTuple, Sequence, Tuple

from ..wire import Consultation, Shadowed, Step
from .batteries import Call, Held
from .consulting import Bench
from .preparing import Prepared
from .signatures import BadVerifierError
from .verifier import Trace

_RESCUES = 500
"""Claims of one process whose later grammars are asked."""
_SHADOWS = 500
"""Claims that a shape which owned none is asked about."""
_LETTERS = {"True": "T", "False": "F", "None": "N", "raised": "R"}


def letters(steps: Sequence[Step], shapes: int) -> str:
    """What the declared shapes said to a claim, as in ``wire.MeasuredJudged.said``."""
    said = ["-"] * shapes
    for step in steps:
        if 0 <= step.place < shapes:
            said[step.place] = _LETTERS.get(step.answer, "?")
    return "".join(said)


def reversed_nodes(prepared: Prepared) -> Prepared:
    """The same with its nodes in the reverse order, where they are a plain dictionary."""
    call = prepared.call
    if call is None or type(call.nodes) is not dict:
        return prepared
    return prepared._replace(call=call._replace(nodes=dict(reversed(list(call.nodes.items())))))


def owning_step(steps: Sequence[Step]) -> Step:
    """The step of the declared shape that owned the claim; one with the place -1 where none did."""
    for step in steps:
        if step.place >= 0 and step.answer in ("True", "False"):
            return step
    return Step("", "None", -1)


class _Owned(NamedTuple):
    """A claim that a declared shape took."""

    step: Step
    call: Call
    text: str
    citations: Tuple[str, ...]


class Questions:
    """The further questions of one judging process. ``bench`` asks, its counts go on."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self._rescues = 0
        self._owned: Dict[str, List[_Owned]] = {}

    def note(self, held: Held, found: Consultation, prepared: Prepared) -> None:
        """A claim was put to the battery; keep it where a declared shape owned it."""
        step = owning_step(found.steps)
        if step.place >= 0 and prepared.call is not None:
            owned = _Owned(step, prepared.call, found.text, found.citations)
            self._owned.setdefault(held.name, []).append(owned)

    def rescued(self, held: Held, found: Consultation, prepared: Prepared) -> str:
        """The grammar that would have supported a claim, had not a declared shape called it ``False``: the
        project's own verifier is asked once more, with the shapes behind that one. Empty for none."""
        step = owning_step(found.steps)
        if step.answer != "False" or found.verdict is not False or prepared.call is None:
            return ""
        self._rescues += 1
        if self._rescues > _RESCUES:
            return ""
        try:
            verifier = self.bench.verifier()
        except BadVerifierError:
            return ""
        claim, nodes, graph = prepared.call
        handed, asked = self.bench.ladder(held, verifier)
        trace = Trace(held.name, claim, nodes, graph, asked)
        try:
            later = handed[step.place + 1 :]
            verdict = verifier.ask(trace, lambda: verifier.call(claim, nodes, graph, later))
        except BaseException:  # what a shape raises on a claim that it never gets is nobody's finding
            return ""
        return trace.owner if verdict is True else ""

    def shadowed(self, held: Held) -> Tuple[Shadowed, ...]:
        """For each declared shape that owned no claim of the battery: one of those that earlier shapes took
        and that it would own."""
        owned = self._owned.get(held.name, [])
        taken = {one.step.place for one in owned}
        found = []
        for place in range(len(held.shapes)):
            if place not in taken:
                found += self._first_it_would_own(held, place, [o for o in owned if o.step.place < place])
        return tuple(found)

    def _first_it_would_own(self, held: Held, place: int, owned: List[_Owned]) -> List[Shadowed]:
        shape, key = held.shapes[place], held.keys[place]
        for one in owned[:_SHADOWS]:
            if ":".join(key) in self.bench.deadly:
                break
            if self.bench.ask_directly(held, shape, key, one.call).answer in ("True", "False"):
                return [Shadowed(place, one.step.place, one.text, one.citations)]
        return []
