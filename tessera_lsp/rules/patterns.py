"""TES111, TES112: what a shape's patterns let pass, and how long they may take."""

from __future__ import annotations

from collections.abc import Iterable

from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.index.patterns.model import Reading
from tessera_lsp.index.patterns.open_ends import OpenEnd, find_open_ends
from tessera_lsp.index.patterns.sources import place_in
from tessera_lsp.patterns import Attack, Method, exponential
from tessera_lsp.rules.bodies import declaring
from tessera_lsp.rules.example import CLAIMS
from tessera_lsp.rules.model import Facts, Files, Finding, Place, Rule, Witness
from tessera_lsp.samples import Sample
from tessera_lsp.wording import exact, quoted

_TURNS = 30
_BOUND = ("match", "fullmatch")
"""Methods that begin where the text does."""


def open_ended(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Applications of patterns that ignore text around the sentence, each once, with an example."""
    found: dict[Place, Finding] = {}
    for shape in facts.shapes:
        if shape.reading is None:
            continue
        samples = _owned(shape)
        for end in find_open_ends(shape.reading, tuple(sample.text for sample in samples)):
            place = _place(shape.reading, end)
            if place is not None and place not in found:
                witness = _witness(facts, shape, end, samples)
                found[place] = rule.finding(place, _open_message(end), witness=witness)
    return found.values()


def _owned(shape: ShapeDefinition) -> list[Sample]:
    """The samples that the shape answers itself, those that it supports first."""
    samples = [sample for sample in (shape.samples.samples if shape.samples else ()) if sample.ids]
    return [s for s in samples if s.word == "True"] + [s for s in samples if s.word == "False"]


def _place(reading: Reading, end: OpenEnd) -> Place | None:
    """Where the call stands: in the shape, or in a function that it calls."""
    for part in reading.all():
        if part.source == end.application.source:
            return Place(part.path, place_in(part.source, end.application.at, part.line))
    return None


def _open_message(end: OpenEnd) -> str:
    method = end.application.method
    read = f"{quoted(end.witness)} is read as {quoted(end.sentence)}"
    if end.sides == ("line end",):
        return f"a line end behind the sentence is ignored: {read}; apply the pattern with fullmatch"
    where = " and ".join(side for side in end.sides if side != "line end")
    return f"{method} ignores text {where} the sentence: {read}; apply the pattern with fullmatch"


def _witness(facts: Facts, shape: ShapeDefinition, end: OpenEnd, samples: list[Sample]) -> Witness:
    """The sentence, with the citations of the sample that it was made of; where it was made of none, nobody
    knows what to cite."""
    made_of = next((sample for sample in samples if end.sentence in sample.text), None)
    return Witness(end.witness, made_of.ids if made_of else (), declaring(facts, shape))


def slow(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Patterns that can take exponential time, each literal once."""
    found: dict[Place, Finding] = {}
    for file in facts.files:
        for use in file.patterns:
            method: Method = use.method if use.method in _BOUND else "search"  # type: ignore[assignment]
            attack = exponential(use.pattern, use.flags, method)
            if attack is None:
                continue
            place = Place(use.literal_path, use.literal)
            if place not in found:
                witness = Witness(attack.text(_TURNS), (), "")
                found[place] = rule.finding(place, _slow_message(attack), witness=witness)
    return found.values()


def _slow_message(attack: Attack) -> str:
    text = f"{exact(attack.prefix, 40)} and {_TURNS} times {exact(attack.word, 20)}"
    if attack.suffix:
        text += f" and {exact(attack.suffix, 20)}"
    return (
        f"the pattern can take exponential time: on {text}, each turn multiplies the time; let its loops "
        "read no text in two ways, or make one of them possessive or atomic"
    )


_WEIGHT = '''
import re

_WEIGHT = re.compile(PATTERN)


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
    """
    match = _WEIGHT.METHOD(claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])
'''


def _example(pattern: str, method: str) -> Files:
    return ((CLAIMS, _WEIGHT.replace("PATTERN", pattern).replace("METHOD", method)),)


RULES = (
    Rule(
        code="TES111",
        name="open-ended-grammar",
        severity="info",
        summary="Text before or after the sentence is ignored",
        about="""
A shape owns whole sentences. One that looks for its sentence with `search`, with `match` and no end, or with
`$`, which lets a line end pass, owns every text that holds it: "Nobody says that …" and "… Or not." get the
verdict of what stands between.

The finding says two texts that the shape cannot tell apart: one that its pattern matches whole, taken from a
sample or made from the pattern, and the same with more around it. The shape is followed over both, without
running it: whatever it asks of the claim's text, in its own lines or in those of the project's functions that
it calls, has the same answer. Where that cannot be shown, the rule is silent: the text goes into a function
that is not the project's, another check looks at the whole text, or a pattern's value is not in the text.
Text that the pattern itself takes, by a `.*` at its end, is part of the grammar and no finding.

Apply the pattern with `fullmatch`.
""",
        needs_run=False,
        check=open_ended,
        scope="file",
        inside=True,
        by_shape="once",
        found=_example('r"Crate (\\d+) weighs (\\d+) kg\\."', "search"),
        mended=_example('r"Crate (\\d+) weighs (\\d+) kg\\."', "fullmatch"),
    ),
    Rule(
        code="TES112",
        name="exponential-pattern",
        severity="error",
        summary="The pattern can take exponential time",
        about="""
`re` tries one way after another. Where a loop can read one text in two ways, each turn doubles the ways, and
a text that does not match in the end is tried in all of them: thirty more characters take hours, and nothing
stops a match that has begun. A claim's text is written by a model, and the verifier has to answer it.

The finding tells such a text. It was found in the pattern's automaton and tried with a matcher of our own
that counts its steps and stops. Looked at are the patterns that a claims file applies or compiles, wherever
they are spelled. Patterns that take long in proportion to a power of the length, such as
`.+ and .+ and .+`, are not meant; and one that is too large to be looked at is not found.

Let the parts of a loop begin with different characters, or make it possessive (`\\w++`) or atomic (`(?>…)`),
from Python 3.11 on.
""",
        needs_run=False,
        check=slow,
        scope="file",
        inside=True,
        found=_example('r"Crate (\\d+) weighs ((?:\\d+,?)+) kg\\."', "fullmatch"),
        mended=_example('r"Crate (\\d+) weighs (\\d+(?:,\\d+)*) kg\\."', "fullmatch"),
    ),
)
