"""``check --format text``: findings with the line that they stand on, and one line about what was verified.

Plain when it is piped, coloured by rich on a terminal, for which alone that is imported; the words are the
same.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TextIO

from tessera_lsp.review.scope import has_something
from tessera_lsp.review.summary import Checked, base_of, by_code, by_severity, shown
from tessera_lsp.rules.model import Finding
from tessera_lsp.text import Document
from tessera_lsp.wording import bounded, counted, listed, visible

Line = tuple[tuple[str, str], ...]
"""Parts of a line, each with its style, which is empty for none."""
STYLES = {"error": "bold red", "warning": "bold yellow", "info": "bold blue"}
NAMED = 3
"""Projects below that a line names."""
EXCERPT = 160
"""Code points of a source line that are shown."""


def print_text(checked: Sequence[Checked], write: Callable[[Line], None]) -> None:
    """All findings, what was left out and why, and the summary."""
    base = base_of(checked)
    pairs = [(finding, each) for each in checked for finding in each.findings]
    for finding, each in sorted(pairs, key=lambda pair: (shown(pair[0].path, base), pair[0].order)):
        write(_headline(finding, base))
        for excerpt in _excerpt(finding, each.examined.texts(finding.path)):
            write(excerpt)
        for related in finding.related:
            start = related.span.start
            at = f"{visible(shown(related.path, base))}:{start.line + 1}:{start.character + 1}"
            write(((f"    {at}: {related.message}", "dim"),))
    for each in checked:
        for note in _notes(each, base):
            write(((visible(note), ""),))
    write(((summary_line(checked), "bold"),))


def plain(file: TextIO) -> Callable[[Line], None]:
    """Writes lines without their styles."""
    return lambda line: print("".join(text for text, _ in line), file=file)


def to_output() -> Callable[[Line], None]:
    """Writes lines to standard output, coloured where that is a terminal or the user's variables say so."""
    if sys.stdout.isatty() or os.environ.get("FORCE_COLOR") or os.environ.get("TTY_COMPATIBLE") == "1":
        return _coloured()
    return plain(sys.stdout)


def _coloured() -> Callable[[Line], None]:
    from rich.console import Console
    from rich.text import Text

    console = Console(file=sys.stdout, soft_wrap=True, highlight=False, markup=False, emoji=False)

    def write(line: Line) -> None:
        """One line, never wrapped, no markup or emoji codes read out of it."""
        text = Text.assemble(*line)
        console.print(text, soft_wrap=True, highlight=False, markup=False, emoji=False)

    return write


def _headline(finding: Finding, base: Path) -> Line:
    start = finding.span.start
    return (
        (f"{visible(shown(finding.path, base))}:{start.line + 1}:{start.character + 1}: ", ""),
        (finding.severity, STYLES[finding.severity]),
        (f" {finding.code} ", "bold"),
        (f"{finding.message} ", ""),
        (f"[{finding.name}]", "dim"),
    )


def _excerpt(finding: Finding, document: Document) -> Iterator[Line]:
    """The line, and marks under the span; for a span over several lines, to the line's end."""
    start, end = finding.span
    source = document.line(start.line)
    if not source.strip():
        return
    last = end.character if end.line == start.line else len(source)
    number = f"{start.line + 1:>5} | "
    yield ((number + bounded(_cells(source), EXCERPT), "dim"),)
    before = _width(_cells(source[: start.character]))
    marks = max(1, _width(_cells(source[start.character : last])))
    if before < EXCERPT:
        line = " " * (len(number) - 2) + "| " + " " * before
        yield (line, "dim"), ("^" * min(marks, EXCERPT - before), f"dim {STYLES[finding.severity]}")


def _cells(source: str) -> str:
    """A source line as it is shown: a tab as four blanks, control characters as escapes."""
    return visible(source.replace("\t", "    "))


def _width(text: str) -> int:
    """How many cells of a terminal the text takes."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(unicodedata.combining(character) != 0 for character in text)


def _notes(each: Checked, base: Path) -> Iterator[str]:
    if each.target.nested:
        below = [shown(root, base) for root in each.target.nested]
        names = ", ".join(below[:NAMED]) + (", …" if len(below) > NAMED else "")
        yield f"not checked: {counted(len(below), 'project')} below, each to be named to be checked: {names}"
    for skipped in each.skipped:
        yield f"skipped {shown(skipped.path, base)}: {skipped.why}"
    for (path, shape, why), group in groupby(each.unjudged, lambda s: (s.path, s.shape, s.why)):
        lines = [str(sample.line) for sample in group]
        where = f"{shown(path, base)}, {'lines' if len(lines) > 1 else 'line'} {listed(lines)}"
        yield f"not judged: {where}: {counted(len(lines), 'sample')} of {visible(shape)}: {visible(why)}"
    for battery in each.batteries:
        if battery.why_not:
            part = "not measured to its end" if battery.claims else "not measured"
            yield f"{part}: {visible(battery.name)}: {visible(battery.why_not)}"
        if battery.logged:
            yield f"{visible(battery.name)}: {battery.logged.words}"
    if each.unclaimed:
        count = counted(each.unclaimed, "logged claim")
        yield f"{count} put to no battery: none holds all records that are cited"
    if each.examined.could_not_run:
        yield f"nothing was verified: {visible(each.not_run)}"


def summary_line(checked: Sequence[Checked]) -> str:
    """What was verified and what was found, in one line."""
    if not any(has_something(each.target, each.examined, each.skipped) for each in checked):
        return "nothing was checked"
    verified = [words for each in checked for words in _verified(each)]
    samples, judged = (sum(getattr(each, name) for each in checked) for name in ("samples", "judged"))
    files = counted(sum(each.files for each in checked), "claims file")
    counts = by_severity(finding for each in checked for finding in each.findings)
    plural = {"error": "errors", "warning": "warnings", "info": "info"}
    found = listed([counted(n, name, plural[name]) for name, n in counts.items() if n]) or "nothing found"
    if known := sum(each.known for each in checked):
        found += f" beside {counted(known, 'known finding')}"
    if not any(each.examined.verdicts.state == "ready" for each in checked):
        reason = next((each.not_run for each in checked if each.examined.static), "")
        words = f"static only: nothing was verified ({reason})" if reason else "nothing was verified"
        return f"{found} in {files}; {words}"
    unverified = sum(each.examined.verdicts.state != "ready" for each in checked)
    rest = f"; {counted(unverified, 'project was', 'projects were')} not verified" if unverified else ""
    return (
        f"{found} in {files}; verified: {', '.join(verified) or 'no battery'}; "
        f"{judged:,} of {counted(samples, 'sample')} judged{_questions(checked)}{rest}"
    )


def _questions(checked: Sequence[Checked]) -> str:
    asked = [each.questions for each in checked if each.questions is not None]
    return f"; {counted(sum(asked), 'further question')} asked" if asked else ""


def statistics(checked: Sequence[Checked]) -> Iterator[str]:
    """A line for each rule that spoke: how often, its code and name, the most frequent first."""
    findings = [finding for each in checked for finding in each.findings]
    names = {finding.code: finding.name for finding in findings}
    for code, count in sorted(by_code(findings).items(), key=lambda item: (-item[1], item[0])):
        yield f"{count:>6,}  {code}  {names[code]}"


def _verified(each: Checked) -> Iterator[str]:
    for battery in each.batteries:
        share = "–" if battery.faithfulness is None else f"{battery.faithfulness:.3f}"
        yield f"{visible(battery.name)} {share} ({counted(battery.claims, 'claim')})"
