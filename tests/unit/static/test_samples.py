"""The ``Samples:`` notation: what is read, where it stands, and what is said of lines that are no samples."""

from __future__ import annotations

import ast
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessera_lsp.samples import Block, docstring_literal, parse_block
from tessera_lsp.text import Document

EXPRESSION = "an expression is no docstring, so these samples are not read: write one string"


def read(source: str) -> tuple[Document, Block | None]:
    """The block of the first definition of ``source``."""
    document = Document("file:///claims.py", 1, source)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of escapes that Python does not know
        definition = ast.parse(source).body[0]
    assert isinstance(definition, ast.FunctionDef)
    literal = docstring_literal(definition.body)
    return document, parse_block(document, literal) if literal is not None else None


def shape(docstring: str, prefix: str = "") -> str:
    """A shape with a docstring whose lines are indented by four blanks."""
    lines = "\n".join(f"    {line}".rstrip() for line in docstring.split("\n"))
    return f'def shape(claim, nodes, graph):\n    {prefix}"""Doc.\n\n{lines}\n    """\n    return None\n'


def samples(docstring: str, prefix: str = "") -> list[tuple[str, str, tuple[str, ...]]]:
    """Word, text and ids of the samples, of which none may have a problem."""
    _, block = read(shape(docstring, prefix))
    assert block is not None
    assert block.problems == ()
    return [(sample.word, sample.text, sample.ids) for sample in block.samples]


def problems(docstring: str) -> list[tuple[str, str]]:
    """The message of each problem and the source text that it stands on."""
    document, block = read(shape(docstring))
    assert block is not None
    return [(problem.message, document.slice(problem.span)) for problem in block.problems]


def test_three_words_with_their_citations() -> None:
    assert samples(
        "Samples:\n"
        "    True:  Acme's net order value is EUR 1,200.00. <- order/1, order/2\n"
        "    False: Acme's net order value is EUR 1,200.01. <- order/1, order/2\n"
        "    None:  The contract renews on 1 March. <- clause/7"
    ) == [
        ("True", "Acme's net order value is EUR 1,200.00.", ("order/1", "order/2")),
        ("False", "Acme's net order value is EUR 1,200.01.", ("order/1", "order/2")),
        ("None", "The contract renews on 1 March.", ("clause/7",)),
    ]


def test_a_deeper_line_continues_and_is_joined_by_one_space() -> None:
    """Wherever it is broken: in the sentence, at the arrow, among the citations."""
    text = (
        "Samples:\n    True: The first half\n        and the second.\n          <- a/1,\n        a/2\n"
        "    None: x <-\n      b"
    )
    assert samples(text) == [
        ("True", "The first half and the second.", ("a/1", "a/2")),
        ("None", "x", ("b",)),
    ]


def test_the_last_arrow_divides() -> None:
    assert samples("Samples:\n    True: x <- y <- a") == [("True", "x <- y", ("a",))]


def test_an_id_that_holds_a_comma_stands_in_double_quotes() -> None:
    assert samples('Samples:\n    True: x. <- a, "b, c" , d"e') == [("True", "x.", ("a", "b, c", 'd"e'))]


def test_blank_lines_are_harmless_and_the_block_ends_with_its_indentation() -> None:
    text = (
        "Samples:\n\n    True: x. <- a\n\n\n    None: y. <- b\n\n"
        "True: no sample, but prose.\n    True: nor this <- a"
    )
    assert samples(text) == [("True", "x.", ("a",)), ("None", "y.", ("b",))]


def test_only_ascii_blanks_are_stripped() -> None:
    """A no-break space at the end is text, and so is a blank that an escape makes."""
    assert samples("Samples:\n    True:\t x\u00a0\t <- a ") == [("True", "x\u00a0", ("a",))]
    assert samples("Samples:\n    True: x\\x20 <- a") == [("True", "x ", ("a",))]


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x1c", "\v"])
def test_only_line_ends_of_source_code_end_a_line(separator: str) -> None:
    """``str.splitlines`` would divide here."""
    assert samples(f"Samples:\n    True: x{separator}y <- a") == [("True", f"x{separator}y", ("a",))]


