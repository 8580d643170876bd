"""TES402, TES403, TES902, and the block of samples that a shape gets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tessera_lsp.fixes import applied, fixes_for, rewrites_at
from tessera_lsp.rules.model import Facts, Finding
from tessera_lsp.text import Position, Span
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import Harvested, MeasuredClaim

CLAIMS = "depot/stock/claims.py"
TEXT = '''\
def weight(claim, nodes, graph):
    %s"""The weight.

    Samples:
        True: Crate 2 weighs 8 kg <- crate/2
        %s
    """
    return None if claim.text else claim.text == "x"
'''


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("true: Crate 1 <- crate/1", "True: Crate 1 <- crate/1"),
        ("FALSE : Crate 1 <- crate/1", "False: Crate 1 <- crate/1"),
        ("None:Crate 1 <- crate/1", "None: Crate 1 <- crate/1"),
        ("none:\tCrate 1 <- crate/1", "None:\tCrate 1 <- crate/1"),
        ("True: Crate 1 <-crate/1", "True: Crate 1 <- crate/1"),
        ("True: Crate 1<- crate/1, crate/2", "True: Crate 1 <- crate/1, crate/2"),
        ("True: 1<-2 crates<-crate/1", "True: 1<-2 crates <- crate/1"),
    ],
)
def test_a_sample_is_spelled_right(workshop, before, after):
    depot = workshop({CLAIMS: TEXT % ("", before)})
    fix = depot.mend("TES402")
    assert depot.read(CLAIMS) == TEXT % ("", after)
    assert fix.safe


@pytest.mark.parametrize(("before", "after"), [("f", ""), ("rf", "r"), ("FR", "R")])
def test_an_f_string_becomes_a_docstring(workshop, before, after):
    depot = workshop({CLAIMS: TEXT % (before, "None: Crate 1 <- crate/1")})
    depot.mend("TES402")
    assert depot.read(CLAIMS) == TEXT % (after, "None: Crate 1 <- crate/1")


SHALLOW = """\
        True: Crate 2 weighs 8 kg <- crate/2
      False: Crate 1
         weighs 12 kg <- crate/1
        None: Crate 3 <- crate/3
"""
DEEP = """\
        True: Crate 2 weighs 8 kg <- crate/2
            False: Crate 1
                weighs 12 kg <- crate/1
        None: Crate 3 <- crate/3
"""
FLUSH = """\
    True: Crate 2 weighs 8 kg <- crate/2
    False: Crate 1
      weighs 12 kg <- crate/1

    None: Crate 3 <- crate/3
"""
ALIGNED = """\
        True: Crate 2 weighs 8 kg <- crate/2
        False: Crate 1
{deeper}weighs 12 kg <- crate/1
{blank}        None: Crate 3 <- crate/3
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("before", "deeper", "blank", "safe"),
    [(SHALLOW, 11, "", True), (DEEP, 12, "", False), (FLUSH, 10, "\n", True)],
)
def test_a_sample_is_indented_as_samples_are(workshop, before, deeper, blank, safe, end):
    """What continues it moves along, so that it still does."""
    text = TEXT.replace("        True: Crate 2 weighs 8 kg <- crate/2\n        %s\n", "%s") % ("", before)
    depot = workshop({CLAIMS: text.replace("\n", end)})
    fix = depot.mend("TES402")
    after = text.replace(before, ALIGNED.format(deeper=" " * deeper, blank=blank)).replace("\n", end)
    assert depot.read(CLAIMS) == after
    assert fix.safe is safe
    block = depot.look().index.files[str(depot.root / CLAIMS)].shapes[0].samples
    assert [sample.text for sample in block.samples][1] == "Crate 1 weighs 12 kg"
    assert len(block.samples) == 3


def test_the_lines_of_a_joined_string_are_not_moved(workshop):
    """Their indentation is not at the beginning of the line."""
    text = TEXT.replace("%s\n", '""" """      None: Crate 3 <- crate/3\n').replace('%s"""', '("""', 1)
    text = text.replace('    """\n    return', '    """)\n    return')
    depot = workshop({CLAIMS: text})
    assert [fix.title for fix in depot.fixes("TES402") if not fix.title.startswith("Ignore")] == []


@pytest.mark.parametrize("line", ["True: Crate 1 is here", "True: Crate 1 <-", "Truth is <- crate/1"])
def test_what_only_its_writer_knows_has_no_fix(workshop, line):
    depot = workshop({CLAIMS: TEXT % ("", line)})
    assert all(fix.title.startswith("Ignore") for fix in depot.fixes("TES402"))


