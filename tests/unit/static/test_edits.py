"""After any edits, what is kept from text to text says the same as a reading of the last text alone."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tessera_lsp.findings import collect
from tessera_lsp.index import Indexer
from tessera_lsp.index.model import Index
from tessera_lsp.project import Project, discover, read_document
from tessera_lsp.rules.kept import Kept
from tessera_lsp.text import Change, Document, Span
from tessera_lsp.verdicts import Verdicts

CLAIMS = '''"""What may be said of crates: a total, a count.

Words at column 0 of a string.
"""
import re
import time
from functools import partial
from acme.sales.words import CRATE, whole

SEEN = {}
SHAPES = []
_TOTAL = re.compile(r"The total weight of (.+) is (\\d+) kg\\.")
_SLOW = re.compile(r"((?:a+)+) crates")
r"""Samples:
    True: nothing <- a
"""


def register(shape):
    SHAPES.append(shape)
    return shape


def _cited(claim, nodes):
    return [nodes[record.id] for record in claim.support]


def _now(claim):
    global COUNT
    COUNT = time.time()
    return float(claim.text) + _price(claim)


def _price(claim):
    return float(claim.price)


@register
def total(claim, nodes, graph):
    """A stated total is the sum.

    Samples:
        True: The total weight of Åsa is 12 kg. <- order/1
        False: The total weight of 🧪 is 13 kg <- order/1  # tessera: ignore[TES401]
        true: The total weight of Åsa is 12 kg.
    """
    match = _TOTAL.search(claim.text)
    if match is None:
        return None
    return sum(_cited(claim, nodes)) == int(match[2])


def count(claim, nodes, graph):  # tessera: ignore[TES113, TES106]
    match = re.match(CRATE, claim.text)
    if match:
        return len(_cited(claim, nodes)) == _now(claim)


class Limit:
    """Samples:
        None: Nothing. <- order/1
    """

    def __call__(self, claim, nodes, graph):
        SEEN[graph] = _SLOW.fullmatch(claim.text)
        return SEEN[graph]


def made(limit):
    def shape(claim, nodes, graph):
        return whole(claim.text)

    return shape


few = made(3)
SHAPES.append(few)
often = partial(count, graph=None)
limit = Limit()
'''
WORDS = """import re
CRATE = r"Crate (\\d+)"


def whole(text):
    return re.search(CRATE, text) is not None
"""
REGISTRY = """from acme.eval.battery import Battery
from acme.sales import claims


def sales():
    return Battery("sales", claim_shapes=(claims.total, claims.count, claims.few, claims.limit, claims.often))


def batteries():
    return (sales(),)
"""
FILES = {
    "pyproject.toml": "[tool.tessera]\n",
    "acme/__init__.py": "",
    "acme/eval/__init__.py": "",
    "acme/eval/metrics.py": 'SAYS = "the total weight of crates"\n\n\ndef is_supported(claim, nodes): ...\n',
    "acme/eval/battery.py": "class Battery:\n    def __init__(self, name, claim_shapes=()): ...\n",
    "acme/eval/registry.py": REGISTRY,
    "acme/sales/__init__.py": "",
    "acme/sales/words.py": WORDS,
    "acme/sales/claims.py": "",
}
PIECES = [
    "", " ", '\n', '\n\n', '\r', '\r\n',
    '\x0c', '\u2028', '\x00', "é", "🧪", '\\\n',
    ";", "#", "(", ")", "[", '"',
    "'", '"""', "'''", ":", '@register\n', 'else:\n',
    "    ", 'if count:\n    ', 'x = 1\n', 'import os\n', '_TOTAL = 1\n', 'total = few\n',
    'global SEEN\n', 'SEEN = []\n', "return None", 'return True\n    ', 'SHAPES.append(total)\n',
    'def _cited(claim, nodes):\n    return 1\n',
    "_price", "count(", 'from os import *\n', 'def __getattr__(name): ...\n', "yield", "async ",
    "# tessera: ignore[TES104]", "search", "r'''", 'a,\nb,\n(',
]  # fmt: skip


