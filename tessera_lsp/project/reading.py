"""Python source files as text, decoded as Python decodes them."""

from __future__ import annotations

import codecs
import io
import tokenize
from pathlib import Path

from tessera_lsp.text import BrokenDocument, Document


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
    return BrokenDocument(uri, None, text, problem, at) if problem else Document(uri, None, text)


def decode(data: bytes) -> tuple[str, str, int]:
    """A source file's text, and what is wrong with it (empty for nothing) at which offset of the text."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = codecs.lookup("utf-8" if encoding == "utf-8-sig" else encoding)
    except (SyntaxError, UnicodeError):
        # The coding line is wrong, or there is none and the first lines are not UTF-8.
        return _utf8(data)
    except (LookupError, ValueError):
        return _utf8(data)
    if text.name == "utf-8":
        return _utf8(data)
    try:
        return data.decode(encoding), "", 0
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, "replace")
        return data.decode(encoding, "replace"), f"does not decode as {encoding}: {error.reason}", len(before)
    except (LookupError, ValueError) as error:
        text_, _, _ = _utf8(data)
        return text_, f"does not decode as {encoding}: {error}", 0


def _utf8(data: bytes) -> tuple[str, str, int]:
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        problem = (
            f"is not UTF-8 (byte 0x{data[error.start]:02x}): save it as UTF-8, "
            "or name its encoding in a coding line at its top"
        )
        return data.decode("utf-8", "replace"), problem, len(before)
    wrong = _wrong_coding_line(data)
    return text, wrong, 0


def _wrong_coding_line(data: bytes) -> str:
    try:
        tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        return f"its coding line is wrong: {error.msg}"
    return ""
