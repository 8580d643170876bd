"""What is shown is of the texts as they are: those that are open, on disk those that are not."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcMethodNotFound

CLAIMS = Path("depot/stock/claims.py")
REGISTRY = Path("depot/registry.py")
RIGHT, WRONG = "weight == int", "weight != int"
SAMPLE = "Crate 1 weighs 12"


async def test_closing_without_saving_returns_to_what_is_on_disk(start, depot):
    """Findings, drift and the verdict in a file that is still open."""
    (depot / "tests").mkdir()
    test = Path("tests/test_stock.py")
    claim = 'claim = Claim("Crate 1 weighs 12 kg.", (nodes["crate/1"].record,))\n'
    (depot / test).write_text(f"from depot.evidence import Claim\n\n\ndef test_it(nodes):\n    {claim}")
    editor = await start(depot)
    editor.open(CLAIMS)
    editor.open(test)
    await editor.settled()
    editor.replace(CLAIMS, RIGHT, WRONG)
    await editor.settled()
    assert editor.diagnostics(CLAIMS, "TES401")
    assert [hint.label for hint in await editor.hints(test)] == ["✗ crate_weight"]
    editor.close(CLAIMS)
    await editor.until(lambda: not editor.diagnostics(CLAIMS), "the findings of the edit are gone")
    await editor.settled()
    assert editor.diagnostics(CLAIMS) == []
    last = [params for params in editor.published if params.uri == editor.uri(CLAIMS)][-1]
    assert last.version is None, "a file that is not open has no version"
    assert [hint.label for hint in await editor.hints(test)] == ["✓ crate_weight"]


async def test_what_was_never_saved_is_gone_once_it_is_closed(start, depot):
    """A new claims file has its findings while it is open; on disk there is none."""
    more = Path("depot/stock/more/claims.py")
    editor = await start(depot)
    await editor.settled()
    editor.open(more, '"""More."""\n\n\ndef spare(claim, nodes, graph):\n    return None\n')
    await editor.until(lambda: editor.diagnostics(more, "TES101"), "TES101 in the new file")
    editor.close(more)
    await editor.until(lambda: not editor.diagnostics(more), "its findings are gone")


async def test_a_file_that_is_deleted_while_it_is_open_counts_as_it_is_open(start, depot):
    """It is imported and wired as if it were there; after it is closed it is not."""
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    (depot / CLAIMS).unlink()
    editor.disk_changed((CLAIMS, types.FileChangeType.Deleted))
    await editor.command("tessera.server.status")
    await editor.settled()
    assert [d.message for found in editor.client.diagnostics.values() for d in found] == []
    editor.replace(CLAIMS, RIGHT, WRONG)
    await editor.settled()
    assert editor.diagnostics(CLAIMS, "TES401")
    assert editor.diagnostics(REGISTRY) == []
    editor.close(CLAIMS)
    await editor.until(lambda: editor.diagnostics(REGISTRY, "TES201"), "it leads nowhere")
    await editor.settled()
    assert editor.diagnostics(CLAIMS) == []


@pytest.mark.parametrize("pulls", [False, True])
async def test_each_finding_is_told_once(start, harness, depot, pulls):
    """Findings are pushed. A client that could pull is not told to: it would have each of them twice."""
    offers = harness.capabilities()
    if pulls:
        offers.text_document.diagnostic = types.DiagnosticClientCapabilities(dynamic_registration=True)
        offers.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    editor = await start(depot, offers=offers)
    registered = []

    @editor.client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams) -> None:
        registered.extend(params.registrations)

    editor.open(CLAIMS)
    await editor.settled()
    editor.replace(CLAIMS, RIGHT, WRONG)
    await editor.settled()
    standing = [(d.code, d.range.start.line, d.message) for d in editor.diagnostics(CLAIMS)]
    assert standing
    assert len(set(standing)) == len(standing)
    assert editor.initialized.capabilities.diagnostic_provider is None
    assert types.TEXT_DOCUMENT_DIAGNOSTIC not in [each.method for each in registered]
    asked = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(editor.uri(CLAIMS)))
    with pytest.raises(JsonRpcMethodNotFound):
        await editor.within(editor.client.text_document_diagnostic_async(asked))
    same = [(p.version, str(p.diagnostics)) for p in editor.published if p.uri == editor.uri(CLAIMS)]
    assert all(one != other for one, other in pairwise(same)), "nothing is sent twice"
