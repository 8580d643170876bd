"""Lies made of true claims. Each operator changes what a sentence says, never only how it is spelled: commas
in numbers, other spaces or other digits make no lie."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from tessera_lsp.probing.lies import Mutant, meaning
from tessera_lsp.probing.numbers import NUMBERS
from tessera_lsp.probing.words import WORDS, names_of_others

_EACH = 4
"""Lies that one operator makes of one claim."""


def mutants(text: str, names: tuple[tuple[str, str], ...] = ()) -> Iterator[Mutant]:
    """Lies about what ``text`` says, each once. ``names`` are names in it with names of others."""
    seen = {meaning(text)}
    made = [operator(text) for operator in (*NUMBERS, *WORDS)]
    for mutant in chain.from_iterable(islice(one, _EACH) for one in (*made, names_of_others(text, names))):
        told = meaning(mutant.text)
        if told not in seen:
            seen.add(told)
            yield mutant
