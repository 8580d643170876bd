"""Branches that were not taken: executed for real, and told by what was executed."""

from __future__ import annotations

import os

import pytest

from tessera_lsp.rules.branching import untaken
from tessera_lsp.text import Document
from tessera_lsp.wire import Covered
from tessera_lsp.worker.coverage import Coverage

TEXT = """\
def shape(a, b=0):
    if a is None:
        return None
    if a > 10:
        kind = "big"
    elif a > 5:
        kind = "middling"
    else:
        kind = "small"
    ü = "yes" if b else "no"
    return helper(kind) and ü == "yes"


def helper(kind):
    match kind:
        case "big":
            return True
        case _:
            return False


def unused(kind):
    return 1 if kind else 2
"""


def spots(text: str, *calls: tuple[object, ...], lines: bool = False) -> tuple[Covered, ...]:
    """What is executed when ``shape`` is called with each of ``calls``; as an old Python tells it: lines."""
    path = os.path.realpath("/nowhere/claims.py")
    scope: dict[str, object] = {}
    exec(compile(text, path, "exec"), scope)
    coverage = Coverage((path,))
    coverage.start()
    try:
        for arguments in calls:
            scope["shape"](*arguments)  # type: ignore[operator]
    finally:
        told = coverage.stop()
    return tuple(map(_by_line, told)) if lines else told


def _by_line(one: Covered) -> Covered:
    executed = {(spot[0], spot[0], -1, -1) for spot in one.executed if spot[1] == spot[0]}
    missed = {(spot[0], spot[0], -1, -1) for spot in one.missed if spot[1] == spot[0]}
    return Covered(one.path, one.function, one.line, tuple(executed), tuple(missed - executed))


def branches(text: str, *calls: tuple[object, ...], roots=("shape",), lines: bool = False) -> list[str]:
    document = Document("file:///claims.py", None, text)
    found = untaken(document, spots(text, *calls, lines=lines), roots)
    return [
        f"{b.function} {document.line(b.span.start.line)[b.span.start.character : b.span.end.character]}"
        for b in found
    ]


@pytest.mark.skipif(os.sys.version_info < (3, 11), reason="needs columns")
@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ([(None,), (1,), (7,), (11, 1)], []),
        ([(1,), (7,), (11, 1)], ["shape return None"]),
        ([(None,), (7,), (11, 1)], ['shape kind = "small"']),
        ([(None,), (11, 1), (12,)], ["shape elif", "helper return False"]),
        ([(None,), (1,), (7,), (11, 0)], ['shape "yes"']),
        ([(None,)], ["shape if a > 10"]),
        ([(None,), (1, 1), (7, 0)], ['shape kind = "big"', "helper return True"]),
        ([], []),
    ],
)
def test_by_columns(calls, expected):
    found = branches(TEXT, *calls)
    assert [one if "elif" not in one else "shape elif" for one in found] == expected


def test_by_lines():
    """Whether a half of an expression was taken is not known; of lines all is."""
    assert branches(TEXT, (1,), (7,), (11,), lines=True) == ["shape return None"]
    assert branches("def shape(a):\n    if a: return 1\n    return 2\n", (0,), lines=True) == []


def test_a_branch_on_the_line_of_its_condition():
    assert branches("def shape(a):\n    if a: return 1\n    return 2\n", (0,)) == ["shape return 1"]


def test_functions_that_no_shape_names_are_not_looked_at():
    assert branches(TEXT + "\n\nunused(1)\n", (None,), (1,), (7,), (11, 1)) == []
    assert branches(TEXT, (None,), (1,), (7,), (11, 1), roots=("other",)) == []


def test_what_a_loop_or_a_handler_holds_is_looked_at_when_it_ran():
    text = """\
def shape(a):
    for n in range(a):
        if n > 5:
            return True
    try:
        if a:
            raise KeyError(a)
    except KeyError:
        return False if a > 1 else None
    return None
"""
    assert branches(text, (1,)) == ["shape return True", "shape False"]
    assert branches(text, (0,)) == ["shape raise KeyError(a)"]


def test_code_that_the_compiler_drops_is_no_branch():
    assert (
        branches("def shape(a):\n    if False:\n        return 1\n    return 2 if True else 3\n", (1,)) == []
    )


def test_a_text_that_does_not_parse():
    assert list(untaken(Document("file:///x.py", None, "def ("), (), ("shape",))) == []