class Editor:
    """One project with one open claims file, read again after each edit, and read alone."""

    def __init__(self, root: Path, end: str = "\n") -> None:
        for name, text in FILES.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        project = discover(root)
        assert project is not None
        self.project: Project = project
        self.path = str((root / "acme/sales/claims.py").resolve())
        self.document = Document("file:///claims.py", 1, CLAIMS.replace("\n", end))
        self.words = str((root / "acme/sales/words.py").resolve())
        self.disk: dict[str, Document] = {}
        self.indexer, self.kept = Indexer(), Kept()
        self.look()

    def text(self, path: str) -> Document:
        return self.document if path == self.path else self.saved(path)

    def saved(self, path: str) -> Document:
        if path not in self.disk:
            self.disk[path] = read_document(Path(path))
        return self.disk[path]

    def edit(self, start: int, end: int, new: str) -> None:
        span = Span(self.document.position(start), self.document.position(end))
        self.document = self.document.apply([Change(span, new)], (self.document.version or 0) + 1, "utf-32")

    def type(self, old: str, new: str) -> tuple[int, int, int]:
        """Replace the first of a text: chunks parsed, parts gone over, shapes that rules looked at."""
        before = self._counts()
        start = self.document.text.index(old)
        self.edit(start, start + len(old), new)
        self.look()
        parsed, parts, shapes = (now - then for now, then in zip(self._counts(), before, strict=True))
        return parsed, parts, shapes

    def _counts(self) -> tuple[int, int, int]:
        return self.indexer.chunks_parsed, self.indexer.parts_made, self.kept.shapes_looked

    def edit_words(self, text: str) -> None:
        """The other module gets another text."""
        version = (self.saved(self.words).version or 0) + 1
        self.disk[self.words] = Document("file:///words.py", version, text)

    def look(self) -> dict[str, Any]:
        """What is told of the present text, with what is kept."""
        return self._told(self.indexer, self.kept, self.text)

    def anew(self) -> dict[str, Any]:
        """What is told of the same texts, read as a whole by somebody who knows nothing."""
        return self._told(Indexer(), Kept(), lambda path: replace(self.text(path), version=None))

    def _told(self, indexer: Indexer, kept: Kept, text: Any) -> dict[str, Any]:
        index = indexer.build(self.project, text)
        found = collect(self.project, index, Verdicts(), static=True, document=text, kept=kept)
        return {"findings": dict(found), **self._said(index)}

    def _said(self, index: Index) -> dict[str, Any]:
        file = index.files[self.path]
        return {
            "shapes": file.shapes,
            "samples": [shape.samples for shape in file.shapes],
            "bodies": [shape.body for shape in file.shapes],
            "readings": [shape.reading for shape in file.shapes],
            "places": [[(part.path, part.line) for part in shape.reading.all()] if shape.reading else []
                       for shape in file.shapes],
            "patterns": file.patterns,
            "registrations": file.registrations,
            "imports": file.imports,
            "unreadable": file.unreadable,
            "spoken": file.spoken,
            "suppressions": index.suppressions,
            "batteries": index.batteries,
        }  # fmt: skip


EDIT = st.tuples(st.floats(0, 1), st.integers(0, 30), st.sampled_from(PIECES))


@example("\n", [(1.0, 0, "\u2028")])
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["\n", "\r\n", "\r"]), st.lists(EDIT, min_size=1, max_size=6))
def test_any_edits(end: str, edits: list[tuple[float, int, str]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        editor = Editor(Path(name), end)
        for at, removed, new in edits:
            start = int(at * len(editor.document.text))
            editor.edit(start, min(start + removed, len(editor.document.text)), new)
            told, anew = editor.look(), editor.anew()
            for what, said in told.items():
                assert said == anew[what], what


def test_an_edit_of_what_a_file_imports_reaches_all_of_its_parts(tmp_path: Path) -> None:
    editor = Editor(tmp_path)
    before = editor.look()
    for text in (WORDS.replace("(\\d+)", "(.+)"), WORDS.replace("search", "fullmatch"), "", WORDS):
        editor.edit_words(text)
        told = editor.look()
        assert told == editor.anew()
        assert (told["patterns"], told["readings"]) == (
            before["patterns"],
            before["readings"],
        ) or text != WORDS


PLAIN = '''import re

LIMIT = 3
_TOTAL = re.compile(r"The total is (\\d+)")


def _cited(claim):
    return len(claim.support)


def total(claim, nodes, graph):
    """A total.

    Samples:
        True: The total is 3 <- order/1
    """
    match = _TOTAL.fullmatch(claim.text)
    if match is None:
        return None
    return _cited(claim) == int(match[1])


def count(claim, nodes, graph):
    return None if claim.text else _cited(claim) < LIMIT


def few(claim, nodes, graph):
    return bool(claim.text)
'''


@pytest.mark.parametrize(
    ("before", "after", "counts"),
    [
        ("bool(claim.text)", "None", (1, 1, 1)),
        ("return None\n", "return Non\n", (1, 1, 1)),
        ("match is None", "match is (None", (1, 1, 1)),
        ("True: The total", "True: A total", (1, 1, 1)),
        ("return None if", "\n    return None if", (1, 1, 3)),
        ("import re\n", "import re  # patterns\n\n", (0, 0, 3)),
        ("len(claim.support)", "sum(claim.support)", (1, 3, 2)),
        ("LIMIT = 3", "LIMIT = 4", (1, 2, 1)),
    ],
    ids=[
        "a body",
        "half a word",
        "an open bracket",
        "a sample",
        "a line more",
        "a comment",
        "a helper",
        "a constant",
    ],
)
def test_an_edit_costs_what_it_can_have_touched(
    tmp_path: Path, before: str, after: str, counts: tuple[int, int, int]
) -> None:
    """One chunk is parsed; the parts that name what has changed are gone over, and so are their shapes.
    (Where lines come or go, declared shapes stand elsewhere, and all shapes of the file are looked at.)"""
    editor = Editor(tmp_path)
    editor.edit(0, len(CLAIMS), PLAIN)
    editor.look()
    editor.type(before, after)
    for old, new in ((after, before), (before, after)):
        assert editor.type(old, new) == counts
        assert editor.look() == editor.anew()
