"""The marker syntax, and that a marker can fail."""

from __future__ import annotations

import pytest


@pytest.fixture
def case(tmp_path, markers):
    """Reads the markers of one file with this text."""

    def read(text):
        (tmp_path / "claims.py").write_text(text, encoding="utf-8")
        return markers.read_case(tmp_path)

    return read


def test_a_marker_is_about_its_line_or_the_next(case):
    read = case('x = 1  #@ diag("TES101")\n#@ diag("TES102", "no")\n#@ diag("TES103")\n\ny = 2\n')
    assert [(e.code, e.line) for e in read.expected] == [("TES101", 0), ("TES102", 3), ("TES103", 3)]


def test_on_and_at_name_text(case):
    (expected,) = case('#@ diag("TES401", on="True: ö", at="ö")\n"""\n  True: ö 🧪 <- a\n"""\n').expected
    assert (expected.line, expected.column, expected.width) == (2, 8, 1)


@pytest.mark.parametrize(
    "text",
    [
        '#@ diag("TES101"\n',
        '#@ dig("TES101")\n',
        'a = 1\nb = 1\n#@ diag("TES101", on=" = 1")\n',
        '#@ diag("TES101", on="nowhere")\n',
        'a = 1  #@ diag("TES101", at="b", on="a = 1")\n',
        'a = 1  #@ diag("TES101", "x", "y")\n',
        '#@ diag("TES101")',
    ],
)
def test_a_wrong_marker_is_an_error(case, markers, text):
    with pytest.raises(markers.MarkerError):
        case(text)


def test_markers_are_matched_both_ways(case, markers):
    read = case('x = 1  #@ diag("TES101", "never", at="x")\n')
    seen = markers.Seen("claims.py", 0, 0, 0, 1, "TES101", "warning", "it never speaks")
    assert markers.differences(read, [seen]) == []
    assert markers.differences(read, [seen, seen]) == [f"unexpected {seen}"]
    wrong = {"line": 1, "column": 1, "end_column": 2, "code": "TES102", "message": "it speaks"}
    for field, value in wrong.items():
        other = markers.Seen(**{**vars(seen), field: value})
        assert len(markers.differences(read, [other])) == 2, field
