"""A battery's measured claims judged, and only those that an edit can have touched asked again."""

from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple

from ..wire import Consultation, Fault, Shadowed
from .batteries import Call, Held, Measured
from .consulting import Bench
from .fingerprints import changed
from .identity import Identity, identify
from .kept import Kept, Memo, Outcome, Table, letters
from .preparing import Prepared
from .questions import Owned, Questions
from .signatures import BadVerifierError

_FAULTS_A_SHAPE = 5
"""How many faults of one shape are told of a battery's measured claims; more would say nothing new."""


class Result(NamedTuple):
    """As in ``wire.MeasuredJudged``."""

    verdicts: List[int]
    owners: List[str]
    said: List[str]
    rescued: List[str]
    faults: List[Fault]
    shadowed: Tuple[Shadowed, ...]


class Measuring:
    """One battery's claims in one process. ``stood`` counts verdicts that took no call of the verifier."""

    def __init__(
        self,
        bench: Bench,
        questions: Questions,
        held: Held,
        claims: Sequence[Measured],
        identity: Optional[Identity] = None,
    ) -> None:
        self.bench, self.questions = bench, questions
        self.held, self.claims = held, claims
        self.kept: Kept = bench.workspace.kept_of(held.name, len(claims))
        self.stood = 0
        self._given = identity
        self._known: Set[int] = set()
        """The places of the shapes of which something was kept."""
        self._calls: Dict[int, Prepared] = {}

    def judge(self) -> Optional[Result]:
        """Judge all of them. None where a shape has changed what it reaches, and kept answers of it were
        used: they hang on what was not asked now. It is known for that from then on, and all is to be judged
        once more, from the start, in a process where nothing was asked yet."""
        identity = self._identity()
        result, table = self._judge(identity)
        unsteady = self._unsteady(identity)
        if unsteady & self._known:
            return None
        if table is not None and not unsteady:
            self.kept.add(table)
        return result

    def _identity(self) -> Identity:
        if self.held.broken:
            return Identity(None, ())
        if self._given is not None and self.claims is self.held.measured:
            return self._given
        try:
            return identify(self.bench.workspace, self.held, self.claims)
        except BadVerifierError:
            return Identity(None, ())

    def _unsteady(self, identity: Identity) -> Set[int]:
        """The places of the shapes whose state is another now; nothing that they said is kept."""
        reader, found = self.bench.workspace.reader, set()
        for place, walked in enumerate(identity.ladder):
            if walked.name is not None and changed(reader, walked):
                self.kept.unsteady[walked.name] = True
                found.add(place)
        return found

    def _judge(self, identity: Identity) -> Tuple[Result, Optional[Table]]:
        held = self.held
        columns = self._columns(identity)
        names = [name if column is not None else None for name, column in zip(identity.names, columns)]
        table = self.kept.best(identity.context, names) if identity.context is not None else None
        run = _Run(self, columns, table, names)
        self._known = {place for place, c in enumerate(columns) if c is not None and c.strip(b"-")}
        for at, claim in enumerate(self.claims):
            run.claim(at, claim)
        self.stood = run.stood
        shadowed = self.questions.shadowed(held, run.taken(), run.owned)
        result = Result(run.verdicts, run.owners, run.said, run.rescued, run.faults, shadowed)
        if identity.context is None:
            return result, None
        return result, Table(identity.context, [name or "" for name in names], run.outcomes, run.which)

    def _columns(self, identity: Identity) -> List[Optional[bytearray]]:
        if identity.context is None:
            return [None] * len(self.held.shapes)
        deadly = [":".join(key) in self.bench.deadly for key in self.held.keys]
        return [None if dead else self.kept.column(name) for name, dead in zip(identity.names, deadly)]

    def prepared(self, at: int, claim: Measured) -> Prepared:
        """What is asked about one claim: as the harness handed it over, else made of its text and ids."""
        if claim.call is not None:
            return Prepared(claim.call)
        known = self._calls.get(at)
        if known is None:
            known = self.bench.preparer.prepare(self.held, claim.text, claim.citations)
            self._calls[at] = known
        return known


