"""Definition, rename, completion and symbols over stdio, on the shipped project with its worker."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

CLAIMS = "tessera/business/claims.py"
REGISTRY = "tessera/eval/registry.py"
pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(120)]


def file_of(uri: str) -> Path:
    return Path(unquote(urlsplit(uri).path))


def place(editor: Any, path: str, needle: str, after: str = "") -> dict[str, Any]:
    """The parameters of a request about a place."""
    return {
        "text_document": types.TextDocumentIdentifier(editor.uri(path)),
        "position": editor.place(path, needle, after),
    }


def versioned(harness: Any) -> types.ClientCapabilities:
    """A client that takes versioned edits."""
    workspace = types.WorkspaceClientCapabilities(
        workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True)
    )
    return harness.capabilities("utf-16", workspace=workspace)


async def test_a_citation_leads_to_the_row_of_its_record(start, shipped):
    editor = await start(shipped)
    editor.open(CLAIMS)
    await editor.settled()
    at = place(editor, CLAIMS, "order/0011")
    (found,) = await editor.within(editor.client.text_document_definition_async(types.DefinitionParams(**at)))
    line = file_of(found.uri).read_text().split("\n")[found.range.start.line]
    assert file_of(found.uri).name == "orders.csv"
    assert "0011" in line

    context = types.ReferenceContext(include_declaration=True)
    asked = types.ReferenceParams(context=context, **at)
    places = await editor.within(editor.client.text_document_references_async(asked))
    lines = editor.texts[editor.uri(CLAIMS)].split("\n")
    assert len(places) > 3
    assert all("order/0011" in lines[each.range.start.line] for each in places)


IN_A_TEST = """\
from tessera.grounding import Claim


def test_orders(records):
    Claim("An order.", (records["order/0011"],))
    Claim("Two orders.", (records["order/0011"], records["order/0050"]))
    Claim("No such order.", (records["order/none"],))
"""


async def test_a_citation_in_a_test_leads_there_too(start, shipped):
    """The ids that a claim in code cites are citations as those of samples are; an unknown one is none."""
    test = Path("test_orders.py")
    (shipped / test).write_text(IN_A_TEST)
    editor = await start(shipped)
    editor.open(test)
    await editor.settled()
    at = place(editor, test, "order/0050")
    (found,) = await editor.within(editor.client.text_document_definition_async(types.DefinitionParams(**at)))
    assert file_of(found.uri).name == "orders.csv"
    assert "0050" in file_of(found.uri).read_text().split("\n")[found.range.start.line]
    unknown = types.DefinitionParams(**place(editor, test, "order/none"))
    assert not await editor.within(editor.client.text_document_definition_async(unknown))

    at = place(editor, test, "order/0011")
    context = types.ReferenceContext(include_declaration=True)
    asked = types.ReferenceParams(context=context, **at)
    places = await editor.within(editor.client.text_document_references_async(asked))
    assert [each.range.start.line for each in places if each.uri == editor.uri(test)] == [4, 5]
    assert {file_of(each.uri).name for each in places} == {"test_orders.py", "claims.py"}
    asked = types.DocumentHighlightParams(**at)
    lit = await editor.within(editor.client.text_document_document_highlight_async(asked))
    assert [each.range.start.line for each in lit] == [4, 5]


async def test_a_rename_is_versioned_and_reaches_closed_files(start, shipped, harness):
    use = shipped / "use.py"
    use.write_text("from tessera.business.claims import superlative\nprint(superlative)\n")
    editor = await start(shipped, offers=versioned(harness))
    editor.open(CLAIMS)
    editor.replace(CLAIMS, '"""The claim grammar', '"""\U0001f9ea The claim grammar')
    await editor.settled()
    at = place(editor, CLAIMS, "superlative", "def superlative")
    prepared = await editor.within(
        editor.client.text_document_prepare_rename_async(types.PrepareRenameParams(**at))
    )
    assert prepared.placeholder == "superlative"
    edit = await editor.within(
        editor.client.text_document_rename_async(types.RenameParams(new_name="extreme", **at))
    )
    found = {
        file_of(c.text_document.uri): (c.text_document.version, len(c.edits)) for c in edit.document_changes
    }
    assert found[shipped / CLAIMS][0] == 2
    assert found[use] == (None, 2)
    for new, words in (("no name", "identifier"), ("totals_comparison", "already a name")):
        asked = types.RenameParams(new_name=new, **at)
        with pytest.raises(JsonRpcException, match=words):
            await editor.within(editor.client.text_document_rename_async(asked))


OWNED = """\
from tessera.grounding import Claim


def test_value(records):
    Claim("Acme's net order value is USD 7,048.28.", (records["order/0011"],))
    Claim("Nobody owns this sentence.", (records["order/0011"],))
