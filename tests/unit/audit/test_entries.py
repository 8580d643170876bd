"""What a line may be, and what is said of one that is no logged answer."""

from __future__ import annotations

import pytest

from tessera.audit.entries import BrokenEntryError, LoggedAnswer, LoggedClaim, parse


def test_a_line_with_further_keys():
    found = parse(
        b'{"answer": "a1", "model": {}, "claims": [{"text": "Hi.", "citations": ["x"], "score": 1}]}'
    )
    assert found == LoggedAnswer("a1", (LoggedClaim("Hi.", ("x",)),))


def test_an_id_that_is_a_number_and_a_blank_line():
    assert parse(b'{"answer": 17, "claims": []}') == LoggedAnswer("17", ())
    assert parse(b" \t") is None


BROKEN = {
    b"nope": "no JSON: Expecting value, column 1",
    b"\xff": "no UTF-8: byte 1 is 0xff",
    b"[1]": "a list where an object was expected",
    b"null": "null where",
    b"{}": '"answer" is missing',
    b'{"answer": true}': '"answer" is true or false',
    b'{"answer": "a"}': '"claims" is missing',
    b'{"answer": "a", "claims": "x"}': '"claims" is a text',
    b'{"answer": "a", "claims": [3]}': "claim 1 is a number",
    b'{"answer": "a", "claims": [{"citations": []}]}': '"text" of claim 1 is missing',
    b'{"answer": "a", "claims": [{"text": "x"}]}': '"citations" of claim 1 is missing',
    b'{"answer": "a", "claims": [{"text": "x", "citations": "y"}]}': "a text, no list of record ids",
    b'{"answer": "a", "claims": [{"text": "x", "citations": [1]}]}': "no list of record ids",
    b"[" * 100_000: "no JSON",
}


@pytest.mark.parametrize("data", BROKEN, ids=[words[:30] for words in BROKEN.values()])
def test_what_is_wrong_is_named(data):
    with pytest.raises(BrokenEntryError) as caught:
        parse(data)
    assert BROKEN[data] in str(caught.value)


def test_a_line_of_any_length_is_too_long_where_it_was_cut():
    with pytest.raises(BrokenEntryError, match="too long"):
        parse(None)
