"""What the deep rules share: answers to probes, read with a view to one shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tessera_lsp.probed import Key, Probe, Probed
from tessera_lsp.rules import places
from tessera_lsp.rules.model import Facts, Place
from tessera_lsp.wire import Consultation, ItemJudged, Step
from tessera_lsp.wording import visible

Answered = tuple[Probe, ItemJudged]


def probed(facts: Facts) -> Probed:
    """What was asked beyond an ordinary run; empty where nothing was, or under other texts."""
    return facts.verdicts.probed or Probed()


def consultation(probe: Probe, item: ItemJudged) -> Consultation | None:
    """What the probe's battery said, where it was judged."""
    return next((c for c in item.consultations if c.battery == probe.battery and c.verdict is not None), None)


def owning(steps: Sequence[Step]) -> Step | None:
    """The step of the declared shape that owned a claim."""
    return next((s for s in steps if s.place >= 0 and s.answer in ("True", "False")), None)


def is_supported_by_it(probe: Probe, item: ItemJudged) -> bool:
    """Whether the probe's sentence is supported, and by the very shape that the probe is about."""
    found = consultation(probe, item)
    if found is None or found.verdict is not True:
        return False
    step = owning(found.steps)
    return step is not None and step.place == probe.place and step.answer == "True"


def by_shape(answered: Iterable[Answered]) -> Iterator[tuple[str, Key, list[Answered]]]:
    """Probes grouped by battery and shape, in their order."""
    groups: dict[tuple[str, Key], list[Answered]] = {}
    for probe, item in answered:
        groups.setdefault((probe.battery, probe.shape), []).append((probe, item))
    for (battery, shape), group in groups.items():
        yield battery, shape, group


def place_of(facts: Facts, shape: Key) -> Place | None:
    """The shape's name in the current text."""
    return places.shape_name(facts, *shape)


def name_of(shape: Key) -> str:
    """What a shape is called in messages."""
    return visible(shape[1].rpartition(".")[2])
