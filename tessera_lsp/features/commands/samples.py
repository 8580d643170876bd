"""``samples``: each sample of a project with what came of it, for editors that show samples as tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tessera_lsp.features.commands import results
from tessera_lsp.features.commands.surface import Locate
from tessera_lsp.features.standing import of_sample
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.ladder import cut_short, ladder
from tessera_lsp.rules.samples import key_of
from tessera_lsp.samples import Sample
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.wire import ItemJudged
from tessera_lsp.wording import listed


def samples(snapshot: Snapshot, settled: bool, locate: Locate, root: str) -> results.Samples:
    """The samples of all claims files, in order of file and line."""
    return results.Samples(
        root=root,
        name=snapshot.project.root.name,
        settled=settled,
        samples=tuple(_told(snapshot, locate)),
    )


def _told(snapshot: Snapshot, locate: Locate) -> Iterator[results.SampleStanding]:
    for path in sorted(snapshot.index.files):
        for shape in snapshot.shapes(path):
            if shape.samples is None:
                continue
            place = locate(path, shape.name_span)
            for sample in shape.samples.samples:
                came = _outcome(snapshot, shape, sample)
                yield results.SampleStanding(
                    shape=shape.qualname,
                    shape_location=place,
                    location=locate(path, sample.span),
                    word=sample.word,
                    text=sample.text,
                    citations=sample.ids,
                    outcome=came.outcome,
                    answer=came.answer,
                    report=came.report,
                )
            for problem in shape.samples.problems:
                yield results.SampleStanding(
                    shape=shape.qualname,
                    shape_location=place,
                    location=locate(path, problem.span),
                    word="",
                    text="",
                    citations=(),
                    outcome="errored",
                    answer="",
                    report=problem.message,
                )


@dataclass(frozen=True)
class _Outcome:
    outcome: str
    answer: str
    report: str


def _outcome(snapshot: Snapshot, shape: ShapeDefinition, sample: Sample) -> _Outcome:
    item = snapshot.verdicts.items.get(key_of(shape, sample))
    if item is None:
        return _Outcome("unjudged", "", of_sample(snapshot, shape, sample).detail)
    given = sorted(set(item.answers))
    answer = listed([cut_short(each, item.faults) or each for each in given], "or")
    if given == [sample.word]:
        return _Outcome("passed", answer, "")
    if not given:
        return _Outcome("errored", "", _report(of_sample(snapshot, shape, sample).detail, item))
    wrong = [each for each in given if each not in ("True", "False", "None")]
    did = answer if wrong and cut_short(wrong[0], item.faults) else f"says {answer}"
    said = f"the sample says {sample.word}, {shape.name} {did}"
    faults = [fault.message for fault in item.faults]
    return _Outcome("errored" if wrong else "failed", answer, _report("\n".join([said, *faults]), item))


def _report(said: str, item: ItemJudged) -> str:
    """What differs, then the ladder of each battery that was asked."""
    return "\n\n".join([said, *(ladder(consultation).plain() for consultation in item.consultations)])
