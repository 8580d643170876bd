"""TES208, TES209: are a battery's measured claims all supported, and could they be measured at all?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tessera_lsp.rules import places
from tessera_lsp.rules.model import Facts, Finding, Place, Related, Rule, Witness
from tessera_lsp.rules.runtime import named
from tessera_lsp.verdicts import Figures, figures
from tessera_lsp.wire import Fault, Harvested, MeasuredClaim
from tessera_lsp.wording import bounded, counted, quoted, visible

SHOWN = 5
"""Unsupported claims that a message spells out."""
RELATED = 50


def below_floor(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Batteries with measured claims that are not supported."""
    for battery in sorted(facts.verdicts.harvests):
        measured = figures(facts.verdicts, battery)
        if not measured.unsupported:
            continue
        place = places.builder(facts, battery)
        first = measured.unsupported[0][0]
        yield rule.finding(
            place,
            _message(battery, measured),
            witness=Witness(first.text, first.citations, battery),
            related=tuple(_related(facts, battery, measured, place)),
            stale=facts.stale or measured.stale,
        )


def _message(battery: str, measured: Figures) -> str:
    told = [f"{quoted(c.text)} ({_owner(owner)})" for c, owner in measured.unsupported[:SHOWN]]
    more = len(measured.unsupported) - len(told)
    rest = f", and {counted(more, 'more', 'more')}" if more else ""
    count = len(measured.unsupported)
    return (
        f"faithfulness of battery {visible(battery)} is {measured.faithfulness:.3f}, its floor is 1.0; "
        f"{counted(count, 'claim is', 'claims are')} not supported: {', '.join(told)}{rest}"
    )


def _owner(owner: str) -> str:
    return f"{visible(owner)} says False" if owner else "nobody owns it"


def _related(facts: Facts, battery: str, measured: Figures, place: Place) -> Iterator[Related]:
    """Each unsupported claim, at the shape that said ``False`` where there is one."""
    keys = {shape.qualname: (shape.module, shape.qualname) for shape in facts.verdicts.shapes(battery)}
    for claim, owner in measured.unsupported[:RELATED]:
        key = keys.get(owner)
        at = (places.shape_name(facts, *key) if key else None) or place
        yield Related(at.path, at.span, f"{_cited(claim)}: {_owner(owner)}")


def _cited(claim: MeasuredClaim) -> str:
    return f"{quoted(claim.text, 300)} <- {bounded(visible(', '.join(claim.citations)), 120)}"


def failed(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """What could not be imported, built or run, each once."""
    told: set[tuple[Place, str, str]] = set()
    broken = {file.path for file in facts.index.may_tell if file.unreadable}
    broken.update(unreadable.path for unreadable in facts.index.unreadable)
    for fault in _faults(facts):
        place = _place(facts, fault)
        # A file that does not parse has its finding already, TES900; and what kept a graph from being built
        # keeps its harness from running: one cause is told once.
        cause = (place, fault.battery, fault.message)
        if (place.path in broken and fault.doing == "import") or cause in told:
            continue
        told.add(cause)
        yield rule.finding(place, _words(fault), stale=facts.stale)


def _faults(facts: Facts) -> Iterator[Fault]:
    verdicts = facts.verdicts
    for fault in verdicts.load_faults:
        edited = fault.frames and fault.frames[-1].path in verdicts.texts
        # Under an unsaved text, what could not be imported is tried again, and told again if it still fails.
        again = verdicts.texts and fault.doing == "import" and fault.kind in ("raised", "missing")
        if not ((edited or again) and verdicts.judged):
            yield fault
    for battery in verdicts.batteries:
        if battery.fault is not None:
            yield battery.fault
        harvest = verdicts.harvests.get(battery.name)
        if harvest is not None and harvest.fault is not None:
            yield harvest.fault
        elif verdicts.harvest_done and not verdicts.harvest_skipped and not _measured(harvest):
            yield Fault("empty", "harvest", "its harness asked the verifier nothing", battery=battery.name)
    yield from verdicts.judge_faults
    for item in verdicts.items.values():
        yield from (fault for fault in item.faults if not fault.shape)
        yield from (c.fault for c in item.consultations if c.fault is not None and not c.fault.shape)
    for judged in verdicts.measured.values():
        yield from (fault for fault in judged.faults if not fault.shape)


def _measured(harvest: Harvested | None) -> bool:
    """Whether the harness measured a claim: logged ones are none."""
    return harvest is not None and any(claim.times for claim in harvest.claims)


def _place(facts: Facts, fault: Fault) -> Place:
    raised = places.own_frame(facts, fault.frames, saved=fault in facts.verdicts.load_faults)
    if raised is not None:
        return raised
    if fault.battery:
        return places.builder(facts, fault.battery)
    return places.entry(facts) if fault.doing == "batteries" else places.wiring(facts)


_DOING = {
    "import": "the project could not be imported",
    "batteries": "the batteries could not be built",
    "graph": "the graph could not be built",
    "harvest": "the harness could not be run",
    "verifier": "the verifier failed",
    "sample": "samples could not be judged",
    "shape": "the harness could not be run",
}


def _words(fault: Fault) -> str:
    what = _DOING.get(fault.doing, "the battery could not be measured")
    if fault.kind == "empty":
        what = "no claim was measured"
    of = f"battery {visible(fault.battery)}: " if fault.battery else ""
    return f"{of}{what}: {named(fault)}"


_ANSWERS = "depot/stock/answers.py"
_ANSWERED = '''
"""What the stock battery answers."""

from depot.evidence import Claim


def answers(graph):
    """Each crate's weight, and a line of its label."""
    for crate in graph.nodes.values():
        yield Claim(f"Crate {crate.name} weighs {crate.weight%s} kg.", (crate.record,))
        yield Claim(crate.record.text, (crate.record,))
'''

RULES = (
    Rule(
        code="TES208",
        name="below-floor",
        severity="error",
        summary="Not every claim that the battery measures is supported",
        about="""
Faithfulness is the share of supported claims among those that the project's own harness measures, and its
floor is 1.0; claims out of `logs` are none of them. The message lists the unsupported claims with the
grammar that said `False`; *nobody* means
that no declared shape spoke and that neither generic grammar supports the claim.

Either the answer states what its records do not say, or the shape is wrong. Samples of those sentences keep
the answer pinned.
""",
        needs_run=True,
        check=below_floor,
        found=((_ANSWERS, _ANSWERED % " + 1"),),
        mended=((_ANSWERS, _ANSWERED % ""),),
    ),
    Rule(
        code="TES209",
        name="battery-failed",
        severity="error",
        summary="The project, battery or harness could not be imported, built or run, or measured nothing",
        about="""
Nothing is known about claims that could not be measured, and a battery without claims is not a faithful
one. The finding stands on the project's own line that raised, else on the name of the function that builds
the battery, else on the registry's first line.

A harness that reaches for the network is stopped, unless `network = true` is set in `[tool.tessera]`. With
`harvest = false` the harness is not run at all, and samples are judged alone.
""",
        needs_run=True,
        check=failed,
        found=((_ANSWERS, "def answers(graph):\n    return [graph.crates]\n"),),
        mended=((_ANSWERS, _ANSWERED % ""),),
    ),
)