class _Run:
    """One pass over the claims."""

    def __init__(
        self,
        measuring: Measuring,
        columns: List[Optional[bytearray]],
        table: Optional[Table],
        names: Sequence[Optional[str]],
    ) -> None:
        self._measuring, self._columns, self._shapes = measuring, columns, len(columns)
        self.bench, self.questions, self.held = measuring.bench, measuring.questions, measuring.held
        self.verdicts: List[int] = []
        self.owners: List[str] = []
        self.said: List[str] = []
        self.rescued: List[str] = []
        self.faults: List[Fault] = []
        self._told: Dict[Tuple[str, str], int] = {}
        self.stood = 0
        self.outcomes: List[Outcome] = list(table.outcomes) if table is not None else []
        self.which: List[int] = []
        self._places = {outcome: at for at, outcome in enumerate(self.outcomes)}
        self._before = table.which if table is not None else [-1] * len(measuring.claims)
        changed = [a != b for a, b in zip(table.ladder, names)] if table is not None else []
        self._open: List[List[int]] = [
            [place for place in range(self._shapes) if changed[place] and outcome.said[place] != "-"]
            for outcome in self.outcomes
        ]
        """Of each outcome the shapes that were asked and are others now."""

    def claim(self, at: int, claim: Measured) -> None:
        """One claim: as before where every shape that was asked says what it said, else by the verifier."""
        before = self._before[at]
        memo = Memo(self._columns, at)
        if before >= 0 and self._stands(at, claim, before, memo):
            outcome = self.outcomes[before]
            self.stood += 1
            self.which.append(before)
            self.verdicts.append(int(outcome.verdict))
            self.owners.append(outcome.owner)
            self.said.append(outcome.said)
            self.rescued.append("" if outcome.verdict else self._rescued(at, claim, outcome.owning))
        else:
            self._ask(at, claim, memo)

    def _stands(self, at: int, claim: Measured, before: int, memo: Memo) -> bool:
        """Whether each of the shapes that were asked says what it said: the others are asked."""
        said = self.outcomes[before].said
        for place in self._open[before]:
            if self._columns[place] is None:
                return False
            if not memo.knows(place):
                call = self._measuring.prepared(at, claim).call
                if call is None:
                    return False
                self.bench.ask_for_memo(self.held, place, call, claim.text, memo)
            if memo.letter(place) != said[place]:
                return False
        return True

    def _ask(self, at: int, claim: Measured, memo: Memo) -> None:
        prepared = self._measuring.prepared(at, claim)
        found = self.bench.consult(self.held, claim.text, claim.citations, prepared, always=False, memo=memo)
        said = letters(found.steps, self._shapes)
        self.which.append(self._kept(found, said, memo))
        self.verdicts.append(-1 if found.verdict is None else int(found.verdict))
        self.owners.append(found.owner)
        self.said.append(said)
        owning = Outcome(False, "", said).owning if found.verdict is False else -1
        self.rescued.append(self._rescued(at, claim, owning))
        self._note(found.fault)

    def _kept(self, found: Consultation, said: str, memo: Memo) -> int:
        """The number of this outcome, -1 where it may not be kept."""
        steady = all(c is not None or letter == "-" for c, letter in zip(self._columns, said))
        if found.verdict is None or found.fault is not None or not memo.plain or not steady:
            return -1
        outcome = Outcome(found.verdict, found.owner, said)
        place = self._places.get(outcome)
        if place is None:
            place = self._places[outcome] = len(self.outcomes)
            self.outcomes.append(outcome)
        return place

    def _rescued(self, at: int, claim: Measured, owning: int) -> str:
        if owning < 0 or self.said[-1][owning] != "F":
            return ""
        call = self._measuring.prepared(at, claim).call
        if call is None:
            return ""
        return self.questions.rescue(self.held, owning, call, Memo(self._columns, at))

    def _note(self, fault: Optional[Fault]) -> None:
        if fault is not None:
            about = (fault.shape, fault.kind)
            self._told[about] = self._told.get(about, 0) + 1
            if self._told[about] <= _FAULTS_A_SHAPE:
                self.faults.append(fault)

    # ------------------------------------------------------------ for the questions

    def taken(self) -> Set[int]:
        """The places of the shapes that own a claim."""
        return {Outcome(True, "", said).owning for said in set(self.said)}

    def owned(self) -> Iterator[Owned]:
        """The claims that a declared shape took."""
        for at, claim in enumerate(self._measuring.claims):
            owning = Outcome(True, "", self.said[at]).owning
            call: Optional[Call] = self._measuring.prepared(at, claim).call if owning >= 0 else None
            if call is not None:
                memo = Memo(self._columns, at)
                yield Owned(owning, call, claim.text, claim.citations, memo)
