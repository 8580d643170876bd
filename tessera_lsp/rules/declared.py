"""TES101, TES102: is each shape declared, and can it be called as the verifier will call it?"""

from __future__ import annotations

from collections.abc import Iterable

from tessera_lsp.index.model import ClaimsFile, ShapeDefinition, Signature
from tessera_lsp.rules.batteries import running, vertical
from tessera_lsp.rules.model import Facts, Finding, Place, Rule
from tessera_lsp.wire import ShapeRef
from tessera_lsp.wording import counted, listed, visible

ARGUMENTS = 3


def undeclared(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Shapes that no battery declares: by the running registry where it ran, else by the text."""
    running = _running(facts)
    if running is None and not facts.index.registry_path:
        return
    by_text = facts.index.declared()
    for file in facts.index.files.values():
        if running is None and _wiring_hidden(facts, file):
            continue
        for shape in file.shapes:
            declared = shape.key in by_text if running is None else _speaks(facts, running, shape)
            if not declared:
                yield rule.finding(Place(shape.path, shape.name_span), _undeclared(facts, file, shape))


def _running(facts: Facts) -> tuple[ShapeRef, ...] | None:
    """What the running registry declares, None where it has not told under the current texts."""
    batteries = running(facts)
    if batteries is None:
        return None
    return tuple(shape for battery in batteries for shape in facts.verdicts.shapes(battery.name))


def _speaks(facts: Facts, running: tuple[ShapeRef, ...], shape: ShapeDefinition) -> bool:
    """Whether a shape of the text is one that runs: by its name; by the line that its function is written on
    (what a factory returned bears another name); or because it stands behind a declared one. A battery that
    ``batteries()`` leaves out does not run, and declares all the same."""
    keys = {(reference.module, reference.qualname) for reference in running}
    lines = range(shape.span.start.line, shape.span.end.line + 1)
    written_here = any(ref.path == shape.path and ref.line - 1 in lines for ref in running)
    if shape.key in keys or written_here:
        return True
    for battery in facts.index.batteries:
        for declaration in battery.declarations:
            behind = (declaration.target, *declaration.also)
            alive = not battery.listed or not battery.builds or not keys.isdisjoint(behind)
            if shape.key in behind and (alive or declaration.target is None):
                return True
    return False


def _wiring_hidden(facts: Facts, file: ClaimsFile) -> bool:
    """Whether a battery that could declare this file's shapes can't be read to its end."""
    index = facts.index
    if any(unreadable.path == index.registry_path for unreadable in index.unreadable):
        return True
    if index.wiring_complete:
        return False
    partial = [battery for battery in index.batteries if not battery.complete]
    if not partial:  # the value of batteries() itself could not be followed
        return True
    return any(found in (None, file.vertical) for found in (vertical(facts, b) for b in partial))


def _undeclared(facts: Facts, file: ClaimsFile, shape: ShapeDefinition) -> str:
    own = [b.name for b in facts.index.batteries if b.name and vertical(facts, b) == file.vertical]
    way_out = (
        f"declare it in the battery {listed(sorted(set(own)), 'or')}" if own else "declare it in a battery"
    )
    return f"no battery declares {visible(shape.name)}: it never speaks; {way_out}"


def signature(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Shapes that cannot be called as ``(claim, nodes, graph)``, or whose call gives no verdict."""
    declarations = [d for battery in facts.index.batteries for d in battery.declarations]
    partial = {d.target for d in declarations if d.made and d.target and "<locals>" not in d.target[1]}
    direct = {declaration.target for declaration in declarations if declaration.target not in partial}
    behind = partial.union(key for declaration in declarations for key in declaration.also) - direct
    shapes = [shape for file in facts.index.files.values() for shape in file.shapes]
    for shape in (*shapes, *facts.index.elsewhere):
        # What a partial or a factory stands before is not called as a shape is.
        message = "" if shape.key in behind and shape.kind != "class" else _signature_fault(shape)
        if message:
            yield rule.finding(Place(shape.path, shape.name_span), message)


def _signature_fault(shape: ShapeDefinition) -> str:
    name = visible(shape.name)
    if shape.kind == "async":
        return f"{name} is async: the verifier would get a coroutine, not a verdict; write a plain function"
    if shape.kind == "generator":
        return f"{name} is a generator: the verifier would get an iterator, not a verdict; return, not yield"
    if shape.signature is None or shape.signature.takes(ARGUMENTS):
        return ""
    return f"{name} cannot be called as (claim, nodes, graph): {_misfit(shape.signature)}"


def _misfit(taken: Signature) -> str:
    if taken.keyword_only:
        return f"{listed(list(taken.keyword_only))} must be given by name; give a default or leave it out"
    if taken.required > ARGUMENTS:
        extra = listed(list(taken.names[ARGUMENTS : taken.required]))
        return f"it requires {counted(taken.required, 'argument')}; give {extra} a default or leave it out"
    return f"it takes {counted(taken.positional, 'argument')}, not 3"


_CLAIMS = "depot/stock/claims.py"
_WEIGHT = '''
import re


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's."""
    match = re.fullmatch(r"Crate (\\d+) weighs (\\d+) kg\\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])
'''
_COLOUR = '''

def crate_colour(claim, nodes, graph):
    """The stated colour is the cited crate's."""
    match = re.fullmatch(r"Crate (\\d+) is (\\w+)\\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.colour == match[2]
'''

RULES = (
    Rule(
        code="TES101",
        name="undeclared-shape",
        severity="warning",
        summary="No battery declares this shape, so it never speaks",
        about="""
A shape speaks only for a battery whose tuple declares it. Nothing is registered by itself: a shape that was
written and not declared looks finished, and every sentence that it would own goes to a later grammar or to
nobody.

Where the project has run, the running registry decides; otherwise the text of the registry does. Where the
tuple cannot be read from the text and nothing may run, the rule is silent for that vertical. A shape that
only a battery outside of `batteries()` declares counts as declared.

Declare the shape in its vertical's battery, or delete it.
""",
        needs_run=False,
        check=undeclared,
        found=((_CLAIMS, _WEIGHT + _COLOUR),),
        mended=(
            (
                "depot/registry.py",
                '''
"""The batteries: the one module that names verticals."""

from depot.battery import Battery
from depot.stock import answers, claims, data


def stock():
    """Crates and what they weigh."""
    return Battery(
        name="stock",
        build_graph=data.graph,
        answers=answers.answers,
        claim_shapes=(claims.crate_weight, claims.crate_colour),
    )


def batteries():
    """All batteries, in order."""
    return (stock(),)
''',
            ),
        ),
    ),
    Rule(
        code="TES102",
        name="shape-signature",
        severity="error",
        summary="The shape cannot be called as `(claim, nodes, graph)`, or its call gives no verdict",
        about="""
The verifier calls a shape with three positional arguments and takes what it returns for the answer. A shape
that requires more, or takes fewer, raises on every claim. An `async` shape or a generator answers with an
object that is no verdict.

Parameters may have any names and further ones may have defaults.
""",
        needs_run=False,
        check=signature,
        found=((_CLAIMS, _WEIGHT.replace("(claim, nodes, graph)", "(claim, nodes, graph, currency)")),),
        mended=(
            (_CLAIMS, _WEIGHT.replace("(claim, nodes, graph)", '(claim, nodes, graph, currency="EUR")')),
        ),
    ),
)
