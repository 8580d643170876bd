"""What rules ask beside the verdicts: of the later grammars where a shape said ``False``, and of the shapes
that never get a claim because earlier ones took it."""

from types import MappingProxyType
from typing import Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Set, Tuple

from ..wire import Consultation, Shadowed, Step
from .batteries import Call, Held
from .consulting import Bench
from .kept import Memo
from .preparing import Prepared
from .signatures import BadVerifierError
from .verifier import Trace

_RESCUES = 500
"""Claims of one process whose later grammars are asked."""
_SHADOWS = 500
"""Claims that a shape which owned none is asked about."""


def reversed_nodes(prepared: Prepared) -> Prepared:
    """The same with its nodes in the reverse order, where they are a plain dictionary or a view of one."""
    call = prepared.call
    if call is None or type(call.nodes) not in (dict, MappingProxyType):
        return prepared
    turned = dict(reversed(list(call.nodes.items())))
    nodes = turned if type(call.nodes) is dict else MappingProxyType(turned)
    return prepared._replace(call=call._replace(nodes=nodes))


def owning_step(steps: Sequence[Step]) -> Step:
    """The step of the declared shape that owned the claim; one with the place -1 where none did."""
    for step in steps:
        if step.place >= 0 and step.answer in ("True", "False"):
            return step
    return Step("", "None", -1)


class Owned(NamedTuple):
    """A claim that the declared shape at ``place`` took. ``memo``: what shapes are known to say to it."""

    place: int
    call: Call
    text: str
    citations: Tuple[str, ...]
    memo: Optional[Memo] = None


class Questions:
    """The further questions of one judging process. ``bench`` asks, its counts go on."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self._rescues = 0
        self._owned: Dict[str, List[Owned]] = {}

    def note(self, held: Held, found: Consultation, prepared: Prepared, memo: Optional[Memo] = None) -> None:
        """A claim was put to the battery; keep it where a declared shape owned it."""
        place = owning_step(found.steps).place
        if place >= 0 and prepared.call is not None:
            owned = Owned(place, prepared.call, found.text, found.citations, memo)
            self._owned.setdefault(held.name, []).append(owned)

    def rescued(
        self, held: Held, found: Consultation, prepared: Prepared, memo: Optional[Memo] = None
    ) -> str:
        """The grammar that would have supported a claim, had not a declared shape called it ``False``. Empty
        for none."""
        step = owning_step(found.steps)
        if step.answer != "False" or found.verdict is not False or prepared.call is None:
            return ""
        return self.rescue(held, step.place, prepared.call, memo)

    def rescue(self, held: Held, place: int, call: Call, memo: Optional[Memo] = None) -> str:
        """The same of a claim that the shape at ``place`` called ``False``: the project's own verifier is
        asked once more, with the shapes behind that one."""
        self._rescues += 1
        if self._rescues > _RESCUES:
            return ""
        try:
            verifier = self.bench.verifier()
        except BadVerifierError:
            return ""
        claim, nodes, graph = call
        handed, asked = self.bench.ladder(held, verifier)
        trace = Trace(held.name, claim, nodes, graph, asked, memo)
        try:
            later = handed[place + 1 :]
            verdict = verifier.ask(trace, lambda: verifier.call(claim, nodes, graph, later))
        except BaseException:  # what a shape raises on a claim that it never gets is nobody's finding
            return ""
        return trace.owner if verdict is True else ""

    def shadowed(
        self, held: Held, taken: Set[int], measured: Callable[[], Iterable[Owned]]
    ) -> Tuple[Shadowed, ...]:
        """For each declared shape that owned no claim of the battery: one of those that earlier shapes took
        and that it would own. ``taken`` are the places of those that own a measured claim, ``measured`` are
        all that shapes own."""
        items = self._owned.get(held.name, [])
        taken = taken | {one.place for one in items}
        free = [place for place in range(len(held.shapes)) if place not in taken]
        owned = [*items, *measured()] if free else []
        found = []
        for place in free:
            found += self._first_it_would_own(held, place, [o for o in owned if o.place < place])
        return tuple(found)

    def _first_it_would_own(self, held: Held, place: int, owned: List[Owned]) -> List[Shadowed]:
        for one in owned[:_SHADOWS]:
            if ":".join(held.keys[place]) in self.bench.deadly:
                break
            if self._would_own(held, place, one):
                return [Shadowed(place, one.place, one.text, one.citations)]
        return []

    def _would_own(self, held: Held, place: int, owned: Owned) -> bool:
        said = self.bench.ask_once(held, held.shapes[place], held.keys[place], owned.call, owned.memo)
        return said.answer in ("True", "False")