def test_a_form_feed_within_a_line_is_text() -> None:
    assert samples("Samples:\n    True: x\fy <- a") == [("True", "x\fy", ("a",))]


@pytest.mark.parametrize(
    "heading", ["Samples: none yet.", "Samples:\n\n    Some prose.", "Samples:", "No samples:"]
)
def test_a_heading_that_no_sample_word_follows_is_prose(heading: str) -> None:
    _, block = read(shape(heading))
    assert block is None


def test_escapes_are_resolved_and_their_spans_are_exact() -> None:
    source = shape(r"Samples:" "\n" r"    True: \u00c5s \N{EM DASH} \x41\101 \\n \q <- caf\u00e9/1, b")
    document, block = read(source)
    assert block is not None
    sample = block.samples[0]
    assert sample.text == "Ås — AA \\n \\q"
    assert document.slice(sample.text_span) == r"\u00c5s \N{EM DASH} \x41\101 \\n \q"
    assert sample.ids == ("café/1", "b")
    assert [document.slice(citation.span) for citation in sample.citations] == [r"caf\u00e9/1", "b"]
    assert document.slice(sample.word_span) == "True"
    assert document.slice(sample.span) == r"True: \u00c5s \N{EM DASH} \x41\101 \\n \q <- caf\u00e9/1, b"


def test_a_raw_docstring_resolves_nothing() -> None:
    assert samples("Samples:\n    True: \\u00c5 \\n <- a", prefix="r") == [("True", "\\u00c5 \\n", ("a",))]
    assert samples("Samples:\n    True: \\u00c5 <- a", prefix="u") == [("True", "Å", ("a",))]


def test_a_continued_source_line_is_one_line() -> None:
    assert samples("Samples:\n    True: one \\\n<- a") == [("True", "one", ("a",))]


@pytest.mark.parametrize(
    "escape", ["\\n", "\\r", "\\x0a", "\\012", "\\u000a", "\\N{LINE FEED}", "\\U0000000D"]
)
def test_an_escape_that_makes_a_line_end_is_a_problem_with_a_way_out(escape: str) -> None:
    document, block = read(shape(f"Samples:\n    True: x{escape}y <- a\n    None: z <- b"))
    assert block is not None
    assert [document.slice(problem.span) for problem in block.problems] == [escape]
    assert 'r"""' in block.problems[0].message
    assert [sample.text for sample in block.samples] == ["z"]


def test_a_block_written_on_one_line_by_escapes_is_a_problem() -> None:
    document, block = read('def shape(claim):\n    "Doc.\\n\\nSamples:\\n    True: x <- a\\n"\n')
    assert block is not None
    assert block.samples == ()
    assert document.slice(block.problems[0].span) == "\\n"


def test_implicitly_joined_parts() -> None:
    """Parts on several lines, in parentheses or not, raw or not, with comments between."""
    source = (
        "def shape(claim, nodes, graph):\n"
        "    ('''Doc.\n\n    Samples:\n        True: x\\u00e9'''  # here \"it\" goes on\n"
        "     r'''\\d <- a\n        None: y'''\n"
        "     ' <- b')\n"
    )
    document, block = read(source)
    assert block is not None
    assert [(s.text, s.ids) for s in block.samples] == [("xé\\d", ("a",)), ("y", ("b",))]
    assert document.slice(block.samples[1].citations[0].span) == "b"


@pytest.mark.parametrize("prefix", ["f", "F", "rf", "Rf"])
def test_an_f_string_is_no_docstring(prefix: str) -> None:
    document, block = read(shape("Samples:\n    True: x <- a", prefix))
    assert block is not None
    assert block.samples == ()
    assert [(p.message, document.slice(p.span)) for p in block.problems] == [
        ("an f-string is no docstring, so these samples are not read: take the f away", prefix + '"""')
    ]
    assert document.slice(block.heading) == "Samples:"


