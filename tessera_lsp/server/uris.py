"""File URIs and real paths, each file under the client's own spelling."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes, urlsplit
from urllib.request import url2pathname


def path_of(uri: str) -> str | None:
    """The real path that a ``file:`` URI names, None for another scheme or no URI at all.

    Percent-encoded bytes that are no UTF-8 name such a file, as the file system has it.
    """
    try:
        parts = urlsplit(uri)
        if parts.scheme != "file" or not parts.path:
            return None
        if os.name == "nt":
            return os.path.realpath(url2pathname(parts.path))
        return os.path.realpath(os.fsdecode(unquote_to_bytes(parts.path)))
    except ValueError:
        return None


def uri_of(path: str) -> str:
    """The plain ``file:`` URI of an absolute path."""
    return Path(path).as_uri()


class Spellings:
    """Remembers how the client writes its folders, so that a file in one gets a URI that the client knows.

    A folder behind a symbolic link, or with other characters percent-encoded than we would, keeps its form.
    """

    def __init__(self) -> None:
        self._folders: dict[str, str] = {}
        self._spelled: dict[str, str] = {}
        """URIs that were asked for, by path."""

    def add(self, folder_uri: str) -> str | None:
        """Learn a folder; its real path, None where it is no file URI."""
        path = path_of(folder_uri)
        if path is not None:
            self._folders[path] = folder_uri.rstrip("/")
            self._spelled.clear()
        return path

    def remove(self, folder_uri: str) -> None:
        """Forget a folder."""
        path = path_of(folder_uri)
        if path is not None:
            self._folders.pop(path, None)
            self._spelled.clear()

    @property
    def folders(self) -> tuple[str, ...]:
        """Real paths of the client's folders, in the order in which they came."""
        return tuple(self._folders)

    def uri(self, path: str) -> str:
        """The URI of ``path`` in the spelling of the innermost folder that holds it."""
        found = self._spelled.get(path)
        if found is None:
            found = self._spelled[path] = self._spell(path)
        return found

    def _spell(self, path: str) -> str:
        folder = Path(path)
        for parent in (folder, *folder.parents):
            if (spelled := self._folders.get(str(parent))) is not None:
                relative = os.path.relpath(path, parent)
                if relative == ".":
                    return spelled
                return f"{spelled}/{quote(os.fsencode(relative.replace(os.sep, '/')))}"
        return uri_of(path)
