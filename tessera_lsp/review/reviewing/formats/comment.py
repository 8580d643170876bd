"""``--format markdown``: a comment on a pull request. What blocks stands open, the rest is folded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from tessera_lsp.comparing.model import Change
from tessera_lsp.drift import Answer
from tessera_lsp.review.formats.listing import Listed
from tessera_lsp.review.reviewing.model import Review
from tessera_lsp.review.reviewing.words import (
    Group,
    groups,
    order_words,
    renamed_words,
    said,
    shape_words,
    summary,
    to_acknowledge,
    where,
)
from tessera_lsp.wording import bounded, code, counted, markdown

LIMIT = 65_536
"""Characters that GitHub takes in a comment."""
_SIZES = (200, 100, 50, 20, 10, 5, 2)
"""How many entries a list shows: the first that makes the whole fit."""
SENTENCE = 300
NAME = 200
MESSAGE = 600
CITED = 20
"""Citations of a claim that are shown."""
_REFERENCES = re.compile(r"\\?([@#])(?=\w)|\b(GH)(?=-\d)")
T = TypeVar("T")


def comment(review: Review) -> str:
    """The review as Markdown of at most ``LIMIT`` characters. Text of the project can neither format, link
    nor mention anybody."""
    for size in _SIZES:
        text = "\n\n".join(_parts(review, size)) + "\n"
        if len(text) <= LIMIT:
            return text
    return (
        "\n\n".join((*_head(review, 2), "_There is too much to show here: `--format json` has all of it._"))
        + "\n"
    )


def _parts(review: Review, size: int) -> Iterator[str]:
    comparison = review.comparison
    yield from _head(review, size)
    if review.findings.new:
        yield f"### {counted(len(review.findings.new), 'new finding')}"
        yield _list(map(_finding, review.findings.new[:size]), len(review.findings.new), size)
    if comparison.unacknowledged:
        allowed = " (allowed)" if review.allow_drift else ""
        yield f"### Drift: {counted(len(comparison.unacknowledged), 'claim')}{allowed}"
        yield from _changes(comparison.unacknowledged, size)
        sample = to_acknowledge(comparison.unacknowledged)
        if sample is not None:
            line, shape = sample
            yield f"If that is meant, say so by a sample, such as {code(line)} in {code(shape)}."
    acknowledged = [change for change in comparison.drift if change.acknowledged]
    yield from _folded(
        "Drift that changed samples acknowledge", len(acknowledged), _changes(acknowledged, size)
    )
    if comparison.order:
        yield "### Declared shapes"
        yield _orders(review)
    came = comparison.added or comparison.removed or comparison.renamed
    if came:
        yield "### Shapes"
        yield _list(_shapes(review), len([*_shapes(review)]), size)
    for title, changes in (
        ("Claims that could not be judged", comparison.unjudged),
        ("Claims gained", comparison.gained),
        ("Claims lost", comparison.lost),
    ):
        yield from _folded(title, len(changes), _changes(changes, size))
    for title, found in (("Fixed findings", review.findings.fixed), ("Kept findings", review.findings.kept)):
        if title != "Kept findings" or review.everything:
            yield from _folded(title, len(found), [_list(map(_finding, found[:size]), len(found), size)])


def _head(review: Review, size: int) -> Iterator[str]:
    yield "## Tessera review"
    told = summary(review)
    yield f"**{_text(bounded(told[:1].upper() + told[1:], MESSAGE))}.**"
    yield f"Compared: {_text(bounded(review.head, NAME))} against {_text(bounded(review.base, NAME))}."
    notes = [*review.notes, *review.comparison.notes]
    if review.comparison.incomparable:
        notes.append(f"verdicts were not compared: {review.comparison.incomparable}")
    if notes:
        shown = [f"> {_text(bounded(note, MESSAGE))}" for note in notes[:size]]
        left = [f"> and {len(notes) - size:,} more"] if len(notes) > size else []
        yield "\\\n".join([*shown, *left])


def _text(text: str) -> str:
    """Plain text: no markup, and nothing that a code host makes a reference of."""
    return _REFERENCES.sub(lambda found: f"{found[1] or found[2]}<!-- -->", markdown(text))


def _list(lines: Iterable[str], count: int, size: int) -> str:
    shown = [f"- {line}" for line, _ in zip(lines, range(size), strict=False)]
    if count > len(shown):
        shown.append(f"- and {count - len(shown):,} more")
    return "\n".join(shown)


def _folded(title: str, count: int, parts: Iterable[str]) -> Iterator[str]:
    if count:
        yield f"<details><summary>{title}: {count:,}</summary>"
        yield from parts
        yield "</details>"


def _finding(each: Listed) -> str:
    finding, (line, column) = each.finding, each.start
    place = code(f"{each.path}:{line}:{column}")
    return f"{place} **{finding.severity} {finding.code}** {_text(bounded(finding.message, MESSAGE))}"


def _changes(changes: Sequence[Change], size: int) -> Iterator[str]:
    found = groups(changes)
    for at, group in enumerate(found[:size]):
        if at == 0 or found[at - 1].turn != group.turn:
            yield f"#### {group.turn[:1].upper()}{group.turn[1:]}"
        yield f"{_turn(group)}{f': {_text(bounded(group.why, MESSAGE))}' if group.why else ''}"
        yield _list(map(_claim, group.changes), len(group.changes), size)
    if len(found) > size:
        left = sum(len(group.changes) for group in found[size:])
        yield f"and {counted(left, 'more claim')} in {counted(len(found) - size, 'more group')}"


def _turn(group: Group) -> str:
    before, after = _answer(group.before), _answer(group.after)
    turn = f"**{after}**" if before == after else f"**{before} → {after}**"
    return f"{code(bounded(group.battery, NAME))}: {turn}"


def _answer(answer: Answer | None) -> str:
    return said(answer, code)


def _claim(change: Change) -> str:
    cited = ", ".join(code(bounded(each, NAME)) for each in change.citations[:CITED])
    cited += f", and {len(change.citations) - CITED:,} more" if len(change.citations) > CITED else ""
    place = where(change, code)
    return f"{code(bounded(change.text, SENTENCE))} ← {cited}{f' ({place})' if place else ''}"


def _orders(review: Review) -> str:
    lines = []
    for order in review.comparison.order:
        first, *rest = order_words(order, code)
        lines += [f"- {code(order.battery)}: {first}", *(f"  - {line}" for line in rest)]
    return "\n".join(lines)


def _shapes(review: Review) -> Iterator[str]:
    comparison = review.comparison
    for word, shapes in (("added", comparison.added), ("removed", comparison.removed)):
        for shape in shapes:
            place = code(f"{shape.path}:{shape.line}")
            bare = ": **nothing pins what it says**" if word == "added" and not shape.samples else ""
            yield f"{word} {code(shape.name)} ({place}): {shape_words(shape, code)}{bare}"
    for before, after in comparison.renamed:
        yield f"renamed {renamed_words(before, after, code)}: the same code or the same answers"
