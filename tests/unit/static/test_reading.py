"""Source files as text: encodings as Python has them, line ends as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tessera_lsp.project import read_document
from tessera_lsp.text import BrokenDocument

FINE = [
    (b"a = '\xc3\xa9'\r\nb\rc\n", "a = 'é'\r\nb\rc\n"),
    (b"\xef\xbb\xbfa\n", "a\n"),
    (b"\xef\xbb\xbf# coding: utf-8\n\xc3\xa9\n", "# coding: utf-8\né\n"),
    (b"# -*- coding: latin-1 -*-\n\xe9\n", "# -*- coding: latin-1 -*-\né\n"),
    (
        b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n\x80\n",
        "#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n€\n",
    ),
    (b"a\0b\n", "a\0b\n"),
    (b"", ""),
]
BROKEN = [
    (b"a\n\xe9b\n", "a\n\ufffdb\n", "is not UTF-8 (byte 0xe9): save it as UTF-8, or name its encoding", 2),
    (b"\xc3\xa9\xff", "é\ufffd", "is not UTF-8 (byte 0xff)", 1),
    (b"# coding: ascii\n\xc3\xa9\n", "# coding: ascii\n\ufffd\ufffd\n", "does not decode as ascii", 16),
    (b"# coding: nowhere\na\n", "# coding: nowhere\na\n", "its coding line is wrong: unknown encoding", 0),
    (b"# coding: base64\na\n", "# coding: base64\na\n", "does not decode as base64", 0),
    (b"\xef\xbb\xbf# coding: latin-1\na\n", "# coding: latin-1\na\n", "its coding line is wrong", 0),
    (b"\xff\xfea\x00\n\x00", "\ufffd\ufffda\0\n\0", "is not UTF-8 (byte 0xff)", 0),
]


@pytest.mark.parametrize(("data", "text"), FINE)
def test_a_file_that_python_reads(tmp_path: Path, data: bytes, text: str) -> None:
    path = tmp_path / "claims.py"
    path.write_bytes(data)
    document = read_document(path)
    assert not isinstance(document, BrokenDocument)
    assert (document.text, document.version) == (text, None)
    assert document.uri == path.as_uri()


@pytest.mark.parametrize(("data", "text", "problem", "at"), BROKEN)
def test_a_file_that_python_does_not_read(
    tmp_path: Path, data: bytes, text: str, problem: str, at: int
) -> None:
    """What can be read is there, and the problem stands where reading fails."""
    path = tmp_path / "claims.py"
    path.write_bytes(data)
    document = read_document(path)
    assert isinstance(document, BrokenDocument)
    assert document.text == text
    assert document.problem.startswith(problem)
    assert document.at == at


@pytest.mark.parametrize("name", ["gone.py", ".", "nul\0.py", "a" * 300])
def test_a_path_that_is_no_file_is_a_broken_document(tmp_path: Path, name: str) -> None:
    document = read_document(tmp_path / name)
    assert isinstance(document, BrokenDocument)
    assert document.problem.startswith("cannot be read: ")
    assert document.text == ""
