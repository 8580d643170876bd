"""Manners of the connection: every ``initialize`` reads, and the encoding is the best that is offered."""

import json
from types import SimpleNamespace
from typing import Any

import pytest
from lsprotocol import types

from tessera_lsp.server.protocol import Protocol, changes_of, choose_encoding, tolerant_converter
from tessera_lsp.text import Change, Position, Span


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


def did_change(*changes: Any, version: Any = 2) -> dict[str, Any]:
    document = {"uri": "file:///a.py", "version": version}
    params = {"textDocument": document, "contentChanges": [*changes]}
    return {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params}


def part(line: Any = 1, text: Any = "x") -> dict[str, Any]:
    start, end = {"line": line, "character": 2}, {"line": 3, "character": 4}
    return {"range": {"start": start, "end": end}, "text": text}


def test_a_change_is_read_as_it_is_written():
    read = changes_of(did_change(part(), {"text": "whole"}))
    span = Span(Position(1, 2), Position(3, 4))
    assert read == ("file:///a.py", 2, [Change(span, "x"), Change(None, "whole")])


def test_a_change_is_taken_though_less_is_told_than_the_protocol_asks_for():
    """No version, and a null for no range: the old text would go on being judged as if it were there."""
    message = did_change({"range": None, "text": "whole"}, version=None)
    assert changes_of(message) == ("file:///a.py", None, [Change(None, "whole")])
    del message["params"]["textDocument"]["version"]
    assert changes_of(message) == ("file:///a.py", None, [Change(None, "whole")])


@pytest.mark.parametrize(
    "message",
    [
        did_change(part(line="1")),
        did_change(part(line=True)),
        did_change(part(line=-1)),
        did_change(part(text=None)),
        did_change(version="2"),
        did_change(7),
        {**did_change(), "params": None},
        {**did_change(), "id": 1},
        {**did_change(), "method": "textDocument/didOpen"},
        {"jsonrpc": "2.0", "id": 1, "result": None},
        [],
        7,
    ],
)
def test_what_is_not_plainly_a_change_is_left_to_the_protocol(message: Any):
    assert changes_of(message) is None


class Reporting:
    """Takes what is reported."""

    name, version = "reporting", "1"

    def __init__(self) -> None:
        self.reported: list[str] = []

    def report_server_error(self, error: Exception, source: Any) -> None:
        self.reported.append(str(error))

    _report_server_error = report_server_error


@pytest.mark.parametrize("body", [b"{", b"[]", b"7", b'"text"', b"{}", b"\xff"])
def test_no_message_ends_the_connection(body: bytes):
    server = Reporting()
    Protocol(server, tolerant_converter()).receive(body)
    assert len(server.reported) == 1


def test_a_change_that_fails_is_reported():
    def failing(uri: str, version: int, changes: list[Change]) -> None:
        raise ZeroDivisionError(f"{uri} {version} {len(changes)}")

    server = Reporting()
    protocol = Protocol(server, tolerant_converter())
    protocol.on_change = failing
    protocol.receive(json.dumps(did_change(part())).encode())
    assert [("ZeroDivisionError: file:///a.py 2 1" in each) for each in server.reported] == [True]
