"""Do two patterns match one sentence?"""

from __future__ import annotations

from collections import deque
from functools import lru_cache

from tessera_lsp.patterns.automaton import Automaton, alphabet_of, automaton, surrounded
from tessera_lsp.patterns.sentences import compiled, is_quick
from tessera_lsp.patterns.tree import Method, parse

_VISITS = 200_000
_TRIED = 200
Applied = tuple[str, int, Method]
"""A pattern, its flags, and how it is applied."""


@lru_cache(maxsize=4096)
def common_sentence(left: Applied, right: Applied) -> str | None:
    """A text that both patterns match, each by its own method, tried with ``re``. None where there is none,
    or none was found: within a budget, over the characters that stand for all, the shortest ones."""
    trees = [tree for tree in (parse(*left[:2]), parse(*right[:2])) if tree is not None]
    if len(trees) < 2:
        return None
    alphabet = alphabet_of(*trees)
    wide = [
        automaton(surrounded(tree, method == "search", method != "fullmatch"), alphabet)
        for tree, (_, _, method) in zip(trees, (left, right), strict=True)
    ]
    if wide[0] is None or wide[1] is None:
        return None
    search = _Search(wide[0], wide[1])
    for _ in range(_TRIED):
        masks = search.next()
        if masks is None:
            return None
        text = "".join(map(alphabet.pick, masks))
        if _matches(left, text) and _matches(right, text):
            return text
    return None


def _matches(applied: Applied, text: str) -> bool:
    pattern, flags, method = applied
    real = compiled(pattern, flags)
    if real is None or not is_quick(pattern, flags, text):
        return False
    found: object = getattr(real, method)(text)
    return found is not None


class _Search:
    """The shortest common words of two automata, one after another, each as the characters of its places."""

    def __init__(self, left: Automaton, right: Automaton) -> None:
        self._left, self._right = left, right
        self._pending: deque[tuple[int, int]] = deque([(-1, -1)])
        self._came: dict[tuple[int, int], tuple[int, int] | None] = {(-1, -1): None}
        self._visits = 0

    def next(self) -> list[int] | None:
        """The masks of the next word's characters; None when there are no more."""
        left, right = self._left, self._right
        while self._pending and self._visits < _VISITS:
            pair = self._pending.popleft()
            at, other = pair
            for after in left.follow[at] if at >= 0 else left.first:
                for further in right.follow[other] if other >= 0 else right.first:
                    self._visits += 1
                    both = (after, further)
                    if both not in self._came and left.masks[after] & right.masks[further]:
                        self._came[both] = pair
                        self._pending.append(both)
            ends = at in left.last or (at < 0 and left.empty)
            if ends and (other in right.last or (other < 0 and right.empty)):
                return self._word(pair)
        return None

    def _word(self, pair: tuple[int, int]) -> list[int]:
        masks = []
        at: tuple[int, int] | None = pair
        while at is not None and at != (-1, -1):
            masks.append(self._left.masks[at[0]] & self._right.masks[at[1]])
            at = self._came[at]
        return masks[::-1]
