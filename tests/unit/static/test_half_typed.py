"""Files in the middle of a keystroke: a broken part costs itself only, and nothing raises."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tessera_lsp.index.facts import ModuleFacts
from tessera_lsp.index.parsing import Parser
from tessera_lsp.index.reading import ModuleReader, read_module
from tessera_lsp.text import Document

CLAIMS = '''"""The grammar.

Text at column 0, within the docstring.
"""
from __future__ import annotations

import re

try:
    import regex
except ImportError:
    regex = None
else:
    re = regex

# A comment with an odd " in it.
_TOTAL = re.compile(
    r"(?P<owner>.+)'s total is (?P<amount>[0-9]+)\\."
)


@traced
@once(
    "a"
)
def net_total(claim, nodes, graph):
    """A stated total is the sum.

    Samples:
        True:  Åsa's total is 7. <- order/1
        False: Åsa's total is 8. <- order/1
    """
    match = _TOTAL.fullmatch(claim.text)
    if match is None:
        return None
    return int(match["amount"]) == total(claim)


async def open_count(claim, nodes, graph):
    return None


class Limit:
    """A limit.

    Samples:
        None: Nothing. <- a
    """

    def __call__(self, claim, nodes, graph):
        return None


SHAPES = (
    net_total,
    open_count,
)
'''


def read(text: str, parser: Parser | None = None) -> ModuleFacts:
    return read_module("/p/claims.py", "claims", Document("file:///p/claims.py", 1, text), parser or Parser())


def functions(facts: ModuleFacts) -> dict[str, tuple[int, int]]:
    """Names of the functions and where they stand."""
    return {function.qualname: function.name_span.start for function in facts.functions}


N = 20_000
"""Deeper than any parser goes."""
WHOLE = functions(read(CLAIMS))
LINES = CLAIMS.split("\n")


def broken(old: str, new: str) -> ModuleFacts:
    assert old in CLAIMS
    return read(CLAIMS.replace(old, new, 1))


def test_the_whole_file_is_read_at_once() -> None:
    facts = read(CLAIMS)
    assert facts.unreadable is None
    assert set(WHOLE) == {"net_total", "open_count", "Limit.__call__"}
    assert {"re", "regex", "_TOTAL", "SHAPES", "Limit"} <= set(facts.scope.names)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_prefix_is_read_and_what_stands_before_it_keeps_its_place(end: str) -> None:
    """Cut at each character, in each kind of line end."""
    text = CLAIMS.replace("\n", end)
    ends = {f.qualname: f.span.end for f in read(text).functions}
    parser = Parser()
    for cut in range(len(text) + 1):
        facts = read(text[:cut], parser)
        found = functions(facts)
        at = facts.document.position(cut)
        for name, place in WHOLE.items():
            if ends[name] < at:
                assert found.get(name) == place, (name, cut)
            elif name in found:
                assert found[name] == place


BREAKS = {
    "a half-typed header": ("def open_count(claim, nodes, graph):", "def open_count(claim, nod"),
    "an open bracket": ("_TOTAL.fullmatch(claim.text)", "_TOTAL.fullmatch(claim.text"),
    "an open string": ('match["amount"]', 'match["amount]'),
    "a trailing dot": ("_TOTAL.fullmatch(claim.text)", "_TOTAL."),
    "an empty branch": ("        return None\n    return int", "    return int"),
    "a wrong indentation": ("    if match is None:", "  if match is None:"),
    "an open docstring": ('order/1\n    """', "order/1\n    "),
    "an open tuple": ("    open_count,\n)", "    open_count,\n"),
    "an open pattern": (chr(92) + '."\n)', chr(92) + ".\n)"),
    "a decorator without end": ('    "a"\n)', '    "a"\n'),
    "a stray word": ("SHAPES = (", "SHAPES = = ("),
    "half an import": ("import re\n\n", "import re as\n\n"),
    "a stray bracket": ("class Limit:", ")\nclass Limit:"),
}


@pytest.mark.parametrize("case", BREAKS)
def test_a_broken_part_costs_no_other_function(case: str) -> None:
    """All functions are still there, at their places in the text as it is; one trouble is said."""
    old, new = BREAKS[case]
    facts = broken(old, new)
    found = functions(facts)
    assert set(found) == set(WHOLE)
    for name, place in found.items():
        line = facts.document.line(place[0])
        assert line[place[1] :].startswith(name.rpartition(".")[2])
    assert facts.unreadable is not None
    assert facts.dynamic


def test_a_function_whose_body_breaks_keeps_its_head_and_samples() -> None:
    facts = broken("_TOTAL.fullmatch(claim.text)", "_TOTAL.")
    [net_total] = [function for function in facts.functions if function.qualname == "net_total"]
    assert net_total.partial
    assert net_total.signature is not None
    assert net_total.signature.names == ("claim", "nodes", "graph")
    assert net_total.block is not None
    assert [sample.word for sample in net_total.block.samples] == ["True", "False"]


