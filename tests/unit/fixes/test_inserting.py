"""A sentence becomes a sample of a shape, exactly, or it is said why not."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tessera_lsp.fixes import applied
from tessera_lsp.fixes.inserting import insert_sample

CLAIMS = "depot/stock/claims.py"
HEAD = "def weight(claim, nodes, graph):\n"
BODY = "    return None if claim.text else claim.text == 'x'\n"
BLOCK = '''    """The weight.

    Samples:
        True: Crate 1 weighs 12 kg <- crate/1
%s    """
'''


def inserted(depot, text: str = "Crate 2 weighs 9 kg", ids=("crate/2",), word: str = "False"):
    """The whole text with the sample, or the reason."""
    examined = depot.look()
    (shape,) = examined.index.files[str(depot.root / CLAIMS)].shapes
    edit = insert_sample(depot.facts(examined), shape, word, text, ids)
    return edit if isinstance(edit, str) else applied(examined.texts(shape.path), [edit])


LINE = "        False: Crate 2 weighs 9 kg <- crate/2\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (BLOCK % "", BLOCK % LINE),
        (BLOCK % "            continued\n", BLOCK % f"            continued\n{LINE}"),
        ('    """The weight."""\n', '    """The weight.\n\n    Samples:\n' + LINE + '    """\n'),
        (
            '    """W.\n\n    Samples:\n        True: Crate 1 <- crate/1"""\n',
            '    """W.\n\n    Samples:\n        True: Crate 1 <- crate/1\n' + LINE[:-1] + '"""\n',
        ),
        (
            BLOCK.replace("crate/1\n", "crate/1  # tessera: ignore[TES401]\n") % "",
            BLOCK.replace("crate/1\n", "crate/1  # tessera: ignore[TES401]\n") % LINE,
        ),
    ],
)
def test_the_sample_is_the_last_of_the_block(workshop, before, after):
    depot = workshop({CLAIMS: HEAD + before + BODY})
    text = inserted(depot)
    assert text == HEAD + after + BODY
    assert depot.write({CLAIMS: text}).findings("TES402") == []


def test_line_ends_and_tabs_stay(workshop):
    text = (HEAD + BLOCK % "" + BODY).replace("    ", "\t").replace("\n", "\r\n")
    after = inserted(workshop({CLAIMS: text}))
    assert after == (HEAD + BLOCK % LINE + BODY).replace("    ", "\t").replace("\n", "\r\n")


@pytest.mark.parametrize(
    ("prefix", "sentence", "written"),
    [
        ("", "a \\n b", "a \\\\n b"),
        ("r", "a \\n b", "a \\n b"),
        ("", 'say """ now', 'say \\"\\"\\" now'),
        ("", "1 <- 2", "1 <- 2"),
    ],
)
def test_what_would_be_read_otherwise_is_escaped(workshop, prefix, sentence, written):
    depot = workshop({CLAIMS: HEAD + (BLOCK % "").replace('"""The', f'{prefix}"""The') + BODY})
    assert f"False: {written} <- crate/2\n" in inserted(depot, sentence)


@pytest.mark.parametrize(
    ("text", "ids", "said"),
    [
        ("two\nlines", ("crate/1",), "can't be written as a sample"),
        ("no citations", (), "can't be written as a sample"),
        ("Crate 1 weighs 12 kg", ("crate/1",), "weight has this sample"),
    ],
)
def test_what_cannot_be_a_sample_is_refused(workshop, text, ids, said):
    depot = workshop({CLAIMS: HEAD + BLOCK % "" + BODY})
    assert said in inserted(depot, text, ids, "True")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(max_size=20), ids=st.lists(st.text(max_size=8), max_size=3), raw=st.sampled_from(["", "r"])
)
def test_what_is_written_reads_back_as_just_that(workshop, text, ids, raw):
    depot = workshop({CLAIMS: HEAD + (BLOCK % "").replace('"""The', f'{raw}"""The') + BODY})
    after = inserted(depot, text, tuple(ids))
    if after.startswith("def "):
        (shape,) = depot.write({CLAIMS: after}).look().index.files[str(depot.root / CLAIMS)].shapes
        assert [(s.text, s.ids) for s in shape.samples.samples][1:] == [(text, tuple(ids))]
