"""Within a ``Samples:`` block: its words at the beginning of a line, record ids behind the arrow.

Read from the lines as they are, since a sample that is being typed is none yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from lsprotocol import types

from tessera_lsp.features.completion.place import MOST, Place
from tessera_lsp.samples.model import WORDS
from tessera_lsp.text import Document
from tessera_lsp.wire import BatteryInfo

_SAMPLE = re.compile(r"[ \t]*(?:True|False|None):")
_FURTHEST = 400
"""Lines above the cursor among which the heading is looked for."""


def sample_items(place: Place) -> list[types.CompletionItem] | None:
    """The items within a block; None outside, and where free text is written."""
    index = place.snapshot.index
    if place.path not in index.files and all(shape.path != place.path for shape in index.elsewhere):
        return None
    if not _is_in_block(place.document, place.position.line, place.before):
        return None
    typed = place.before.strip(" \t")
    is_word = (not typed or typed.isidentifier()) and not place.behind.strip()
    if is_word and not _is_continuation(place):
        return _words(place, len(typed))
    cited = _cited(place)
    return _records(place, cited) if cited is not None else []


def _is_in_block(document: Document, line: int, before: str) -> bool:
    """Whether the lines above, none of them less indented than this one's heading, lead up to one."""
    least = _indent(before)
    for number in range(line - 1, max(-1, line - _FURTHEST), -1):
        text = document.line(number)
        if not text.strip():
            continue
        if text.strip() == "Samples:" or text.strip().endswith(('"""Samples:', "'''Samples:")):
            return least > 0 and (least > _indent(text) or text.strip() != "Samples:")
        if '"""' in text or "'''" in text:
            return False
        least = min(least, _indent(text))
    return False


def _is_continuation(place: Place) -> bool:
    """Whether the cursor's line is deeper than the sample above it, and so goes on with it."""
    for number in range(place.position.line - 1, -1, -1):
        text = place.document.line(number)
        if _SAMPLE.match(text):
            return _indent(place.before) > _indent(text)
        if text.strip() == "Samples:":
            return False
    return False


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" \t"))


def _words(place: Place, typed: int) -> list[types.CompletionItem]:
    said = {"True": "holds", "False": "does not hold", "None": "is not this shape's"}
    out = []
    for word in WORDS:
        text = f"{word}: ${{1:claim}} <- ${{2:record}}" if place.client.snippets else f"{word}: "
        form = types.InsertTextFormat.Snippet if place.client.snippets else types.InsertTextFormat.PlainText
        out.append(
            types.CompletionItem(
                label=f"{word}:",
                kind=types.CompletionItemKind.Keyword,
                detail=f"a sentence that {said[word]}",
                insert_text_format=form,
                filter_text=word,
                text_edit=types.TextEdit(place.typed(typed), text),
            )
        )
    return out


def _cited(place: Place) -> str | None:
    """What stands behind the sample's arrow up to the cursor; None before it."""
    lines = [place.before]
    number = place.position.line
    while not _SAMPLE.match(lines[0]):
        number -= 1
        above = place.document.line(number)
        if number < 0 or above.strip() == "Samples:":
            return None
        lines.insert(0, above)
    _, arrow, cited = "\n".join(lines).rpartition("<-")
    return cited if arrow else None


def _parts(cited: str) -> list[str]:
    """The ids, at the commas outside of double quotes."""
    return re.findall(r'(?:^|,)(\s*(?:"[^"]*"?|[^,"]*)[^,]*)', cited) or [""]


def _records(place: Place, cited: str) -> list[types.CompletionItem]:
    *before, last = _parts(cited)
    named = {part.strip().strip('"') for part in before}
    typed = last.rpartition("\n")[2].lstrip(" \t")
    wanted = typed.lstrip('"').casefold()
    # Directly behind the arrow a blank is missing.
    blank = " " if cited == "" else ""
    known: dict[str, str] = {}
    for battery in _batteries(place):
        for identity, source in zip(battery.ids, battery.id_sources, strict=False):
            known.setdefault(identity, source)
    fitting = [identity for identity in known if wanted in identity.casefold() and identity not in named]
    fitting.sort(key=lambda identity: not identity.casefold().startswith(wanted))
    out = []
    for number, identity in enumerate(fitting[: MOST + 1]):
        written = f'"{identity}"' if "," in identity or identity != identity.strip() else identity
        if typed.startswith('"'):
            written = f'"{identity}"'
        out.append(
            types.CompletionItem(
                label=identity,
                kind=types.CompletionItemKind.Reference,
                detail=known[identity],
                sort_text=f"{number:05}",
                filter_text=blank + written,
                text_edit=types.TextEdit(place.typed(len(typed)), blank + written),
            )
        )
    return out


def _batteries(place: Place) -> list[BatteryInfo]:
    """The running batteries that declare the shape around the cursor; all of them where none does."""
    snapshot = place.snapshot
    shapes = [s for s in chain(snapshot.shapes(place.path), snapshot.index.elsewhere) if s.path == place.path]
    around = [s.key for s in shapes if s.span.start.line <= place.position.line]
    running = list(snapshot.verdicts.batteries)
    if not around:
        return running
    key = around[-1]
    declaring = set(_declaring(place, key))
    return [battery for battery in running if battery.name in declaring] or running


def _declaring(place: Place, key: tuple[str, str]) -> Iterator[str]:
    for battery in place.snapshot.index.batteries:
        if any(key in (entry.target, *entry.also) for entry in battery.declarations):
            yield battery.name
    for running in place.snapshot.verdicts.batteries:
        if any((shape.module, shape.qualname) == key for shape in running.shapes):
            yield running.name
