"""A pattern out of one sentence: what may vary becomes a group, the words stay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_NUMBER = r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?"
_MONTHS = (
    "January|February|March|April|May|June|July|August|September|October|November|December"
    "|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec"
)
_DATES = (
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}",
    r"[0-9]{2}\.[0-9]{2}\.[0-9]{4}",
    rf"[0-9]{{1,2}} (?:{_MONTHS}) [0-9]{{4}}",
    rf"(?:{_MONTHS}) [0-9]{{1,2}}, [0-9]{{4}}",
    rf"[0-9]{{1,2}} (?:{_MONTHS})",
)
_KINDS = (
    ("quoted", r'"[^"\n]+"', r'"[^"\n]+"'),
    *(("date", pattern, pattern) for pattern in _DATES),
    ("amount", rf"[A-Z]{{3}} {_NUMBER}", rf"[A-Z]{{3}} {_NUMBER}"),
    ("amount", rf"[€$£¥] ?{_NUMBER}", rf"[€$£¥] ?{_NUMBER}"),
)
"""What is surely of its kind: it comes before names, and numbers, which names may hold, come after them."""
_BEFORE, _AFTER = r"(?<![\w.,])", r"(?![\w]|[.,][0-9])"
_NAMELIKE = re.compile(r"[^\W\d_][\w'’&.-]*")
_WORD = re.compile(r"[^\W\d_]{2,}")
_SPECIAL = re.compile(r"[\\.^$*+?{}\[\]|()]")


@dataclass(frozen=True)
class Part:
    """A stretch of the sentence. ``group`` is empty for words that stay."""

    text: str
    group: str = ""
    pattern: str = ""


@dataclass(frozen=True)
class Varying:
    """A sentence in parts, in order."""

    parts: tuple[Part, ...]

    @property
    def pattern(self) -> str:
        """A regular expression of the whole sentence, to be matched in full."""
        return "".join(
            f"(?P<{part.group}>{part.pattern})" if part.group else _SPECIAL.sub(r"\\\g<0>", part.text)
            for part in self.parts
        )

    @property
    def words(self) -> list[str]:
        """The words that stay."""
        return [word for part in self.parts if not part.group for word in _WORD.findall(part.text)]

    def wrong(self) -> str:
        """The sentence with its last number or amount made another one, else with another date, quote or
        name; the sentence itself where nothing varies."""
        groups = [at for at, part in enumerate(self.parts) if part.group]
        rank = {"number": 0, "amount": 0, "date": 1, "quoted": 2, "name": 3}
        for at in sorted(groups, key=lambda at: (rank[_kind(self.parts[at])], -at)):
            other = _another(self.parts[at])
            if other != self.parts[at].text and re.fullmatch(self.parts[at].pattern, other):
                return "".join(other if n == at else part.text for n, part in enumerate(self.parts))
        return "".join(part.text for part in self.parts)


def varying(sentence: str, names: Iterable[str]) -> Varying:
    """The parts of a sentence: quoted text, dates, amounts, numbers and the given names vary."""
    found: list[tuple[int, int, str, str]] = []

    def take(start: int, end: int, kind: str, group: str) -> None:
        if all(end <= other or past <= start for other, past, _, _ in found):
            found.append((start, end, kind, group))

    for kind, pattern, group in _KINDS:
        free = pattern if kind == "quoted" else f"{_BEFORE}(?:{pattern}){_AFTER}"
        for match in re.finditer(free, sentence):
            take(*match.span(), kind, group)
    for start, end in _names_in(sentence, names):
        take(start, end, "name", ".+")
    for match in re.finditer(f"{_BEFORE}(?:{_NUMBER}){_AFTER}", sentence):
        take(*match.span(), "number", _NUMBER)
    return Varying(tuple(_parts(sentence, sorted(found))))


def _parts(sentence: str, found: list[tuple[int, int, str, str]]) -> Iterator[Part]:
    at, counts = 0, dict.fromkeys((kind for _, _, kind, _ in found), 0)
    for start, end, kind, pattern in found:
        if at < start:
            yield Part(sentence[at:start])
        counts[kind] += 1
        name = kind if counts[kind] == 1 else f"{kind}_{counts[kind]}"
        yield Part(sentence[start:end], name, pattern)
        at = end
    if at < len(sentence):
        yield Part(sentence[at:])


def _names_in(sentence: str, names: Iterable[str]) -> list[tuple[int, int]]:
    """Where the names stand as whole words, the longest first; not all of the sentence."""
    taken: list[tuple[int, int]] = []
    for name in sorted({n for n in names if n.strip() and n != sentence}, key=lambda n: (-len(n), n)):
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", sentence):
            if all(match.end() <= start or end <= match.start() for start, end in taken):
                taken.append(match.span())
    return taken


def names_out_of(sentence: str, texts: Iterable[str]) -> set[str]:
    """Runs of capitalised words of the sentence that stand in one of the texts as well. A sentence's first
    word counts only where it goes on with another one, or stands so in a text elsewhere than at its start."""
    runs: set[str] = set()
    whole = list(texts)
    tokens = list(_NAMELIKE.finditer(sentence))
    for first in range(len(tokens)):
        for last in range(first, len(tokens)):
            words = [token[0] for token in tokens[first : last + 1]]
            run = sentence[tokens[first].start() : tokens[last].end()]
            if not all(word[:1].isupper() for word in (words[0], words[-1])) or run.split(" ") != words:
                break
            for name in (run, run.rstrip("."), re.sub(r"['’]s?$", "", run)):
                if name and any(_stands(name, text, alone=first == last == 0) for text in whole):
                    runs.add(name)
    return runs


def _stands(name: str, text: str, *, alone: bool) -> bool:
    if name not in text:
        return False
    pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return pattern.search(text, 1 if alone and text.startswith(name) else 0) is not None


def _kind(part: Part) -> str:
    return part.group.partition("_")[0]


def _another(part: Part) -> str:
    """Another value of the same kind."""
    if _kind(part) == "name":
        return "Nobody"
    if _kind(part) == "quoted":
        return '"something else"'
    year = re.search(r"[0-9]{4}", part.text) if _kind(part) == "date" else None
    digits = [at for at, character in enumerate(part.text) if character in "0123456789"]
    at = year.end() - 1 if year is not None else digits[-1]
    return part.text[:at] + str((int(part.text[at]) + 1) % 10) + part.text[at + 1 :]
