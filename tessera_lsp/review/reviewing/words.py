"""What a review says, in words that every format uses: groups of sentences, orders, the summary line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import NamedTuple

from tessera_lsp.comparing.model import Change, Order, Shape
from tessera_lsp.drift import NOBODY, Answer
from tessera_lsp.fixes.inserting import sample_line
from tessera_lsp.review.reviewing.model import Review
from tessera_lsp.review.summary import by_severity
from tessera_lsp.wording import counted, listed, visible

Name = Callable[[str], str]
"""How a name of the project is written: plain, or as code."""


NOW, NO_MORE, OTHERWISE = "now supported", "no longer supported", "another owner, the same verdict"
SAME, ALONE = "the same owner and verdict", "judged by one tree alone"
TURNS = (NOW, NO_MORE, OTHERWISE, SAME, ALONE)
"""What becomes of a sentence, in the order in which it is told."""


class Group(NamedTuple):
    """Sentences of one battery that change alike, for one reason. ``turn`` is one of ``TURNS``; what is
    supported now stands first, for it may be a lie."""

    turn: str
    battery: str
    before: Answer | None
    after: Answer | None
    why: str
    changes: tuple[Change, ...]


def groups(changes: Iterable[Change]) -> list[Group]:
    """Sentences put together by what changes and why; of one kind, the largest group first."""

    def key(change: Change) -> tuple[str, str, str, str]:
        return change.battery, said(change.before), said(change.after), change.why

    def rank(group: Group) -> tuple[int, str, int, str, str, str]:
        turn = TURNS.index(group.turn)
        return turn, group.battery, -len(group.changes), said(group.before), said(group.after), group.why

    found = []
    for _, alike in groupby(sorted(changes, key=key), key):
        inside = tuple(sorted(alike, key=lambda change: (change.text, change.citations)))
        first = inside[0]
        found.append(Group(turn_of(first), first.battery, first.before, first.after, first.why, inside))
    return sorted(found, key=rank)


def turn_of(change: Change) -> str:
    """What becomes of a sentence. ``SAME`` and ``ALONE``: it came or went, or was not judged."""
    was, now = change.before, change.after
    if was is None or now is None or was.verdict is None or now.verdict is None:
        return ALONE
    if was.verdict == now.verdict:
        return SAME if was == now else OTHERWISE
    return NOW if now.verdict else NO_MORE


def said(answer: Answer | None, name: Name = str) -> str:
    """An answer in words: ``supported by crate_weight``, ``false by …``, ``nobody's``."""
    if answer is None:
        return "not asked"
    if answer.verdict is None:
        return "not judged"
    verdict = "supported" if answer.verdict else "unsupported"
    return f"{verdict} · {name(answer.owner) if answer.owner else NOBODY}"


def order_words(order: Order, name: Name = str) -> list[str]:
    """What became of a battery's declared shapes, a line each, and what that does."""
    lines = []
    if order.dropped:
        lines.append(f"no longer declared: {listed([name(each) for each in order.dropped])}")
    if order.declared:
        lines.append(f"newly declared: {listed([f'{name(n)} ({_place(order, n)})' for n in order.declared])}")
    for each in order.moved:
        was, now = order.before.index(each) + 1, order.after.index(each) + 1
        lines.append(f"{name(each)} moved from place {was} to {now}{_beside(order, each, name)}")
    claims = counted(order.claims, "claim")
    effect = (
        f"{claims} change{'s' * (order.claims == 1)} owner by it"
        if order.claims
        else "no known claim changes owner by it"
    )
    lines.append(effect)
    return lines


def _place(order: Order, name: str) -> str:
    return f"place {order.after.index(name) + 1} of {len(order.after)}"


def _beside(order: Order, name: str, write: Name) -> str:
    """Which shapes it is asked before now that it was asked after, or the reverse."""
    kept = [each for each in order.after if each in order.before and each != name]
    was, now = order.before.index(name), order.after.index(name)
    before = [e for e in kept if order.before.index(e) < was and order.after.index(e) > now]
    after = [e for e in kept if order.before.index(e) > was and order.after.index(e) < now]
    parts = [f"before {listed([write(e) for e in before])}"] if before else []
    parts += [f"after {listed([write(e) for e in after])}"] if after else []
    return f", now asked {listed(parts)}" if parts else ""