"""


async def test_a_sentence_leads_to_the_shape_that_owns_it(start, shipped):
    """In a test and in a sample, whatever the verdict; a sentence that nobody owns leads nowhere."""
    test = Path("test_value.py")
    (shipped / test).write_text(OWNED)
    editor = await start(shipped)
    editor.open(test)
    editor.open(CLAIMS)
    await editor.settled()

    async def lines(path: Any, needle: str) -> list[str]:
        asked = types.DefinitionParams(**place(editor, path, needle))
        found = await editor.within(editor.client.text_document_definition_async(asked))
        text = (shipped / CLAIMS).read_text().split("\n")
        return [text[each.range.start.line].partition("(")[0] for each in found or ()]

    assert await lines(test, "Acme's net") == ["def net_order_value"]
    assert await lines(test, "Nobody owns") == []
    assert await lines(CLAIMS, "Acme's net order value is USD 7,048.28.") == ["def net_order_value"]
    assert await lines(CLAIMS, "Acme has orders in USD.") == []


FACTORY = """


def coloured(word):
    def crate_colour(claim, nodes, graph):
        if claim.text != word:
            return None
        return bool(nodes)

    return crate_colour


in_red = coloured("Red.")
"""


async def test_a_shape_within_a_function_is_renamed_there(start, depot, harness):
    path, registry = "depot/stock/claims.py", "depot/registry.py"
    editor = await start(depot, offers=versioned(harness))
    editor.open(path)
    editor.change(path, editor.texts[editor.uri(path)] + FACTORY)
    editor.open(registry)
    editor.replace(registry, "(claims.crate_weight,)", "(claims.crate_weight, claims.in_red)")
    await editor.settled()
    at = place(editor, path, "crate_colour", "return crate_colour")
    context = types.ReferenceContext(include_declaration=True)
    asked = types.ReferenceParams(context=context, **at)
    found = await editor.within(editor.client.text_document_references_async(asked))
    assert len(found) == 2
    lit = await editor.within(
        editor.client.text_document_document_highlight_async(types.DocumentHighlightParams(**at))
    )
    assert len(lit) == 2
    asked = types.RenameParams(new_name="colour", **at)
    edit = await editor.within(editor.client.text_document_rename_async(asked))
    (change,) = edit.document_changes
    assert file_of(change.text_document.uri) == depot / path
    assert sorted(each.range.start.line for each in change.edits) == sorted(
        each.range.start.line for each in found
    )


async def complete(editor: Any, path: str, needle: str, after: str = "") -> list[types.CompletionItem]:
    """The items at the end of ``needle``."""
    at = editor.place(path, needle, after)
    position = types.Position(at.line, at.character + len(needle))
    asked = types.CompletionParams(types.TextDocumentIdentifier(editor.uri(path)), position)
    found = await editor.within(editor.client.text_document_completion_async(asked))
    return list(found.items) if found is not None else []


async def test_completion_knows_the_records_and_the_shapes(start, shipped):
    editor = await start(shipped)
    editor.open(CLAIMS)
    editor.open(REGISTRY)
    await editor.settled()
    sample = "        True:  Nobody's. <- order/00"
    editor.replace(CLAIMS, "    Samples:\n", f"    Samples:\n{sample}\n")
    items = await complete(editor, CLAIMS, sample)
    assert {"order/0011", "order/0050"} <= {item.label for item in items}
    assert all(item.detail for item in items)

    editor.replace(REGISTRY, "claim_shapes=BUSINESS_SHAPES,\n    )", "claim_shapes=(*BUSINESS_SHAPES, net_")
    items = await complete(editor, REGISTRY, "(*BUSINESS_SHAPES, net_")
    (item,) = [item for item in items if item.label == "net_order_value"]
    (added,) = item.additional_text_edits or ()
    assert added.new_text == ", net_order_value"
    line = editor.texts[editor.uri(REGISTRY)].split("\n")[added.range.start.line]
    assert line == "    from tessera.business.claims import BUSINESS_SHAPES"


async def test_symbols_folds_and_tokens(start, shipped):
    editor = await start(shipped)
    editor.open(CLAIMS)
    await editor.settled()
    found = await editor.within(editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("netord")))
    assert "net_order_value" in [symbol.name for symbol in found]
    document = types.TextDocumentIdentifier(editor.uri(CLAIMS))
    folds = await editor.within(
        editor.client.text_document_folding_range_async(types.FoldingRangeParams(document))
    )
    lines = editor.texts[editor.uri(CLAIMS)].split("\n")
    starts = [lines[fold.start_line].strip() for fold in folds]
    assert starts.count("Samples:") == 6
    assert next(start for start in starts if start != "Samples:").startswith("BUSINESS_SHAPES")
    tokens = await editor.within(
        editor.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    )
    assert len(tokens.data) % 5 == 0
    assert len(tokens.data) > 100
    assert editor.initialized.capabilities.completion_provider.trigger_characters
