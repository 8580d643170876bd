"""TES404: verdicts of a shape that no sample and no measured claim shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.rules.example import CLAIMS
from tessera_lsp.rules.model import Facts, Finding, Place, Rule
from tessera_lsp.rules.samples import key_of
from tessera_lsp.wording import counted, listed, visible

_LETTER = {"True": "T", "False": "F"}


def unpinned(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Declared shapes that nothing makes say True, or nothing makes say False."""
    if not facts.verdicts.complete:
        return
    for shape in facts.shapes:
        said = _said(facts, shape)
        if said is None or shape.partial or said.words >= {"True", "False"}:
            continue  # a body may have to be read again
        possible = shape.body.answered if shape.body is not None else frozenset()
        missing = [
            word
            for word in ("True", "False")
            if word not in said.words and (not possible or word.lower() in possible)
        ]
        if missing:
            yield rule.finding(
                Place(shape.path, shape.name_span), _message(shape, missing, said), stale=facts.stale
            )


def _message(shape: ShapeDefinition, missing: list[str], said: _Said) -> str:
    kind = "measured or logged" if said.logged else "measured"
    reach = counted(said.reached, f"{kind} claim reaches", f"{kind} claims reach")
    beside = f"none of its {counted(said.samples, 'sample')}" if said.samples > 1 else "not its sample"
    told = beside if said.samples else "it has no sample"
    return f"nothing makes {visible(shape.name)} say {listed(missing, 'or')}: {told}, and {reach} it" + (
        "" if not said.reached else ", none of which does"
    )


class _Said:
    """What a shape said to its own samples and to the measured claims that reach it; ``logged``: logged ones
    are among these."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.samples = self.reached = 0
        self.logged = False


def _said(facts: Facts, shape: ShapeDefinition) -> _Said | None:
    """None where no battery declares the shape, or not all is known of what it said."""
    said, verdicts = _Said(), facts.verdicts
    declaring = [
        (battery, [s.place for s in verdicts.shapes(battery.name) if (s.module, s.qualname) == shape.key])
        for battery in verdicts.batteries
    ]
    declaring = [(battery, places) for battery, places in declaring if places]
    for battery, places in declaring:
        harvest, judged = verdicts.harvests.get(battery.name), verdicts.measured.get(battery.name)
        known = harvest is not None and harvest.fault is None and judged is not None and not judged.stale
        if battery.fault is not None or not known or harvest is None or judged is None:
            return None
        if len(judged.said) != len(harvest.claims) or verdicts.harvest_skipped:
            return None
        if judged.verdicts and set(judged.verdicts) == {-1}:
            return None  # an unsaved text that does not import: nobody was asked
        said.logged = said.logged or battery.name in verdicts.logged
        for letters, times in facts.ran.get(_letters, facts)[battery.name].items():
            letters_here = {letters[place] for place in places if place < len(letters)}
            said.words |= {word for word, letter in _LETTER.items() if letter in letters_here}
            said.reached += times if letters_here - {"-"} else 0
    for written in (shape, *_behind(facts, shape)):
        for sample in written.samples.samples if written.samples else ():
            item = verdicts.items.get(key_of(written, sample))
            if item is None:
                return None
            said.words |= {answer for answer in item.answers if answer in _LETTER}
            said.samples += 1
    return said if declaring else None


def _behind(facts: Facts, shape: ShapeDefinition) -> list[ShapeDefinition]:
    """What made a shape, or is wrapped by it: a factory's function, a partial's, a class. Their samples are
    judged by each shape that comes of them."""
    keys = {
        key
        for battery in facts.index.batteries
        for declaration in battery.declarations
        if declaration.target == shape.key
        for key in declaration.also
    }
    found = (facts.index.shape(*key) for key in sorted(keys))
    return [behind for behind in found if behind is not None]


def _letters(facts: Facts) -> Mapping[str, Counter[str]]:
    """By battery what its shapes said to claims, and to how many: few ways for many claims."""
    return {name: Counter(judged.said) for name, judged in facts.verdicts.measured.items()}


_SHAPE = '''
import re


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        %s
    """
    match = re.fullmatch(r"Crate (\\d+) weighs (\\d+) kg\\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])
'''

RULES = (
    Rule(
        code="TES404",
        name="unpinned-verdict",
        severity="info",
        summary="No sample and no measured claim makes the shape say `True`, or none makes it say `False`",
        about="""
A verdict that nothing shows can be lost by any edit, and nobody is told. Measured claims are mostly true:
what a shape refuses is written down in its samples, or nowhere.

Counted are the shape's own samples, by what it answers to them (for a shape that a factory, a `partial` or a
class made, those written there), and the claims that reach it, measured and logged (`logs`). Of
shapes that no battery declares, and where a battery could not be built or its harness did not run, nothing is
said; nor of a verdict that the shape cannot give, as its text tells (TES104, TES114).

Add a sample for the missing verdict: a lie that is nearly true is the best one.
""",
        needs_run=True,
        check=unpinned,
        scope="file",
        found=((CLAIMS, _SHAPE % "True: Crate 1 weighs 12 kg. <- crate/1"),),
        mended=((CLAIMS, _SHAPE % "False: Crate 1 weighs 13 kg. <- crate/1"),),
    ),
)
