"""``--format text``: for a terminal or a log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tessera_lsp.comparing.model import Change
from tessera_lsp.review.formats.listing import Listed
from tessera_lsp.review.reviewing.model import Review
from tessera_lsp.review.reviewing.words import (
    groups,
    order_words,
    renamed_words,
    said,
    shape_words,
    summary,
    to_acknowledge,
    where,
)
from tessera_lsp.wording import quoted, visible

SENTENCE = 200


def plain(review: Review) -> str:
    """What differs, section by section, and the summary in the last line."""
    comparison = review.comparison
    lines = [f"{review.head} against {review.base}"]
    lines += [f"note: {visible(note)}" for note in (*review.notes, *comparison.notes)]
    if comparison.incomparable:
        lines.append(f"verdicts were not compared: {visible(comparison.incomparable)}")
    lines += _section("new findings", map(_finding, review.findings.new))
    acknowledged = [change for change in comparison.drift if change.acknowledged]
    lines += _section("drift", _changes(comparison.unacknowledged))
    sample = to_acknowledge(comparison.unacknowledged)
    if sample is not None:
        lines.append(f"  to acknowledge: a sample such as `{sample[0]}` in {visible(sample[1])}")
    lines += _section("drift that changed samples acknowledge", _changes(acknowledged))
    lines += _section("could not be judged", _changes(comparison.unjudged))
    lines += _section("claims gained", _changes(comparison.gained))
    lines += _section("claims lost", _changes(comparison.lost))
    order = (f"{visible(o.battery)}: {visible(words)}" for o in comparison.order for words in order_words(o))
    lines += _section("declared shapes", order)
    lines += _section("shapes", _shapes(review))
    lines += _section("fixed findings", map(_finding, review.findings.fixed))
    if review.everything:
        lines += _section("kept findings", map(_finding, review.findings.kept))
    return "\n".join([*lines, summary(review)]) + "\n"


def _section(title: str, lines: Iterable[str]) -> list[str]:
    inside = [f"  {line}" for line in lines]
    return [f"{title}:", *inside] if inside else []


def _finding(each: Listed) -> str:
    start = each.finding.span.start
    place = f"{visible(each.path)}:{start.line + 1}:{start.character + 1}"
    finding = each.finding
    return f"{place}: {finding.severity} {finding.code} {finding.message} [{finding.name}]"


def _changes(changes: Iterable[Change]) -> Iterator[str]:
    for group in groups(changes):
        before, after = (visible(said(answer)) for answer in (group.before, group.after))
        turn = after if before == after else f"{before} → {after}"
        yield f"{group.turn}: {visible(group.battery)}: {turn}{f': {group.why}' if group.why else ''}"
        for change in group.changes:
            cited = visible(", ".join(change.citations))
            place = visible(where(change))
            yield f"  {quoted(change.text, SENTENCE)} <- {cited}{f' ({place})' if place else ''}"


def _shapes(review: Review) -> Iterator[str]:
    comparison = review.comparison
    for word, shapes in (("added", comparison.added), ("removed", comparison.removed)):
        for shape in shapes:
            place = f"{shape.path}:{shape.line}"
            yield visible(f"{word} {shape.name} ({place}): {shape_words(shape)}")
    for before, after in comparison.renamed:
        yield visible(f"renamed {renamed_words(before, after)}")
