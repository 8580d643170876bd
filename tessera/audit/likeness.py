"""Sentences that nobody owns, grouped by likeness: what one grammar could own shows itself.

What varies in a sentence is masked: known names, quotations, ids, dates and numbers. What is left is its
*form*. Forms that share most of their words in the same order are one group.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import SequenceMatcher

EXAMPLES = 3
"""Sentences kept of a form."""
FORMS = 20_000
"""Forms that are kept apart; sentences of further ones are counted together."""
COMPARED = 400
"""The most frequent forms, which are compared with each other."""
ALIKE = 0.75
"""The share of words in common from which on two forms are one group (``difflib``'s ratio)."""
SENTENCE = 400
"""Code points of an example that are kept."""
TELLING = 2_000
"""Code points of a sentence that its form is made of: the search for ids takes time by the square of them."""

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_VARIES = re.compile(
    r'(?P<quotation>"[^"]*"|“[^”]*”|\'[^\']+\'(?!\w))'
    rf"|(?P<date>\d{{4}}-\d\d-\d\d(?:T[\d:.]+Z?)?|\d{{1,2}} (?:{_MONTHS})(?: \d{{4}})?)"
    r"|(?P<id>\b(?=[\w/#-]*\d)\w+(?:[-/#]\w+)+)"
    r"|(?P<amount>(?:\b[A-Z]{3} |[€$£¥] ?)-?\d[\d,.  ]*\d|(?:\b[A-Z]{3} |[€$£¥] ?)\d)"
    r"|(?P<number>-?\d[\d,.]*\d|\d)"
)


@dataclass(slots=True)
class Form:
    """How often a form occurred, and the first sentences that had it."""

    count: int = 0
    examples: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Group:
    """Forms that are alike. ``form`` is the most frequent one, ``forms`` how many there are."""

    form: str
    count: int
    forms: int
    examples: tuple[str, ...]


class Masks:
    """Masks what varies in sentences about the entities of one battery."""

    def __init__(self, names: Iterable[str]) -> None:
        known = sorted({name for name in names if name.strip()}, key=lambda name: (-len(name), name))
        words = "|".join(re.escape(name) for name in known)
        self._names = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if known else None

    def form(self, sentence: str) -> str:
        """The sentence's form; of what is longer than ``TELLING``, that of its beginning."""
        text = " ".join(sentence.split())[:TELLING]
        if self._names is not None:
            text = self._names.sub("‹name›", text)
        return _VARIES.sub(lambda found: f"‹{found.lastgroup}›", text)


def add(forms: dict[str, Form], form: str, sentence: str) -> bool:
    """Count a sentence of a form; False where there are too many forms to keep another one."""
    known = forms.get(form)
    if known is None:
        if len(forms) >= FORMS:
            return False
        known = forms[form] = Form()
    known.count += 1
    if len(known.examples) < EXAMPLES and sentence[:SENTENCE] not in known.examples:
        known.examples.append(sentence[:SENTENCE])
    return True


def groups(forms: dict[str, Form]) -> tuple[Group, ...]:
    """All forms as groups, the largest first. The same forms give the same groups, in whatever order they
    came."""
    ordered = sorted(forms.items(), key=lambda item: (-item[1].count, item[0]))
    heads: list[tuple[list[str], list[tuple[str, Form]]]] = []
    for place, (text, form) in enumerate(ordered):
        words = text.split()
        home = _home(words, heads) if place < COMPARED else None
        if home is None:
            heads.append((words, [(text, form)]))
        else:
            home.append((text, form))
    found = [
        Group(
            form=members[0][0],
            count=sum(form.count for _, form in members),
            forms=len(members),
            examples=tuple(example for _, form in members for example in form.examples)[:EXAMPLES],
        )
        for _, members in heads
    ]
    return tuple(sorted(found, key=lambda group: (-group.count, group.form)))


def _home(
    words: list[str], heads: list[tuple[list[str], list[tuple[str, Form]]]]
) -> list[tuple[str, Form]] | None:
    for known, members in heads:
        matcher = SequenceMatcher(None, known, words, autojunk=False)
        if (
            matcher.real_quick_ratio() >= ALIKE
            and matcher.quick_ratio() >= ALIKE
            and matcher.ratio() >= ALIKE
        ):
            return members
    return None
