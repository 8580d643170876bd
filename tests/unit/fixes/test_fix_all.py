"""Fix-all: every safe fix, those that stand in each other's way one after the other, and nothing else."""

from __future__ import annotations

import pytest

from tessera_lsp.fixes import applied, edits_between, fix_all
from tessera_lsp.text import Document

CLAIMS = "depot/stock/claims.py"
REGISTRY = "depot/registry.py"
SHAPES = "".join(
    f"\n\ndef {name}(claim, nodes, graph):\n    return None if claim.text else claim.text == 'x'\n"
    for name in ("colour", "height", "width")
)


def fixed(depot, *codes):
    """Fix all findings, or those of some codes; the names of the changed files."""
    examined = depot.look()
    found = [f for group in examined.findings.values() for f in group if not codes or f.code in codes]
    result = fix_all(depot.facts(examined), found, examined.texts)
    for path, text in result.texts.items():
        before = examined.texts(path)
        assert applied(before, edits_between(path, before, text)) == text.text
        (depot.root / path).write_bytes(text.text.encode())
    return sorted(str(path).removeprefix(f"{depot.root}/") for path in result.texts)


def test_all_shapes_join_one_tuple(workshop, base):
    """Three declarations go into the same place, and three names into the same import."""
    by_name = base[REGISTRY].replace("import claims", "import claims as _").replace("claims.weight", "weight")
    by_name = by_name.replace("from depot.stock import claims as _", "from depot.stock.claims import weight")
    depot = workshop({REGISTRY: by_name, CLAIMS: base[CLAIMS] + SHAPES})
    assert fixed(depot) == [REGISTRY]
    text = depot.read(REGISTRY)
    assert "import weight, colour, height, width\n" in text
    assert "claim_shapes=(weight, colour, height, width)" in text
    assert depot.findings("TES101") == []
    assert fixed(depot) == []


def test_a_name_given_three_times_stays_once(workshop, base):
    """Neighbouring duplicates: what is taken out for one must not be taken for the other."""
    triple = base[REGISTRY].replace("(claims.weight,)", "(claims.weight, claims.weight, claims.weight)")
    depot = workshop({REGISTRY: triple})
    assert fixed(depot) == [REGISTRY]
    assert depot.read(REGISTRY) == base[REGISTRY]


def test_all_codes_of_a_suppression_go(workshop, base):
    shape = "import re  # tessera: ignore[TES101, TES102, TES113]\n"
    depot = workshop({CLAIMS: base[CLAIMS].replace("import re\n", shape)})
    assert fixed(depot) == [CLAIMS]
    assert depot.read(CLAIMS) == base[CLAIMS]


def test_what_may_change_a_verdict_is_left(workshop, base):
    """Anchoring and guesses are nobody's to make in bulk."""
    text = (
        base[CLAIMS]
        .replace("fullmatch", "match")
        .replace(
            'The weight."""',
            'The weight.\n\n    Samples:\n        True: Crate 1 weighs 2 kg <- crate/1\n    """',
        )
    )
    depot = workshop({CLAIMS: text, "pyproject.toml": "[tool.tessera]\nignroe = []\n"})
    assert depot.findings("TES111")
    assert depot.findings("TES902")
    assert fixed(depot) == []


def test_only_what_was_asked_for_is_fixed(workshop, base):
    """Two rounds for one code; what stands of other codes in the second is left as it is in the first."""
    triple = base[REGISTRY].replace("(claims.weight,)", "(claims.weight, claims.weight, claims.weight)")
    unused = base[CLAIMS].replace("import re\n", "import re  # tessera: ignore[TES102]\n")
    depot = workshop({REGISTRY: triple, CLAIMS: unused})
    assert fixed(depot, "TES202") == [REGISTRY]
    assert depot.read(REGISTRY) == base[REGISTRY]
    assert len(depot.findings("TES903")) == 1


def test_a_misspelt_name_becomes_the_shape_that_is_there(workshop, base):
    """In the place that it has, since the order decides who owns a sentence."""
    depot = workshop({REGISTRY: base[REGISTRY].replace("claims.weight", "claims.wieght")})
    assert fixed(depot) == [REGISTRY]
    assert depot.read(REGISTRY) == base[REGISTRY]


def test_a_misspelt_name_keeps_its_place_in_the_order(workshop, base):
    colour = base[CLAIMS][base[CLAIMS].index("def weight") :].replace("def weight", "def colour")
    pair = base[REGISTRY].replace("(claims.weight,)", "(claims.weight, claims.colour)")
    misspelt = pair.replace("claims.weight", "claims.wieght")
    depot = workshop({CLAIMS: base[CLAIMS] + "\n\n" + colour, REGISTRY: misspelt})
    assert depot.findings("TES101")
    assert depot.findings("TES201")
    assert fixed(depot) == [REGISTRY]
    assert depot.read(REGISTRY) == pair


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_edits_between_texts_keep_line_ends(ending):
    before = Document("file:///a.py", 1, ending.join(["a", "b", "c", "d"]))
    for lines in (["a", "x", "c", "d"], ["a", "d"], ["a", "b", "c", "d", ""], [], ["b", "c", "d", "e"]):
        after = Document("file:///a.py", 1, ending.join(lines))
        edits = edits_between("/a.py", before, after)
        assert applied(before, edits) == after.text


def test_overlapping_edits_are_refused():
    """Rather than a text that nobody wrote."""
    document = Document("file:///a.py", 1, "abcdef\n")
    other = Document("file:///a.py", 1, "xbcdef\n")
    edits = edits_between("/a.py", document, other)
    with pytest.raises(ValueError, match="overlap"):
        applied(document, [*edits, *edits])
