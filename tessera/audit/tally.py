"""What an audit adds up. Two tallies, of two parts of a log in their order, make one of both."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tessera.audit import likeness
from tessera.audit.likeness import Form

WORST = 20
"""Answers that are named, those with the most unsupported claims."""
NAMED = 100
"""Broken lines that are named; further ones are counted."""
BINS = 10
"""Bins of the distribution of faithfulness by answer, beside those answers that are wholly faithful."""
NOBODY = "nobody"


@dataclass(frozen=True, slots=True, order=True)
class Bad:
    """An answer with unsupported claims. Sorted: the most of them first, then as logged."""

    missing: int
    """Unsupported claims, as a negative number."""
    path: str
    line: int
    answer: str
    claims: int
    example: str
    """Its first unsupported sentence."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A line that could not be read. ``line`` counts from 1."""

    path: str
    line: int
    reason: str


@dataclass(slots=True)
class Tally:
    """The figures of a part of the logs.

    ``owners`` counts claims by owner and verdict; ``troubles`` claims that could not be put to the grammars
    as they were logged, by reason. ``bins`` counts answers by faithfulness: ``bins[i]`` from ``i / BINS`` on,
    ``bins[BINS]`` those at 1.0. ``forms`` are those of sentences that nobody owns, ``formless`` further such
    sentences. Lines of ``bad`` and ``broken`` count within the part until ``shift`` puts them into the file.
    """

    lines: int = 0
    answers: int = 0
    empty: int = 0
    """Answers without a claim."""
    owners: Counter[tuple[str, bool]] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    raised: dict[str, str] = field(default_factory=dict)
    """By shape: the first exception, with its sentence."""
    bins: list[int] = field(default_factory=lambda: [0] * (BINS + 1))
    bad: list[Bad] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)
    broken_lines: int = 0
    forms: dict[str, Form] = field(default_factory=dict)
    formless: int = 0

    @property
    def claims(self) -> int:
        """All claims, those with troubles included."""
        return sum(self.owners.values())

    @property
    def supported(self) -> int:
        """Claims that the records support."""
        return sum(count for (_, verdict), count in self.owners.items() if verdict)

    @property
    def faithfulness(self) -> float | None:
        """The share of supported claims; None where there are none."""
        return self.supported / self.claims if self.claims else None

    def shift(self, before: int) -> None:
        """Put the lines of this part behind ``before`` others of its file."""
        self.bad = [Bad(b.missing, b.path, b.line + before, b.answer, b.claims, b.example) for b in self.bad]
        self.broken = [Broken(b.path, b.line + before, b.reason) for b in self.broken]

    def add(self, later: Tally) -> None:
        """Add the figures of what comes behind this in the logs."""
        self.lines += later.lines
        self.answers += later.answers
        self.empty += later.empty
        self.owners.update(later.owners)
        self.troubles.update(later.troubles)
        self.raised = {**later.raised, **self.raised}
        self.bins = [a + b for a, b in zip(self.bins, later.bins, strict=True)]
        self.bad = sorted([*self.bad, *later.bad])[:WORST]
        self.broken = [*self.broken, *later.broken][:NAMED]
        self.broken_lines += later.broken_lines
        self.formless += later.formless
        for text, form in later.forms.items():
            self._add_form(text, form)

    def _add_form(self, text: str, form: Form) -> None:
        known = self.forms.get(text)
        if known is None:
            if len(self.forms) >= likeness.FORMS:
                self.formless += form.count
                return
            known = self.forms[text] = Form()
        known.count += form.count
        fresh = [example for example in form.examples if example not in known.examples]
        known.examples = [*known.examples, *fresh][: likeness.EXAMPLES]

    def as_json(self) -> dict[str, Any]:
        """A value that JSON holds, from which ``from_json`` makes an equal tally."""
        return {
            "lines": self.lines,
            "answers": self.answers,
            "empty": self.empty,
            "owners": [[owner, verdict, count] for (owner, verdict), count in self.owners.items()],
            "troubles": dict(self.troubles),
            "raised": self.raised,
            "bins": self.bins,
            "bad": [[b.missing, b.path, b.line, b.answer, b.claims, b.example] for b in self.bad],
            "broken": [[b.path, b.line, b.reason] for b in self.broken],
            "broken_lines": self.broken_lines,
            "forms": [[text, form.count, form.examples] for text, form in self.forms.items()],
            "formless": self.formless,
        }


def from_json(body: dict[str, Any]) -> Tally:
    """The tally of ``as_json``. Raises ``KeyError``, ``TypeError`` or ``ValueError`` for anything else."""
    return Tally(
        lines=int(body["lines"]),
        answers=int(body["answers"]),
        empty=int(body["empty"]),
        owners=Counter({(str(owner), bool(verdict)): int(n) for owner, verdict, n in body["owners"]}),
        troubles=Counter({str(reason): int(n) for reason, n in body["troubles"].items()}),
        raised={str(shape): str(what) for shape, what in body["raised"].items()},
        bins=[int(n) for n in body["bins"]],
        bad=[Bad(int(m), str(p), int(n), str(a), int(c), str(e)) for m, p, n, a, c, e in body["bad"]],
        broken=[Broken(str(path), int(line), str(reason)) for path, line, reason in body["broken"]],
        broken_lines=int(body["broken_lines"]),
        forms={str(text): Form(int(count), [str(e) for e in some]) for text, count, some in body["forms"]},
        formless=int(body["formless"]),
    )
