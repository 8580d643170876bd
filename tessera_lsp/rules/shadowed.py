"""TES203: declared shapes that own nothing, because earlier ones take all that they would own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tessera_lsp.rules import places
from tessera_lsp.rules.example import CLAIMS, registry
from tessera_lsp.rules.model import Facts, Finding, Related, Rule, Witness
from tessera_lsp.rules.samples import judged_samples
from tessera_lsp.wire import Shadowed, ShapeRef
from tessera_lsp.wording import listed, quoted, visible

Key = tuple[str, str]


def shadowed_shape(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Shapes of a battery that would own a claim or sample, and own none."""
    for battery, judged in sorted(facts.verdicts.measured.items()):
        if not judged.shadowed:
            continue
        shapes = {shape.place: shape for shape in facts.verdicts.shapes(battery)}
        owning = {_key(shapes[place]) for place in _owning(facts, battery) if place in shapes}
        for each in judged.shadowed:
            shape, owner = shapes.get(each.place), shapes.get(each.owner)
            if shape is None or owner is None or _key(shape) in owning or _key(shape) == _key(owner):
                continue  # the same shape twice is TES202
            yield from _finding(facts, rule, battery, each, shapes)


def _finding(
    facts: Facts, rule: Rule, battery: str, found: Shadowed, shapes: Mapping[int, ShapeRef]
) -> Iterable[Finding]:
    shape = shapes[found.place]
    place = places.shape_name(facts, shape.module, shape.qualname)
    if place is None:
        return
    names = [
        _name(shapes[at]) for at in sorted({found.owner, *_taking(facts, battery, shape)}) if at in shapes
    ]
    owner = shapes[found.owner]
    defined = places.shape_name(facts, owner.module, owner.qualname)
    related = (
        (Related(defined.path, defined.span, f"{_name(owner)} is defined here"),)
        if defined is not None
        else ()
    )
    yield rule.finding(
        place,
        f"{_name(shape)} owns nothing in battery {visible(battery)}: what it would own is taken by "
        f"{listed(names)}, asked before it, such as {quoted(found.text)}",
        witness=Witness(found.text, found.citations, battery),
        related=related,
        stale=facts.stale or facts.verdicts.measured[battery].stale,
    )


def _owning(facts: Facts, battery: str) -> set[int]:
    """The places of the shapes that own a measured claim or a sample."""
    found = {_first_owner(said) for said in facts.verdicts.measured[battery].said}
    for item in facts.verdicts.items.values():
        for consultation in item.consultations:
            steps = [s for s in consultation.steps if s.place >= 0 and s.answer in ("True", "False")]
            if consultation.battery == battery and steps:
                found.add(steps[0].place)
    return found


def _first_owner(said: str) -> int:
    return next((place for place, letter in enumerate(said) if letter in "TF"), -1)


def _taking(facts: Facts, battery: str, shape: ShapeRef) -> set[int]:
    """The places of the shapes that own the samples which ``shape`` would."""
    found = set()
    for own, _, item in judged_samples(facts):
        if own.key == _key(shape) and {"True", "False"} & set(item.answers):
            for consultation in item.consultations:
                steps = [s for s in consultation.steps if s.place >= 0 and s.answer in ("True", "False")]
                if consultation.battery == battery and steps and steps[0].place < shape.place:
                    found.add(steps[0].place)
    return found


def _key(shape: ShapeRef) -> Key:
    return shape.module, shape.qualname


def _name(shape: ShapeRef) -> str:
    return visible(shape.qualname.rpartition(".")[2])


_TWO = '''
import re


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
    """
    match = re.fullmatch(r"Crate (\\d+) weighs (\\d+) kg\\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])


def crate_in_stock(claim, nodes, graph):
    """A crate is in stock when its label is.

    Samples:
        %s
    """
    match = re.fullmatch(r"Crate (\\d+) %s\\.", claim.text)
    return None if match is None else "crate/" + match[1] in nodes
'''
_REGISTRY = registry("(claims.crate_weight, claims.crate_in_stock)")
_PINNED = "True: Crate 1 is in stock. <- crate/1\n        False: Crate 4 is in stock. <- crate/1"

RULES = (
    Rule(
        code="TES203",
        name="shadowed-shape",
        severity="warning",
        summary="Earlier shapes take every claim and sample that this one would own",
        about="""
The declared shapes are asked in order, and the first that answers `True` or `False` owns the claim. This
shape owned no measured claim and no sample of its battery, and was then asked directly about those that
earlier shapes own: it would own at least the one that the finding tells. As the order stands, it never
speaks.

Make the earlier grammar narrower, declare this shape before it, or remove it. A shape that owns nothing
because no claim or sample is of its form is not meant.
""",
        needs_run=True,
        check=shadowed_shape,
        found=(
            (CLAIMS, _TWO % ("None: Three crates. <- crate/1", "(?:weighs|holds) .+")),
            _REGISTRY,
        ),
        mended=(
            (CLAIMS, _TWO % (_PINNED, "is in stock")),
            _REGISTRY,
        ),
    ),
)
