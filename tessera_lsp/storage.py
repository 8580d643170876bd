"""Where this program keeps things of its own, and how a file is written so that it is never half there."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from pathlib import Path


def state_folder() -> Path:
    """The folder for what is kept between sessions: below ``XDG_STATE_HOME`` where that is set, else where
    the platform keeps such things."""
    return _folder("XDG_STATE_HOME", "Application Support", ".local/state")


def cache_folder() -> Path:
    """The folder for what can be made anew: below ``XDG_CACHE_HOME`` where that is set, else where the
    platform keeps such things."""
    return _folder("XDG_CACHE_HOME", "Caches", ".cache")


def _folder(variable: str, library: str, below_home: str) -> Path:
    given = os.environ.get(variable, "")
    if given and os.path.isabs(given):
        base = Path(given)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / library
    else:
        base = Path.home() / below_home
    return base / "tessera-lsp"


def write_whole(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Write ``data`` so that the file holds what it held before, or all of it. Raises ``OSError``; the folder
    must be there."""
    handle, name = tempfile.mkstemp(dir=path.absolute().parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
