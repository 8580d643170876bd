"""The shapes whose bodies can be read, and sentences that show what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tessera_lsp.index.bodies.model import Body
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.rules.model import Facts, Place, Witness


def read(facts: Facts) -> Iterator[tuple[ShapeDefinition, Body]]:
    """The shapes with what their bodies do; none that is being typed."""
    for shape in facts.shapes:
        body = shape.body
        if body is not None and not shape.partial and not body.is_stub:
            yield shape, body


def name_place(shape: ShapeDefinition) -> Place:
    """The shape's name."""
    return Place(shape.path, shape.name_span)


def own_sentence(facts: Facts, shape: ShapeDefinition, word: str) -> Witness | None:
    """The first sample of the shape with this word."""
    for sample in shape.samples.samples if shape.samples else ():
        if sample.word == word:
            return Witness(sample.text, sample.ids, declaring(facts, shape))
    return None


def foreign_sentence(facts: Facts, shape: ShapeDefinition) -> Witness | None:
    """A sentence that is not this shape's: a ``None`` sample of it, else one that another shape owns."""
    own = own_sentence(facts, shape, "None")
    if own is not None:
        return own
    for other in facts.shapes:
        if other.key == shape.key or other.path != shape.path:
            continue
        for sample in other.samples.samples if other.samples else ():
            if sample.word != "None":
                return Witness(sample.text, sample.ids, declaring(facts, shape))
    return None


def declaring(facts: Facts, shape: ShapeDefinition) -> str:
    """The name of the first battery that declares the shape; empty where none does."""
    return facts.wired.get(declaring_names, facts).get(shape.module, {}).get(shape.qualname, "")


def declaring_names(facts: Facts) -> Mapping[str, Mapping[str, str]]:
    """By module and qualified name, the name of the first battery that declares a shape."""
    names: dict[str, dict[str, str]] = {}
    for battery in facts.index.batteries:
        for declaration in battery.declarations:
            for key in (declaration.target, *declaration.also):
                if key is not None:
                    names.setdefault(key[0], {}).setdefault(key[1], battery.name)
    return names
