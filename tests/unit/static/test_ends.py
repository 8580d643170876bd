"""What two texts have in common, and what is left of chunks: as looking one by one says."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from hypothesis import example, given
from hypothesis import strategies as st

from tessera_lsp.index.chunks import Chunk, difference
from tessera_lsp.index.ends import common_head, common_tail, same_ends
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


@given(edited())
def test_common_ends_are_as_long_as_a_look_one_by_one_says(pair: tuple[str, str]) -> None:
    one, other = pair
    assert common_head(one, other) == alike(one, other)
    assert common_tail(one, other) == alike(one[::-1], other[::-1])


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
    """Of how many chunks a text begins and ends, one after the other; the last at the beginning not."""
    head = start = tail = 0
    for chunk in chunks:
        if chunk.is_open or not text.startswith(chunk.text, start):
            break
        head, start = head + 1, start + len(chunk.text)
    if head == len(chunks) and start == len(text):
        return head, 0
    head = max(0, head - 1)
    start, end = sum(len(chunk.text) for chunk in chunks[:head]), len(text)
    for chunk in reversed(chunks[max(1, head) :]):
        if end - len(chunk.text) < start or not text.endswith(chunk.text, start, end):
            break
        tail, end = tail + 1, end - len(chunk.text)
    return head, tail


@given(edited())
def test_what_is_left_of_chunks_is_what_a_look_at_each_says(pair: tuple[str, str]) -> None:
    """At the end some fewer may stay: what follows a half line or a decorator goes with it."""
    chunks = Parser().chunks(Document("file:///a.py", 1, pair[0]))
    found, (head, tail) = difference(chunks, pair[1]), left(chunks, pair[1])
    assert found.head == head
    assert found.tail <= tail
    kept = [chunk.text for chunk in chunks]
    assert "".join([*kept[:head], *found.pieces, *kept[len(kept) - found.tail :]]) == pair[1]
