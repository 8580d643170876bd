"""Positions: lines as LSP and Python have them, columns in the client's units, edits one after another."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessera_lsp.text import Change, Document, Encoding, Position, SavedDocument, Span

ENCODINGS: list[Encoding] = ["utf-8", "utf-16", "utf-32"]
TEXT = st.text(st.sampled_from("ab é\U0001f9ea\u2028\f\v\x85\r\n"), max_size=30)


def document(text: str) -> Document:
    return Document("file:///a.py", 1, text)


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 18), ("utf-16", 15), ("utf-32", 14)])
def test_a_column_in_each_unit(encoding: Encoding, column: int) -> None:
    line = 'note = "\U0001f9ea ö"; total(7)'
    found = document(line)
    place = Position(0, line.index("total"))
    assert found.to_client(place, encoding) == Position(0, column)
    assert found.from_client(Position(0, column), encoding) == place
    call = ast.parse(line).body[1]
    assert found.from_ast(call.lineno, call.col_offset) == place


def test_only_three_things_end_a_line() -> None:
    found = document("a\u2028b\fc\vd\x85e\nf\r\ng\rh")
    assert [found.line(n) for n in range(found.line_count)] == ["a\u2028b\fc\vd\x85e", "f", "g", "h"]
    assert found.position(found.text.index("h")) == Position(3, 0)


def test_an_edit_behind_a_separator_that_is_no_line_end() -> None:
    """``str.splitlines`` would put it a line too early."""
    found = document("a = '\u2028'\nb = 1\n")
    change = Change(Span(Position(1, 4), Position(1, 5)), "22")
    assert found.apply([change], 2, "utf-16").text == "a = '\u2028'\nb = 22\n"


def test_edits_are_applied_each_to_the_result_of_the_one_before() -> None:
    found = document("abc").apply(
        [
            Change(Span(Position(0, 0), Position(0, 1)), "x\n"),
            Change(Span(Position(1, 0), Position(1, 1)), "y"),
            Change(Span(Position(1, 2), Position(1, 2)), "z"),
        ],
        7,
        "utf-16",
    )
    assert (found.text, found.version) == ("x\nycz", 7)
    assert found.apply([Change(None, "all")], 8, "utf-8").text == "all"
    assert found.apply([], 9, "utf-8") == Document(found.uri, 9, found.text)


@pytest.mark.parametrize(
    ("position", "offset"),
    [((-1, 3), 0), ((0, 99), 2), ((0, -5), 0), ((1, 99), 5), ((2, 0), 5), ((99, 0), 5)],
)
def test_a_position_outside_is_clamped(position: tuple[int, int], offset: int) -> None:
    """A column past the end is the end of its line, before the line end."""
    assert document("ab\r\nc").offset(Position(*position)) == offset


def test_a_position_past_the_last_line_is_the_texts_end() -> None:
    assert document("ab\nc").from_client(Position(9, 0), "utf-16") == Position(1, 1)
    assert document("ab\nc").from_client(Position(-1, 5), "utf-16") == Position(0, 0)


def test_a_column_within_a_character_is_its_beginning() -> None:
    assert document("\U0001f9eab").from_client(Position(0, 1), "utf-16") == Position(0, 0)
    assert document("\U0001f9eab").from_client(Position(0, 3), "utf-8") == Position(0, 0)


def test_lone_surrogates_have_a_length_and_a_digest() -> None:
    found = document("\ud800b")
    assert found.to_client(Position(0, 1), "utf-8") == Position(0, 3)
    assert len(found.digest) == 16


def test_the_line_ending_is_the_first_one() -> None:
    assert [document(text).line_ending for text in ("a\r\nb\n", "a\rb", "a", "a\nb\r\n")] == [
        "\r\n",
        "\r",
        "\n",
        "\n",
    ]


@given(TEXT, st.sampled_from(ENCODINGS))
def test_every_offset_comes_back(text: str, encoding: Encoding) -> None:
    """Through positions and through the client's units, the middle of ``\\r\\n`` apart."""
    found = document(text)
    for offset in range(len(text) + 1):
        position = found.position(offset)
        if text[offset - 1 : offset + 1] == "\r\n":
            continue
        assert found.offset(position) == offset
        assert found.from_client(found.to_client(position, encoding), encoding) == position


@given(
    TEXT,
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), TEXT), max_size=4),
    st.sampled_from(ENCODINGS),
)
def test_incremental_edits_give_the_clients_text(
    text: str, edits: list[tuple[int, int, str]], encoding: Encoding
) -> None:
    """The client keeps a plain string; the server is told of each edit in the client's units."""
    served = document(text)
    for start, end, added in edits:
        start, end = sorted((min(start, len(text)), min(end, len(text))))
        span = Span(served.position(start), served.position(end))
        start, end = served.offset(span.start), served.offset(span.end)
        text = text[:start] + added + text[end:]
        served = served.apply([Change(served.span_to_client(span, encoding), added)], 2, encoding)
        assert served.text == text


@given(TEXT, st.integers(0, 400))
def test_a_saved_text_that_was_let_go_of_is_the_same(text: str, times: int) -> None:
    """Also with half a character in it, and again after it was asked for."""
    text = text * times + "\ud800"
    saved = SavedDocument("file:///a.py", None, text)
    for _ in range(2):
        saved.let_go()
        assert ("text" in saved.__dict__) == (len(text) < 512)
        assert saved.text == text
        assert saved == SavedDocument("file:///a.py", None, text)
        assert saved.line_starts == document(text).line_starts
    assert not hasattr(saved, "texts")


PLACES = st.builds(Position, st.integers(-1, 6), st.integers(-1, 6))


@given(TEXT, PLACES, PLACES)
def test_a_span_is_held_where_both_ends_lie_in_their_lines(text: str, start: Position, end: Position) -> None:
    found = document(text)
    lies = [
        0 <= at.line < found.line_count and 0 <= at.character <= len(found.line(at.line))
        for at in (start, end)
    ]
    assert found.holds(Span(start, end)) == all(lies)
