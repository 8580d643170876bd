"""A terminal program run on a pseudo-terminal, its screen read, and drawn as a picture by Chromium."""

from __future__ import annotations

import fcntl
import html
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

COLUMNS, ROWS = 160, 36
_NAMED = {
    "default": "",
    "black": "#14171c",
    "red": "#e2735f",
    "green": "#56b27d",
    "brown": "#d7a657",
    "blue": "#6ea8fe",
    "magenta": "#c08be0",
    "cyan": "#5fc9d8",
    "white": "#e6e9ee",
}
_STYLE = """
body { margin: 0; background: #14171c; }
pre { margin: 0; padding: 14px 16px; color: #d8dde6; width: max-content;
  font: 14px/1.3 'DejaVu Sans Mono', monospace; }
"""


class Terminal:
    """One program on a screen of ``COLUMNS`` by ``ROWS``."""

    def __init__(self, command: Sequence[str], folder: Path, env: dict[str, str]) -> None:
        pyte: Any = pytest.importorskip("pyte", reason="needs the extra 'neovim'")
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self.screen)
        self.pid, self._descriptor = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            given = {**env, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
            os.execvpe(command[0], list(command), given)
        fcntl.ioctl(self._descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def press(self, keys: str) -> None:
        """Type ``keys``."""
        os.write(self._descriptor, keys.encode())

    def read(self, quiet: float = 0.3, limit: float = 5.0) -> None:
        """Take what the program draws until it has drawn nothing for ``quiet`` seconds."""
        end = time.monotonic() + limit
        while time.monotonic() < end and select.select([self._descriptor], [], [], quiet)[0]:
            try:
                self._stream.feed(os.read(self._descriptor, 1 << 16))
            except OSError:  # it has ended
                return

    @property
    def lines(self) -> list[str]:
        """The screen's lines, without blanks at their ends."""
        return [line.rstrip() for line in self.screen.display]

    def until(self, holds: Callable[[list[str]], object], what: str, limit: float = 60.0) -> None:
        """Read until ``holds`` of the lines."""
        end = time.monotonic() + limit
        while not holds(self.lines):
            assert time.monotonic() < end, f"not within {limit} s: {what}:\n" + "\n".join(self.lines)
            self.read(0.1, 0.5)

    def close(self) -> None:
        """End the program."""
        os.kill(self.pid, signal.SIGTERM)
        end = time.monotonic() + 5
        while os.waitpid(self.pid, os.WNOHANG) == (0, 0):
            if time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                break
            self.read(0.05, 0.1)
        os.close(self._descriptor)

    def page(self) -> str:
        """The screen as a page of HTML."""
        rows = "\n".join(self._row(number) for number in range(ROWS))
        return f'<!doctype html><meta charset="utf-8"><style>{_STYLE}</style><pre>{rows}</pre>'

    def _row(self, number: int) -> str:
        cells = self.screen.buffer[number]
        out, run, style = [], "", ""
        for column in range(COLUMNS):
            cell = cells[column]
            now = _css(cell)
            if now != style:
                out.append(_span(run, style))
                run, style = "", now
            run += cell.data
        return "".join((*out, _span(run, style)))

    def picture(self, path: Path) -> None:
        """Draw the screen into a PNG."""
        chromium = shutil.which("chromium")
        if chromium is None:
            pytest.skip("no chromium to draw with: Debian's package chromium")
        page = path.with_suffix(".html")
        page.write_text(self.page(), "utf-8")
        size = f"{round(COLUMNS * 8.43) + 32},{round(ROWS * 18.2) + 28}"
        options = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars")
        quiet = ("--disable-background-networking", "--disable-component-update", "--disable-sync")
        profile = f"--user-data-dir={path.parent / 'chromium-profile'}"
        target = (f"--window-size={size}", f"--screenshot={path}", page.as_uri())
        subprocess.run(
            [chromium, *options, *quiet, profile, *target], check=True, timeout=60, capture_output=True
        )
        page.unlink()
        shutil.rmtree(path.parent / "chromium-profile", ignore_errors=True)


def _css(cell: Any) -> str:
    fore, back = _colour(cell.fg), _colour(cell.bg)
    if cell.reverse:
        fore, back = back or "#14171c", fore or "#d8dde6"
    parts = [f"color:{fore}" if fore else "", f"background:{back}" if back else ""]
    parts += ["font-weight:bold" if cell.bold else "", "font-style:italic" if cell.italics else ""]
    parts.append("text-decoration:underline" if cell.underscore else "")
    return ";".join(part for part in parts if part)


def _colour(name: str) -> str:
    if name in _NAMED:
        return _NAMED[name]
    return f"#{name}" if len(name) == 6 else _NAMED.get(name.removeprefix("bright"), "")


def _span(text: str, style: str) -> str:
    shown = html.escape(text)
    return f'<span style="{style}">{shown}</span>' if style and text else shown
