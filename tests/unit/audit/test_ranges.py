"""However a log is divided, each of its lines is read once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessera.audit.entries import LogError
from tessera.audit.ranges import lines, plan

PIECES = st.lists(st.sampled_from([b"a", b"bc", b"\n", b"\r\n", b"\r", "é🧪".encode(), b"\n\n", b"   "]))


@given(PIECES, st.integers(1, 12), st.booleans())
def test_the_lines_of_all_ranges_are_the_lines_of_the_log(tmp_path_factory, pieces, size, with_bom):
    path = tmp_path_factory.mktemp("log") / "log"
    data = b"".join(pieces)
    path.write_bytes((b"\xef\xbb\xbf" if with_bom else b"") + data)
    read = []
    for part in plan([("log", str(path))], size):
        found = list(lines(part))
        assert [line.number for line in found] == list(range(1, len(found) + 1))
        read += [line.data for line in found]
    expected = data.split(b"\n")
    if expected[-1] == b"":
        expected.pop()
    assert read == [line.rstrip(b"\r") for line in expected]


def test_a_line_that_is_too_long_is_told_and_the_next_one_read(tmp_path, monkeypatch):
    monkeypatch.setattr("tessera.audit.ranges.LINE", 10)
    path = tmp_path / "log"
    path.write_bytes(b"short\n" + b"x" * 40 + b"\nnext\n" + b"y" * 40)
    found = [line.data for part in plan([("log", str(path))], 7) for line in lines(part)]
    assert found == [b"short", None, b"next", None]


@pytest.mark.parametrize(
    ("data", "words"), [(b"\x1f\x8b\x08", "gzip"), (b"\x28\xb5\x2f\xfd", "zstandard"), (None, "No such file")]
)
def test_a_log_that_cannot_be_read_names_the_way_out(tmp_path, data, words):
    path = tmp_path / "log.gz"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(LogError, match=f"log.gz.*{words}"):
        list(plan([("log.gz", str(path))]))