def test_a_docstring_that_is_still_open_gives_its_samples() -> None:
    facts = read(
        "def f(claim, nodes, graph):\n    '''D.\n\n    Samples:\n        True: x <- a\n        None: y"
    )
    [function] = facts.functions
    assert function.block is not None
    assert [sample.text for sample in function.block.samples] == ["x"]
    assert len(function.block.problems) == 1


def test_a_header_that_breaks_keeps_the_name_alone() -> None:
    facts = broken("def open_count(claim, nodes, graph):", "def open_count(claim, nod")
    [function] = [function for function in facts.functions if function.qualname == "open_count"]
    assert (function.kind, function.signature, function.partial) == ("async", None, True)


def test_the_trouble_stands_where_python_finds_it() -> None:
    facts = read("a = 1\nå = = 2\n\nb = 3\n")
    assert facts.unreadable is not None
    assert facts.unreadable.span.start == (1, 4)
    assert facts.unreadable.message == "does not parse: invalid syntax"
    assert set(facts.scope.names) == {"a", "b"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("def f(claim):\n    return '\0'\n", "a NUL character is no part of Python: delete it"),
        ("def f(claim):\n    return '\ud800'\n", "a lone surrogate is no part of Python: delete it"),
    ],
)
def test_a_character_that_no_source_may_hold(text: str, says: str) -> None:
    """One finding on it, and the function is there."""
    facts = read(text)
    assert functions(facts) == {"f": (0, 4)}
    assert facts.unreadable is not None
    assert facts.unreadable.message == says
    assert facts.unreadable.span.start == (1, 12)


def test_a_byte_order_mark_and_a_form_feed_are_no_trouble() -> None:
    facts = read("\ufeffdef f(claim):\n    pass\n\f\ndef g(claim):\n    x = '\u2028'; return h\n")
    assert facts.unreadable is None
    assert functions(facts) == {"f": (0, 5), "g": (3, 4)}


@pytest.mark.parametrize(
    "nested",
    ["(" * N, "[" * N, "-" * N, "not " * N, "lambda: " * N, "f'{" * N, "a" + ".a" * N, "f" + "()" * N],
)
def test_deep_nesting_is_one_trouble_at_most(nested: str) -> None:
    facts = read(f"def f(claim):\n    pass\n\nX = {nested}\n\ndef g(claim):\n    pass\n")
    assert set(functions(facts)) == {"f", "g"}


def test_a_long_docstring_at_column_0_is_one_string_while_another_part_is_broken() -> None:
    lines = "\n".join(f"word {number} at column 0" for number in range(30))
    facts = read(f'"""Doc.\n{lines}\n"""\nA = 1\nB = = 2\ndef f(claim):\n    pass\n')
    assert set(facts.scope.names) == {"A", "f"}
    assert facts.unreadable is not None
    assert facts.unreadable.span.start == (33, 4)


def test_names_written_in_another_normal_form_are_marked_as_written() -> None:
    """Python reads ``ﬁ`` as ``fi``; the span covers what is written."""
    facts = read("def ﬁnal(claim):\n    pass\n")
    [function] = facts.functions
    assert function.qualname == "final"
    assert facts.document.slice(function.name_span) == "ﬁnal"


def test_an_edit_parses_only_the_chunk_that_changed() -> None:
    """In a file that parses, and while it is broken somewhere else."""
    for text in (CLAIMS, CLAIMS.replace("SHAPES = (", "SHAPES = = (")):
        reader = ModuleReader()
        edited = text.replace("open_count(claim,", "open_count(the_claim,")
        counts = []
        for version, each in enumerate((text, edited, text, text.replace("import re\n", "import re\n\n"))):
            before = reader.parser.parses
            reader.read("/p/claims.py", "claims", Document("file:///p/claims.py", version, each))
            counts.append(reader.parser.parses - before)
        assert counts[0] > 8
        assert counts[1:] == [1, 1, 0]  # a blank line between two statements is in none


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, len(CLAIMS)),
    st.integers(0, 30),
    st.sampled_from(
        ["", "(", '"', '"""', "'", "[", "{", "if x:\n", "\n", "\\", "\0", "\ud800", "\f", "@", "é", "\r"]
    ),
)
def test_any_small_edit_is_read(at: int, removed: int, added: str) -> None:
    facts = read(CLAIMS[:at] + added + CLAIMS[at + removed :])
    lines = facts.document.line_count
    for function in facts.functions:
        assert 0 <= function.name_span.start.line < lines
        assert facts.document.slice(function.name_span).isidentifier()


def test_a_nul_within_a_head_reads_as_a_blank() -> None:
    facts = read("async def\0f(claim):\n    pass\n")
    assert functions(facts) == {"f": (0, 10)}
