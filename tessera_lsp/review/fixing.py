"""``check --fix``: make the safe fixes of what was found, on disk or as a diff."""

from __future__ import annotations

import codecs
import difflib
import io
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tessera_lsp.fixes import Fixed, fix_all
from tessera_lsp.project import read_document
from tessera_lsp.review.output import complain
from tessera_lsp.review.summary import Checked, shown
from tessera_lsp.rules.model import Facts
from tessera_lsp.text import Document
from tessera_lsp.wording import counted, visible


@dataclass(frozen=True)
class Planned:
    """What one target's fixes make of its files: the texts before and after, by path."""

    fixed: Fixed
    before: Mapping[str, Document]

    @property
    def changed(self) -> tuple[str, ...]:
        """The files that would be another text, sorted."""
        texts = self.fixed.texts
        return tuple(sorted(path for path in texts if texts[path].text != self.before[path].text))


def plan(checked: Checked) -> Planned:
    """The safe fixes of the findings that were asked for. Writes nothing."""
    examined = checked.examined
    facts = Facts(
        examined.project,
        examined.index,
        examined.verdicts,
        static=examined.static,
        document=examined.texts,
    )
    fixed = fix_all(facts, checked.findings, examined.texts)
    return Planned(fixed, {path: examined.texts(path) for path in fixed.texts})


def write(plans: Sequence[Planned]) -> bool:
    """Write the fixed texts, each in its file's own encoding, and say how many findings were mended on
    standard error. False where a file could not be written, or is another one by now."""
    done = True
    written: list[Path] = []
    for planned in plans:
        for path in planned.changed:
            problem = _write(Path(path), planned.before[path], planned.fixed.texts[path].text)
            if problem:
                complain(f"{path}: not fixed: {problem}")
                done = False
            else:
                written.append(Path(path))
    mended = sum(len(planned.fixed.findings) for planned in plans)
    if written:
        complain(f"fixed {counted(mended, 'finding')} in {counted(len(written), 'file')}")
    return done


def _write(path: Path, before: Document, text: str) -> str:
    """Why the file was not written; empty where it was."""
    if read_document(path).text != before.text:
        return "it has changed since it was read"
    try:
        data = path.read_bytes()
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        path.write_bytes(mark + text.encode("utf-8" if mark else encoding))
    except OSError as error:
        return f"it cannot be written: {error.strerror}"
    except (SyntaxError, UnicodeEncodeError, LookupError) as error:
        return f"its encoding cannot be kept: {error}"
    return ""


def diffs(plans: Sequence[Planned], base: Path) -> Iterator[str]:
    """The unified diff of all files, as lines with their line ends; paths relative to ``base``."""
    for planned in plans:
        for path in planned.changed:
            name = visible(shown(path, base))
            old, new = (_lines(document) for document in (planned.before[path], planned.fixed.texts[path]))
            for line in difflib.unified_diff(old, new, f"a/{name}", f"b/{name}"):
                yield line if line.endswith(("\n", "\r")) else f"{line}\n\\ No newline at end of file\n"


def _lines(document: Document) -> list[str]:
    starts = [*document.line_starts, len(document.text)]
    lines = [document.text[start:end] for start, end in pairwise(starts)]
    return lines[:-1] if lines and not lines[-1] else lines
