"""Manners of the connection: every ``initialize`` reads, and the encoding is the best that is offered."""

import json
from types import SimpleNamespace
from typing import Any

import pytest
from lsprotocol import types

from tessera_lsp.server.protocol import Protocol, choose_encoding, tolerant_converter


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (None, "utf-16"),
        ([], "utf-16"),
        (["utf-16", "utf-8"], "utf-8"),
        (["utf-32", "utf-16"], "utf-32"),
        (["utf-16", "utf-32", "utf-8"], "utf-8"),
        (["utf-99"], "utf-16"),
        ([types.PositionEncodingKind.Utf32], "utf-32"),
    ],
)
def test_the_encoding_is_the_first_of_ours_that_is_offered(offered: Any, chosen: str):
    assert choose_encoding(offered) == chosen


def initialize(capabilities: Any) -> dict[str, Any]:
    params = {"processId": None, "rootUri": None, "capabilities": capabilities}
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


def test_unknown_enumeration_values_pass():
    """Values from a newer protocol, wherever they stand, leave the known ones readable."""
    message = tolerant_converter().structure(
        initialize(
            {
                "general": {"positionEncodings": ["utf-99", "utf-8"]},
                "workspace": {
                    "workspaceEdit": {"failureHandling": "perhaps"},
                    "inlayHint": {"refreshSupport": True},
                },
                "textDocument": {
                    "completion": {"completionItem": {"insertTextModeSupport": {"valueSet": [1, 99]}}},
                    "codeAction": {
                        "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "new"]}}
                    },
                },
            }
        ),
        types.InitializeRequest,
    )
    capabilities = message.params.capabilities
    assert capabilities.workspace.inlay_hint.refresh_support is True
    assert choose_encoding(capabilities.general.position_encodings) == "utf-8"
    modes = capabilities.text_document.completion.completion_item.insert_text_mode_support.value_set
    assert list(modes) == [types.InsertTextMode.AsIs, 99]


def test_a_capability_of_another_form_costs_only_itself():
    message = tolerant_converter().structure(
        initialize(
            {
                "textDocument": {"completion": {"completionItem": 7}},
                "window": {"workDoneProgress": True},
                "general": {"positionEncodings": ["utf-32"]},
            }
        ),
        types.InitializeRequest,
    )
    capabilities = message.params.capabilities
    assert capabilities.text_document is None
    assert capabilities.window.work_done_progress is True
    assert choose_encoding(capabilities.general.position_encodings) == "utf-32"


def test_capabilities_that_are_no_object_are_none_at_all():
    message = tolerant_converter().structure(initialize(7), types.InitializeRequest)
    assert message.params.capabilities == types.ClientCapabilities()


def test_published_diagnostics_are_written_as_the_protocol_has_them():
    """Also the second time, when each is written already, and without a version."""
    here = types.Range(types.Position(0, 4), types.Position(0, 5))
    one = types.Diagnostic(here, "Åsa “said” \\ so", code="TES402", data={"stale": False})
    protocol = Protocol(SimpleNamespace(name="x", version="1"), tolerant_converter())
    sent: list[bytes] = []
    protocol.set_writer(SimpleNamespace(write=sent.append))
    for params in (
        types.PublishDiagnosticsParams("file:///å.py", [one], 1),
        types.PublishDiagnosticsParams("file:///å.py", [one, types.Diagnostic(here, "two")], 2),
        types.PublishDiagnosticsParams("file:///å.py", []),
    ):
        protocol.publish(params)
        head, body = sent[-1].split(b"\r\n\r\n")
        assert head == b"Content-Length: %d" % len(body)
        message = types.PublishDiagnosticsNotification(params)
        assert json.loads(body) == tolerant_converter().unstructure(message)
