"""TES107, TES108, and TES103 as it was observed: what shapes did when they were asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from tessera_lsp.rules import places
from tessera_lsp.rules.example import CLAIMS
from tessera_lsp.rules.model import Facts, Finding, Place, Rule, Witness
from tessera_lsp.rules.samples import key_of
from tessera_lsp.wire import Fault
from tessera_lsp.wording import counted, quoted, visible

ENDED = frozenset({"exit", "died", "timeout", "memory"})


@dataclass(frozen=True)
class ShapeFault:
    """A fault of a shape, with what is known of the claim it was asked about."""

    fault: Fault
    citations: tuple[str, ...]


def shape_faults(facts: Facts) -> Iterator[ShapeFault]:
    """What went wrong in a shape: in samples that still stand, in measured claims, in the harness.

    A claim may be reported more than once (asked directly, and by the verifier).
    """
    verdicts = facts.verdicts
    faulty = facts.ran.get(_faulty, facts)
    for key, ids in _samples(facts) if faulty else ():
        yield from (ShapeFault(fault, ids) for fault in faulty.get(key, ()))
    for battery, judged in sorted(verdicts.measured.items()):
        yield from (_measured(facts, battery, fault) for fault in judged.faults if fault.shape)
    for battery, harvest in sorted(verdicts.harvests.items()):
        if harvest.fault is not None and harvest.fault.shape:
            yield _measured(facts, battery, harvest.fault)
    loose = (*verdicts.load_faults, *verdicts.judge_faults)
    yield from (ShapeFault(fault, ()) for fault in loose if fault.shape)


def _faulty(facts: Facts) -> dict[str, tuple[Fault, ...]]:
    """The faults of shapes, by the key of the sentence that was asked about."""
    out = {}
    for key, item in facts.verdicts.items.items():
        found = (*item.faults, *(c.fault for c in item.consultations if c.fault is not None))
        faults = tuple(fault for fault in found if fault.shape)
        if faults:
            out[key] = faults
    return out


def _samples(facts: Facts) -> Iterator[tuple[str, tuple[str, ...]]]:
    for file in facts.index.files.values():
        for shape in file.shapes:
            for sample in shape.samples.samples if shape.samples else ():
                yield key_of(shape, sample), sample.ids


def _measured(facts: Facts, battery: str, fault: Fault) -> ShapeFault:
    harvest = facts.verdicts.harvests.get(battery)
    claims = harvest.claims if harvest is not None else ()
    return ShapeFault(fault, next((c.citations for c in claims if c.text == fault.claim), ()))


@dataclass
class _Group:
    """The faults of one shape at one place: the first is told, the others are counted."""

    first: ShapeFault
    claims: set[str] = field(default_factory=set)


def _grouped(
    facts: Facts,
    rule: Rule,
    mine: Callable[[Fault], bool],
    words: Callable[[Facts, Fault], str],
    before_claim: str = " on",
) -> Iterable[Finding]:
    groups: dict[tuple[str, Place], _Group] = {}
    for met in shape_faults(facts):
        place = places.shape_fault(facts, met.fault) if mine(met.fault) else None
        if place is not None:
            groups.setdefault((met.fault.shape, place), _Group(met)).claims.add(met.fault.claim)
    for (_, place), group in groups.items():
        fault = group.first.fault
        message = words(facts, fault)
        if fault.claim:
            message += f"{before_claim} {quoted(fault.claim)}"
        if len(group.claims) > 1:
            message += f" and on {counted(len(group.claims) - 1, 'more claim')}"
        witness = None
        if fault.claim and group.first.citations:
            witness = Witness(fault.claim, group.first.citations, fault.battery)
        yield rule.finding(place, message, witness=witness, stale=facts.stale)


def named(fault: Fault) -> str:
    """The fault's message, with its shape's name before it where it does not begin so itself."""
    name, message = _name(fault), visible(fault.message)
    return message if not name or message.startswith(name) else f"{name}: {message}"


def _name(fault: Fault) -> str:
    return visible(fault.shape.rpartition(":")[2])


def answered_otherwise(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Answers that are neither a bool nor None."""
    return _grouped(facts, rule, lambda fault: fault.kind == "answer", _other_answer, "; asked about")


def _other_answer(facts: Facts, fault: Fault) -> str:
    return named(fault)


def raised(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Exceptions out of shapes."""
    return _grouped(
        facts,
        rule,
        lambda fault: fault.kind not in ENDED and fault.kind not in ("answer", "impure"),
        lambda facts, fault: f"{_name(fault)} raised {visible(fault.message)}",
    )


def impure(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """What shapes were seen to do beside their answers."""
    return _grouped(facts, rule, lambda fault: fault.kind == "impure", _effect, "; asked about")


def _effect(facts: Facts, fault: Fault) -> str:
    return f"{_name(fault)} {visible(fault.message)}"


def ended(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Shapes that did not come back."""
    return _grouped(facts, rule, lambda fault: fault.kind in ENDED, _end)


def _end(facts: Facts, fault: Fault) -> str:
    config, name = facts.project.config, _name(fault)
    if fault.kind == "timeout":
        return f"{name} did not answer within {config.timeout:g} s"
    if fault.kind == "memory":
        return f"{name} took more than {config.memory:,} MiB of memory"
    message = visible(fault.message)
    return message if message.startswith(name) else f"{name} ended the process ({message})"


_HEAD = '''
import re


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
    """
    match = re.fullmatch(r"Crate (\\d+) weighs (\\d+) kg\\.", claim.text)
'''
_MENDED = (
    _HEAD
    + """\
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])
"""
)

RULES = (
    Rule(
        code="TES107",
        name="shape-raised",
        severity="error",
        summary="The shape raised an exception on a claim",
        about="""
A shape is asked about every claim of its battery, its own sentences and all others. What it raises ends the
verification: there is no verdict for the claim. The finding names the claim and stands on the project's own
line that raised, or on the shape's name where there is none.

Answer `None` for sentences of another grammar, and `False` for a sentence of this grammar that cannot be
checked (a record that is not there, an amount that does not parse).
""",
        needs_run=True,
        check=raised,
        found=((CLAIMS, _HEAD + '    return nodes["crate/" + match[1]].weight == int(match[2])\n'),),
        mended=((CLAIMS, _MENDED),),
    ),
    Rule(
        code="TES108",
        name="shape-timeout",
        severity="error",
        summary="The shape passed the deadline or the memory limit, or ended the process",
        about="""
Each call of a shape has `timeout` seconds (2 by default) and `memory` MiB. A loop without an end, a pattern
that backtracks for hours, a list that grows, `sys.exit()` or `os._exit()`: the process is stopped, the
claim has no verdict, and the shape is not asked again under this text. The finding stands on the project's
own line that was running, or on the shape's name.

If the time is needed, raise `timeout` in `[tool.tessera]`.
""",
        needs_run=True,
        check=ended,
        found=(
            (
                CLAIMS,
                _HEAD
                + """\
    total = 0
    while match and total < int(match[2]):
        total += 0
    return None
""",
            ),
        ),
        mended=((CLAIMS, _MENDED),),
    ),
)
