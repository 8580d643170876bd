"""Edits in JSON as texts, and texts' edits for the client."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from lsprotocol import types

from tessera_lsp.features.convert import from_range
from tessera_lsp.fixes import Edit, applied
from tessera_lsp.text import Document, Encoding

Read = Callable[[str], tuple[str, Document]]
"""The real path and present text of a URI."""


class EditError(ValueError):
    """An edit that can't be followed, and why."""


def texts_after(edit: Any, read: Read, encoding: Encoding) -> dict[str, Document]:
    """The texts that a ``WorkspaceEdit``, as JSON, makes of the present ones, by real path. Raises
    ``EditError`` where it is none, is for another version, or makes, renames or deletes files."""
    texts: dict[str, Document] = {}
    for uri, version, changes in _by_file(edit):
        path, document = read(uri)
        if version is not None and document.version is not None and version != document.version:
            raise EditError(f"the edit is for version {version} of {uri}, which is at {document.version}")
        if path in texts:
            raise EditError(f"the edit names {uri} twice")
        made = [_edit(path, document, change, encoding) for change in changes]
        try:
            text = applied(document, made)
        except ValueError as error:
            raise EditError(str(error)) from error
        texts[path] = Document(document.uri, document.version, text)
    return texts


def _by_file(edit: Any) -> Iterable[tuple[str, int | None, list[Any]]]:
    if not isinstance(edit, Mapping):
        raise EditError("an edit is an object with 'changes' or 'documentChanges'")
    changes = edit.get("documentChanges")
    if changes is not None:
        for change in _listed(changes, "documentChanges"):
            if not isinstance(change, Mapping) or "kind" in change:
                raise EditError("only changes of texts are followed, no file is made, renamed or deleted")
            named = change.get("textDocument")
            uri = named.get("uri") if isinstance(named, Mapping) else None
            version = named.get("version") if isinstance(named, Mapping) else None
            if not isinstance(uri, str) or not (version is None or isinstance(version, int)):
                raise EditError("each entry of 'documentChanges' names its 'textDocument' by 'uri'")
            yield uri, version, _listed(change.get("edits"), "edits")
        return
    by_uri = edit.get("changes")
    if not isinstance(by_uri, Mapping):
        raise EditError("an edit has 'changes' or 'documentChanges'")
    for uri, made in by_uri.items():
        yield str(uri), None, _listed(made, "changes")


def _listed(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise EditError(f"{name!r} is a list")
    return list(value)


def _edit(path: str, document: Document, change: Any, encoding: Encoding) -> Edit:
    try:
        start, end = change["range"]["start"], change["range"]["end"]
        places = [types.Position(int(at["line"]), int(at["character"])) for at in (start, end)]
        text = change["newText"]
    except (KeyError, TypeError, ValueError) as error:
        raise EditError("a change of a text has 'range' and 'newText'") from error
    if not isinstance(text, str):
        raise EditError("'newText' is a text")
    return Edit(path, from_range(document, types.Range(*places), encoding), text)
