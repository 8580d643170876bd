"""How ``check`` writes what it found: a format a module, each a function from values to text.

``write_reports`` puts formats into files beside what is printed.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tessera_lsp.storage import write_whole

if TYPE_CHECKING:
    from tessera_lsp.review.summary import Checked

Format = Callable[["Sequence[Checked]"], str]


class ReportError(Exception):
    """A report that cannot be written; the text names it and tells the way out."""


def as_text(checked: Sequence[Checked]) -> str:
    """What the terminal shows, without colours; no line end behind the last line."""
    from tessera_lsp.review.formats.text import plain, print_text

    out = io.StringIO()
    print_text(checked, plain(out))
    return out.getvalue().rstrip("\n")


def _late(module: str, function: str) -> Format:
    """A format whose module is imported when it is written: one run needs few of them."""

    def form(checked: Sequence[Checked]) -> str:
        written: Format = getattr(import_module(f"{__name__}.{module}"), function)
        return written(checked)

    return form


FORMATS: Mapping[str, Format] = {
    "text": as_text,
    "json": _late("json_format", "as_json"),
    "sarif": _late("sarif", "as_sarif"),
    "github": _late("github", "as_github"),
    "gitlab": _late("gitlab", "as_gitlab"),
    "junit": _late("junit", "as_junit"),
    "rdjson": _late("rdjson", "as_rdjson"),
}


def report_of(asked: str) -> tuple[Format, Path]:
    """The two halves of ``FORMAT=FILE``. Raises ``ReportError``."""
    name, equals, file = asked.partition("=")
    if not equals or not file or name not in FORMATS:
        raise ReportError(f"--report {asked}: write it as FORMAT=FILE, with one of {', '.join(FORMATS)}")
    path = Path(file)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise ReportError(f"--report {asked}: {file} is a folder, or its folder does not exist")
    return FORMATS[name], path


def write_reports(checked: Sequence[Checked], reports: Sequence[tuple[Format, Path]]) -> None:
    """Write each report, whole or not at all. Raises ``ReportError`` once all have been tried."""
    failed = []
    for form, path in reports:
        try:
            write_text(path, form(checked) + "\n")
        except OSError as error:
            failed.append(f"{path}: {error.strerror or error}")
    if failed:
        raise ReportError(f"could not be written: {'; '.join(failed)}")


def write_text(path: Path, text: str) -> None:
    """Write ``text`` so that the file holds what it held before, or all of it; what the user allows others
    (an old file's mode, the umask) stays. Raises ``OSError``."""
    data = text.encode("utf-8", "backslashreplace")
    if path.exists() and not path.is_file():  # a pipe or a device: nothing to replace
        path.write_bytes(data)
        return
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    write_whole(path, data, mode)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
