"""What commands give: values that become JSON objects with the same names.

Counts are whole numbers. Places are LSP's ``Location``, in the client's own units. A verdict is true, false,
or null where it was not judged.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Annotated, Any

from lsprotocol import types

Locations = tuple[types.Location, ...]


@dataclass(frozen=True, kw_only=True)
class SurfaceShape:
    name: Annotated[str, "Its name."]
    module: Annotated[str, "The module that it is written in."]
    qualname: Annotated[str, "Its qualified name there."]
    place: Annotated[int, "Its place in the battery, from 1; 0 where no battery declares it."]
    location: Annotated[
        types.Location | None, "Its name where it is defined; null where the text does not tell."
    ]
    declared: Annotated[types.Location | None, "Its entry in the battery's tuple; null where there is none."]
    resolved: Annotated[bool, "False for a declared name that leads to no shape."]
    owns: Annotated[int | None, "Measured claims that it owns, as often as measured; null: nothing measured."]
    supported: Annotated[int | None, "Those of them that it calls true."]
    unsupported: Annotated[int | None, "Those that it calls false."]
    logged: Annotated[int | None, "Logged claims that it owns; null: the battery has none."]
    samples: Annotated[dict[str, int], "Its samples, by word: `True`, `False`, `None`."]
    drift: Annotated[
        int, "Sentences that it owns, or owned as saved, and whose verdict or owner has changed."
    ]


@dataclass(frozen=True, kw_only=True)
class OtherOwner:
    name: Annotated[str, "A grammar that no battery declares: shared fragments, containment."]
    owns: Annotated[int, "Measured claims that it owns."]
    supported: Annotated[int, "Those of them that it calls true."]


@dataclass(frozen=True, kw_only=True)
class UnsupportedClaim:
    text: Annotated[str, "The claim."]
    citations: Annotated[tuple[str, ...], "Ids of the records that it cites."]
    times: Annotated[int, "How often the harness measured it."]
    owner: Annotated[str, "The shape that calls it false; empty where nobody owns it."]


@dataclass(frozen=True, kw_only=True)
class Figures:
    claims: Annotated[int, "Measured claims, as often as they were measured."]
    supported: Annotated[int, "Those that the verifier supports."]
    unjudged: Annotated[int, "Those that it could not judge."]
    faithfulness: Annotated[float | None, "The share of supported claims; null where nothing is measured."]
    stale: Annotated[bool, "The edit reaches what measures, or is still being judged: others may come."]
    unsupported: Annotated[tuple[UnsupportedClaim, ...], "The distinct claims that it does not support."]


@dataclass(frozen=True, kw_only=True)
class Logged:
    claims: Annotated[int, "Claims out of the project's `logs` whose records the battery holds."]
    unsupported: Annotated[int, "Those that it does not support."]
    unowned: Annotated[int, "Those of them that nobody owns."]
    unjudged: Annotated[int, "Those that it could not judge."]
    words: Annotated[str, "The same in words."]


@dataclass(frozen=True, kw_only=True)
class SurfaceBattery:
    name: Annotated[str, "The battery's name, or its builder's where the text does not tell it."]
    vertical: Annotated[str, "The package that its shapes come from; empty where that can't be told."]
    location: Annotated[types.Location | None, "Where it is built."]
    readable: Annotated[bool, "Whether its tuple can be read from the text whole."]
    shapes: Annotated[tuple[SurfaceShape, ...], "In the order in which they are asked."]
    others: Annotated[tuple[OtherOwner, ...], "The generic grammars that own measured claims."]
    figures: Annotated[Figures | None, "How its measured claims fare; null before they were measured."]
    logged: Annotated[Logged | None, "How its logged claims fare, for which there is no floor; null: none."]
    trouble: Annotated[str, "Why nothing is measured, if so."]
    drift: Annotated[int, "Its sentences whose verdict or owner differs from what is saved."]


@dataclass(frozen=True, kw_only=True)
class Surface:
    root: Annotated[str, "The project's root, as a URI."]
    name: Annotated[str, "The root folder's name."]
    state: Annotated[str, "`off`, `asking`, `starting`, `ready` or `failed`."]
    reason: Annotated[str, "Why nothing runs, if so."]
    fresh: Annotated[bool, "Whether the verdicts hold for the texts as they are open."]
    batteries: Annotated[tuple[SurfaceBattery, ...], "In the registry's order."]
    undeclared: Annotated[tuple[SurfaceShape, ...], "Shapes that no battery declares."]


@dataclass(frozen=True, kw_only=True)
class Preview:
    consultations: Annotated[
        tuple[dict[str, Any], ...],
        "One for each battery that was asked: `battery`, `text`, `citations`, `verdict`, `owner` (empty for "
        "nobody), `steps` (`name`, `answer`, `place` from 0 or -1, `why` or null), `records` (`id`, "
        "`source`, `locator`, `path`, `line`, `text`), `unknown` (citations without a record), `fault`, "
        "`why_not`.",
    ]
    ladders: Annotated[tuple[str, ...], "The same as Markdown, fit to be shown; project text is escaped."]
    why_not: Annotated[str, "Why there is no answer; empty where there are some."]


@dataclass(frozen=True, kw_only=True)
class Said:
    owner: Annotated[str, "The grammar that owns the claim; empty for nobody."]
    verdict: Annotated[bool | None, "Whether the claim is supported."]


@dataclass(frozen=True, kw_only=True)
class DriftEntry:
    battery: Annotated[str, "The battery."]
    claim: Annotated[str, "The sentence."]
    citations: Annotated[tuple[str, ...], "Ids of the records that it cites."]
    before: Annotated[Said, "What was said."]
    after: Annotated[Said, "What is said now."]
    why: Annotated[str, "The first grammar that answers otherwise, in words."]
    measured: Annotated[int, "How often the harness measured the sentence; 0 where only samples have it."]
    samples: Annotated[tuple[types.Location, ...], "The samples that are this sentence."]
    owner: Annotated[types.Location | None, "The shape that owns it now, or did before."]


@dataclass(frozen=True, kw_only=True)
class Drifted:
    root: Annotated[str, "The project's root, as a URI."]
    against: Annotated[str, "What it is compared with: `saved`, `base` or `open`."]
    fresh: Annotated[bool, "Whether this holds for the texts as they are open."]
    entries: Annotated[tuple[DriftEntry, ...], "The sentences whose verdict or owner differs."]
    unjudged: Annotated[int, "Sentences that one side could not judge: whether they differ is not known."]
    gained: Annotated[int, "Sentences that only the present side has."]
    lost: Annotated[int, "Sentences that only the other side has."]
    renamed: Annotated[
        tuple[tuple[str, str], ...], "Shapes with another name and the same answers: old, new."
    ]
    why_not: Annotated[str, "Why there is no comparison; empty where there is one."]


@dataclass(frozen=True, kw_only=True)
class BatteryRun:
    battery: Annotated[str, "The battery's name."]
    figures: Annotated[Figures | None, "How its measured claims fare."]
    seconds: Annotated[float, "How long the harness took."]
    why_not: Annotated[str, "Why there are no figures; empty where there are some."]


@dataclass(frozen=True, kw_only=True)
class Edited:
    edit: Annotated[types.WorkspaceEdit | None, "The edit, with the versions of the texts it is made for."]
    applied: Annotated[bool, "Whether the client has applied it, where that was asked for."]
    word: Annotated[str, "The sample's word, where a sample is written."]
    name: Annotated[str, "The shape that is edited, or is new."]
    drift: Annotated[
        Drifted | None, "What the edit changes, where an order is changed: known before it is applied."
    ]
    why_not: Annotated[str, "Why there is no edit; empty where there is one."]


@dataclass(frozen=True, kw_only=True)
class SampleStanding:
    shape: Annotated[str, "The qualified name of the shape whose docstring has it."]
    shape_location: Annotated[types.Location, "That shape's name."]
    location: Annotated[types.Location, "The sample, from its word to its last character."]
    word: Annotated[str, "`True`, `False` or `None`; empty for a line that is no sample."]
    text: Annotated[str, "The sentence."]
    citations: Annotated[tuple[str, ...], "Ids of the records that it cites."]
    outcome: Annotated[
        str,
        "`passed` and `failed`: the shape's own answer is the word, or another; `errored`: there is no "
        "answer; `unjudged`: there is none yet, or nothing runs.",
    ]
    answer: Annotated[str, "What the shape itself says, or did instead; empty where it was not asked."]
    report: Annotated[str, "What differs and why, with the ladder, in lines; empty where it passed."]


@dataclass(frozen=True, kw_only=True)
class Samples:
    root: Annotated[str, "The project's root, as a URI."]
    name: Annotated[str, "The root folder's name."]
    settled: Annotated[bool, "Whether the outcomes stay unless something changes."]
    samples: Annotated[tuple[SampleStanding, ...], "In the order of files and lines."]


@dataclass(frozen=True, kw_only=True)
class RecordName:
    id: Annotated[str, "Its id, which claims cite."]
    source: Annotated[str, "Its origin's source; may be empty."]


@dataclass(frozen=True, kw_only=True)
class Records:
    battery: Annotated[str, "The battery's name."]
    records: Annotated[tuple[RecordName, ...], "In the graph's order, 2000 at most."]
    total: Annotated[int, "How many there are, given or not."]
    why_not: Annotated[str, "Why there are none; empty where there are some."]


def as_json(value: Any) -> Any:
    """A result as JSON's own kinds; values of LSP stay as they are, for the protocol's converter."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_json(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple | list):
        return [as_json(each) for each in value]
    if isinstance(value, dict):
        return {key: as_json(each) for key, each in value.items()}
    return value
