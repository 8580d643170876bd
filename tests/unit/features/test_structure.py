"""Folding and semantic tokens of samples."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lsprotocol import types

from tessera_lsp.features.folding import folding_ranges
from tessera_lsp.features.semantic_tokens import LEGEND, semantic_tokens
from tessera_lsp.project import read_document

LONG = '''def crate_weight(claim, nodes, graph):
    """The weight.

    Samples:
        True: Crate \U0001f9ea weighs
            12 kg. <- crate/1, "odd, \U0001f9ea"
        False: Crate <- 1 <- crate/1
        no sample
    """
    return None
'''


def decoded(text: str, data, encoding) -> list[tuple[str, str]]:
    """Kind and text of each token, read back as a client does."""
    lines = text.split("\n")
    codec, width = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}[encoding]
    line = character = 0
    out = []
    for at in range(0, len(data), 5):
        down, right, length, kind, _ = data[at : at + 5]
        line, character = line + down, right if down else character + right
        raw = lines[line].encode(codec)[character * width : (character + length) * width]
        out.append((types.SemanticTokenTypes(LEGEND.token_types[kind]).value, raw.decode(codec)))
    return out


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_tokens_of_samples(desk, encoding):
    desk.text = LONG
    tokens = decoded(LONG, semantic_tokens(desk.snapshot, desk.path, encoding).data, encoding)
    assert tokens == [
        ("keyword", "True"),
        ("string", "Crate \U0001f9ea weighs"),
        ("string", "12 kg."),
        ("operator", "<-"),
        ("enumMember", "crate/1"),
        ("enumMember", "odd, \U0001f9ea"),
        ("keyword", "False"),
        ("string", "Crate <- 1"),
        ("operator", "<-"),
        ("enumMember", "crate/1"),
    ]


def test_what_groups_capture_has_tokens_of_its_own(desk, consulted):
    """Those of the pattern that the sentence's owner applies, in turns; the rest stays text."""
    text = desk.text
    words = decoded(text, semantic_tokens(desk.snapshot, desk.path, "utf-16").data, "utf-16")
    assert words[:8] == [
        ("keyword", "True"),
        ("string", "Crate "),
        ("parameter", "1"),
        ("string", " weighs "),
        ("property", "12"),
        ("string", " kg."),
        ("operator", "<-"),
        ("enumMember", "crate/1"),
    ]
    desk.text = text.replace("Crate 1 weighs 12 kg.", "Crate 1 weighs\n            12 kg.")
    words = decoded(desk.text, semantic_tokens(desk.snapshot, desk.path, "utf-16").data, "utf-16")
    assert ("property", "12") in words
    desk.text = text.replace("Crate 1 weighs 12 kg.", "Crate 1 weighs \\x31\\x32 kg.")
    words = decoded(desk.text, semantic_tokens(desk.snapshot, desk.path, "utf-16").data, "utf-16")
    assert words[1] == ("string", r"Crate 1 weighs \x31\x32 kg.")


def test_tokens_of_a_range_are_those_of_its_samples(desk):
    desk.text = LONG
    line = types.Range(types.Position(6, 0), types.Position(6, 20))
    found = semantic_tokens(desk.snapshot, desk.path, "utf-16", line)
    assert found.data[0] == 6
    assert len(found.data) == 4 * 5


def test_samples_and_tuples_fold(desk):
    desk.text = LONG
    registry = desk.root / "depot" / "registry.py"
    text = registry.read_text().replace("(claims.crate_weight,)", "(\n    claims.crate_weight,\n)")
    registry.write_text(text)
    found = [(each.start_line, each.end_line) for each in folding_ranges(desk.snapshot, desk.path)]
    assert found == [(3, 7)]
    start = text[: text.index("claim_shapes")].count("\n")
    snapshot = desk.snapshot
    assert snapshot.document(str(registry)) is None  # nobody has it open: nothing to fold
    assert folding_ranges(snapshot, str(registry)) == []
    opened = {**snapshot.documents, str(registry): read_document(registry)}
    ranges = folding_ranges(replace(snapshot, documents=opened), str(registry))
    assert [(each.start_line, each.end_line) for each in ranges] == [(start, start + 2)]


def test_a_single_line_does_not_fold(desk):
    desk.text = LONG.replace("        False: Crate <- 1 <- crate/1\n        no sample\n", "")
    desk.text = desk.text.replace(" weighs\n           ", " weighs")
    assert [(each.start_line, each.end_line) for each in folding_ranges(desk.snapshot, desk.path)] == [(3, 4)]
