"""Open documents take the client's edits where the client means them."""

from pathlib import Path

import pytest
from lsprotocol import types

from tessera_lsp.server.documents import OpenDocuments, change_of
from tessera_lsp.text import Change, Encoding


def partial(line: int, start: int, end: int, text: str) -> types.TextDocumentContentChangePartial:
    place = types.Range(types.Position(line, start), types.Position(line, end))
    return types.TextDocumentContentChangePartial(place, text)


def edited(
    path: Path, text: str, encoding: Encoding, *changes: types.TextDocumentContentChangePartial
) -> str:
    documents = OpenDocuments()
    documents.open(path.as_uri(), 1, text)
    real = documents.change(path.as_uri(), 2, map(change_of, changes), encoding)
    document = documents.get(str(real))
    assert document is not None
    assert document.version == 2
    return document.text


@pytest.mark.parametrize("odd", ["\u2028", "\x0c", "\x0b", "\x85", "\x1c"])
def test_only_line_ends_end_lines(tmp_path: Path, odd: str):
    """``str.splitlines`` would put the edit of line 1 elsewhere."""
    text = f'a = "{odd}"\nR = 2\n'
    assert edited(tmp_path / "a.py", text, "utf-16", partial(1, 4, 5, "3")) == f'a = "{odd}"\nR = 3\n'


@pytest.mark.parametrize(("encoding", "start"), [("utf-8", 18), ("utf-16", 15), ("utf-32", 14)])
def test_columns_count_in_the_agreed_unit(tmp_path: Path, encoding: Encoding, start: int):
    text = 'note = "\U0001f9ea ö"; total(7)'
    after = edited(tmp_path / "a.py", text, encoding, partial(0, start, start + 5, "sum"))
    assert after == 'note = "\U0001f9ea ö"; sum(7)'


def test_changes_apply_one_after_the_other(tmp_path: Path):
    after = edited(tmp_path / "a.py", "ab", "utf-16", partial(0, 0, 1, "xyz"), partial(0, 3, 4, "c"))
    assert after == "xyzc"


def test_crlf_counts_as_one_end(tmp_path: Path):
    assert edited(tmp_path / "a.py", "a\r\nb\rc\n", "utf-16", partial(2, 0, 1, "d")) == "a\r\nb\rd\n"


def test_a_whole_text_replaces(tmp_path: Path):
    whole = types.TextDocumentContentChangeWholeDocument("new")
    assert edited(tmp_path / "a.py", "old", "utf-16", whole) == "new"  # type: ignore[arg-type]


def test_an_old_document_stays_whole(tmp_path: Path):
    """A result computed from version 1 still has version 1's text when version 2 has come."""
    documents = OpenDocuments()
    uri = (tmp_path / "a.py").as_uri()
    path = documents.open(uri, 1, "one")
    held = documents.get(str(path))
    documents.change(uri, 2, [Change(None, "two")], "utf-16")
    assert held is not None
    assert (held.version, held.text) == (1, "one")


def test_a_change_of_a_document_that_is_not_open_is_refused(tmp_path: Path):
    with pytest.raises(KeyError):
        OpenDocuments().change((tmp_path / "a.py").as_uri(), 1, [], "utf-16")


def test_a_file_open_under_two_names_stays_open_until_both_close(tmp_path: Path):
    (tmp_path / "a.py").write_text("")
    (tmp_path / "b.py").symlink_to(tmp_path / "a.py")
    documents = OpenDocuments()
    first, second = (tmp_path / "a.py").as_uri(), (tmp_path / "b.py").as_uri()
    path = str(documents.open(first, 1, "x"))
    assert documents.open(second, 5, "y") == path
    documents.close(second)
    held = documents.get(path)
    assert held is not None
    assert held.uri == first
    documents.close(first)
    assert documents.get(path) is None


def test_a_link_that_moves_leaves_the_open_document_where_it_was(tmp_path: Path):
    """The path is the one of the opening: it must be the one that closes."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "one")
    documents = OpenDocuments()
    uri = (tmp_path / "link" / "a.py").as_uri()
    path = documents.open(uri, 1, "x")
    (tmp_path / "link").unlink()
    (tmp_path / "link").symlink_to(tmp_path / "two")
    assert documents.change(uri, 2, [], "utf-16") == path
    assert documents.path(uri) == path
    assert documents.close(uri) == path
    assert documents.paths == ()
    assert documents.get(str(path)) is None
