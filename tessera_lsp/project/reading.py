"""Python source files as text, decoded as Python decodes them."""

from __future__ import annotations

import codecs
import io
import tokenize
from pathlib import Path

from tessera_lsp.text import BrokenDocument, Document, SavedDocument


def read_document(path: str | Path, uri: str = "") -> Document:
    """The file's text with its line ends as they are, by its coding line (PEP 263), without a BOM.

    ``uri`` is the path's own ``file:`` URI where none is given. Never raises: a file that is missing or does
    not decode gives a ``BrokenDocument`` that says why.
    """
    path = Path(path)
    try:
        uri = uri or path.absolute().as_uri()
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return BrokenDocument(uri, None, "", f"cannot be read: {reason}", 0)
    text, problem, at = decode(data)
    return BrokenDocument(uri, None, text, problem, at) if problem else SavedDocument(uri, None, text)


def decode(data: bytes) -> tuple[str, str, int]:
    """A source file's text, and what is wrong with it (empty for nothing) at which offset of the text."""
    wrong = ""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        # Said too where there is no coding line and the first lines are not UTF-8: then that is the news.
        encoding, wrong = "utf-8", f"its coding line is wrong: {error.msg}"
    data = data.removeprefix(codecs.BOM_UTF8)
    encoding = "utf-8" if encoding == "utf-8-sig" else encoding
    try:
        return data.decode(encoding), wrong, 0
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, "replace")
        if encoding == "utf-8":
            problem = (
                f"is not UTF-8 (byte 0x{data[error.start]:02x}): save it as UTF-8, "
                "or name its encoding in a coding line at its top"
            )
        else:
            problem = f"does not decode as {encoding}: {error.reason}"
        return data.decode(encoding, "replace"), problem, len(before)
    except (LookupError, ValueError) as error:
        # A codec that makes no text, such as base64.
        return data.decode("utf-8", "replace"), f"does not decode as {encoding}: {error}", 0
