"""TES101, TES102: is each shape declared, and can it be called as the verifier will call it?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tessera_lsp.index.model import BatteryDefinition, ClaimsFile, Declaration, ShapeDefinition, Signature
from tessera_lsp.rules.batteries import running, vertical
from tessera_lsp.rules.example import CLAIMS, registry
from tessera_lsp.rules.model import Facts, Finding, Place, Rule
from tessera_lsp.wording import counted, listed, visible

ARGUMENTS = 3


def undeclared(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Shapes that no battery declares: by the running registry where it ran, else by the text."""
    running = facts.ran.get(_running, facts)
    if running is None and not facts.index.registry_path:
        return
    by_text = facts.wired.get(declared_by_text, facts)
    for file in facts.files:
        if running is None and _wiring_hidden(facts, file):
            continue
        for shape in file.shapes:
            declared = shape.key in by_text if running is None else running.has(shape)
            if not declared:
                yield rule.finding(Place(shape.path, shape.name_span), _undeclared(facts, file, shape))


def declared_by_text(facts: Facts) -> frozenset[tuple[str, str]]:
    """``Index.declared``, to be kept."""
    return facts.index.declared()


@dataclass(frozen=True)
class _Running:
    """What runs: the shapes by name and by the line that they are written on (from 0), and those that stand
    behind a declaration that runs or lies in a battery that ``batteries()`` leaves out."""

    keys: frozenset[tuple[str, str]]
    lines: Mapping[str, frozenset[int]]
    behind: frozenset[tuple[str, str]]

    def has(self, shape: ShapeDefinition) -> bool:
        """Whether a shape of the text is one that runs: by its name; by the line that its function is written
        on (what a factory returned bears another name); or because it stands behind a declared one."""
        if shape.key in self.keys or shape.key in self.behind:
            return True
        lines = self.lines.get(shape.path, frozenset())
        return any(line in lines for line in range(shape.span.start.line, shape.span.end.line + 1))


def _running(facts: Facts) -> _Running | None:
    """What the running registry declares, None where it has not told under the current texts."""
    batteries = running(facts)
    if batteries is None:
        return None
    shapes = [shape for battery in batteries for shape in facts.verdicts.shapes(battery.name)]
    keys = frozenset((shape.module, shape.qualname) for shape in shapes)
    lines: dict[str, set[int]] = {}
    for shape in shapes:
        lines.setdefault(shape.path, set()).add(shape.line - 1)
    standing = frozenset(
        key
        for battery in facts.index.batteries
        for declaration in battery.declarations
        if _is_alive(battery, declaration, keys)
        for key in (declaration.target, *declaration.also)
        if key is not None
    )
    return _Running(keys, {path: frozenset(found) for path, found in lines.items()}, standing)


def _is_alive(battery: BatteryDefinition, entry: Declaration, running: frozenset[tuple[str, str]]) -> bool:
    """A battery that ``batteries()`` leaves out does not run, and declares all the same."""
    if not battery.listed or not battery.builds or entry.target is None:
        return True
    return not running.isdisjoint((entry.target, *entry.also))


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
    behind = facts.wired.get(_stood_before, facts)
    for shape in facts.shapes:
        # What a partial or a factory stands before is not called as a shape is.
        message = "" if shape.key in behind and shape.kind != "class" else _signature_fault(shape)
        if message:
            yield rule.finding(Place(shape.path, shape.name_span), message)


def _stood_before(facts: Facts) -> frozenset[tuple[str, str]]:
    """The shapes that a ``partial`` or a factory stands before, and no declaration names directly."""
    declarations = [d for battery in facts.index.batteries for d in battery.declarations]
    partial = {d.target for d in declarations if d.made and d.target and "<locals>" not in d.target[1]}
    direct = {declaration.target for declaration in declarations if declaration.target not in partial}
    return frozenset(partial.union(key for d in declarations for key in d.also) - direct)


def _signature_fault(shape: ShapeDefinition) -> str:
    name = visible(shape.name)
    if shape.wrapped:
        return ""
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
        scope="file",
        by_shape="each",
        asks_run=True,
        found=((CLAIMS, _WEIGHT + _COLOUR),),
        mended=(registry("(claims.crate_weight, claims.crate_colour)"),),
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

Parameters may have any names and further ones may have defaults. Of a shape behind a decorator that the rule
does not know it says nothing: the decorator may give an argument, or make a verdict of what the body gives.
""",
        needs_run=False,
        check=signature,
        scope="file",
        by_shape="each",
        found=((CLAIMS, _WEIGHT.replace("(claim, nodes, graph)", "(claim, nodes, graph, currency)")),),
        mended=((CLAIMS, _WEIGHT.replace("(claim, nodes, graph)", '(claim, nodes, graph, currency="EUR")')),),
    ),
)
