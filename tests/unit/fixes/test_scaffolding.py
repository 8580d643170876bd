"""A shape for a sentence that nobody owns: its pattern, its samples, its place in the battery."""

from __future__ import annotations

import ast
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessera_lsp.fixes import applied
from tessera_lsp.fixes.scaffolding import Wanted, scaffold
from tessera_lsp.fixes.varying import names_out_of, varying

CLAIMS, REGISTRY = "depot/stock/claims.py", "depot/registry.py"
SENTENCE = "Acme Ltd. ordered 12 crates for EUR 1,200.00 on 2026-03-01."


@pytest.mark.parametrize(
    ("sentence", "names", "pattern"),
    [
        (
            SENTENCE,
            {"Acme Ltd."},
            r"(?P<name>.+) ordered (?P<number>[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?) crates for "
            r"(?P<amount>[A-Z]{3} [0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?) on "
            r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})\.",
        ),
        ('Job "lint" failed (twice).', set(), r'Job (?P<quoted>"[^"\n]+") failed \(twice\)\.'),
        (
            "Contract C-004 costs EUR 12.",
            {"C-004", "EUR"},
            r"Contract (?P<name>.+) costs (?P<amount>[A-Z]{3} [0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?)\.",
        ),
        (
            "Norra is not Norra Bruk here.",
            {"Norra", "Norra Bruk"},
            r"(?P<name>.+) is not (?P<name_2>.+) here\.",
        ),
        ("Room B12 is at v1.2.3 now.", set(), r"Room B12 is at v1\.2\.3 now\."),
    ],
)
def test_what_varies_becomes_a_group(sentence, names, pattern):
    assert varying(sentence, names).pattern == pattern


def test_names_are_the_capitalised_words_that_a_record_has_too():
    texts = ["Order 11 of Acme Ltd. for crates", "contract with Norra Bruk AB, signed"]
    assert names_out_of("Acme Ltd. ordered more than Norra Bruk AB.", texts) >= {"Acme Ltd.", "Norra Bruk AB"}
    assert names_out_of("Nothing here is known.", texts) == set()
    assert (
        names_out_of("Order 12 is late.", ["Order 11 of Acme Ltd."]) == set()
    )  # but a sentence's first word
    assert names_out_of("Acme is late.", ["11 orders of Acme"]) == {"Acme"}


@given(
    st.text(st.sampled_from('Ab1 2,."€-'), min_size=1, max_size=24),
    st.sets(st.sampled_from(["Ab", "b1", "A"])),
)
def test_a_pattern_takes_its_own_sentence_and_the_wrong_one(sentence, names):
    grammar = varying(sentence, names)
    assert "".join(part.text for part in grammar.parts) == sentence
    assert re.fullmatch(grammar.pattern, sentence)
    assert re.fullmatch(grammar.pattern, grammar.wrong())
    if any(part.group.startswith(("number", "amount")) for part in grammar.parts):
        assert grammar.wrong() != sentence


def scaffolded(depot, wanted: Wanted):
    """The name and every changed file, or the reason."""
    examined = depot.look()
    facts = depot.facts(examined)
    found = scaffold(facts, examined.index.batteries[0], wanted)
    if isinstance(found, str):
        return found
    name, edits = found
    texts = {
        path: applied(examined.texts(path), [e for e in edits if e.path == path])
        for path in {edit.path for edit in edits}
    }
    return name, {path.removeprefix(f"{depot.root}/"): text for path, text in texts.items()}


def test_the_new_shape_is_written_and_declared(workshop):
    depot = workshop()
    others = ((SENTENCE.replace("12", "13"), ("order/1",)), ("Crate 1 weighs 12 kg", ("crate/1",)))
    name, texts = scaffolded(
        depot, Wanted(SENTENCE, ("order/1", "order/2,a"), frozenset({"Acme Ltd."}), others)
    )
    assert name == "ordered_crates"
    assert "claim_shapes=(claims.weight, claims.ordered_crates)" in texts[REGISTRY]
    text = texts[CLAIMS]
    assert "_ORDERED_CRATES = re.compile(" in text
    assert f'        True: {SENTENCE} <- order/1, "order/2,a"\n' in text
    assert f'        False: {SENTENCE.replace("200.00", "200.01")} <- order/1, "order/2,a"\n' in text
    assert "        None: Crate 1 weighs 12 kg <- crate/1\n" in text
    depot.write(texts)
    found = [f for group in depot.look().findings.values() for f in group]
    assert [(f.code, f.message) for f in found if f.severity == "error"] == []
    assert {f.code for f in found} & {"TES101", "TES102", "TES111", "TES112", "TES402"} == set()


def test_it_says_false_to_its_sentences_and_none_to_others(workshop):
    name, texts = scaffolded(workshop(), Wanted(SENTENCE, ("order/1",), frozenset({"Acme Ltd."})))
    module: dict = {}
    exec(compile(texts[CLAIMS], CLAIMS, "exec"), module)
    claim = type("Claim", (), {"text": SENTENCE})
    assert module[name](claim, {}, None) is False
    claim.text = f"{SENTENCE} And more."
    assert module[name](claim, {}, None) is None


def test_parameters_and_a_missing_import_are_those_of_the_file(workshop):
    head = 'def weight(c: Claim, nodes: dict, graph: "G | None") -> bool | None:\n    return None\n'
    text = f'"""Claims."""\n\n\n{head}'
    name, texts = scaffolded(workshop({CLAIMS: text}), Wanted(SENTENCE, ("order/1",)))
    assert f"\ndef {name}(c: Claim, nodes: dict, graph: 'G | None') -> bool | None:\n" in texts[CLAIMS]
    assert ".fullmatch(c.text)" in texts[CLAIMS]
    assert texts[CLAIMS].startswith('"""Claims."""\n\nimport re\n')


def test_the_tuple_below_the_shapes_stays_below_the_new_one(workshop, base):
    claims = base[CLAIMS] + "\n\nSHAPES = (weight,)\n"
    registry = base[REGISTRY].replace("(claims.weight,)", "claims.SHAPES")
    name, texts = scaffolded(workshop({CLAIMS: claims, REGISTRY: registry}), Wanted(SENTENCE, ("order/1",)))
    assert set(texts) == {CLAIMS}
    assert texts[CLAIMS].endswith(f"SHAPES = (weight, {name})\n")
    ast.parse(texts[CLAIMS])
    assert texts[CLAIMS].index(f"def {name}") < texts[CLAIMS].index("SHAPES =")


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (Wanted("12 of 13.", ("order/1",)), "too few words"),
        (Wanted("Two\nlines here.", ("order/1",)), "holds a line end"),
        (Wanted(SENTENCE, ("order/1",), name="weight"), "can't be the name"),
        (Wanted(SENTENCE, ("order/1",), name="not a name"), "can't be the name"),
    ],
)
def test_what_cannot_be_written_is_said(workshop, wanted, said):
    assert said in scaffolded(workshop(), wanted)
