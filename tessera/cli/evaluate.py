"""``tessera eval``: the figures of the batteries, and every claim that is not supported."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence

from tessera.cli.terminal import printable
from tessera.eval.battery import Battery
from tessera.eval.harness import NOBODY, BatteryReport, EvalReport, Failure, Section, run_eval


def measure(batteries: Sequence[Battery]) -> EvalReport:
    """The harness's figures of these batteries; errors as ``run_eval``.

    A gold folder without any case is said on standard error: its files may have been lost.
    """
    report = run_eval(tuple(batteries))
    for battery, figures in zip(batteries, report.batteries, strict=True):
        if figures.gold.cases == 0:
            lost = f"battery {battery.name}: {battery.gold_dir} holds no gold case in a *.json file"
            print(printable(f"tessera: warning: {lost}; nothing of it was measured"), file=sys.stderr)
    return report


def show(report: EvalReport, form: str) -> int:
    """Print ``report`` as ``text`` or ``json``; 0 when the floor holds, else 1.

    With ``json`` the claims that are not supported go to standard error, in words.
    """
    failures = [printable(line) for battery in report.batteries for line in failure_lines(battery)]
    if form == "json":
        print(json.dumps(as_json(report), ensure_ascii=False, indent=2))
        for line in failures:
            print(line, file=sys.stderr)
    else:
        print("\n".join([*map(printable, figure_lines(report)), *failures]))
    return 0 if report.floor_holds else 1


def as_json(report: EvalReport) -> dict[str, object]:
    """The report as the JSON value that ``--format json`` prints; a share of nothing is null."""
    return {
        "floor_holds": report.floor_holds,
        "batteries": [
            {
                "name": battery.name,
                "claim_shapes": list(battery.claim_shapes),
                "gold": _section_json(battery.gold),
                "synthetic": _section_json(battery.synthetic),
                "owners": dict(battery.owners),
            }
            for battery in report.batteries
        ],
    }


def _section_json(section: Section) -> dict[str, object]:
    return {
        "cases": section.cases,
        "claims": section.claims,
        "faithfulness": section.faithfulness,
        "coverage": section.coverage,
        "quality": section.quality,
    }


def figure_lines(report: EvalReport) -> Iterator[str]:
    """The figures in words, a line for each set of cases."""
    for battery in report.batteries:
        shapes = len(battery.claim_shapes)
        yield f"{battery.name}: {shapes} claim shape{'' if shapes == 1 else 's'}"
        for label, section in (("gold", battery.gold), ("synthetic", battery.synthetic)):
            yield (
                f"  {label:<9} {section.cases:>5} cases {section.claims:>6} claims"
                f"  faithfulness {_share(section.faithfulness)}"
                f"  coverage {_share(section.coverage)}  quality {_share(section.quality)}"
            )
        yield "  owners: " + ", ".join(f"{owner} {count}" for owner, count in battery.owners.items())
        if battery.gold.claims + battery.synthetic.claims == 0:
            yield "  no claim was measured: nothing is verified"
    yield "the floor holds" if report.floor_holds else "the floor does not hold"


def failure_lines(battery: BatteryReport) -> Iterator[str]:
    """Each unsupported claim with its case, its owner and the records that it cites."""
    for failure in battery.failures:
        yield f"{battery.name}: case {failure.case}: unsupported: {printable(failure.claim.text)}"
        yield f"  {_blame(failure)}"
        for record in failure.claim.support:
            yield f"  cites {record.id}: {printable(record.text)}"


def _blame(failure: Failure) -> str:
    if failure.owner == NOBODY:
        return "nobody owns it"
    if failure.objection:
        return f"{failure.owner} said True, but {failure.objection}"
    return f"{failure.owner} said False"


def _share(value: float | None) -> str:
    """Three decimals; what is not 1 is never shown as 1."""
    if value is None:
        return "    -"
    return "0.999" if 0.9995 <= value < 1 else f"{value:.3f}"
