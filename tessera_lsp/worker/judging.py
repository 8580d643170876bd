"""One judgement in a process of its own: items in their order, then the measured claims."""

from dataclasses import replace
from typing import Any, Callable, Dict, FrozenSet, List, Optional, Tuple

from .. import wire
from ..wire import Consultation, Fault, Item, ItemJudged, MeasuredJudged
from . import answering, evidence
from .batteries import Held, Measured
from .consulting import Bench
from .handing import NOT_ASKED
from .measuring import Measuring
from .naming import Key, lookup, plain_qualname, short_name
from .preparing import Prepared
from .questions import Questions, reversed_nodes
from .remembering import Recalled, Remembering
from .rewiring import Overlay
from .workspace import Workspace


class Judging:
    """Answers one ``wire.Judge``, the one numbered ``judge``. ``send`` gets each answer at once."""

    def __init__(self, workspace: Workspace, send: Callable[[wire.Message], None]) -> None:
        self.workspace, self.send = workspace, send
        self.judge = 0
        self.bench = Bench(workspace)
        self.questions = Questions(self.bench)
        self.remembering = Remembering(workspace, self.bench.deadly)
        self.rewired = False
        self._edited: FrozenSet[str] = frozenset()
        self.stood = 0
        """Measured claims whose verdict stands without a call of the verifier."""

    def prepare(self, buffers: Dict[str, str]) -> None:
        """Put the unsaved texts in place, and build what is not there."""
        self.workspace.faults = []
        overlay = Overlay(self.workspace, buffers)
        overlay.apply()
        self.rewired, self._edited = overlay.changed, frozenset(overlay.edited)
        self.workspace.ensure_imported()
        self.workspace.ensure_batteries()

    def name_edited(self) -> None:
        """Name now what the edited modules' batteries hang on, as their items will need it: nothing runs
        until then."""
        for held in self.workspace.ensure_batteries():
            if held.built and not held.broken and any(module in self._edited for module, _ in held.keys):
                self.remembering.name(held)

    # ------------------------------------------------------------ items

    def item(self, item: Item) -> None:
        """Judge one item."""
        if item.module and item.module in self.workspace.failed:
            fault = self.workspace.failed[item.module]
            self._cannot(item, "%s does not import: %s" % (item.module, fault.message))
        elif item.case:
            self._answer(item)
        elif item.module:
            self._sample(item)
        else:
            self._sentence(item)

    def _cannot(self, item: Item, why: str, faults: Tuple[Fault, ...] = ()) -> None:
        self.send(ItemJudged(self.judge, item.key, (), (), faults, why))

    def _sample(self, item: Item) -> None:
        key = (item.module, plain_qualname(item.qualname))
        named = self._named(item)
        declaring = [
            (held, [place for place in range(len(held.shapes)) if self._is(held, place, key, named)])
            for held in self.workspace.ensure_batteries()
            if item.battery in ("", held.name)
        ]
        declaring = [(held, places) for held, places in declaring if places]
        if declaring:
            self._judge(
                item, [(held, [(held.shapes[p], held.keys[p]) for p in ps]) for held, ps in declaring]
            )
        elif named is None:
            self._cannot(item, "%s has no %s" % (item.module, item.qualname))
        else:
            held = self._vertical(item.module)
            if held is None:
                self._cannot(
                    item, "no battery declares %s, and no battery of its vertical has a graph" % item.qualname
                )
            else:
                self._judge(item, [(held, [(named, key)])])

    def _named(self, item: Item) -> Any:
        try:
            named = lookup(item.module, item.qualname)
        except (AttributeError, KeyError):
            return None
        return named if callable(named) else None

    def _is(self, held: Held, place: int, key: Key, named: Any) -> bool:
        """Whether a battery's shape is what an item's name stands for: by name, by identity, or as one of
        the shapes that a factory of that name made."""
        shape = held.shapes[place]
        if shape is named or held.keys[place] == key:
            return True
        known = held.known_as(place)
        factory = key[1] + "."
        return key in known or any(m == key[0] and q.startswith(factory) for m, q in known)

    def _vertical(self, module: str) -> Optional[Held]:
        """The battery whose graph a shape that is declared nowhere is judged against: of its package."""
        package = module.rpartition(".")[0]
        candidates = [held for held in self.workspace.ensure_batteries() if not held.broken]
        own = [held for held in candidates if held.name == package.rpartition(".")[2]]
        if package:
            inside = package + "."
            own += [h for h in candidates if any(n == package or n.startswith(inside) for n in h.names())]
        elif len(candidates) == 1:
            own = candidates
        return own[0] if own else None

    def _judge(self, item: Item, asked: List[Tuple[Held, List[Tuple[Any, Key]]]]) -> None:
        consultations: List[Consultation] = []
        answers: List[str] = []
        faults: List[Fault] = []
        why = ""
        for held, shapes in asked:
            self.workspace.ensure_graph(held)
            prepared = self.bench.preparer.prepare(held, item.text, item.citations, shapes[0][0])
            recalled = self.remembering.recall(held, item, prepared)
            for shape, key in shapes if prepared.call is not None else ():
                name = ":".join(key)
                dead = self.bench.dead_claims.get((held.name, item.text))
                if name in self.bench.deadly:
                    why = self.bench.deadly[name]
                    if dead is not None and dead.shape == name:
                        answers.append("raised")
                        faults.append(dead)
                    elif dead is None:
                        # It had gone on to another claim when it was ended, which nobody may ask again.
                        faults += [f for f in self.bench.dead_claims.values() if f.shape == name][:1]
                    continue
                if dead is not None and not dead.shape and self.workspace.handing.otherwise is not False:
                    why = dead.message  # the core would be asked: it is what ended a process by this claim
                    continue
                if prepared.call is not None:
                    memo = recalled.memo if recalled is not None else None
                    said = self.bench.ask_once(held, shape, key, prepared.call, memo)
                    if said.answer == NOT_ASKED:
                        why = "the verifier decides without asking %s" % short_name(key)
                        continue
                    answers.append(said.answer)
                    faults += [said.fault] if said.fault is not None else []
            consultations.append(self._consult(held, item, prepared, recalled))
        if not answers and not why and consultations:
            why = consultations[0].why_not
        self.send(
            ItemJudged(
                self.judge,
                item.key,
                tuple(consultations),
                tuple(answers),
                tuple(faults),
                why if not answers else "",
            )
        )

    def _sentence(self, item: Item) -> None:
        """A sentence of no shape: what its battery says, or every battery that has the cited records."""
        batteries = [h for h in self.workspace.ensure_batteries() if item.battery in ("", h.name)]
        if not batteries:
            self._cannot(item, "there is no battery %r" % item.battery if item.battery else "no batteries")
            return
        found = []
        for held in batteries:
            self.workspace.ensure_graph(held)
            found.append((held, self.bench.preparer.prepare(held, item.text, item.citations)))
        knowing = [(held, prepared) for held, prepared in found if not prepared.unknown] or found
        recall = self.remembering.recall
        consultations = tuple(
            self._consult(held, item, prepared, recall(held, item, prepared)) for held, prepared in knowing
        )
        self.send(ItemJudged(self.judge, item.key, consultations, (), ()))

    def _answer(self, item: Item) -> None:
        """A gold case: the claims of its battery's answer, as the answer path made them."""
        held = self.workspace.battery(item.battery)
        if held is None:
            self._cannot(item, "there is no battery %r" % item.battery)
            return
        self.workspace.ensure_graph(held)
        found = answering.answer(held, item.case, self.workspace.clock)
        consultations = []
        for claim in answering.kept(found.claims):
            ids = evidence.ids_of(claim, held.nodes)
            call = self.bench.preparer.surrounded(held, claim, ids)
            prepared = Prepared(call, evidence.support_of(claim))
            text = answering.text_of(claim)
            consultations.append(self.bench.consult(held, text, ids, prepared, why=item.why))
        self.send(ItemJudged(self.judge, item.key, tuple(consultations), (), found.faults, found.why_not))

    def _consult(
        self, held: Held, item: Item, prepared: Prepared, recalled: Optional[Recalled]
    ) -> Consultation:
        if item.reverse_nodes:
            prepared = reversed_nodes(prepared)
        memo = recalled.memo if recalled is not None else None
        found = self.bench.consult(held, item.text, item.citations, prepared, why=item.why, memo=memo)
        self.questions.note(held, found, prepared, memo)
        rescued = self.questions.rescued(held, found, prepared, memo)
        found = replace(found, rescued=rescued) if rescued else found
        self.remembering.note(recalled)
        return found

    # ------------------------------------------------------------ measured claims

    def measured(self, battery: str, claims: List[Measured]) -> bool:
        """Judge a battery's measured claims; those without a recorded call are built from text and ids.
        False where another process has to do it: see ``Measuring.judge``."""
        held = self.workspace.battery(battery)
        if held is None:
            count = len(claims)
            self.send(MeasuredJudged(self.judge, battery, (-1,) * count, ("",) * count, ()))
            return True
        if any(one.call is None for one in claims):
            self.workspace.ensure_graph(held)
        named = self.remembering.identity(held)
        measuring = Measuring(self.bench, self.questions, held, claims, named)
        found = measuring.judge()
        if found is None:
            return False
        self.stood += measuring.stood
        refs = held.refs if self.rewired and not held.broken else None
        self.send(
            MeasuredJudged(
                self.judge,
                battery,
                tuple(found.verdicts),
                tuple(found.owners),
                tuple(found.faults),
                refs,
                held.stale,
                tuple(found.said),
                tuple(found.rescued),
                found.shadowed,
            )
        )
        return True