def test_an_f_string_without_samples_is_silent() -> None:
    assert read(shape("Samples: none", "f"))[1] is None


BLOCK = '"""F.\n\n    Samples:\n        True: x <- a\n    """'


@pytest.mark.parametrize(
    ("literal", "message"),
    [
        ("b" + BLOCK, "bytes are no docstring, so these samples are not read: take the b away"),
        ("Rb" + BLOCK, "bytes are no docstring, so these samples are not read: take the b away"),
        ('"x" + ' + BLOCK, EXPRESSION),
        (BLOCK + ' + "x" + y', EXPRESSION),
        (BLOCK + " % 3", EXPRESSION),
        (BLOCK + ".strip()", EXPRESSION),
        (BLOCK + ",", EXPRESSION),
    ],
)
def test_samples_in_what_is_no_docstring_are_said_to_be_unread(literal: str, message: str) -> None:
    document, block = read(f"def f(claim, nodes, graph):\n    {literal}\n    return None\n")
    assert block is not None
    assert block.samples == ()
    assert [problem.message for problem in block.problems] == [message]
    assert block.problems[0].span.start.line == 1
    assert document.slice(block.heading) == "Samples:"


@pytest.mark.parametrize("literal", ['b"""Samples: none"""', '"a" + "b"', '"a".strip()', "f(3)", "(1, 2)"])
def test_another_first_expression_is_silent(literal: str) -> None:
    assert read(f"def f(claim, nodes, graph):\n    {literal}\n    return None\n")[1] is None


@pytest.mark.parametrize(
    ("line", "stands_on", "way_out"),
    [
        ("true: x <- a", "true:", "write True:"),
        ("TRUE: x <- a", "TRUE:", "write True:"),
        ("False : x <- a", "False :", "write False:"),
        ("True:x <- a", "True:", "write True: and a blank behind it"),
        ("x <- a", "x <- a", "begin it with True:, False: or None:"),
        ("True: x", "True: x", "end it with ' <- '"),
        ("True: x <-", "True: x <-", "no record is cited"),
        ("True: x <-a", "True: x <-a", "a blank on both sides"),
        ("True: <- a", "True: <- a", "needs a sentence"),
        ("True: x <- a,", "True: x <- a,", "empty record id"),
        ('True: x <- "a', '"a', "add a double quote"),
        ('True: x <- "a" b', '"a" b', "a comma is missing"),
        ('True: x <- ""', '""', "empty record id"),
    ],
)
def test_a_line_that_is_no_sample_has_a_way_out(line: str, stands_on: str, way_out: str) -> None:
    """The samples around it are kept."""
    text = f"Samples:\n    None: before <- a\n    {line}\n    None: after <- b"
    [(message, on)] = problems(text)
    assert on == stands_on
    assert way_out in message
    _, block = read(shape(text))
    assert block is not None
    assert [sample.text for sample in block.samples] == ["before", "after"]


def test_an_empty_citation_is_marked_where_it_stands() -> None:
    assert problems("Samples:\n    True: x <- a, , b")[0][1] in (" ", "")


def test_a_word_deeper_than_its_sample() -> None:
    found = problems("Samples:\n    True: x <- a\n      False: y <- b")
    assert found == [("a sample deeper than the one above it: indent them alike", "False: y <- b")]


def test_words_less_deep_than_the_first_sample_or_as_deep_as_the_heading() -> None:
    assert problems("Samples:\n    True: x <- a\n  False: y <- b") == [
        ("indent this sample as the first one is", "False: y <- b")
    ]
    assert problems("Samples:\nTrue: x <- a") == [
        ("indent the samples deeper than their heading", "True: x <- a")
    ]


def test_a_tab_reaches_the_next_multiple_of_eight() -> None:
    source = (
        'def f(claim):\n\t"""D.\n\n\tSamples:\n\t\tTrue: x <- a\n\t\tNone: y\n\t\t\t<- b\n'
        '                False: z <- c\n\t"""\n'
    )
    _, block = read(source)
    assert block is not None
    assert block.problems == ()
    assert [(sample.word, sample.ids) for sample in block.samples] == [
        ("True", ("a",)),
        ("None", ("b",)),
        ("False", ("c",)),
    ]


