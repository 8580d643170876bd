"""One sentence put to one battery: by its verifier, and to a shape directly."""

from typing import Any, Callable, Dict, NamedTuple, Optional, Sequence, Tuple

from ..wire import Consultation, Fault, Record
from . import evidence
from .batteries import Call, Held
from .blame import Blame
from .faults import NotJudged, fault_of, kind_of, refusals, swallowed
from .handing import NOT_ASKED
from .isolation import SHAPES
from .kept import Memo
from .naming import Key, short_name
from .preparing import Prepared, Preparer
from .reasons import Texts
from .signatures import BadVerifierError
from .verifier import Asked, Trace, Verifier, asked_shapes, is_tri_state, shown
from .workspace import Workspace

ENDED = "an earlier call of %s ended the process"

_TRI_STATE = {"True": True, "False": False, "None": None}


class Said(NamedTuple):
    """What a shape said when it was asked directly: as in ``wire.Step``, and what that met."""

    answer: str
    fault: Optional[Fault]


class Bench:
    """Where a process judges: one battery's shapes after another's, all observed by one verifier."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.clock = workspace.clock
        self.deadly: Dict[str, str] = {}
        """Shapes that ended a process, or took its memory, by key, with why they are not asked."""
        self.dead_claims: Dict[Tuple[str, str], Fault] = {}
        """(battery, text) whose judging ended a process."""
        self.blame = Blame(workspace, self.deadly)
        self.preparer = Preparer(workspace, self.dead_claims)
        self.direct_calls = 0
        self._ladders: Dict[str, Tuple[Tuple[Any, ...], Verifier, Tuple[Any, ...], Dict[int, Asked]]] = {}
        self._locators: Dict[str, Callable[[str], str]] = {}

    def verifier(self) -> Verifier:
        """The project's verifier, told of the deadly shapes. Raises ``BadVerifierError``."""
        verifier = self.workspace.verifier()
        verifier.deadly = self.deadly
        return verifier

    @property
    def shape_calls(self) -> int:
        """Calls of shapes so far, by the verifier and directly."""
        observed = self.workspace._verifier
        return self.direct_calls + (observed.calls if observed is not None else 0)

    # ------------------------------------------------------------ asking

    def consult(
        self,
        held: Held,
        text: str,
        citations: Tuple[str, ...],
        prepared: Prepared,
        always: bool = True,
        why: bool = False,
        memo: Optional[Memo] = None,
    ) -> Consultation:
        """What the battery's verifier says. ``always``: tell the records even where it is supported;
        ``why``: watch the calls, and tell the reasons; ``memo``: what shapes have said to the claim,
        they are not asked again."""

        def said(
            verdict: Optional[bool],
            trace: Optional[Trace] = None,
            fault: Optional[Fault] = None,
            why_not: str = "",
        ) -> Consultation:
            owner = trace.owner if trace is not None and verdict is not None else ""
            steps = tuple(trace.steps) if trace is not None else ()
            records = self.described(held, prepared.records) if always or verdict is not True else ()
            return Consultation(
                held.name, text, citations, verdict, owner, steps, records, prepared.unknown, fault, why_not
            )

        if held.broken:
            return said(None, why_not=held.broken)
        if prepared.call is None:
            return said(None, fault=prepared.fault, why_not=prepared.why_not)
        dead = self.dead_claims.get((held.name, text))
        if dead is not None and not dead.shape:
            return said(None, fault=dead)
        try:
            verifier = self.verifier()
        except BadVerifierError as error:
            return said(None, why_not=str(error))
        refused = refusals()
        handed, asked = self.ladder(held, verifier)
        trace = Trace(held.name, *prepared.call, asked, memo)
        if why:
            imports = self.workspace.imports
            trace.texts = Texts(imports.is_project, imports.text_of)
        verdict, fault, why_not = self._put(verifier, trace, handed, text)
        if verdict is not None and fault is None:
            fault = swallowed(refused, "verifier", battery=held.name, claim=text)
        return said(verdict, trace, fault, why_not)

    def _put(
        self, verifier: Verifier, trace: Trace, handed: Tuple[Any, ...], text: str
    ) -> Tuple[Optional[bool], Optional[Fault], str]:
        """Put a claim to the verifier: the verdict, what went wrong, why it is not judged."""
        call = Call(trace.claim, trace.nodes, trace.graph)
        try:
            verdict = verifier.ask(trace, lambda: verifier.call(*call, handed))
        except NotJudged as error:
            dead = self.dead_claims.get((trace.battery, text))
            if dead is not None and dead.shape == error.shape:
                return None, dead, ""
            return None, None, self.deadly.get(error.shape, ENDED % error.shape)
        except BaseException as error:
            return None, self.blame.fault_in(trace, error), ""
        if not isinstance(verdict, bool):
            message = "%s answered %s: a verdict is True or False" % (verifier.name, shown(verdict))
            return None, Fault("answer", "verifier", message, (), "", trace.battery, text), ""
        return verdict, self.blame.met(trace), ""

    def ladder(self, held: Held, verifier: Verifier) -> Tuple[Tuple[Any, ...], Dict[int, Asked]]:
        """A battery's shapes as they are handed over, and what to note when one is called."""
        known = self._ladders.get(held.name)
        if known is None or known[0] is not held.shapes or known[1] is not verifier:
            handed = verifier.observed(held.shapes)
            known = (held.shapes, verifier, handed, asked_shapes(held.shapes, held.keys))
            self._ladders[held.name] = known
        return known[2], known[3]

    def ask_directly(self, held: Optional[Held], shape: Any, key: Key, call: Call) -> Said:
        """A shape's own answer; where the core asks its shapes with something else, what it says to that."""
        told = self._ask_by_core(held, shape, key, call) if held is not None else None
        if told is not None:
            return told
        name, battery = ":".join(key), held.name if held is not None else ""
        text = str(getattr(call.claim, "text", ""))
        self.direct_calls += 1
        self.clock.call("shape", battery, name, text)
        refused = refusals()
        SHAPES.anew()
        try:
            answer = SHAPES.call(shape, call.claim, call.nodes, call.graph)
        except BaseException as error:
            fault = fault_of(error, "shape", name, battery, text)
            if kind_of(error) == "memory":
                self.deadly.setdefault(name, "an earlier call of %s took all memory" % name)
            return Said("raised", fault)
        finally:
            self.clock.returned()
        if is_tri_state(answer):
            return Said(shown(answer), swallowed(refused, "shape", name, battery, text))
        return Said(shown(answer), self.blame.odd(shape, name, short_name(key), shown(answer), battery, call))

    def _ask_by_core(self, held: Held, shape: Any, key: Key, call: Call) -> Optional[Said]:
        """What a shape says where the core asks it and no other; None where the core is known to hand on what
        it is given."""
        try:
            verifier = self.verifier()
        except BadVerifierError:
            return None
        handing = verifier.handing
        if handing.otherwise is False or (handing.otherwise is None and handing.tried):
            return None
        handing.tried = True
        trace = Trace(held.name, *call, asked_shapes((shape,), (key,)))
        refused, handed = refusals(), verifier.observed((shape,))
        fault: Optional[Fault] = None
        try:
            verifier.ask(trace, lambda: verifier.call(call.claim, call.nodes, call.graph, handed))
            fault = self.blame.met(trace)
        except BaseException as error:
            # What the core itself raises is told where the battery is asked.
            shape_did = trace.failed is not None or trace.odd is not None
            fault = self.blame.fault_in(trace, error) if shape_did else None
        if not handing.otherwise:
            return None
        name = ":".join(key)
        answers = [step.answer for step in trace.steps if step.place == 0] or [NOT_ASKED]
        said = next((answer for answer in answers if answer != "None"), answers[0])
        return Said(said, fault or swallowed(refused, "shape", name, held.name, trace.text))

    def ask_once(self, held: Held, shape: Any, key: Key, call: Call, memo: Optional[Memo]) -> Said:
        """A shape's own answer, as ``ask_directly`` tells it; not asked where ``memo`` has its answer."""
        place = next((place for place, one in enumerate(held.shapes) if one is shape), -1)
        if memo is None or place < 0:
            return self.ask_directly(held, shape, key, call)
        if memo.knows(place):
            return Said(str(memo.answer(place)), None)
        said = self.ask_directly(held, shape, key, call)
        plain = not self.workspace.handing.otherwise
        if plain and said.fault is None and said.answer in _TRI_STATE:
            memo.note(place, _TRI_STATE[said.answer])
        return said

    def ask_for_memo(self, held: Held, place: int, call: Call, text: str, memo: Memo) -> None:
        """Ask a shape directly what the memo lacks. Nothing is noted of what is no clean answer; what it
        raises is kept for the verifier's own call."""
        shape, key = held.shapes[place], ":".join(held.keys[place])
        self.direct_calls += 1
        refused = refusals()
        self.clock.call("shape", held.name, key, text)
        SHAPES.anew()
        try:
            answer = SHAPES.call(shape, call.claim, call.nodes, call.graph)
        except BaseException as error:
            memo.raised = place, error
            return
        finally:
            self.clock.returned()
        if is_tri_state(answer) and refusals() == refused:
            memo.note(place, answer)

    # ------------------------------------------------------------ records

    def described(self, held: Held, records: Sequence[Any]) -> Tuple[Record, ...]:
        """Records for the reader."""
        if held.name not in self._locators:
            self._locators[held.name] = evidence.locator(self.workspace.locate_folders(held))
        locate, names = self._locators[held.name], held.names_of
        return tuple(evidence.described(record, locate, names.get(id(record), "")) for record in records)
