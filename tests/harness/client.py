"""An editor without a screen: drives the language server over stdio and waits until it has settled.

``Editor`` is for tests that type; ``observe`` opens a workspace once and gives back all that is shown.
Every wait has a limit and fails at once when the server's process ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pytest_lsp import LanguageClient, make_test_lsp_client

REPOSITORY = Path(__file__).resolve().parents[2]
LIMIT = float(os.environ.get("TESSERA_LIMIT", "30"))
"""Seconds that any wait may take; more by ``TESSERA_LIMIT``, on a machine that does much else at once."""

COMMAND = (
    sys.executable,
    "-P",
    "-X",
    "faulthandler",  # for ``Editor.where_it_stands``
    "-c",
    f"import sys; sys.path.insert(0, {str(REPOSITORY)!r}); "
    "from tessera_lsp.entry import main; sys.argv[1:] = []; sys.exit(main())",
)
"""The server from this tree, whatever is installed; nothing of it reaches the worker's environment."""


def sibling(name: str) -> ModuleType:
    """Another module of this folder: tests are no package."""
    known = f"tessera_harness_{name}"
    if known not in sys.modules:
        spec = importlib.util.spec_from_file_location(known, Path(__file__).with_name(f"{name}.py"))
        assert spec is not None
        assert spec.loader is not None
        sys.modules[known] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[known])
    return sys.modules[known]


processes = sibling("processes")


def capabilities(*encodings: str, **more: Any) -> types.ClientCapabilities:
    """What a capable editor says of itself; ``encodings`` as it offers them, none for silence."""
    offered = [types.PositionEncodingKind(name) for name in encodings]
    given: dict[str, Any] = {
        "general": types.GeneralClientCapabilities(position_encodings=offered or None),
        "text_document": types.TextDocumentClientCapabilities(
            hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
            inlay_hint=types.InlayHintClientCapabilities(),
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
                related_information=True, version_support=True, data_support=True
            ),
            document_symbol=types.DocumentSymbolClientCapabilities(hierarchical_document_symbol_support=True),
        ),
        "workspace": types.WorkspaceClientCapabilities(
            workspace_folders=True,
            inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True),
        ),
        "window": types.WindowClientCapabilities(work_done_progress=True),
        "experimental": {"tesseraStatus": True},
    }
    return types.ClientCapabilities(**{**given, **more})


def environment(state: Path, **more: str) -> dict[str, str]:
    """The environment of a user whose answers are kept under ``state``."""
    kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    return {**kept, "XDG_STATE_HOME": str(state), **more}


