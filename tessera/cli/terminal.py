"""Text in and out of the command line: UTF-8 whatever the locale, and nothing that steers a terminal."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import unicodedata
from collections.abc import Iterator, Sequence


def write_utf8() -> None:
    """Make standard output and error UTF-8; what is not encodable is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def readable_arguments(arguments: Sequence[str]) -> list[str]:
    """``arguments`` with the bytes that the locale could not decode read as UTF-8 where they are that."""
    readable = []
    for argument in arguments:
        if any("\udc80" <= char <= "\udcff" for char in argument):
            with contextlib.suppress(UnicodeError):
                argument = argument.encode(sys.getfilesystemencoding(), "surrogateescape").decode("utf-8")
        readable.append(argument)
    return readable


@contextlib.contextmanager
def project_output_aside() -> Iterator[None]:
    """While a project's code runs, what it prints goes to standard error and not into the result."""
    with contextlib.redirect_stdout(sys.stderr):
        yield


def discard_stdout() -> None:
    """Let what is still buffered for a reader that has gone vanish, so that nothing complains at exit."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


def printable(text: str) -> str:
    """``text`` on one line, with control characters, line ends and directional overrides as escapes."""
    return "".join(_escape(char) if _steers(char) else char for char in text)


def _steers(char: str) -> bool:
    return not char.isprintable() and not (unicodedata.category(char) == "Zs" or char in "\u200c\u200d")


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
