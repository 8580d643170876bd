"""Logged claims put to a battery's grammars, as its harness puts its own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator

from tessera.audit import likeness
from tessera.audit.entries import BrokenEntryError, LoggedAnswer, LoggedClaim, parse
from tessera.audit.likeness import Masks
from tessera.audit.ranges import Range, lines
from tessera.audit.tally import BINS, NOBODY, WORST, Bad, Broken, Tally
from tessera.eval.battery import Battery
from tessera.eval.ladder import grammar_names, owner_and_verdict
from tessera.eval.metrics import GENERIC_GRAMMARS
from tessera.grounding import Claim, EvidenceRecord

UNKNOWN = "unknown citation"
UNCITED = "no citation"
RAISED = "a shape raised"
Told = tuple[int, str]
"""A line's number within its range, and what is told of it: a JSON object without its opening brace."""


class Auditor:
    """One battery with its graph and records, ready to judge any number of claims."""

    def __init__(self, battery: Battery) -> None:
        self._graph = battery.build_graph()
        self._nodes = self._graph.nodes
        self._records: dict[str, EvidenceRecord] = {
            **{node.id: node.record for node in self._nodes.values()},
            **battery.build_kb().records,
        }
        self.grammars = grammar_names(battery.claim_shapes)
        """The names of all grammars, in the order asked."""
        self._named = tuple(zip(self.grammars, (*battery.claim_shapes, *GENERIC_GRAMMARS), strict=True))
        self._masks = Masks(node.name for node in self._nodes.values())

    def digest(self) -> str:
        """A digest of what the battery holds: other records give other verdicts."""
        found = hashlib.sha256()
        for identity, record in sorted(self._records.items()):
            found.update(json.dumps([identity, record.origin.source, record.text]).encode())
        for node in self._nodes.values():
            found.update(json.dumps([node.id, node.kind, node.name, node.attributes]).encode())
        for edge in self._graph.edges:
            found.update(json.dumps([edge.src, edge.dst, edge.relation]).encode())
        return found.hexdigest()

    def judge(self, claim: LoggedClaim) -> tuple[bool, str, str]:
        """Verdict, owner (``nobody`` for none) and trouble (empty for none) of one claim.

        A claim that cites what the battery does not hold, or nothing, is unsupported: it cannot be put to the
        grammars as it was logged. So is one at which a shape raises.
        """
        if not claim.citations:
            return False, NOBODY, UNCITED
        try:
            support = tuple(self._records[one] for one in claim.citations)
        except KeyError:
            return False, NOBODY, UNKNOWN
        try:
            made = Claim(claim.text, support)
            owner, verdict = owner_and_verdict(made, self._nodes, self._graph, self._named)
        except Exception as error:
            return False, NOBODY, f"{RAISED}: {_shape_of(error)}: {type(error).__name__}"
        return verdict, owner or NOBODY, ""

    def audit(self, part: Range, emit: Callable[[Told], None] | None = None) -> Tally:
        """The figures of a range. ``emit`` gets what is told of each line that is not blank."""
        tally = Tally()
        for number, entry in _entries(part):
            tally.lines = number
            if isinstance(entry, BrokenEntryError):
                tally.broken_lines += 1
                tally.broken.append(Broken(part.name, number, str(entry)))
                if emit is not None:
                    emit((number, _opened({"broken": str(entry)})))
            elif entry is not None:
                self._answer(tally, part.name, number, entry, emit)
        return tally

    def _answer(
        self, tally: Tally, path: str, number: int, entry: LoggedAnswer, emit: Callable[[Told], None] | None
    ) -> None:
        tally.answers += 1
        told = []
        supported, example = 0, ""
        for claim in entry.claims:
            verdict, owner, trouble = self.judge(claim)
            tally.owners[owner, verdict] += 1
            supported += verdict
            if not verdict:
                example = example or claim.text
                self._unsupported(tally, claim, owner, trouble)
            if emit is not None:
                told.append(
                    {"supported": verdict, "owner": owner, **({"trouble": trouble} if trouble else {})}
                )
        count = len(entry.claims)
        if not count:
            tally.empty += 1
        else:
            tally.bins[supported * BINS // count] += 1
        if supported < count:
            tally.bad.append(
                Bad(supported - count, path, number, entry.answer, count, example[: likeness.SENTENCE])
            )
            if len(tally.bad) > 4 * WORST:
                tally.bad = sorted(tally.bad)[:WORST]
        if emit is not None:
            share = supported / count if count else None
            emit((number, _opened({"answer": entry.answer, "faithfulness": share, "claims": told})))

    def _unsupported(self, tally: Tally, claim: LoggedClaim, owner: str, trouble: str) -> None:
        if trouble:
            tally.troubles[trouble] += 1
            if trouble.startswith(RAISED):
                tally.raised.setdefault(trouble, claim.text[: likeness.SENTENCE])
        elif owner == NOBODY and not likeness.add(tally.forms, self._masks.form(claim.text), claim.text):
            tally.formless += 1


def _entries(part: Range) -> Iterator[tuple[int, LoggedAnswer | BrokenEntryError | None]]:
    if part.group >= 0:
        from tessera.audit.parquet import rows

        yield from rows(part.path, part.group)
        return
    for line in lines(part):
        try:
            yield line.number, parse(line.data)
        except BrokenEntryError as error:
            yield line.number, error


def _opened(body: dict[str, object]) -> str:
    return json.dumps(body)[1:]


def verdict_line(path: str, line: int, told: str) -> str:
    """A line of the file of verdicts, as JSON. ``line`` counts within the log, from 1."""
    return f'{{"file": {json.dumps(path)}, "line": {line}, {told}'


def _shape_of(error: BaseException) -> str:
    """The function that raised, by the innermost frame."""
    trace = error.__traceback__
    name = "?"
    while trace is not None:
        name = trace.tb_frame.f_code.co_name
        trace = trace.tb_next
    return name
