"""pygls with this server's manners: a converter that forgives, the encoding that we prefer, no documents.

Rules kept here: ``initialize`` is answered whatever a newer client offers; the position encoding is the first
of utf-8, utf-32, utf-16 that the client knows (LSP: utf-16 where it says nothing); pygls's own documents,
which split lines as ``str.splitlines`` does, are never filled.
"""

from __future__ import annotations

import enum
import inspect
import json
import logging
import operator
import sys
from collections.abc import Callable, Generator
from itertools import chain
from typing import Any

import cattrs
from lsprotocol import types
from pygls.exceptions import (
    FeatureNotificationError,
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
)
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method

from tessera_lsp.text import Change, Encoding, Position, Span

PREFERRED: tuple[Encoding, ...] = ("utf-8", "utf-32", "utf-16")
_OURS = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
)
_PUBLISH = f'{{"jsonrpc": "2.0", "method": "{types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS}", "params": '

logger = logging.getLogger(__name__)


def choose_encoding(offered: Any) -> Encoding:
    """The encoding to speak with a client whose ``general.positionEncodings`` are ``offered``."""
    names = {str(getattr(kind, "value", kind)) for kind in offered or ()}
    return next((kind for kind in PREFERRED if kind in names), "utf-16")


def _member_or_value(value: Any, kind: type[enum.Enum]) -> Any:
    """The member of ``kind``; a value that this version of the protocol does not know stays as it is."""
    try:
        return kind(value)
    except ValueError:
        return value


def tolerant_converter() -> cattrs.Converter:
    """pygls's converter, except that unknown enumeration values and unreadable capabilities pass."""
    converter: cattrs.Converter = default_converter()  # type: ignore[no-untyped-call]
    for kind in vars(types).values():
        # One by one: the hooks of int and str, which these derive from, win over a predicate.
        if inspect.isclass(kind) and issubclass(kind, enum.Enum):
            converter.register_structure_hook(kind, _member_or_value)
    strict = converter.get_structure_hook(types.ClientCapabilities)

    def capabilities(value: Any, kind: Any) -> types.ClientCapabilities:
        """Each capability by itself: one that does not read is as if it were not offered."""
        try:
            return strict(value, kind)  # type: ignore[no-any-return]
        except (cattrs.BaseValidationError, ValueError, TypeError, KeyError):
            readable = types.ClientCapabilities()
        for key in value if isinstance(value, dict) else ():
            try:
                part = strict({key: value[key]}, kind)
            except (cattrs.BaseValidationError, ValueError, TypeError, KeyError):
                logger.warning("the client's capability %r is not understood", key)
                continue
            for field in ("workspace", "text_document", "notebook_document", "window", "general"):
                if getattr(part, field) is not None:
                    setattr(readable, field, getattr(part, field))
            readable.experimental = part.experimental or readable.experimental
        return readable

    converter.register_structure_hook(types.ClientCapabilities, capabilities)
    return converter


def changes_of(data: Any) -> tuple[str, int | None, list[Change]] | None:
    """What a ``textDocument/didChange`` says: the URI, the version, and the changes in the client's units.
    None for another message, and for one that does not say plainly what changes. A version that is not told,
    and a range that is null, are no reason to keep a text that is the client's no longer."""
    try:
        if data["method"] != types.TEXT_DOCUMENT_DID_CHANGE or data["jsonrpc"] != "2.0" or "id" in data:
            return None
        document, changes = data["params"]["textDocument"], data["params"]["contentChanges"]
        uri, version = document["uri"], document.get("version")
        found = [Change(_span(each.get("range")), each["text"]) for each in changes]
    except (AttributeError, KeyError, TypeError):
        return None
    ends = [end for change in found if change.span is not None for end in change.span]
    numbers = list(chain.from_iterable(ends))
    texts = [uri, *(change.text for change in found)]
    is_plain = (
        (version is None or type(version) is int)
        and all(type(n) is int and n >= 0 for n in numbers)
        and all(type(text) is str for text in texts)
    )
    return (uri, version, found) if is_plain else None


def _span(given: Any) -> Span | None:
    if given is None:
        return None
    start, end = given["start"], given["end"]
    return Span(Position(start["line"], start["character"]), Position(end["line"], end["character"]))


