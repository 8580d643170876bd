"""Findings are known again where lines have moved, and told apart where they are alike."""

from __future__ import annotations

from tessera_lsp.review.fingerprints import fingerprints
from tessera_lsp.rules.model import Finding
from tessera_lsp.text import Document, Position, Span

ROOT = "/somewhere/"
TEXT = "total = 1\nprice = 19.99; rebate = 19.99\n"


def finding(line: int, start: int, end: int, *, code: str = "TES109", message: str = "m", path: str = "a.py"):
    span = Span(Position(line, start), Position(line, end))
    return Finding(code, "binary-money", "info", ROOT + path, span, message)


def names(text: str, *found: Finding) -> tuple[str, ...]:
    return fingerprints(found, lambda path: Document(path, None, text), lambda path: path[len(ROOT) :])


def test_inserted_lines_and_indentation_change_nothing():
    before = names(TEXT, finding(1, 8, 13))
    assert names("# new\n\n" + TEXT, finding(3, 8, 13)) == before
    assert names("if x:\n    price  =  19.99; rebate = 19.99\n", finding(1, 14, 19)) == before


def test_the_message_does_not_matter():
    assert names(TEXT, finding(1, 8, 13, message="12 claims")) == names(TEXT, finding(1, 8, 13, message="13"))


def test_code_file_line_and_what_is_marked_do_matter():
    base = finding(1, 8, 13)
    others = (finding(1, 8, 13, code="TES113"), finding(1, 8, 13, path="b.py"), finding(1, 0, 5))
    changed = names(TEXT.replace("price", "cost"), finding(1, 7, 12))
    assert len({*names(TEXT, base, *others), *changed}) == 5


def test_equal_findings_on_one_line_are_counted():
    """The same amount twice on a line, and two shapes of one rule at the same place."""
    twice = names(TEXT, finding(1, 8, 13), finding(1, 24, 29), finding(1, 24, 29, message="other"))
    assert len(set(twice)) == 3
    assert names("\n" + TEXT, finding(2, 8, 13), finding(2, 24, 29), finding(2, 24, 29)) == twice


def test_places_outside_of_the_text_have_a_fingerprint_too():
    assert len(set(names("", finding(0, 0, 0), finding(7, 0, 3, code="TES208")))) == 2
