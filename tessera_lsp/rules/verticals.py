"""TES206, TES207: does each vertical keep to its own grammar, and is each measured?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tessera_lsp.rules.batteries import are_apart, called, running, vertical, vertical_of
from tessera_lsp.rules.declared import declared_by_text
from tessera_lsp.rules.example import registry
from tessera_lsp.rules.model import Facts, Finding, Place, Rule
from tessera_lsp.text import Position, Span
from tessera_lsp.wording import visible

_WAY_OUT = "write a shape of its own, or move what both need out of either's claims"


def foreign(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Shapes of one vertical in another's battery, and ``claims`` of one imported by another's.

    A claims file whose vertical has no battery of its own is taken for a library of shapes: silent.
    """
    owners = [(b, vertical(facts, b)) for b in facts.index.batteries if b.builds]
    measured = facts.wired.get(_measured, facts)
    for battery, own in owners:
        for declaration in battery.declarations:
            other = vertical_of(facts, declaration.target[0]) if declaration.target else None
            if own is not None and other is not None and other in measured and are_apart(own, other):
                message = (
                    f"{called(battery)} belongs to {visible(own)} and declares {visible(declaration.text)} "
                    f"of {visible(other)}: a vertical owns its grammar; {_WAY_OUT}"
                )
                yield rule.finding(Place(declaration.path, declaration.span), message)


def foreign_imports(facts: Facts, rule: Rule) -> Iterator[Finding]:
    """Claims files that import those of another vertical."""
    measured = facts.wired.get(_measured, facts)
    modules = facts.wired.get(_modules, facts)
    for file in facts.files:
        for imported in file.imports:
            loaded = next((name for name in imported.names if name in modules), None)
            other = modules[loaded] if loaded is not None else None
            if other is not None and other in measured and are_apart(file.vertical, other):
                message = (
                    f"{visible(file.vertical)} imports the claims of {visible(other)}: an edit there would "
                    f"change verdicts here; {_WAY_OUT}"
                )
                yield rule.finding(Place(imported.path, imported.span), message)


def _measured(facts: Facts) -> frozenset[str]:
    """The verticals that have a battery."""
    found = {vertical(facts, battery) for battery in facts.index.batteries if battery.builds}
    return frozenset(name for name in found if name is not None)


def _modules(facts: Facts) -> dict[str, str]:
    """The vertical of each claims file, by its module."""
    return {file.module: file.vertical for file in facts.index.files.values()}


def unmeasured(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Batteries that ``batteries()`` leaves out."""
    runs = {battery.name for battery in running(facts) or ()}
    for battery in facts.index.batteries:
        if battery.builds and not battery.listed and battery.name and battery.name not in runs:
            message = (
                f"batteries() leaves {called(battery)} out: nothing of it is measured; "
                "add it there, or delete it"
            )
            yield rule.finding(Place(battery.path, battery.builder_span), message)


def _is_known(facts: Facts) -> bool:
    """Whether all batteries are known, each with its vertical as far as it has one."""
    index = facts.index
    if not index.registry_path or not index.wiring_complete:
        return False
    return all(battery.name or vertical(facts, battery) for battery in index.batteries if battery.builds)


def _speaking(facts: Facts) -> frozenset[str | None]:
    """The verticals whose shapes run."""
    return frozenset(vertical_of(facts, ref.module) for b in running(facts) or () for ref in b.shapes)


def without_battery(facts: Facts, rule: Rule) -> Iterator[Finding]:
    """Claims files whose vertical has no battery."""
    if not facts.wired.get(_is_known, facts):
        return
    having, declared = facts.wired.get(_measured, facts), facts.wired.get(declared_by_text, facts)
    speaking = facts.ran.get(_speaking, facts)
    for file in facts.files:
        if not file.shapes or file.unreadable or file.vertical in having or file.vertical in speaking:
            continue
        if any(not are_apart(file.vertical, other) for other in having):
            continue
        if not any(shape.key in declared for shape in file.shapes):
            message = (
                f"no battery measures {visible(file.vertical)}: its shapes are never asked; build a battery "
                "for it in the registry"
            )
            line = Span(Position(0, 0), Position(0, len(file.document.line(0).rstrip())))
            yield rule.finding(Place(file.path, line), message)


_CLAIMS = '''
"""What an answer may state about lamps."""

import re


def lamp_colour(claim, nodes, graph):
    """The stated colour is the cited lamp's."""
    match = re.fullmatch(r"Lamp (\\d+) is (\\w+)\\.", claim.text)
    if match is None:
        return None
    lamp = nodes.get("crate/" + match[1])
    return lamp is not None and lamp.colour == match[2]
'''
_LAMPS = '''
def lamps():
    """Lamps and their colours."""
    return Battery(
        name="lamps",
        build_graph=data.graph,
        answers=answers.answers,
        claim_shapes=(%s),
    )

'''
_IMPORT = "from depot.lamps import claims as lamp_claims\n"
_PACKAGE = (("depot/lamps/__init__.py", '"""Lamps."""'), ("depot/lamps/claims.py", _CLAIMS))


def _registry(shapes: str, batteries: str = "stock(), lamps()") -> tuple[str, str]:
    """With a battery of lamps that declares these."""
    return registry("(claims.crate_weight,)", imports=_IMPORT, beside=_LAMPS % shapes, batteries=batteries)


RULES = (
    Rule(
        code="TES206",
        name="foreign-shape",
        severity="warning",
        summary="Another vertical's shape is declared, or its `claims` are imported",
        about="""
A vertical owns its grammar. A battery that borrows a shape of another vertical changes its verdicts whenever
that vertical edits its own claims, and its tuple no longer says what the vertical speaks.

A battery belongs to the vertical whose package holds its builder, else to the one that its shapes and the
functions that it is given come from; of several, to the one that bears the battery's name. Where that does
not tell, the rule is silent, and so it is about claims files whose vertical has no battery of its own (a
library of shapes) and about packages of which one lies within the other.

Write the vertical a shape of its own, or move what both need into a module that is neither's claims.
""",
        needs_run=False,
        check=foreign,
        scope="wiring",
        check_file=foreign_imports,
        found=(
            *_PACKAGE,
            _registry("lamp_claims.lamp_colour, claims.crate_weight"),
        ),
        mended=(
            *_PACKAGE,
            _registry("lamp_claims.lamp_colour,"),
        ),
    ),
    Rule(
        code="TES207",
        name="unmeasured-vertical",
        severity="warning",
        summary="A claims file without a battery, or a battery that `batteries()` leaves out",
        about="""
What no battery measures has no figure: its shapes are never asked, and nothing tells when they go wrong. A
claims file whose vertical has no battery is marked on its first line, a battery that is built and not given
by `batteries()` on its builder's name.

Where the text does not tell all batteries, or nothing tells which vertical one of them belongs to, the rule
is silent about claims files; so it is about a file of which some battery declares a shape.
""",
        needs_run=False,
        check=unmeasured,
        scope="wiring",
        check_file=without_battery,
        asks_run=True,
        found=(
            *_PACKAGE,
            _registry("lamp_claims.lamp_colour,", "stock(),"),
        ),
        mended=(
            *_PACKAGE,
            _registry("lamp_claims.lamp_colour,"),
        ),
    ),
)
