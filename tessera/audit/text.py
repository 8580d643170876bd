"""The report in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from tessera.audit.report import Report

GROUPS = 10
"""Groups of unowned sentences that are shown."""
BAD = 5
"""Answers that are shown."""
BROKEN = 10
"""Broken lines that are shown."""


def lines(report: Report) -> Iterator[str]:
    """The report, a line at a time; text of the logs is not made fit for a terminal yet."""
    tally = report.tally
    yield (
        f"{report.battery}: {_counted(len(report.logs), 'log')}, {_counted(tally.answers, 'answer')}, "
        + _counted(tally.claims, "claim")
    )
    yield f"  supported {tally.supported:,} of {tally.claims:,}: faithfulness {share(tally.faithfulness)}"
    width = max(len(owner.name) for owner in report.owners)
    for owner in report.owners:
        yield f"    {owner.name:<{width}}  {owner.supported:>10,} supported {owner.unsupported:>8,} not"
    for trouble, count in sorted(tally.troubles.items()):
        example = tally.raised.get(trouble)
        yield f"  {trouble}: {_counted(count, 'claim')}" + (f', first at "{example}"' if example else "")
    whole = tally.answers - tally.empty
    yield f"  answers wholly supported: {tally.bins[-1]:,} of {whole:,}" + (
        f"; without a claim: {tally.empty:,}" if tally.empty else ""
    )
    for bad in report.bad[:BAD]:
        yield f"    {bad.answer} ({bad.path}:{bad.line}): {-bad.missing:,} of {bad.claims:,} not"
        yield f'              as "{bad.example}"'
    yield from _unowned(report)
    if tally.broken_lines:
        yield f"  broken lines, left out: {tally.broken_lines:,}"
        yield from (f"    {broken.path}:{broken.line}: {broken.reason}" for broken in report.broken[:BROKEN])
        if tally.broken_lines > BROKEN:
            yield f"    and {tally.broken_lines - BROKEN:,} more"
    if not tally.claims:
        yield "  no claim was audited: nothing is verified"


def _unowned(report: Report) -> Iterator[str]:
    if not report.unowned:
        return
    yield f"  nobody owns {_counted(report.unowned, 'sentence')}, by form:"
    for group in report.groups[:GROUPS]:
        yield f"    {group.count:>8,}  {group.form}"
        yield f'              as "{group.examples[0]}"'
    rest = report.unowned - sum(group.count for group in report.groups[:GROUPS])
    if rest:
        yield f"    {rest:>8,}  of other forms"


def share(value: float | None) -> str:
    """Three decimals; what is not 1 is never shown as 1."""
    if value is None:
        return "–"
    return "0.999" if 0.9995 <= value < 1 else f"{value:.3f}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
