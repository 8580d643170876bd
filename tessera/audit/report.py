"""What an audit has found, as one value that every format shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tessera.audit.likeness import Group, groups
from tessera.audit.tally import BINS, NOBODY, Bad, Broken, Tally


@dataclass(frozen=True, slots=True)
class Owner:
    """One grammar with its claims; ``nobody`` for those without an owner."""

    name: str
    supported: int
    unsupported: int


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of an audit. ``bins`` are pairs of a label and a number of answers, worst first."""

    battery: str
    logs: tuple[str, ...]
    tally: Tally
    owners: tuple[Owner, ...]
    groups: tuple[Group, ...]

    @property
    def holds(self) -> bool:
        """Whether something was audited, every claim is supported, and every line could be read."""
        return (
            self.tally.claims > 0
            and self.tally.supported == self.tally.claims
            and not self.tally.broken_lines
        )

    @property
    def unowned(self) -> int:
        """Sentences that nobody owns, those with troubles left out."""
        return sum(group.count for group in self.groups) + self.tally.formless

    @property
    def bins(self) -> tuple[tuple[str, int], ...]:
        """Answers by the share of their supported claims."""
        labels = [f"{place / BINS:.1f} – {(place + 1) / BINS:.1f}" for place in range(BINS)]
        return tuple(zip([*labels, "1.0"], self.tally.bins, strict=True))

    @property
    def bad(self) -> Sequence[Bad]:
        """The answers with the most unsupported claims."""
        return self.tally.bad

    @property
    def broken(self) -> Sequence[Broken]:
        """The first lines that could not be read."""
        return self.tally.broken


def make_report(battery: str, logs: Sequence[str], grammars: Sequence[str], tally: Tally) -> Report:
    """The report of a finished audit. ``grammars`` are all names, in the order asked; each is listed."""
    names = [*grammars, *sorted({name for name, _ in tally.owners} - {*grammars, NOBODY}), NOBODY]
    owners = tuple(Owner(name, tally.owners[name, True], tally.owners[name, False]) for name in names)
    return Report(battery, tuple(logs), tally, owners, groups(tally.forms))


def as_json(report: Report) -> dict[str, Any]:
    """The report as the JSON value that ``--format json`` prints."""
    tally = report.tally
    return {
        "version": 1,
        "battery": report.battery,
        "logs": list(report.logs),
        "answers": tally.answers,
        "answers_without_claims": tally.empty,
        "claims": tally.claims,
        "supported": tally.supported,
        "faithfulness": tally.faithfulness,
        "owners": [
            {"name": owner.name, "supported": owner.supported, "unsupported": owner.unsupported}
            for owner in report.owners
        ],
        "troubles": dict(sorted(tally.troubles.items())),
        "raised": dict(sorted(tally.raised.items())),
        "answers_by_faithfulness": [{"from": label, "answers": count} for label, count in report.bins],
        "worst": [
            {
                "answer": bad.answer,
                "file": bad.path,
                "line": bad.line,
                "claims": bad.claims,
                "unsupported": -bad.missing,
                "example": bad.example,
            }
            for bad in report.bad
        ],
        "unowned": {
            "sentences": report.unowned,
            "groups": [
                {"form": g.form, "count": g.count, "forms": g.forms, "examples": list(g.examples)}
                for g in report.groups
            ],
            "beyond": tally.formless,
        },
        "broken": {
            "lines": tally.broken_lines,
            "first": [{"file": b.path, "line": b.line, "reason": b.reason} for b in report.broken],
        },
    }
