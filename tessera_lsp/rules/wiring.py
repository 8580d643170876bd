"""TES201, TES202, TES205: does each battery say its shapes, each once, in a tuple that can be read?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from tessera_lsp.index.model import BatteryDefinition, Declaration, Index, Registration
from tessera_lsp.rules.batteries import called, running
from tessera_lsp.rules.example import registry
from tessera_lsp.rules.model import Facts, Finding, Place, Related, Rule
from tessera_lsp.wording import bounded, counted, listed, visible


def unresolved(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Entries of a tuple whose name leads to nothing, or to something that is no shape.

    Where the battery runs as it is written, a name that the text does not show does exist: silent.
    """
    ran = {battery.name for battery in running(facts) or () if battery.fault is None}
    for battery in facts.index.batteries:
        for declaration in battery.declarations:
            is_there = battery.name in ran and " has no " in declaration.missing
            if declaration.missing and not is_there:
                yield rule.finding(_place(declaration), _leads_nowhere(battery, declaration))


def _leads_nowhere(battery: BatteryDefinition, declaration: Declaration) -> str:
    missing, text = visible(declaration.missing), bounded(visible(declaration.text), 60)
    said = missing if missing.startswith(declaration.text) else f"{text} leads to no shape: {missing}"
    return f"{said}; {called(battery)} cannot ask it: mend the name, or take it out"


