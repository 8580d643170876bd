"""The claims that are known of a project: measured ones and samples, with the shape that owns each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tessera_lsp.index.model import Index
from tessera_lsp.probed import Key
from tessera_lsp.rules.samples import key_of
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import Consultation, ShapeRef

_DIGITS = re.compile(r"\d+")


class Known(NamedTuple):
    """A claim that was judged in ``battery``. ``shape`` is the declared shape that owns it and said
    ``answer`` (``True`` or ``False``), at ``place``; all empty and -1 where none does."""

    battery: str
    text: str
    citations: tuple[str, ...]
    supported: bool
    shape: Key = ("", "")
    place: int = -1
    answer: str = ""


def known_claims(index: Index, verdicts: Verdicts) -> tuple[Known, ...]:
    """All claims that have a verdict, each once: the measured ones of each battery, then samples."""
    found: dict[tuple[str, str, tuple[str, ...]], Known] = {}
    for claim in (*_measured(verdicts), *_samples(index, verdicts)):
        found.setdefault((claim.battery, claim.text, claim.citations), claim)
    return tuple(found.values())


def _measured(verdicts: Verdicts) -> Iterable[Known]:
    for battery in verdicts.batteries:
        harvest, judged = verdicts.harvests.get(battery.name), verdicts.measured.get(battery.name)
        claims = harvest.claims if harvest is not None else ()
        if judged is None or not len(claims) == len(judged.said) == len(judged.verdicts):
            continue
        shapes = verdicts.shapes(battery.name)
        for claim, said, verdict in zip(claims, judged.said, judged.verdicts, strict=True):
            if verdict == -1:
                continue
            place = next((at for at, letter in enumerate(said) if letter in "TF"), -1)
            answer = {"T": "True", "F": "False"}[said[place]] if place >= 0 else ""
            yield Known(
                battery.name, claim.text, claim.citations, verdict == 1, _key(shapes, place), place, answer
            )


def _samples(index: Index, verdicts: Verdicts) -> Iterable[Known]:
    for file in index.files.values():
        for shape in file.shapes:
            for sample in shape.samples.samples if shape.samples else ():
                item = verdicts.items.get(key_of(shape, sample))
                for consultation in item.consultations if item is not None else ():
                    if consultation.verdict is not None:
                        yield _consulted(verdicts, consultation)


def _consulted(verdicts: Verdicts, consultation: Consultation) -> Known:
    owning = [s for s in consultation.steps if s.place >= 0 and s.answer in ("True", "False")]
    place, answer = (owning[0].place, owning[0].answer) if owning else (-1, "")
    return Known(
        consultation.battery,
        consultation.text,
        consultation.citations,
        consultation.verdict is True,
        _key(verdicts.shapes(consultation.battery), place),
        place,
        answer,
    )


def _key(shapes: Sequence[ShapeRef], place: int) -> Key:
    return next(((s.module, s.qualname) for s in shapes if s.place == place), ("", ""))


def varied(claims: Iterable[Known], count: int) -> tuple[Known, ...]:
    """At most ``count`` claims, of as many forms as there are: one of each form first, numbers apart."""
    first: dict[str, Known] = {}
    rest = []
    for claim in claims:
        form = _DIGITS.sub("0", claim.text)
        if form in first:
            rest.append(claim)
        else:
            first[form] = claim
    chosen = list(first.values())
    if len(chosen) > count:
        # Evenly over all of them: what is next to each other is often alike.
        chosen = [chosen[at * len(chosen) // count] for at in range(count)]
    return tuple((chosen + rest)[:count])
