"""``insertSample``, ``scaffold``, ``reorder``: what is asked for as edits, or why there are none."""

from __future__ import annotations

from dataclasses import dataclass

from tessera_lsp.features.commands.surface import named_batteries
from tessera_lsp.fixes import Edit
from tessera_lsp.fixes.inserting import insert_sample
from tessera_lsp.fixes.reordering import reorder
from tessera_lsp.fixes.scaffolding import Wanted, scaffold
from tessera_lsp.fixes.varying import names_out_of
from tessera_lsp.index.model import BatteryDefinition, ShapeDefinition
from tessera_lsp.rules.model import Facts
from tessera_lsp.samples import WORDS
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.wire import Consultation, ItemJudged
from tessera_lsp.wording import listed, visible

NAMING = 1000
"""Measured claims whose capitalised words may be names."""
OTHERS = 50
"""Measured claims among which a sentence of another grammar is looked for."""


@dataclass(frozen=True)
class Change:
    """Edits of texts. ``name`` is the shape that they are about; ``word`` that of the sample written."""

    edits: tuple[Edit, ...]
    name: str
    word: str = ""


def named_shape(snapshot: Snapshot, name: str) -> ShapeDefinition | str:
    """The one shape that bears a name or is at ``module:qualname``, or why there is not one."""
    module, colon, qualname = name.rpartition(":")
    shapes = [shape for file in snapshot.index.files.values() for shape in file.shapes]
    shapes += snapshot.index.elsewhere
    found = [
        shape
        for shape in shapes
        if (shape.key == (module, qualname) if colon else name in (shape.name, shape.qualname))
    ]
    if len(found) == 1:
        return found[0]
    if not found:
        return f"there is no shape {visible(name)}"
    places = listed([f"{shape.module}:{shape.qualname}" for shape in found], "or")
    return f"several shapes are called {visible(name)}: say {places}"


def named_battery(snapshot: Snapshot, name: str) -> BatteryDefinition | str:
    """The battery with a name, as it is written, or why there is none."""
    known = named_batteries(snapshot)
    for other, text, _ in known:
        if other == name:
            return text or f"the call that builds battery {visible(name)} can't be read from the text"
    return f"there is no battery {visible(name)}; there is {listed([n for n, _, _ in known]) or 'none'}"


def own_word(shape: ShapeDefinition, item: ItemJudged) -> str:
    """The word for what a shape itself says to a sentence; raises ``LookupError`` with the reason where it
    is not one word."""
    answers = list(dict.fromkeys(item.answers))
    if len(answers) == 1 and answers[0] in WORDS:
        return answers[0]
    name = visible(shape.name)
    if item.why_not or not answers:
        reason = item.why_not or "no battery was asked"
        raise LookupError(f"{name} was not asked: {reason}; name the word that the sample is to have")
    if len(answers) > 1:
        raise LookupError(f"{name} says {listed(answers, 'or')}: name the word that the sample is to have")
    raise LookupError(f"{name} gives no answer that a sample could have: {visible(answers[0])}")


def sample_change(
    facts: Facts, shape: ShapeDefinition, word: str, text: str, citations: tuple[str, ...]
) -> Change | str:
    """Write a sentence into a shape's samples."""
    edit = insert_sample(facts, shape, word, text, citations)
    return edit if isinstance(edit, str) else Change((edit,), shape.name, word)


def scaffold_change(
    facts: Facts, battery: BatteryDefinition, wanted: Wanted, told: Consultation | None
) -> Change | str:
    """Write a shape for a sentence; ``told`` is what the battery says to it now, None where that is not
    known."""
    harvest = facts.verdicts.harvests.get(battery.name)
    claims = harvest.claims if harvest is not None else ()
    texts = [claim.text for claim in claims[:NAMING]]
    if told is not None:
        if told.owner:
            return f"{visible(told.owner)} owns this sentence"
        texts += [text for record in told.records for text in (record.text, record.source)]
    others = tuple((claim.text, claim.citations) for claim in claims[:OTHERS] if claim.citations)
    names = frozenset(names_out_of(wanted.text, texts))
    made = scaffold(
        facts, battery, Wanted(wanted.text, wanted.citations, names, (*wanted.others, *others), wanted.name)
    )
    return made if isinstance(made, str) else Change(made[1], made[0], "True")


def reorder_change(
    snapshot: Snapshot, facts: Facts, battery: BatteryDefinition, name: str, by: int
) -> Change | str:
    """Move a declared shape by some places."""
    shape = named_shape(snapshot, name)
    if isinstance(shape, str):
        return shape
    targets = [declaration.target for declaration in battery.declarations]
    if shape.key not in targets:
        return f"battery {visible(battery.name or battery.builder)} does not declare {visible(shape.name)}"
    edit = reorder(facts, battery, targets.index(shape.key), by)
    return edit if isinstance(edit, str) else Change((edit,), shape.name)
