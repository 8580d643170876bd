"""Messages of the worker folded into ``Verdicts``, one value after another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tessera_lsp import wire
from tessera_lsp.verdicts import Verdicts, owner_name


@dataclass
class Pending:
    """A judgement on its way: what has come of it, under which texts it is judged."""

    id: int
    digests: Mapping[str, str]
    """Of all open documents, by path."""
    items: dict[str, wire.ItemJudged] = field(default_factory=dict)
    measured: dict[str, wire.MeasuredJudged] = field(default_factory=dict)


def unsaved(digests: Mapping[str, str], sources: Mapping[str, str]) -> dict[str, str]:
    """Those of the open texts that differ from what the worker has imported."""
    return {path: digest for path, digest in digests.items() if sources.get(path) != digest}


def with_load(verdicts: Verdicts, message: wire.Loaded) -> Verdicts:
    """The saved project has been loaded (anew): what was judged before was judged of another one."""
    return Verdicts(
        state="ready",
        python=verdicts.python,
        load=message.number,
        batteries=message.batteries,
        load_faults=message.faults,
        sources=_sources(message.sources),
        texts=verdicts.texts,
        items=verdicts.items,
        measured=verdicts.measured,
        judge_faults=verdicts.judge_faults,
        counts=verdicts.counts,
        outdated=verdicts.load > 0,
    )


def with_harvest(verdicts: Verdicts, message: wire.Harvested) -> Verdicts:
    """One battery's measured claims have come, and what is known of its records by now."""
    batteries = tuple(
        message.info if message.info is not None and battery.name == message.battery else battery
        for battery in verdicts.batteries
    )
    return replace(verdicts, batteries=batteries, harvests={**verdicts.harvests, message.battery: message})


def with_harvest_done(verdicts: Verdicts, message: wire.HarvestDone) -> Verdicts:
    """No more of them will come."""
    sources = {**verdicts.sources, **_sources(message.sources)}
    return replace(verdicts, harvest_done=True, harvest_skipped=message.skipped, sources=sources)


def with_answers(verdicts: Verdicts, pending: Pending, done: wire.JudgeDone | None) -> Verdicts:
    """What a judgement has answered so far; ``done`` when it has ended. Nothing of an older one is kept:
    an answer stands only under the texts that it was given for."""
    texts = unsaved(pending.digests, verdicts.sources)
    harvests = verdicts.harvests
    if done is not None and not texts.keys() & verdicts.sources.keys():
        harvests = {name: _with_saved(h, pending.measured.get(name)) for name, h in harvests.items()}
    return replace(
        verdicts,
        harvests=harvests,
        texts=texts,
        items=dict(pending.items),
        measured=dict(pending.measured),
        judge_faults=done.faults if done is not None else (),
        judged=done is not None,
        counts=done.counts if done is not None else {},
        covered=done.covered if done is not None else (),
        probed=None,
        outdated=False,
    )


def _with_saved(harvest: wire.Harvested, judged: wire.MeasuredJudged | None) -> wire.Harvested:
    """The verdicts of claims that are only logged, which no harness has shown: judged without unsaved texts
    they are those of the saved code."""
    claims = harvest.claims
    if judged is None or len(judged.verdicts) != len(claims) or judged.stale:
        return harvest
    new = [at for at, claim in enumerate(claims) if not claim.times and claim.verdict is None]
    if not new:
        return harvest
    steps: dict[str, tuple[wire.Step, ...]] = {}
    made = list(claims)
    for at in new:
        verdict = {1: True, 0: False}.get(judged.verdicts[at])
        said = judged.said[at]
        if said not in steps:
            steps[said] = _steps(said, judged.rewired or (harvest.info.shapes if harvest.info else ()))
        made[at] = replace(claims[at], verdict=verdict, owner=judged.owners[at], steps=steps[said])
    return replace(harvest, claims=tuple(made))


def _steps(said: str, shapes: tuple[wire.ShapeRef, ...]) -> tuple[wire.Step, ...]:
    """What the declared shapes said, out of a letter each."""
    if len(said) != len(shapes):
        return ()
    answers = {"T": "True", "F": "False", "N": "None", "R": "raised"}
    told = [(shape, answers.get(letter)) for shape, letter in zip(shapes, said, strict=True)]
    return tuple(wire.Step(owner_name(shape), answer, shape.place) for shape, answer in told if answer)


def _sources(sources: tuple[wire.Source, ...]) -> dict[str, str]:
    return {source.path: source.digest for source in sources}