def shape_words(shape: Shape, name: Name = str) -> str:
    """A shape that came or went, and whether anything pins what it says."""
    where = (
        f"declared in {listed([name(b) for b in shape.batteries])}" if shape.batteries else "declared nowhere"
    )
    samples = counted(shape.samples, "sample") if shape.samples else "no samples"
    return f"{where}, {samples}"


def renamed_words(before: Shape, after: Shape, name: Name = str) -> str:
    """Old and new name, with the modules where these differ."""
    if before.module == after.module:
        return f"{name(before.name)} → {name(after.name)}"
    return f"{name(f'{before.module}:{before.name}')} → {name(f'{after.module}:{after.name}')}"


def where(change: Change, name: Name = str) -> str:
    """Where a sentence comes from: its samples, the harness, logs."""
    known = "measured" if change.measured else "logged" if change.logged else ""
    spots = [name(f"{spot.path}:{spot.line}") for spot in change.samples]
    if not spots:
        return known
    words = f"{'sample' if len(spots) == 1 else 'samples'} {listed(spots)}"
    if change.pinned_no_more:
        words = f"removed {words}"
    return f"{words}, {known}" if known else words


def to_acknowledge(changes: Iterable[Change]) -> tuple[str, str] | None:
    """A sample that acknowledges one of the changes, and the shape that it is for; None where no sample can:
    a generic grammar owns the sentence, or nobody."""
    for group in groups(changes):
        for change in group.changes:
            if change.after is not None and change.after.owner in change.declared:
                line = sample_line(str(change.after.verdict), change.text, change.citations)
                return visible(line), change.after.owner
            if change.kind == "answer" and change.about in change.declared:
                return visible(sample_line("None", change.text, change.citations)), change.about
    return None


def summary(review: Review) -> str:
    """What the change does, in one line."""
    comparison = review.comparison
    parts = [_findings(review)]
    if comparison.incomparable:
        parts.append("verdicts were not compared")
        return "; ".join(parts)
    drift, open_ = len(comparison.drift), len(comparison.unacknowledged)
    compared = counted(comparison.compared, "claim")
    if not drift:
        parts.append(f"no drift in {compared}")
    else:
        known = f"; {drift - open_:,} acknowledged by samples" if drift > open_ else ""
        turns = Counter(turn_of(change) for change in comparison.drift)
        words = {NOW: NOW, NO_MORE: NO_MORE, OTHERWISE: "with another owner"}
        kinds = listed([f"{turns[turn]:,} {said}" for turn, said in words.items() if turns[turn]])
        parts.append(f"drift: {drift:,} of {compared} ({kinds}{known})")
    turned = [(len(comparison.gained), "gained"), (len(comparison.lost), "lost")]
    turned.append((len(comparison.unjudged), "that could not be judged"))
    if any(n for n, _ in turned):
        parts.append("claims: " + listed([f"{n:,} {word}" for n, word in turned if n]))
    if comparison.order:
        named = [order.battery for order in comparison.order]
        parts.append(f"declared shapes changed in {listed(named)}")
    shapes = [(len(comparison.added), "added"), (len(comparison.removed), "removed")]
    shapes.append((len(comparison.renamed), "renamed"))
    if any(n for n, _ in shapes):
        parts.append("shapes: " + listed([f"{n:,} {word}" for n, word in shapes if n]))
    bare = sum(1 for shape in comparison.added if not shape.samples)
    if bare:
        parts.append(f"{counted(bare, 'shape')} without samples")
    return "; ".join(parts)


def _findings(review: Review) -> str:
    new, fixed = review.findings.new, review.findings.fixed
    counts = by_severity(each.finding for each in new)
    plural = {"error": "errors", "warning": "warnings", "info": "info"}
    kinds = listed([counted(n, name, plural[name]) for name, n in counts.items() if n])
    told = f"{counted(len(new), 'new finding')} ({kinds})" if new else "no new finding"
    return f"{told}, {len(fixed):,} fixed" if fixed else told
