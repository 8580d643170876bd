"""The core speaks no vertical's language and imports none; only the registry names verticals."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import tessera
from tessera.eval.registry import batteries

PACKAGE = Path(tessera.__file__).resolve().parent
EVAL = sorted(path for path in (PACKAGE / "eval").glob("*.py") if path.name != "registry.py")
CORE = [
    *EVAL,
    *(PACKAGE / name for name in ("amounts.py", "graph.py", "grounding.py", "text.py", "tokens.py")),
]
VERTICALS = sorted(path for path in PACKAGE.iterdir() if (path / "gold").is_dir())

# The generic grammars' own words, which any vertical may speak as well.
GENERIC = {"appears in", "shared fragment", "verbatim containment"}
# Words that carry no meaning of their own: two of them beside each other are nobody's phrase.
_FILLER_WORDS = """
    a again all an and another are as at be been behind but by does each every first for from had has have
    how i in into is it its last more no not of on one only or other out said same so such than that the
    their them then there these they this to two under up was were what when where which who with yet
"""
FILLERS = frozenset(_FILLER_WORDS.split())
_SYNTAX = re.compile(r"\\.|\[[^\]]*\]|\(\?P<\w+>|\(\?P=\w+\)|\(\?[:=!a-z]*|[()|?*+.{}^$]|[0-9]+")
_SAMPLE = re.compile(r"^ *(?:True|False|None):(.*(?:\n(?! *(?:True|False|None):) +\S.*)*)", re.MULTILINE)


def pattern_strings(tree: ast.AST, *, all_strings: bool) -> Iterator[str]:
    """Strings in calls of ``re``; or all that are no docstring, for a module that is all grammar."""
    docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    roots = [call for call in calls if ast.unparse(call.func).startswith("re.")]
    for root in [tree] if all_strings else roots:
        for node in ast.walk(root):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
                yield node.value


def sample_texts(tree: ast.AST) -> Iterator[str]:
    """The sentences of the samples in a module's docstrings, without what they cite."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "Samples:" in node.value:
            for sample in _SAMPLE.findall(node.value.partition("Samples:")[2]):
                yield sample.rpartition("<- ")[0]


def words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", text.casefold().replace("'s ", " ").replace("’s ", " "))


def phrases_of(path: Path) -> set[str]:
    """Phrases of two or more words that a vertical's module speaks: whole runs, and pairs within them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    patterns = pattern_strings(tree, all_strings=path.name == "claims.py")
    found = set()
    for run in [*sample_texts(tree), *(run for pattern in patterns for run in _SYNTAX.split(pattern))]:
        spoken = words(run)
        pairs = [pair for pair in pairwise(spoken) if not FILLERS.intersection(pair)]
        found |= {" ".join(pair) for pair in pairs}
        if len(spoken) >= 2 and not FILLERS.issuperset(spoken):
            found.add(" ".join(spoken))
    return found - GENERIC


def spoken_in(source: str) -> str:
    """A core module as words, names of functions too, with bars where punctuation keeps words apart."""
    text = re.sub(r"[^\w\s'’]+", " | ", source.casefold().replace("_", " ").replace("#", " "))
    return f" {' '.join(text.split())} "


def vertical_phrases() -> set[str]:
    files = [path for vertical in VERTICALS for path in vertical.rglob("*.py")]
    speaking = [
        path for path in files if path.name == "claims.py" or "re.compile(" in path.read_text("utf-8")
    ]
    return set().union(*(phrases_of(path) for path in speaking))


def test_the_verticals_speak() -> None:
    """Guards the test below: with no phrase found it would prove nothing."""
    assert {battery.name for battery in batteries()} == {path.name for path in VERTICALS}
    found = vertical_phrases()
    assert len(found) > 50
    assert {"net order", "order value", "address records", "different currencies"} <= found


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_no_phrase_of_a_vertical_stands_in_the_core(path: Path) -> None:
    spoken = spoken_in(path.read_text(encoding="utf-8"))
    assert [phrase for phrase in sorted(vertical_phrases()) if f" {phrase} " in spoken] == []


@pytest.mark.parametrize(
    "planted",
    ["# a Net order\n# value is meant", "def net_order_value(): ...", 'x = "different  currencies"'],
)
def test_a_phrase_that_is_planted_is_found(planted: str) -> None:
    assert any(f" {phrase} " in spoken_in(planted) for phrase in vertical_phrases())


def imported_by(source: str) -> set[str]:
    """Every module that a source imports, anywhere in it, with the names taken from packages."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_the_core_imports_no_vertical(path: Path) -> None:
    prefixes = tuple(f"tessera.{vertical.name}" for vertical in VERTICALS)
    assert [name for name in imported_by(path.read_text("utf-8")) if name.startswith(prefixes)] == []


@pytest.mark.parametrize(
    "source", ["def f():\n    import tessera.business.data", "from tessera import business"]
)
def test_an_import_of_a_vertical_is_found(source: str) -> None:
    assert any(name.startswith("tessera.business") for name in imported_by(source))


def test_importing_the_core_and_the_registry_loads_no_vertical() -> None:
    """The registry imports verticals inside its builders, so that one broken vertical stays alone."""
    names = [f"tessera.eval.{path.stem}" for path in EVAL if path.stem != "__init__"]
    code = f"import sys, {', '.join(names)}, tessera.eval.registry\nprint(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    loaded = done.stdout.split()
    assert "tessera.eval.registry" in loaded
    assert [name for name in loaded if name.startswith(("tessera.business", "tessera.devex"))] == []
