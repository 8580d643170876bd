"""The harness: asks every case of every battery, and measures what the answers claim.

Faithfulness, the share of supported claims, is gated at 1.0. Coverage (the share of expected records
that the answers cite) and quality (the share of cases answered or refused rightly) are reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from tessera.eval.battery import Battery, GoldCase
from tessera.eval.gold import GoldError, load_gold
from tessera.eval.ladder import consult, grammar_names
from tessera.eval.metrics import faithfulness, is_supported
from tessera.graph import KnowledgeGraph
from tessera.grounding import Answer, Claim, KnowledgeBase
from tessera.text import contains

NOBODY = "nobody"
"""The owner under which claims without one are counted."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A claim that is not supported: its case, and the grammar that said ``False``, or ``nobody``.

    ``objection`` is set where the owner said ``True`` of evidence that is none.
    """

    case: str
    claim: Claim
    owner: str
    objection: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """The figures of one set of cases. A share of nothing is ``None``, never 1.0."""

    cases: int
    claims: int
    faithfulness: float | None
    coverage: float | None
    quality: float | None


@dataclass(frozen=True, slots=True)
class BatteryReport:
    """The figures of one battery. ``owners`` counts the claims of both sections by owner."""

    name: str
    claim_shapes: tuple[str, ...]
    gold: Section
    synthetic: Section
    owners: Mapping[str, int]
    failures: tuple[Failure, ...]

    @property
    def floor_holds(self) -> bool:
        """Whether a claim was measured at all and every one is supported."""
        return self.gold.claims + self.synthetic.claims > 0 and not self.failures


@dataclass(frozen=True, slots=True)
class EvalReport:
    """The figures of a run, in the order of the batteries."""

    batteries: tuple[BatteryReport, ...]

    @property
    def floor_holds(self) -> bool:
        """Whether there is a battery at all and the floor holds in every one."""
        return bool(self.batteries) and all(report.floor_holds for report in self.batteries)


def run_eval(batteries: tuple[Battery, ...] | None = None) -> EvalReport:
    """Measure ``batteries``, by default those of ``tessera.eval.registry``.

    Each emitted claim is put to ``is_supported`` exactly once. Raises ``GoldError`` for gold cases that
    cannot be used; what a battery's own functions or shapes raise passes through, with a note that
    names battery and case.
    """
    if batteries is None:
        from tessera.eval import registry

        batteries = registry.batteries()
    return EvalReport(tuple(_measure(battery) for battery in batteries))


class _Tally:
    """The running figures of one section."""

    def __init__(self) -> None:
        self.verdicts: list[bool] = []
        self.rights: list[bool] = []
        self.expected = self.cited = 0

    def section(self) -> Section:
        return Section(
            cases=len(self.rights),
            claims=len(self.verdicts),
            faithfulness=faithfulness(self.verdicts),
            coverage=self.cited / self.expected if self.expected else None,
            quality=sum(self.rights) / len(self.rights) if self.rights else None,
        )


class _Run:
    """One battery with its graph and records, and what was found so far."""

    def __init__(self, battery: Battery) -> None:
        self.battery = battery
        self.graph: KnowledgeGraph = battery.build_graph()
        self.kb: KnowledgeBase = battery.build_kb()
        self.owners = dict.fromkeys(grammar_names(battery.claim_shapes), 0)
        self.failures: list[Failure] = []

    def section(self, cases: Iterable[GoldCase]) -> Section:
        tally = _Tally()
        for case in cases:
            try:
                answer = self.battery.answer(case, self.graph, self.kb)
                for claim in answer.claims:
                    tally.verdicts.append(self._judge(case, claim))
            except Exception as error:
                error.add_note(f"in battery {self.battery.name}, case {case.id}")
                raise
            cited = {record.id for claim in answer.claims for record in claim.support}
            tally.expected += len(set(case.expected_support))
            tally.cited += len(cited.intersection(case.expected_support))
            tally.rights.append(is_right(case, answer))
        return tally.section()

    def _judge(self, case: GoldCase, claim: Claim) -> bool:
        nodes, shapes = self.graph.nodes, self.battery.claim_shapes
        supported = is_supported(claim, nodes, self.graph, shapes)
        consultation = consult(claim, nodes, self.graph, shapes)
        owner = consultation.owner or NOBODY
        self.owners[owner] = self.owners.get(owner, 0) + 1
        if not supported:
            self.failures.append(Failure(case.id, claim, owner, consultation.objection))
        return supported


def is_right(case: GoldCase, answer: Answer) -> bool:
    """Whether the answer is of the case's kind and its text holds every expected fact, as whole tokens.

    A refusal refuses; an answer does not, and claims something. The ids of records are not text.
    """
    refused = bool(answer.refusal)
    if refused != (case.kind == "refuse") or not (refused or answer.is_grounded()):
        return False
    texts = (answer.refusal, *(claim.text for claim in answer.claims))
    return all(any(contains(text, fact) for text in texts) for fact in case.expected_facts)


def _measure(battery: Battery) -> BatteryReport:
    gold = load_gold(battery.gold_dir)
    run = _Run(battery)
    _check_expected(battery, gold, run.kb)
    gold_section = run.section(gold)
    synthetic_section = run.section(battery.synthetic(run.graph, run.kb))
    return BatteryReport(
        name=battery.name,
        claim_shapes=grammar_names(battery.claim_shapes)[: len(battery.claim_shapes)],
        gold=gold_section,
        synthetic=synthetic_section,
        owners=run.owners,
        failures=tuple(run.failures),
    )


def _check_expected(battery: Battery, gold: tuple[GoldCase, ...], kb: KnowledgeBase) -> None:
    for case in gold:
        for record_id in case.expected_support:
            if record_id not in kb:
                near = get_close_matches(record_id, list(kb.records), n=3)
                hint = f"near: {', '.join(near)}" if near else "correct the id or add the record"
                raise GoldError(
                    f"{battery.gold_dir}: case {case.id}: expects the record {record_id!r}, "
                    f"which battery {battery.name} does not hold: {hint}"
                )
