"""TES106: does a shape answer by its arguments alone?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tessera_lsp.index.bodies.model import Effect, EffectSort
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.rules import runtime
from tessera_lsp.rules.bodies import name_place, read
from tessera_lsp.rules.example import CLAIMS
from tessera_lsp.rules.model import Facts, Finding, Place, Related, Rule
from tessera_lsp.rules.repeats import differing
from tessera_lsp.wording import counted, visible

_WAYS_OUT: dict[EffectSort, str] = {
    "clock": "state the day in a record, and compare with that",
    "chance": "take it out",
    "environment": "put what it reads into the graph",
    "files": "read the file when the graph is built",
    "network": "fetch it when the graph is built",
    "global": "keep nothing from one claim to the next",
    "argument": "work on a copy",
    "memo": "keep answers by text alone",
}


def impure(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """What shapes read beyond their arguments, and what they change. One place is told once."""
    met: dict[tuple[Place, EffectSort], tuple[Effect, list[ShapeDefinition]]] = {}
    for shape, body in read(facts):
        for effect in body.effects:
            key = Place(shape.path, effect.span), effect.sort
            met.setdefault(key, (effect, []))[1].append(shape)
    for (place, sort), (effect, shapes) in met.items():
        names = visible(shapes[0].name)
        if len(shapes) > 1:
            names += f" (and {counted(len(shapes) - 1, 'more shape')})"
        through = f", by way of {visible(effect.helper)}," if effect.helper else ""
        message = f"{names}{through} {visible(effect.words)}: {_WAYS_OUT[sort]}"
        related: tuple[Related, ...] = ()
        if effect.helper:
            related = tuple(
                Related(*name_place(shape), f"{visible(shape.name)} comes to it") for shape in shapes
            )
        yield rule.finding(place, message, related=related)


def observed(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Effects that were seen when shapes were asked, and that the text does not tell of already."""
    told: dict[str, set[int]] = {}
    for finding in runtime.impure(facts, rule):
        path = finding.path
        if path not in told:  # bodies are read of these files alone
            bodies = read(replace(facts, only=path))
            told[path] = {effect.span.start.line for _, body in bodies for effect in body.effects}
        if finding.span.start.line not in told[path]:
            yield finding


_SHAPE = '''
import re
{imports}

def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's."""
    match = re.fullmatch(r"Crate (\\d+) weighs (\\d+) kg\\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight {rest}
'''

RULES = (
    Rule(
        code="TES106",
        name="impure-shape",
        severity="warning",
        summary="The shape reads clock, chance, environment, files, network or changing globals, or changes "
        "its arguments",
        about="""
A verdict must be the same tomorrow, on another machine and in another order of claims. A shape therefore
answers by the claim, the nodes and the graph alone, and leaves them as they are.

The rule follows calls of functions of the same module, and constants of the module that are filled from the
clock, by chance or from the environment when it is imported. The finding stands on the call or the statement
that does it; the shapes that come to it are its related places.

A memo (`functools.cache`, or a dictionary of the module) over text is pure. Over the graph or the nodes it is
not: these may be other objects next time, or the same with other contents.

When shapes are asked, what they do is seen as well. Writing a file or connecting to somebody is refused. What
is changed in the process (builtins, the working directory, the environment, `sys.path`, the context of
`decimal`, the seed of `random`, signal handlers) is put back for the next verdict.

With `--deep` claims are asked twice, with citations and nodes in another order, and under three values of
`PYTHONHASHSEED`; a shape that answers otherwise then has a finding on its name, with the claim.
""",
        needs_run=False,
        more_after_run=True,
        check=observed,
        check_text=impure,
        by_shape="together",
        check_deep=differing,
        found=(
            (
                CLAIMS,
                _SHAPE.format(
                    imports="from datetime import date\n",
                    rest="== int(match[2]) and date.today().year > 2000",
                ),
            ),
        ),
        mended=((CLAIMS, _SHAPE.format(imports="", rest="== int(match[2])")),),
    ),
)