class Protocol(LanguageServerProtocol):
    """Answers what pygls would leave unanswered, and leaves documents to the server."""

    def __init__(self, server: Any, converter: cattrs.Converter) -> None:
        super().__init__(server, converter)
        self.encoding: Encoding = "utf-16"
        self._written: dict[str, tuple[tuple[types.Diagnostic, ...], tuple[str, ...]]] = {}
        """By URI, the diagnostics that stand in the client, and how each was written."""
        self.on_change: Callable[[str, int | None, list[Change]], None] | None = None
        """Given the URI, the version and the changes of each ``textDocument/didChange`` that is plain."""
        self.has_exited = False
        """Whether the client has said ``exit``."""
        for method in _OURS:
            self.fm.builtin_features.pop(method, None)

    def receive(self, body: bytes) -> None:
        """Handle a message, as pygls would; what is wrong with it, or with its handler, is logged. A change
        of a text, of which one comes with each key, is handed to ``on_change`` as it is."""
        try:
            data = json.loads(body)
            edit = changes_of(data) if self.on_change is not None and not self._shutdown else None
            if edit is None:
                self.handle_message(self.structure_message(data) if isinstance(data, dict) else data)
                return
        except Exception as error:  # whatever a client sends, the next message is handled
            logger.exception("Unable to handle message")
            self._server.report_server_error(error, JsonRpcException)
            return
        try:
            self.on_change(*edit)  # type: ignore[misc]
        except Exception:
            internal = JsonRpcInternalError.of(sys.exc_info())  # type: ignore[no-untyped-call]
            self._server.report_server_error(internal, FeatureNotificationError)

    def publish(self, params: types.PublishDiagnosticsParams) -> None:
        """Send a file's diagnostics. Objects that were sent before are not written anew."""
        standing, texts = self._written.get(params.uri, ((), ()))
        now = tuple(params.diagnostics)
        if len(now) != len(standing) or not all(map(operator.is_, now, standing)):
            known = {id(each): text for each, text in zip(standing, texts, strict=True)}
            texts = tuple([known.get(id(each)) or self._write(each) for each in now])
            self._written[params.uri] = now, texts
        about = json.dumps(params.uri)
        if params.version is not None:
            about += f', "version": {params.version}'
        body = f'{_PUBLISH}{{"uri": {about}, "diagnostics": [{", ".join(texts)}]}}}}'
        if self.writer is not None:
            self.writer.write(f"Content-Length: {len(body)}\r\n\r\n{body}".encode("ascii"))

    @lsp_method(types.EXIT)
    def lsp_exit(self, *arguments: Any) -> None:  # type: ignore[override]
        """The client needs nothing more. pygls raises ``SystemExit`` here, in the middle of a turn of the
        event loop: what that turn had still to do is done with the next one's, and a read that is done twice
        waits for a client that says nothing more."""
        self.has_exited = True

    def _write(self, diagnostic: types.Diagnostic) -> str:
        return json.dumps(self._converter.unstructure(diagnostic))

    @property
    def ended_properly(self) -> bool:
        """Whether the client has asked for the shutdown."""
        return bool(self._shutdown)

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        """As pygls, but with the encoding that we prefer among those offered."""
        general = params.capabilities.general
        self.encoding = choose_encoding(general.position_encodings if general else None)
        # pygls takes the first one of the client's list that it knows.
        if general is None:
            general = params.capabilities.general = types.GeneralClientCapabilities()
        general.position_encodings = [types.PositionEncodingKind(self.encoding)]
        result = yield from super().lsp_initialize(params)
        return result

    def _handle_cancel_notification(self, msg_id: str | int) -> None:
        """As pygls, without a warning where the answer was on its way already."""
        if msg_id in self._request_futures:
            super()._handle_cancel_notification(msg_id)

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]
        self, params: types.ExecuteCommandParams
    ) -> Any:
        """As pygls, but as one task: what is cancelled ends. (pygls answers that it is cancelled and lets the
        command go on; and its ``shutdown`` fails while a command runs.)"""
        handler = self.fm.commands.get(params.command)
        if handler is None:
            raise JsonRpcInvalidParams(f"there is no command {params.command!r}")
        return await handler(*(params.arguments or ()))

    def structure_message(self, data: dict[str, Any]) -> Any:
        """As pygls; a request that does not read is answered with an error, so that no client waits."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise
