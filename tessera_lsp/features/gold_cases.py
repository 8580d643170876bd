"""Gold cases in JSON files: where each stands, and the question what its battery answers to it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath

from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document, Position, Span
from tessera_lsp.verdicts import sample_key
from tessera_lsp.wire import Item

_BLANKS = re.compile(r"[ \t\r\n\f]*")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True)
class GoldCase:
    """One case of a battery. ``span`` is its object, ``fields`` that object's JSON, on one line."""

    battery: str
    question: str
    fields: str
    span: Span

    def item(self) -> Item:
        """The question, to be put to the battery."""
        key = sample_key("", self.battery, "", self.fields, ())
        return Item(key, "", "", self.question, (), self.battery, case=self.fields)


def gold_case_at(snapshot: Snapshot, path: str, position: Position) -> GoldCase | None:
    """The case in whose object a position of an open file stands: a list of objects with a question each, in
    the folder of a battery's gold cases."""
    document = snapshot.documents.get(path)
    if document is None or not path.endswith(".json"):
        return None
    folders = {str(parent) for parent in PurePath(path).parents}
    battery = next((b for b in snapshot.verdicts.batteries if b.gold and b.gold in folders), None)
    if battery is None:
        return None
    for span, fields, question in _cases(document):
        if span.contains(position):
            return GoldCase(battery.name, question, fields, span)
    return None


@lru_cache(maxsize=16)
def _cases(document: Document) -> tuple[tuple[Span, str, str], ...]:
    return tuple(
        (Span(document.position(start), document.position(end)), json.dumps(case), case["question"])
        for start, end, case in _objects(document.text)
        if isinstance(case, dict) and isinstance(case.get("question"), str)
    )


def _objects(text: str) -> Iterator[tuple[int, int, object]]:
    """The elements of a list with their offsets, as far as the text is JSON."""
    at = _after_blanks(text, 0)
    if text[at : at + 1] != "[":
        return
    at = _after_blanks(text, at + 1)
    while at < len(text) and text[at] != "]":
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            return
        yield at, end, value
        at = _after_blanks(text, end)
        if text[at : at + 1] != ",":
            return
        at = _after_blanks(text, at + 1)


def _after_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    return match.end() if match is not None else at