def duplicate(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """The later occurrences of a shape that one battery declares more than once."""
    for battery in facts.index.batteries:
        if not battery.complete:
            continue
        first: dict[tuple[str, str], Declaration] = {}
        for declaration in battery.declarations:
            if declaration.target is None or declaration.made:
                continue
            before = first.setdefault(declaration.target, declaration)
            if before is not declaration:
                yield _twice(rule, battery, before, declaration)


def _twice(rule: Rule, battery: BatteryDefinition, first: Declaration, again: Declaration) -> Finding:
    name = visible(again.target[1] if again.target else again.text)
    related = Related(first.path, first.span, f"{name} is declared here first")
    message = (
        f"{name} stands twice in {called(battery)}: what it passes on once it passes on again, so the second "
        "never decides; take it out"
    )
    return rule.finding(_place(again), message, related=(related,))


def _place(declaration: Declaration) -> Place:
    return Place(declaration.path, declaration.span)


def hidden(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Batteries whose shapes the text does not tell, decorators that register them, a ``batteries()`` that
    can't be followed, and a tuple that says something else than what runs."""
    index = facts.index
    if any(unreadable.path == index.registry_path for unreadable in index.unreadable):
        return
    told: set[Place] = set()
    for battery in index.batteries:
        if battery.hidden is None or (battery.trail and _is_broken(facts, battery.trail.path)):
            continue
        place = Place(battery.hidden_path or battery.path, battery.hidden)
        registering = list(_registering(index, battery, _text(facts, place)))
        for registration in registering:
            told.add(Place(registration.path, registration.span))
            yield rule.finding(
                Place(registration.path, registration.span),
                f"{bounded(visible(registration.text), 60)} registers {visible(registration.shape)} as a "
                f"side effect: what {called(battery)} declares can be read nowhere; declare it in one tuple",
            )
        if not registering and place not in told:
            told.add(place)
            yield rule.finding(place, _hidden(facts, battery, place), related=_end(battery, place))
    if index.unlisted is not None and Place(index.unlisted.path, index.unlisted.span) not in told:
        end = f"the batteries cannot be read from {bounded(visible(index.unlisted.text), 60)} on: "
        way_out = "make them one tuple of calls of a class that has a field claim_shapes, or shapes"
        yield rule.finding(Place(index.unlisted.path, index.unlisted.span), end + way_out)
    yield from _otherwise(facts, rule)


def _is_broken(facts: Facts, path: str) -> bool:
    file = facts.index.files.get(path)
    return file is not None and bool(file.unreadable)


def _text(facts: Facts, place: Place) -> str:
    document = facts.text(place.path)
    return document.slice(place.span) if document is not None else ""


def _registering(index: Index, battery: BatteryDefinition, expression: str) -> Iterator[Registration]:
    """The decorators of shapes that fill what the battery takes its shapes from."""
    for file in index.may_tell:
        shapes = {shape.qualname for shape in file.shapes}
        for registration in file.registrations:
            fills = registration.by == battery.trail or re.search(
                rf"\b{re.escape(registration.into)}\b",
                f"{expression} {battery.trail.text if battery.trail else ''}",
            )
            if registration.shape in shapes and fills:
                yield registration


def _hidden(facts: Facts, battery: BatteryDefinition, place: Place) -> str:
    end = battery.trail
    if end is None:
        return (
            f"the shapes of {called(battery)} are put together by append or extend: write them as one tuple, "
            "so that the whole grammar can be seen"
        )
    text = bounded(visible(end.text), 60)
    within = place.path == end.path and place.span.start <= end.span.start and end.span.end <= place.span.end
    where = f"from {text} on" if within else f"since {text} decides"
    return f"the shapes of {called(battery)} cannot be read {where}: declare them in one tuple"


def _end(battery: BatteryDefinition, place: Place) -> tuple[Related, ...]:
    end = battery.trail
    if end is None or Place(end.path, end.span) == place:
        return ()
    return (Related(end.path, end.span, "here the text stops telling which shapes there are"),)


def _otherwise(facts: Facts, rule: Rule) -> Iterator[Finding]:
    """A tuple that can be read to its end, and a battery of that name that runs with another number."""
    runs = {info.name for info in running(facts) or () if info.fault is None}
    if not runs:
        return
    built = Counter(battery.name for battery in facts.index.batteries if battery.builds)
    for battery in facts.index.batteries:
        alone = battery.builds and built[battery.name] == 1
        if not (battery.complete and battery.listed and alone and battery.name in runs):
            continue
        shapes = facts.verdicts.shapes(battery.name)
        if len(shapes) == len(battery.declarations):
            continue
        span = battery.shapes_span or battery.builder_span
        place = Place(battery.shapes_path or battery.path, span)
        written = counted(len(battery.declarations), "shape")
        names = bounded(visible(listed([shape.qualname for shape in shapes])), 200) or "none"
        yield rule.finding(
            place,
            f"{called(battery)} declares {written} here and runs with {len(shapes)} ({names}): something "
            "changes them behind the tuple",
        )


_PLAIN = (registry("(claims.crate_weight,)"),)

RULES = (
    Rule(
        code="TES201",
        name="unresolved-shape",
        severity="error",
        summary="A declared name leads to no shape",
        about="""
An entry of a battery's tuple is a name that its module does not have, or something that is no shape: a
string, a module. The battery cannot be built, or its first claim raises.

Where the battery runs as it is written and the name exists all the same (a module may make names that its
text does not show), the rule is silent.
""",
        needs_run=False,
        check=unresolved,
        scope="wiring",
        asks_run=True,
        found=(registry("(claims.crate_wieght,)"),),
        mended=_PLAIN,
    ),
    Rule(
        code="TES202",
        name="duplicate-declaration",
        severity="warning",
        summary="The same shape stands twice in one battery",
        about="""
Shapes are asked in order, and the first that answers decides. One that passes a claim on would pass it on
again, so its second place does nothing; a reader takes it for meaning. The later occurrence is marked.

Two results of one factory, or two `partial` of one function, are different shapes and are not meant.
""",
        needs_run=False,
        check=duplicate,
        scope="wiring",
        found=(registry("(claims.crate_weight, claims.crate_weight)"),),
        mended=_PLAIN,
    ),
    Rule(
        code="TES205",
        name="hidden-wiring",
        severity="warning",
        summary="Shapes reach a battery other than by an explicit tuple",
        about="""
A battery's tuple makes a vertical's whole grammar visible in one place. A filter, a discovery, a registering
decorator, a list that grows elsewhere hides it: shapes may be missing, doubled or in another order without
any line that says so.

Followed are names through modules and re-exports, `+`, `+=` and starred parts, `tuple(…)` and comprehensions
over literals, conditions that are constant, calls of the project's own functions. What ends the trail is
named; `append` and `extend` are followed and marked all the same. Marked is the expression that is given as
the shapes, or the decorator that registers; where `batteries()` itself cannot be followed, the expression at
which that begins. After a run a battery that runs with another number of shapes than its tuple says is
marked there.

Where the wiring cannot be read and nothing may run, TES101 and TES207 are silent about what it could hold.
""",
        needs_run=False,
        check=hidden,
        asks_run=True,
        found=(registry('tuple(f for name, f in vars(claims).items() if name.startswith("crate_"))'),),
        mended=_PLAIN,
    ),
)
