"""The commands' page is up to date, and their arguments are read strictly."""

from __future__ import annotations

from pathlib import Path

import pytest

from tessera_lsp.features.commands import arguments
from tessera_lsp.features.commands.arguments import ArgumentsError, read
from tessera_lsp.features.commands.reference import COMMANDS, PREFIX, page, write

DOCS = Path(__file__).parents[3] / "docs"


def test_the_written_page_is_that_of_the_code(tmp_path):
    write(tmp_path)
    written = (DOCS / "commands.md").read_text(encoding="utf-8")
    fresh = (tmp_path / "commands.md").read_text(encoding="utf-8")
    assert written == fresh, "run: python -m tessera_lsp.features.commands.reference docs"


def test_each_command_has_its_heading_and_every_link_leads_somewhere():
    text = page()
    headings = [line for line in text.splitlines() if line.startswith("#")]
    assert [h for h in headings if PREFIX in h] == [f"## `{PREFIX}{c.name}`" for c in COMMANDS]
    assert len(headings) == len(set(headings))
    anchors = {h.lstrip("# ").lower() for h in headings}
    linked = {part.partition(")")[0] for part in text.split("](#")[1:]}
    assert linked
    assert linked <= anchors


def test_arguments_are_read_with_their_defaults():
    given = {"battery": "stock", "text": "A.", "citations": ["crate/1"], "uri": None}
    preview = read(arguments.PreviewArguments, given)
    assert (preview.battery, preview.citations, preview.uri) == ("stock", ("crate/1",), "")
    assert read(arguments.DriftArguments, None).against == "saved"


@pytest.mark.parametrize(
    ("kind", "given", "said"),
    [
        (arguments.PreviewArguments, {"battery": "stock", "text": "A."}, "'citations' is missing"),
        (
            arguments.PreviewArguments,
            {"battery": 3, "text": "A.", "citations": []},
            "'battery' takes a text, not 3",
        ),
        (arguments.PreviewArguments, {"battery": "", "text": "", "citations": "x"}, "takes a list of texts"),
        (arguments.ReorderArguments, {"battery": "b", "shape": "s", "by": True}, "'by' takes a whole number"),
        (arguments.DriftArguments, {"againts": "base"}, "there is no argument 'againts'"),
        (arguments.DriftArguments, "file:///x.py", "one object is taken"),
        (arguments.NoArguments, {"uri": ""}, "no arguments are taken"),
        (arguments.DriftOfArguments, {"edit": []}, "'edit' takes an object"),
    ],
)
def test_what_is_wrong_with_arguments_is_said(kind, given, said):
    with pytest.raises(ArgumentsError) as error:
        read(kind, given)
    assert said in str(error.value)
