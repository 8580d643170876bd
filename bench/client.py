"""A bare client of a language server on stdio: sends, waits for one message, measures nothing itself."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

LIMIT = 120.0
"""Seconds to wait for a message."""
Message = dict[str, Any]


class Client:
    """One server process. Answers what the server asks with nothing."""

    def __init__(self, command: Sequence[str], root: Path, env: Mapping[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            command,
            cwd=root,
            env={**os.environ, **(env or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._root = root
        self._ids = 0
        self._incoming: queue.Queue[Message | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        try:
            if kind is None:
                self.request("shutdown", None)
                self.notify("exit", None)
                self.process.wait(10)
        finally:
            self.process.kill()
            self.process.wait()

    def start(self, options: object = None) -> None:
        """The handshake. Diagnostics are pushed: the client does not say that it can pull them."""
        folder = {"uri": self._root.as_uri(), "name": self._root.name}
        self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": self._root.as_uri(),
                "workspaceFolders": [folder],
                "capabilities": {
                    "workspace": {"workspaceFolders": True},
                    "textDocument": {"publishDiagnostics": {"versionSupport": True}},
                    "general": {"positionEncodings": ["utf-8", "utf-16"]},
                },
                "initializationOptions": options,
            },
        )
        self.notify("initialized", {})

    def open(self, path: Path, text: str) -> None:
        """Open a document as version 1."""
        document = {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def edit(self, path: Path, version: int, line: int, start: int, end: int, text: str) -> None:
        """Replace a part of one line."""
        place = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
        document = {"uri": path.as_uri(), "version": version}
        change = {"range": place, "text": text}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def findings(self, path: Path, version: int) -> list[Message]:
        """The diagnostics of a document's version, once they are published."""

        def is_it(message: Message) -> bool:
            parameters = message.get("params") or {}
            is_published = message.get("method") == "textDocument/publishDiagnostics"
            return is_published and (parameters["uri"], parameters.get("version")) == (path.as_uri(), version)

        found: list[Message] = self.wait(is_it)["params"]["diagnostics"]
        return found

    def request(self, method: str, parameters: object) -> Any:
        """A request's result."""
        self._ids += 1
        number = self._ids
        self._send({"id": number, "method": method, "params": parameters})
        answer = self.wait(lambda message: message.get("id") == number and "method" not in message)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def notify(self, method: str, parameters: object) -> None:
        """Send a notification."""
        self._send({"method": method, "params": parameters})

    def wait(self, wanted: Callable[[Message], bool]) -> Message:
        """The next message that is wanted; others are dropped."""
        end = time.monotonic() + LIMIT
        while True:
            try:
                message = self._incoming.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise TimeoutError(f"no answer within {LIMIT:g} s from {self.process.args!r}") from None
            if message is None:
                raise RuntimeError(f"the server has ended: {self.process.args!r}")
            if wanted(message):
                return message

    def memory(self) -> float:
        """Resident memory of the server process in MiB; Linux only."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) / 1024

    def processor_time(self) -> float:
        """Seconds of processor time that the server process has taken; Linux only."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _send(self, message: Message) -> None:
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def _read(self) -> None:
        assert self.process.stdout is not None
        stream = self.process.stdout
        length = 0
        while line := stream.readline():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            elif not line.strip():
                message: Message = json.loads(stream.read(length))
                if "method" in message and "id" in message:
                    asked = (message.get("params") or {}).get("items", [])
                    is_settings = message["method"] == "workspace/configuration"
                    self._send({"id": message["id"], "result": [None] * len(asked) if is_settings else None})
                else:
                    self._incoming.put(message)
        self._incoming.put(None)
