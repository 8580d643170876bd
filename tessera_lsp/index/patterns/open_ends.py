"""Which applications of patterns in a shape ignore text before or after the sentence.

Shown by example: a sentence that the pattern matches whole and that the shape owns, and the same with more
text around it, which the shape cannot tell from it. The pattern, applied to the whole text, would have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tessera_lsp.index.patterns.applications import Application
from tessera_lsp.index.patterns.expressions import called_pattern
from tessera_lsp.index.patterns.model import Compiled, Reading
from tessera_lsp.index.patterns.pairs import NOTHING, Mark, UnsureError
from tessera_lsp.index.patterns.replay import Replayed, replay
from tessera_lsp.index.patterns.sources import At, read_text
from tessera_lsp.patterns import compiled, is_quick, open_ends, sentence

_SENTENCES = 8
_PATTERNS = 12
_BEFORE, _AFTER = "Nobody says that ", " Or not."
_AROUND = (
    ("after", "", _AFTER),
    ("line end", "", "\n"),
    ("after", "", "\nOr not."),
    ("before", _BEFORE, ""),
    ("before", "Or not.\n", ""),
)
_SINGLE, _ALL = ("match", "search"), ("findall", "finditer")


@dataclass(frozen=True)
class OpenEnd:
    """An application that ignores text. ``sides`` are among ``before``, ``after`` and ``line end`` (only one
    line end, after the sentence). ``witness`` is read as ``sentence`` is."""

    application: Application
    sides: tuple[str, ...]
    sentence: str
    witness: str


@lru_cache(maxsize=1024)
def find_open_ends(reading: Reading, texts: tuple[str, ...]) -> tuple[OpenEnd, ...]:
    """The open ends of a shape, each application once. ``texts`` are sentences that it is known to own, tried
    before those that are made from its patterns."""
    found: dict[tuple[str, At], OpenEnd] = {}
    for text in _sentences(reading, texts):
        for application in _owning(text, _tried(reading, text, text)):
            key = (application.source, application.at)
            if key not in found:
                end = _open_end(reading, text, application)
                if end is not None:
                    found[key] = end
    return tuple(found.values())


def _sentences(reading: Reading, texts: tuple[str, ...]) -> Iterator[str]:
    """The given texts, and in them what a pattern matches; then a sentence of each pattern that is met."""
    seen: dict[str, None] = {}
    patterns = dict.fromkeys(_spelled(reading))
    for text in (*texts[:_SENTENCES], ""):
        if text and text not in seen:
            seen[text] = None
            yield text
        for use in _tried(reading, text, text).applications:
            patterns[use.pattern, use.flags] = None
            part = _matched_part(use) if use.matched and use.texts[0] == text else None
            if part and part not in seen:
                seen[part] = None
                yield part
    tried = 0
    while tried < min(len(patterns), _PATTERNS):
        pattern, flags = list(patterns)[tried]
        tried += 1
        made = sentence(pattern, flags)
        if made and made not in seen:
            seen[made] = None
            yield made
            for use in _tried(reading, made, made).applications:
                patterns.setdefault((use.pattern, use.flags), None)


def _spelled(reading: Reading) -> Iterator[tuple[str, int]]:
    """The patterns that a shape and its helpers hold or spell, with their flags."""
    for part in reading.all():
        for _, bound in part.bindings:
            if isinstance(bound, Compiled):
                yield bound.pattern, bound.flags
        for call in read_text(part.source).calls:
            made = called_pattern(part, call)
            if made is not None:
                yield made.pattern, made.flags


def _matched_part(use: Application) -> str | None:
    real = compiled(use.pattern, use.flags)
    match = real.search(use.texts[0]) if real is not None and use.method == "search" else None
    if use.method == "match" and real is not None:
        match = real.match(use.texts[0])
    return match[0] if match else None


@lru_cache(maxsize=4096)
def _tried(reading: Reading, one: str, other: str) -> Replayed:
    """The replay of both texts; nothing where that is unsure."""
    try:
        return replay(reading, one, other)
    except UnsureError:
        return Replayed((), ())


def _owning(text: str, replayed: Replayed) -> Iterator[Application]:
    """The applications by which the shape owns a text that their pattern matches whole."""
    owned = [ending for ending in replayed.endings if ending.value not in (NOTHING, Mark.DIFFERS)]
    hits = dict.fromkeys(hit for ending in owned for hit in ending.hits)
    whole = [hit for hit in hits if _is_whole(hit, hit.texts[0])]
    single = [hit for hit in whole if hit.method in _SINGLE]
    if single:
        yield from single
    elif not any(hit.method in (*_SINGLE, "fullmatch") for hit in hits):
        yield from (hit for hit in whole if hit.method in _ALL)


def _is_whole(use: Application, text: str) -> bool:
    """Whether the pattern matches a whole text."""
    real = compiled(use.pattern, use.flags)
    quick = real is not None and is_quick(use.pattern, use.flags, text)
    return quick and real is not None and real.fullmatch(text) is not None


def _open_end(reading: Reading, text: str, application: Application) -> OpenEnd | None:
    """What the application ignores around a sentence that it matches whole; None for nothing."""
    says_before, says_after = open_ends(application.pattern, application.flags)
    sides: dict[str, str] = {}
    for side, before, after in _AROUND:
        said = says_before if side == "before" else says_after
        if said or side in sides or (side == "line end" and "after" in sides):
            continue
        witness = before + text + after
        if _is_read_alike(reading, text, witness, application):
            sides[side] = witness
    if "after" in sides:
        sides.pop("line end", None)
    if not sides:
        return None
    both = _BEFORE + text + _AFTER
    is_both = len(sides) == 2 and _is_read_alike(reading, text, both, application)
    witness = both if is_both else next(iter(sides.values()))
    order = [side for side in ("before", "after", "line end") if side in sides]
    return OpenEnd(application, tuple(order), text, witness)


def _is_read_alike(reading: Reading, text: str, witness: str, application: Application) -> bool:
    """Whether the shape owns the text by this application and cannot tell the witness from it, while the
    whole pattern could have."""
    for use in _owning(text, _tried(reading, text, witness)):
        same = (use.source, use.at) == (application.source, application.at)
        if same and use.texts[1] != use.texts[0] and not _is_whole(use, use.texts[1]):
            return True
    return False
