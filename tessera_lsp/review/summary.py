"""What a check has verified, as one value that every format shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tessera_lsp.review.run import Examined
from tessera_lsp.review.scope import Skipped, Target, findings_of, skipped
from tessera_lsp.rules.model import Finding
from tessera_lsp.rules.samples import key_of
from tessera_lsp.samples import WORDS
from tessera_lsp.verdicts import LoggedFigures, figures, foreign_claims, logged_figures
from tessera_lsp.wire import ItemJudged

SEVERITIES = ("error", "warning", "info")


@dataclass(frozen=True)
class BatteryFigures:
    """One battery's measured claims. ``faithfulness`` is None where none was measured, or not all, because
    the harness failed; ``why_not`` then says why."""

    name: str
    shapes: tuple[str, ...]
    claims: int
    supported: int
    unjudged: int
    faithfulness: float | None
    why_not: str
    logged: LoggedFigures | None = None
    """How its logged claims fare, None where it has none."""


@dataclass(frozen=True)
class Unjudged:
    """A sample that was to be judged and was not. ``line`` counts from 1."""

    path: str
    line: int
    shape: str
    why: str


@dataclass(frozen=True)
class Checked:
    """One target after the run, with what was asked for out of it."""

    target: Target
    examined: Examined
    findings: tuple[Finding, ...]
    skipped: tuple[Skipped, ...]
    batteries: tuple[BatteryFigures, ...]
    samples: int
    judged: int
    unjudged: tuple[Unjudged, ...]
    not_run: str
    """Why nothing ran, empty where the verifier ran."""
    known: int = 0
    """Findings of a baseline that are left out."""
    unclaimed: int = 0
    """Logged claims that no battery holds the records of."""

    @property
    def questions(self) -> int | None:
        """What was asked beyond samples and measured claims; None without ``--deep``."""
        probed = self.examined.verdicts.probed
        return len(probed.probes) if probed is not None else None

    @property
    def files(self) -> int:
        """Claims files that were read."""
        return len(self.examined.index.files)


def summarise(target: Target, examined: Examined) -> Checked:
    """The value of one target."""
    samples, judged, unjudged = _samples(target, examined)
    verdicts = examined.verdicts
    return Checked(
        target=target,
        examined=examined,
        findings=findings_of(target, examined),
        skipped=skipped(target, examined),
        batteries=_batteries(examined),
        samples=samples,
        judged=judged,
        unjudged=unjudged,
        unclaimed=foreign_claims(verdicts, examined.project.logged) if verdicts.complete else 0,
        not_run="" if verdicts.state == "ready" else verdicts.reason or "the worker failed",
    )


def _batteries(examined: Examined) -> tuple[BatteryFigures, ...]:
    out = []
    for battery in examined.verdicts.batteries:
        measured = figures(examined.verdicts, battery.name)
        harvest = examined.verdicts.harvests.get(battery.name)
        whole = measured.claims > 0 and harvest is not None and harvest.fault is None
        out.append(
            BatteryFigures(
                name=battery.name,
                shapes=tuple(shape.qualname for shape in examined.verdicts.shapes(battery.name)),
                claims=measured.claims,
                supported=measured.supported,
                unjudged=measured.unjudged,
                faithfulness=measured.faithfulness if whole else None,
                why_not="" if whole else _not_measured(examined, battery.name),
                logged=logged_figures(examined.verdicts, battery.name),
            )
        )
    return tuple(out)


def _not_measured(examined: Examined, battery: str) -> str:
    verdicts = examined.verdicts
    harvest = verdicts.harvests.get(battery)
    if harvest is not None and harvest.fault is not None:
        return harvest.fault.message
    return verdicts.harvest_skipped or "its harness asked the verifier nothing"


def _samples(target: Target, examined: Examined) -> tuple[int, int, tuple[Unjudged, ...]]:
    """How many samples there are, how many were judged, and those that were not though the verifier ran."""
    total = judged = 0
    missing: list[Unjudged] = []
    for path, file in sorted(examined.index.files.items()):
        if not target.covers(path):
            continue
        for shape in file.shapes:
            for sample in shape.samples.samples if shape.samples else ():
                total += 1
                item = examined.verdicts.items.get(key_of(shape, sample))
                if item is not None and any(answer in WORDS for answer in item.answers):
                    judged += 1
                elif examined.verdicts.state == "ready":
                    line = sample.span.start.line + 1
                    missing.append(Unjudged(path, line, shape.name, why_unjudged(item)))
    return total, judged, tuple(missing)


def why_unjudged(item: ItemJudged | None) -> str:
    """Why a sample has no answer."""
    if item is None:
        return "it was not asked"
    for fault in item.faults:
        return fault.message
    for consultation in item.consultations:
        if consultation.fault is not None:
            return consultation.fault.message
        if consultation.unknown:
            return f"unknown record {', '.join(consultation.unknown)}"
        if consultation.why_not:
            return consultation.why_not
    return item.why_not or "no battery was asked"


def by_severity(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings of each severity."""
    listed = list(findings)
    return {severity: sum(f.severity == severity for f in listed) for severity in SEVERITIES}


def by_code(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings of each code that has some, the codes in order."""
    return dict(sorted(Counter(finding.code for finding in findings).items()))


def base_of(checked: Iterable[Checked]) -> Path:
    """What paths are shown relative to: the project, or the folder that holds all of them."""
    roots = [each.target.project.root for each in checked]
    first = roots[0]
    return next(p for p in (first, *first.parents) if all(root.is_relative_to(p) for root in roots))


def shown(path: str | Path, base: Path) -> str:
    """A path relative to ``base`` with ``/``; as it is where it lies elsewhere."""
    path = Path(path)
    return path.relative_to(base).as_posix() if path.is_relative_to(base) else path.as_posix()