@dataclass
class Editor:
    """One editor with one server. ``answer`` is what it says to questions: a button's title, or None."""

    client: LanguageClient
    root: Path
    answer: Callable[[types.ShowMessageRequestParams], str | None] = lambda params: None
    statuses: dict[str, Any] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    published: list[types.PublishDiagnosticsParams] = field(default_factory=list)
    questions: list[types.ShowMessageRequestParams] = field(default_factory=list)
    refreshes: int = 0
    initialized: types.InitializeResult | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    # ------------------------------------------------------------------ start and end

    @classmethod
    async def start(
        cls,
        root: Path,
        env: Mapping[str, str],
        *,
        options: Any = None,
        folders: Iterable[Path] | None = None,
        offers: types.ClientCapabilities | None = None,
        command: tuple[str, ...] = COMMAND,
        answer: Callable[[types.ShowMessageRequestParams], str | None] = lambda params: None,
    ) -> Editor:
        """Start a server in ``root`` and open ``folders`` (by default ``root``) in it."""
        client = make_test_lsp_client()
        editor = cls(client, root, answer)
        editor._listen()
        await client.start_io(*command, cwd=root, env=dict(env))
        opened = [root] if folders is None else list(folders)
        params = types.InitializeParams(
            capabilities=offers or capabilities(),
            initialization_options=options,
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in opened],
        )
        editor.initialized = await editor.within(client.initialize_session(params))
        return editor

    def _listen(self) -> None:
        @self.client.feature("tessera/status")
        def status(params: Any) -> None:
            self.statuses[params.root] = params
            self._news.set()

        del self.client.protocol.fm.features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.published.append(params)
            self.client.diagnostics[params.uri] = params.diagnostics
            self._news.set()

        @self.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
        async def ask(params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
            self.questions.append(params)
            self._news.set()
            title = self.answer(params)
            if title == "never":
                await asyncio.sleep(LIMIT)
            return None if title is None else types.MessageActionItem(title)

        @self.client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)
        def refresh(params: None) -> None:
            self.refreshes += 1

    @property
    def process(self) -> asyncio.subprocess.Process:
        """The server's process."""
        process: asyncio.subprocess.Process = self.client._server
        return process

    async def stop(self) -> int:
        """Shut down and exit; the exit code."""
        with contextlib.suppress(RuntimeError):
            await self.within(self.client.shutdown_session())
        code = await asyncio.wait_for(self.process.wait(), LIMIT)
        await self.client.stop()
        return code

    async def kill(self) -> None:
        """End the server without a word, and this client."""
        for pending in list(self.client.protocol._request_futures.values()):
            if isinstance(pending, asyncio.Task):  # a question of the server that nobody answers
                pending.cancel()
        await asyncio.sleep(0)
        if self.process.returncode is None:
            self.process.kill()
            await asyncio.wait_for(self.process.wait(), LIMIT)
        await self.client.stop()

    # ------------------------------------------------------------------ waiting

    async def within(self, work: Any, limit: float = LIMIT) -> Any:
        """The result of ``work``; fails when it takes longer or the server ends first."""
        task = asyncio.ensure_future(work)
        ended = asyncio.ensure_future(self.process.wait())
        try:
            await asyncio.wait({task, ended}, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            if ended.done():
                raise AssertionError(f"the server ended with {ended.result()}")
            raise AssertionError(f"no answer within {limit} s: {await self.where_it_stands()}")
        finally:
            for each in (task, ended):
                each.cancel()

    async def where_it_stands(self) -> str:
        """End a server that does not answer; how it was, for a message. Its threads' stacks are on stderr."""
        process = Path("/proc", str(self.process.pid))
        with contextlib.suppress(OSError):
            state = (process / "status").read_text().partition("State:")[2].splitlines()[0].strip()
            self.process.send_signal(signal.SIGABRT)
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.process.wait(), 5.0)
            await asyncio.sleep(0.1)  # for the task that passes its stderr on
            return f"the server was in state {state}, its stacks are on stderr; {self._situation()}"
        return f"the server's process is gone, and nobody was told; {self._situation()}"

    async def until(self, holds: Callable[[], Any], what: str, limit: float = LIMIT) -> Any:
        """The first true value of ``holds``, asked whenever the server tells something."""
        end = time.monotonic() + limit
        while True:
            self._news.clear()
            if value := holds():
                return value
            left = end - time.monotonic()
            if left <= 0:
                raise AssertionError(f"not within {limit} s: {what}; {self._situation()}")
            if self.process.returncode is not None:
                raise AssertionError(f"the server ended with {self.process.returncode} before: {what}")
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._news.wait(), min(left, 0.25))

    def _situation(self) -> str:
        logged = [message.message for message in self.client.log_messages[-10:]]
        standing = [d.message for found in self.client.diagnostics.values() for d in found][:10]
        return f"status {list(self.statuses.values())}, findings {standing}, log {logged}"

    async def settled(self, root: Path | None = None, limit: float = LIMIT) -> Any:
        """The project's status once nothing more will come for the texts as they are open."""
        uri = (root or self.root).as_uri()

        def holds() -> Any:
            status = self.statuses.get(uri)
            if status is None or not status.settled:
                return None
            seen = {entry.uri: entry.version for entry in status.versions}
            mine = {u: v for u, v in self.versions.items() if u.startswith(uri + "/")}
            return status if all(seen.get(u) == v for u, v in mine.items()) else None

        return await self.until(holds, "settled", limit)

    # ------------------------------------------------------------------ typing

    def uri(self, path: str | Path) -> str:
        """The URI of a path, relative to the root."""
        return (self.root / path).as_uri()

    def open(self, path: str | Path, text: str | None = None) -> str:
        """Open a file with its saved text, or another one; the text."""
        uri = self.uri(path)
        if text is None:
            text = (self.root / path).read_bytes().decode()
        self.versions[uri], self.texts[uri] = 1, text
        item = types.TextDocumentItem(uri, "python", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return text

    def change(self, path: str | Path, text: str) -> int:
        """Replace the whole text; the new version."""
        whole = types.TextDocumentContentChangeWholeDocument(text)
        return self._change(path, [whole], text)

    def replace(self, path: str | Path, old: str, new: str) -> int:
        """Replace the first occurrence of ``old``, as one incremental edit; the new version."""
        uri = self.uri(path)
        before, found, after = self.texts[uri].partition(old)
        assert found, f"{old!r} is not in {path}"
        place = types.Range(self.position(path, len(before)), self.position(path, len(before) + len(old)))
        edit = types.TextDocumentContentChangePartial(place, new)
        return self._change(path, [edit], before + new + after)

    def _change(self, path: str | Path, changes: list[Any], text: str) -> int:
        uri = self.uri(path)
        self.versions[uri] += 1
        self.texts[uri] = text
        identifier = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, changes))
        return self.versions[uri]

    def save(self, path: str | Path) -> None:
        """Write the open text to disk and say so."""
        uri = self.uri(path)
        (self.root / path).write_bytes(self.texts[uri].encode())
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def close(self, path: str | Path) -> None:
        """Close without saving."""
        uri = self.uri(path)
        del self.versions[uri], self.texts[uri]
        self.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
        )

    def disk_changed(self, *changes: tuple[str | Path, types.FileChangeType]) -> None:
        """Tell of watched files."""
        events = [types.FileEvent(self.uri(path), kind) for path, kind in changes]
        self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))

    # ------------------------------------------------------------------ looking

    def position(self, path: str | Path, offset: int) -> types.Position:
        """The client's position of an offset in the open text (lines end at ``\\n`` here)."""
        before = self.texts[self.uri(path)][:offset]
        line = before.rpartition("\n")[2]
        name = self.initialized.capabilities.position_encoding if self.initialized else None
        encoding = str(getattr(name, "value", name) or "utf-16")
        width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
        codec = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding]
        return types.Position(before.count("\n"), len(line.encode(codec)) // width)

    def place(self, path: str | Path, needle: str, after: str = "") -> types.Position:
        """Where ``needle`` begins, behind the first ``after``."""
        text = self.texts[self.uri(path)]
        return self.position(path, text.index(needle, text.index(after)))

    def diagnostics(self, path: str | Path, code: str = "") -> list[types.Diagnostic]:
        """What stands in a file now, of one code or of all."""
        standing = self.client.diagnostics.get(self.uri(path), [])
        return [diagnostic for diagnostic in standing if not code or diagnostic.code == code]

    async def hover(self, path: str | Path, position: types.Position) -> types.Hover | None:
        """The hover at a position."""
        params = types.HoverParams(types.TextDocumentIdentifier(self.uri(path)), position)
        hover: types.Hover | None = await self.within(self.client.text_document_hover_async(params))
        return hover

    async def hover_text(self, path: str | Path, position: types.Position) -> str:
        """The hover's Markdown, empty for none."""
        hover = await self.hover(path, position)
        return hover.contents.value if hover and isinstance(hover.contents, types.MarkupContent) else ""

    async def hints(self, path: str | Path) -> list[types.InlayHint]:
        """All hints of a file."""
        whole = types.Range(types.Position(0, 0), self.position(path, len(self.texts[self.uri(path)])))
        params = types.InlayHintParams(types.TextDocumentIdentifier(self.uri(path)), whole)
        return list(await self.within(self.client.text_document_inlay_hint_async(params)) or ())

    async def command(self, name: str, *arguments: Any) -> Any:
        """The result of a server command."""
        params = types.ExecuteCommandParams(name, list(arguments))
        return await self.within(self.client.workspace_execute_command_async(params))


@dataclass(frozen=True)
class Observed:
    """What the editor shows of a settled workspace. Positions are UTF-32 units, so code points."""

    status: Any
    diagnostics: dict[Path, list[types.Diagnostic]]
    hints: dict[Path, list[types.InlayHint]]
    hovers: dict[tuple[Path, int, int], str]


def observe(
    root: Path,
    state: Path,
    files: Iterable[Path] = (),
    hovers: Iterable[tuple[Path, int, int]] = (),
    *,
    run: bool = True,
) -> Observed:
    """Open ``root`` and ``files`` (relative to it), wait until all has settled, look, and end the server.

    ``root`` is absolute and real. ``hovers`` are (file, line, code point), both from 0, in opened files.
    Files that are not open may have diagnostics too. ``state`` is a folder for what the server remembers.
    """

    async def looking() -> Observed:
        editor = await Editor.start(
            root, environment(state), options={"run": run}, offers=capabilities("utf-32")
        )
        try:
            opened = list(files)
            for path in opened:
                editor.open(path)
            status = await editor.settled()
            hints = {path: await editor.hints(path) for path in opened}
            texts = {
                (path, line, column): await editor.hover_text(path, types.Position(line, column))
                for path, line, column in hovers
            }
            standing = {
                Path(unquote(urlsplit(uri).path)).relative_to(root): list(found)
                for uri, found in editor.client.diagnostics.items()
                if found
            }
            return Observed(status, standing, hints, texts)
        finally:
            await editor.stop()

    return asyncio.run(looking())