def test_a_suppression_is_no_text() -> None:
    """On a sample's line, on a line that continues it, with several codes."""
    text = (
        "Samples:\n    True: x  # tessera: ignore[TES401, TES407]\n      y <- a # tessera: ignore[TES403]\n"
        "    None: z # 1 <- b"
    )
    assert samples(text) == [("True", "x y", ("a",)), ("None", "z # 1", ("b",))]
    document, block = read(shape(text))
    assert block is not None
    assert [(found.codes, document.slice(found.span)) for found in block.suppressions] == [
        (("TES401", "TES407"), "# tessera: ignore[TES401, TES407]"),
        (("TES403",), "# tessera: ignore[TES403]"),
    ]
    assert document.slice(block.samples[0].span).endswith("y <- a")


def test_half_typed_lines_give_what_there_is() -> None:
    """Each cut of a block, as it is typed, is read without an exception."""
    text = 'Samples:\n    True: x <- a, "b, c"\n        \n    False: y\n      goes on <- d'
    for end in range(len(text) + 1):
        _, block = read(shape(text[:end]))
        if block is not None:
            assert len(block.samples) + len(block.problems) >= 1


WORDS = st.sampled_from(["True", "False", "None"])
PIECE = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\\\"'\u00a0"), min_size=1, max_size=12
).map(lambda text: text.strip(" "))
SENTENCE = st.lists(PIECE.filter(bool), min_size=1, max_size=4)
ID = st.text(
    st.characters(categories=["L", "N"], include_characters="/-_.:, "), min_size=1, max_size=8
).filter(lambda text: text.strip() == text)
ENTRY = st.tuples(WORDS, SENTENCE, st.lists(ID, min_size=1, max_size=3))


def escaped(text: str, style: str) -> str:
    """``text`` as it is written in source, by escapes or as it is."""
    if style == "as it is":
        return text
    return "".join(
        char if char.isascii() else f"\\u{ord(char):04x}" if char < "\U00010000" else f"\\U{ord(char):08x}"
        for char in text
    )


@given(
    entries=st.lists(ENTRY, min_size=1, max_size=4),
    style=st.sampled_from(["as it is", "hex"]),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    indent=st.sampled_from(["    ", "\t", "  "]),
)
def test_what_is_written_is_read_back(
    entries: list[tuple[str, list[str], list[str]]], style: str, end: str, indent: str
) -> None:
    """Words, texts and ids come back from the source, and every span slices to what was written there."""
    entries = [entry for entry in entries if not any("<-" in p or "tessera:" in p for p in entry[1])]
    entries = [e for e in entries if not any(p.startswith(("True", "False", "None")) for p in e[1][1:])]
    if not entries:
        return
    lines = ["def shape(claim, nodes, graph):", f'{indent}"""Doc.', "", f"{indent}Samples:"]
    for word, pieces, ids in entries:
        head, *rest = [escaped(piece, style) for piece in pieces]
        lines.append(f"{indent * 2}{word}: {head}")
        lines += [f"{indent * 3}{piece}" for piece in rest]
        cited = ", ".join(f'"{escaped(i, style)}"' if "," in i else escaped(i, style) for i in ids)
        lines[-1] += f" <- {cited}"
    source = end.join([*lines, f'{indent}"""', ""])
    document, block = read(source)
    assert block is not None
    assert block.problems == ()
    assert [(s.word, s.text, list(s.ids)) for s in block.samples] == [
        (word, " ".join(pieces), ids) for word, pieces, ids in entries
    ]
    for sample, (word, pieces, ids) in zip(block.samples, entries, strict=True):
        assert document.slice(sample.word_span) == word
        assert [document.slice(span) for span in sample.line_spans] == [escaped(p, style) for p in pieces]
        assert [document.slice(c.span) for c in sample.citations] == [escaped(i, style) for i in ids]
