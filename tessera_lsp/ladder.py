"""One claim's consultation as a value: who was asked, in order, and what they said.

Hover, ``tessera-lsp explain`` and a failing sample in pytest render the same value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from tessera_lsp import reasons
from tessera_lsp.wire import Consultation, Fault, Record, Step, Why
from tessera_lsp.wording import bounded, code, counted, markdown, quoted, visible

NOBODY = "nobody"
SENTENCE = 400
RECORD_TEXT = 200
RECORDS = 20
"""Cited records that are shown."""


@dataclass(frozen=True)
class Rung:
    """One grammar asked. ``answer`` is ``True``, ``False``, ``None``, ``raised``, what it did instead
    (``did not answer``), or the repr of another answer; ``decided`` is whether it owns the claim. ``why`` is
    there where the calls were watched."""

    name: str
    answer: str
    generic: bool
    decided: bool
    why: Why | None = None

    @property
    def detailed(self) -> bool:
        """Whether the reason is worth more than its line: that of a grammar which did not pass it on."""
        return self.decided or self.answer != "None"

    @property
    def says(self) -> str:
        """The answer in words."""
        words = {"None": "not my grammar", "True": "holds", "False": "does not hold", "raised": "raised"}
        words.update(dict.fromkeys(_CUT_SHORT.values(), "no answer"))
        return words.get(self.answer, "no answer of a shape")


@dataclass(frozen=True)
class Ladder:
    """What one battery's verifier said to one claim.

    ``verdict`` is None where it was not judged; ``trouble`` then says why. ``owner`` is empty for nobody.
    ``stale``: judged under an older text.
    """

    battery: str
    text: str
    citations: tuple[str, ...]
    verdict: bool | None
    owner: str
    rungs: tuple[Rung, ...]
    records: tuple[Record, ...]
    unknown: tuple[str, ...]
    trouble: tuple[str, ...]
    stale: bool = False

    @property
    def headline(self) -> str:
        """``supported · OWNER · BATTERY``, ``unsupported · nobody · BATTERY``, ``not judged · BATTERY``."""
        if self.verdict is None:
            return f"not judged · {visible(self.battery)}"
        verdict = "supported" if self.verdict else "unsupported"
        return f"{verdict} · {visible(self.owner) or NOBODY} · {visible(self.battery)}"

    def plain(self, base: str = "") -> str:
        """Plain text of several lines, nothing at the end. Files are named from the folder ``base``."""
        lines = [self.headline + (" (judging the edit …)" if self.stale else "")]
        lines.append(f"  claim    {quoted(self.text, SENTENCE)}")
        lines += [f"  trouble  {trouble}" for trouble in self.trouble]
        for number, rung in enumerate(self.rungs, 1):
            mark = "→" if rung.decided else " "
            lines.append(f"{mark} {number:>2}. {_name(rung)}: {rung.answer} ({rung.says})")
            lines += [f"         {line}" for line in _reason(rung, partial(reasons.plain, base=base))]
        for record in self.records[:RECORDS]:
            lines.append(f"  cites    {_origin(record)}: {quoted(record.text, RECORD_TEXT)}")
        lines += [f"  cites    {visible(identity)}: no such record" for identity in self.unknown]
        if len(self.records) > RECORDS:
            lines.append(f"  cites    and {counted(len(self.records) - RECORDS, 'more record')}")
        return "\n".join(lines)

    def markdown(self) -> str:
        """Markdown; text of the project is escaped, so that it can neither format nor link."""
        parts = [markdown(self.headline) + (" *(judging the edit …)*" if self.stale else "")]
        parts.append(code(bounded(self.text, SENTENCE)))
        parts += [f"**{markdown(trouble)}**" for trouble in self.trouble]
        rungs = []
        for number, rung in enumerate(self.rungs, 1):
            bold = "**" if rung.decided else ""
            rungs.append(
                f"{number}. {code(rung.name)} {bold}{markdown(rung.answer)}{bold} {rung.says}"
                f"{' · generic' if rung.generic else ''}"
            )
            rungs += [f"   - {line}" for line in _reason(rung, reasons.in_markdown)]
        if rungs:
            parts.append("\n".join(rungs))
        cited = [
            f"- {markdown(_origin(record))}: {markdown(bounded(record.text, RECORD_TEXT))}"
            for record in self.records[:RECORDS]
        ]
        if len(self.records) > RECORDS:
            cited.append(f"- and {counted(len(self.records) - RECORDS, 'more record')}")
        cited += [f"- {markdown(identity)}: no such record" for identity in self.unknown]
        if cited:
            parts.append("\n".join(cited))
        return "\n\n".join(parts)


_CUT_SHORT = {
    "timeout": "did not answer",
    "exit": "ended the process",
    "died": "ended the process",
    "memory": "took too much memory",
}


def cut_short(answer: str, faults: Iterable[Fault]) -> str:
    """What a shape did that has no answer, in words such as ``did not answer``; empty where it has one."""
    if answer != "raised":
        return ""
    return next((_CUT_SHORT[fault.kind] for fault in faults if fault.kind in _CUT_SHORT), answer)


def _reason(rung: Rung, rendered: Callable[[Why], list[str]]) -> list[str]:
    """The lines of a reason; of one that passed the claim on, the first."""
    if rung.why is None:
        return []
    lines = rendered(rung.why)
    return lines if rung.detailed else lines[:1]


def _name(rung: Rung) -> str:
    return visible(rung.name) + (" (generic)" if rung.generic else "")


def _origin(record: Record) -> str:
    where = " ".join(part for part in (record.source, record.locator) if part)
    return visible(f"{record.id} ({where})" if where else record.id)


def ladder(consultation: Consultation, *, stale: bool = False) -> Ladder:
    """The ladder of a consultation."""
    trouble = []
    if consultation.fault is not None:
        shape = consultation.fault.shape.rpartition(":")[2]
        trouble.append(
            visible(f"{shape}: {consultation.fault.message}" if shape else consultation.fault.message)
        )
    if consultation.why_not:
        trouble.append(visible(consultation.why_not))
    deciding = _deciding(consultation)
    return Ladder(
        battery=consultation.battery,
        text=consultation.text,
        citations=consultation.citations,
        verdict=consultation.verdict,
        owner=consultation.owner,
        rungs=tuple(
            Rung(step.name, _answer(step, consultation), step.place < 0, at == deciding, step.why)
            for at, step in enumerate(consultation.steps)
        ),
        records=consultation.records,
        unknown=consultation.unknown,
        trouble=tuple(trouble),
        stale=stale,
    )


def _answer(step: Step, consultation: Consultation) -> str:
    """The answer as it is shown, or what the shape did instead."""
    fault = consultation.fault
    faults = () if fault is None or fault.shape.rpartition(":")[2] not in ("", step.name) else (fault,)
    return cut_short(step.answer, faults) or bounded(visible(step.answer), 80)


def _deciding(consultation: Consultation) -> int:
    """The place of the step that owns the claim, -1 for none: the first that answered with a bool."""
    if not consultation.owner:
        return -1
    answers = [step.answer for step in consultation.steps]
    return next((at for at, answer in enumerate(answers) if answer in ("True", "False")), -1)