@pytest.mark.parametrize(
    ("cited", "near", "after"),
    [
        ("crate/11", "crate/1", "crate/1"),
        ("crate/11", "crate/1,a", '"crate/1,a"'),
        ('"crate/1,b"', "crate/1,a", '"crate/1,a"'),
    ],
)
def test_the_nearest_record_is_cited(workshop, cited, near, after):
    """The rule that found the citation says which record is near."""
    depot = workshop({CLAIMS: TEXT % ("", f"True: Crate 1 <- {cited}")})
    examined = depot.look()
    path = str(depot.root / CLAIMS)
    citation = examined.index.files[path].shapes[0].samples.samples[1].citations[0]
    finding = Finding("TES403", "unknown-citation", "error", path, citation.span, "", aid=near)
    fix = fixes_for(depot.facts(examined), finding)[0]
    depot.make(fix)
    assert depot.read(CLAIMS) == TEXT % ("", f"True: Crate 1 <- {after}")
    assert not fix.safe


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_nearest_key_is_written(workshop, line_end):
    toml = line_end.join(["[tool.tessera]", "timeuot = 2 # seconds", '"hravest" = true', ""])
    depot = workshop({"pyproject.toml": toml})
    titles = []
    while depot.findings("TES902"):
        titles.append(depot.mend("TES902").title)
    assert titles == ["Change the key to timeout", "Change the key to harvest"]
    assert depot.read("pyproject.toml") == toml.replace("timeuot", "timeout").replace('"hravest"', "harvest")


def claim(text, *ids, owner="weight", verdict=True):
    return MeasuredClaim(text, ids, 1, verdict, owner, (), ())


def with_samples(depot, claims):
    """The claims file after the rewrite, where these claims were measured."""
    examined = depot.look()
    path = str(depot.root / CLAIMS)
    verdicts = replace(Verdicts(), harvests={"stock": Harvested("stock", tuple(claims), None, 0.1)})
    facts = Facts(examined.project, examined.index, verdicts, document=examined.texts)
    document = examined.texts(path)
    at = document.position(document.text.index("weight(") + 2)
    (fix,) = rewrites_at(facts, path, Span(at, at))
    assert (fix.title, fix.kind, fix.safe) == ("Add samples to weight", "rewrite", False)
    return applied(document, fix.edits)


HEAD = "def weight(claim, nodes, graph):\n"
BODY = "    return None if claim.text else claim.text == 'x'\n"
BLOCK = """
    Samples:
        True: Crate 1 weighs 12 kg <- crate/1, "crate/2,a"
        False: The same sentence with a wrong value. <- crate/1, "crate/2,a"
        None: A sentence of another grammar. <- crate/1, "crate/2,a"
    \"\"\"
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('    """The weight."""\n', '    """The weight.\n' + BLOCK),
        ("    '''The weight.\n    '''\n", "    '''The weight.\n" + BLOCK.replace('"""', "'''")),
        ("    'The weight.'\n", '    """The weight.\n' + BLOCK),
        ('    r"""\\d."""\n', '    r"""\\d.\n' + BLOCK),
        ("    # no words\n", '    """Weight.\n' + BLOCK + "    # no words\n"),
    ],
)
def test_samples_are_added_to_the_docstring(workshop, before, after):
    """The first is a measured claim of the shape with what it cites."""
    depot = workshop({CLAIMS: HEAD + before + BODY})
    mine = claim("Crate 1 weighs 12 kg", "crate/1", "crate/2,a")
    other = claim("Crate 9 is red", "crate/9", owner="colour")
    text = with_samples(depot, [other, mine])
    assert text == HEAD + after + BODY
    depot.write({CLAIMS: text})
    assert depot.findings("TES402") == []
    assert depot.rewrites(CLAIMS, "weight(") == ()


def test_without_claims_the_record_is_a_placeholder(workshop):
    depot = workshop({CLAIMS: (HEAD + '    """W."""\n' + BODY).replace("    ", "\t").replace("\n", "\r\n")})
    text = with_samples(depot, [claim("a \\ backslash", "crate/1")])
    assert "\t\tTrue: A sentence that this shape supports. <- record/1\r\n" in text
    assert "\n" not in text.replace("\r\n", "")


def test_only_on_the_shapes_name(workshop):
    depot = workshop({CLAIMS: HEAD + '    """W."""\n' + BODY})
    assert depot.rewrites(CLAIMS, "return") == ()


def test_positions_are_code_points(workshop):
    """An astral character before the place is one position, not two."""
    depot = workshop({CLAIMS: TEXT % ("", "True: \U0001f9ea ö<- crate/1")})
    (edit,) = depot.fixes("TES402")[0].edits
    assert edit.span == Span(Position(5, 17), Position(5, 20))
