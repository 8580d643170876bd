"""The shipped claims file and registry as they are typed: every prefix, cut at each character.

    python -m bench.prefixes [--step N]

Each prefix is the open text of its file within the shipped project: the index is made of it and the static
rules look at it, as after a keystroke. A prefix that raises, or that moves a function which stands before the
cut, is named, and the run ends with 1. Prefixes come in order, so that all but the first are read by chunks;
``--anew`` reads each by an indexer that has seen nothing of the file.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

from bench.figures import median, p95, table
from tessera_lsp.findings import collect
from tessera_lsp.index import Indexer
from tessera_lsp.index.facts import ModuleFacts
from tessera_lsp.index.parsing import Parser
from tessera_lsp.index.reading import read_module
from tessera_lsp.project import Project, discover, module_name, read_document
from tessera_lsp.rules.kept import Kept
from tessera_lsp.text import Document, Span
from tessera_lsp.verdicts import Verdicts

REPOSITORY = Path(__file__).resolve().parents[1]
TYPED = ("tessera/business/claims.py", "tessera/eval/registry.py")


@dataclass
class Run:
    """What came of the prefixes of one file. Times are seconds of the processor."""

    name: str
    times: list[tuple[float, int]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def row(self) -> list[str]:
        """Its line of the table."""
        seconds = [each for each, _ in self.times]
        slowest, cut = max(self.times)
        return [
            f"`{self.name}`",
            f"{len(seconds):,}",
            str(len(self.wrong)),
            f"{median(seconds):.1f}",
            f"{p95(seconds):.1f}",
            f"{slowest * 1000:.1f}",
            f"{cut:,}",
        ]


class Typist:
    """One file of a project, typed from its beginning while all others are closed."""

    def __init__(self, project: Project, path: Path) -> None:
        self._project, self._path = project, path
        self._saved: dict[str, Document] = {}
        self._module = module_name(path, project.import_roots) or path.stem
        self._whole = read_document(path)
        self._parser, self._indexer, self._kept = Parser(), Indexer(), Kept()
        self._ends = {function.qualname: function.span for function in self._read(self._whole).functions}
        self._places = _places(self._read(self._whole))

    def forget(self) -> None:
        """Read the next prefix as if the file had just been opened."""
        self._parser, self._indexer, self._kept = Parser(), Indexer(), Kept()

    def type_until(self, cut: int) -> float:
        """Seconds that the index and the static findings of the first ``cut`` characters take. Raises what
        they raise, and ``AssertionError`` for a function before the cut that is elsewhere or gone."""
        document = Document(self._whole.uri, cut, self._whole.text[:cut])
        touched = [str(self._path)]
        began = process_time()
        index = self._indexer.build(self._project, self._text(document), touched if cut else None)
        collect(self._project, index, Verdicts(), document=self._text(document), static=True, kept=self._kept)
        seconds = process_time() - began
        found = _places(self._read(document))
        end = document.position(cut)
        for name, span in self._ends.items():
            if span.end < end and found.get(name) != self._places[name]:
                raise AssertionError(f"{name} stands at {self._places[name]}, found {found.get(name)}")
        return seconds

    @property
    def length(self) -> int:
        """Characters of the whole text."""
        return len(self._whole.text)

    def _read(self, document: Document) -> ModuleFacts:
        return read_module(str(self._path), self._module, document, self._parser)

    def _text(self, document: Document) -> Callable[[str], Document]:
        def text(path: str) -> Document:
            if path == str(self._path):
                return document
            if path not in self._saved:
                self._saved[path] = read_document(path)
            return self._saved[path]

        return text


def _places(facts: ModuleFacts) -> dict[str, Span]:
    return {function.qualname: function.name_span for function in facts.functions}


def run(name: str, step: int, anew: bool) -> Run:
    """Type the file until each ``step``-th character."""
    project = discover(REPOSITORY)
    assert project is not None
    typist, done = Typist(project, REPOSITORY / name), Run(name)
    for cut in range(0, typist.length + 1, step):
        if anew:
            typist.forget()
        try:
            done.times.append((typist.type_until(cut), cut))
        except Exception:
            done.wrong.append(f"{name}, cut at {cut}:\n{traceback.format_exc()}")
    return done


def main() -> int:
    """Print the table; 1 where a prefix went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--step", type=int, default=1, metavar="N", help="characters between two cuts")
    parser.add_argument("--anew", action="store_true", help="keep nothing from one prefix to the next")
    arguments = parser.parse_args()
    runs = [run(name, arguments.step, arguments.anew) for name in TYPED]
    head = ["file", "prefixes", "wrong", "median ms", "p95 ms", "slowest ms", "cut at"]
    print(table(head, [each.row() for each in runs]))
    wrong = [each for one in runs for each in one.wrong]
    print("\n".join(wrong), end="", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
