"""What the command line says when it cannot do what was asked."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path


class CommandError(Exception):
    """The command cannot be carried out. The message is for the user and names the way out."""


def nearest(wanted: str, known: Iterable[str], limit: int = 3) -> str:
    """The known names most like ``wanted``, separated by commas; empty where none is like it."""
    return ", ".join(get_close_matches(wanted, list(known), n=limit, cutoff=0.5))


def describe(error: BaseException, root: Path) -> str:
    """``error`` in a line: the place that raised it, its type, its words and its notes.

    The place is the innermost line of a file under ``root`` where there is one, else the innermost of
    all; a path under ``root`` is given relative to it. For a ``SyntaxError`` it is the line at fault.
    """
    frames = [
        (Path(frame.filename), frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)
    ]
    inside = [frame for frame in frames if frame[0].is_relative_to(root)]
    place = (inside or frames or [(Path(), 0)])[-1]
    if isinstance(error, SyntaxError) and error.filename:
        place = (Path(error.filename), error.lineno or 0)
    path, line = place
    where = f"{path.relative_to(root) if path.is_relative_to(root) else path}:{line}: " if line else ""
    words = error.msg if isinstance(error, SyntaxError) else str(error)
    notes = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
    return f"{where}{type(error).__name__}: {words}{notes}"
