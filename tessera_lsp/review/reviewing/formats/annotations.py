"""``--format github``: workflow commands that GitHub shows beside the lines of a pull request.

GitHub shows ten of each kind for a step; errors come first, and the summary stands in the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tessera_lsp.comparing.model import Change
from tessera_lsp.review.formats.github import COMMANDS, data, line_of, property_value
from tessera_lsp.review.reviewing.model import Review
from tessera_lsp.review.reviewing.words import said, summary
from tessera_lsp.wording import quoted, visible


def as_annotations(review: Review) -> str:
    """A command a line: new findings, drift that nothing acknowledges, what could not be compared. Paths are
    from the top of the repository."""
    ranks = {name: at for at, name in enumerate(COMMANDS)}
    found = review.findings.new + (review.findings.kept if review.everything else ())
    found = tuple(sorted(found, key=lambda each: ranks[each.finding.severity]))
    lines = [line_of(replace(each, path=review.folder + each.path)) for each in found]
    lines += [_drift(review, change) for change in review.comparison.unacknowledged]
    lines += [f"::notice title=tessera review::{data(visible(note))}" for note in _notes(review)]
    return "\n".join([*lines, visible(summary(review))]) + "\n"


def _notes(review: Review) -> Iterator[str]:
    yield from (*review.notes, *review.comparison.notes)
    if review.comparison.incomparable:
        yield f"verdicts were not compared: {review.comparison.incomparable}"


def _drift(review: Review, change: Change) -> str:
    kind = "notice" if review.allow_drift else "warning"
    path, line = change.place
    place = f"file={property_value(review.folder + path)},line={line},"
    cited = ", ".join(change.citations)
    turn = f"{said(change.before)} → {said(change.after)}"
    words = f"{change.battery}: {turn}: {quoted(change.text, 200)} <- {cited}: {change.why}"
    return f"::{kind} {place}title=verdict drift::{data(visible(words))}"
