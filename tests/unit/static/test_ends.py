"""What two texts have in common, and what is left of chunks: as looking one by one says."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, takewhile

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tessera_lsp.index.chunks import Chunk, difference
from tessera_lsp.index.ends import same_ends
from tessera_lsp.index.parsing import Parser
from tessera_lsp.text import Document

LINES = st.lists(st.sampled_from(["a = 1", "b = 2", "# c", "", "  d", "@e", "def f():", "  x", '"""', "é"]))
TEXTS = st.builds("\n".join, LINES)


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, str]:
    """A text, and the same with a stretch of it replaced."""
    text = draw(TEXTS) * draw(st.integers(1, 40))
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, len(text)))
    return text, text[:start] + draw(TEXTS) + text[end:]


def alike(one: str, other: str) -> int:
    """How many characters at the beginning are the same."""
    return sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(one, other, strict=False)))


@given(st.lists(st.integers(0, 3)), st.lists(st.integers(0, 3)))
@example([1, 1], [1, 1, 1])
def test_no_element_counts_for_both_ends(before: list[int], now: list[int]) -> None:
    head, tail = same_ends(before, now)
    assert head + tail <= min(len(before), len(now))
    assert before[:head] == now[:head]
    assert before[len(before) - tail :] == now[len(now) - tail :]
    if head + tail < min(len(before), len(now)):
        assert before[head] != now[head]
        assert before[len(before) - tail - 1] != now[len(now) - tail - 1]


def left(chunks: Sequence[Chunk], text: str) -> tuple[int, int]:
    """Of how many chunks a text begins and ends, told from the characters that it has in common with theirs;
    the last at the beginning does not count."""
    before = "".join(chunk.text for chunk in chunks)
    starts = [0, *accumulate(len(chunk.text) for chunk in chunks)]
    if text == before and not any(chunk.is_open for chunk in chunks):
        return len(chunks), 0
    head = max(n for n, start in enumerate(starts) if start <= alike(before, text))
    head = min([head, *(n for n, chunk in enumerate(chunks) if chunk.is_open)])
    head = max(0, head - 1)
    common = min(alike(before[::-1], text[::-1]), len(text) - starts[head])
    rest = [n for n, start in enumerate(starts) if n >= max(1, head) and len(before) - start <= common]
    return head, len(chunks) - min([*rest, len(chunks)])


@settings(deadline=None)
@given(edited())
def test_what_is_left_of_chunks_is_what_their_characters_say(pair: tuple[str, str]) -> None:
    """At the end some fewer may stay: what follows a half line or a decorator goes with it."""
    chunks = Parser().chunks(Document("file:///a.py", 1, pair[0]))
    found, (head, tail) = difference(chunks, pair[1]), left(chunks, pair[1])
    assert found.head == head
    assert found.tail <= tail
    kept = [chunk.text for chunk in chunks]
    assert "".join([*kept[:head], *found.pieces, *kept[len(kept) - found.tail :]]) == pair[1]
