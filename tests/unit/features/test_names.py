"""Which name means what: scopes as Python has them, imports, re-exports, aliases."""

from __future__ import annotations

import ast
import symtable
from pathlib import Path

import pytest

from tessera_lsp.index.names.denoting import Denoting
from tessera_lsp.index.names.model import MODULE, ModuleNames, Variable
from tessera_lsp.index.names.reader import read_names
from tessera_lsp.index.names.renaming import Refusal, plan
from tessera_lsp.index.names.within import Within, definitions_of, variable_of
from tessera_lsp.text import Document

KEY = ("depot.stock.claims", "weight")
HOME = "/p/depot/stock/claims.py"
CLAIMS = "def weight(claim, nodes, graph):\n    return None\n"


def module(name: str, text: str, *, package: bool = False) -> ModuleNames:
    path = "/p/" + name.replace(".", "/") + ("/__init__.py" if package else ".py")
    return read_names(path, name, Document("file://" + path, None, text))


def renamed(name: str, text: str, *others: ModuleNames, new: str = "mass", package: bool = False) -> str:
    """The text of one module once ``weight`` of the claims file is called ``new``."""
    here = module(name, text, package=package)
    places = plan(Denoting(KEY, HOME, (module(KEY[0], CLAIMS), here, *others)), new)
    assert not isinstance(places, Refusal), places
    document = Document("", None, text)
    spans = sorted({place.occurrence.span for place in places if place.path == here.path}, reverse=True)
    for span in spans:
        start, end = document.offset(span.start), document.offset(span.end)
        text = text[:start] + new + text[end:]
    return text


IMPORT = "from depot.stock.claims import §\n"


@pytest.mark.parametrize(
    "text",
    [
        IMPORT + "x = (§,)\n",
        "from depot.stock.claims import § as w\nx = (w,)\n",
        "from .stock import claims\nx = claims.§\n",
        "import depot.stock.claims as c\nc.§\n",
        "import depot.stock.claims\ndepot.stock.claims.§\n",
        "from depot.stock.claims import *\nx = §\n",
        "def f():\n    from depot.stock.claims import §\n    return [§ for _ in (§,)]\n",
        IMPORT + "def f(weight):\n    return weight\ng = lambda weight=§: weight\n",
        IMPORT + "class A:\n    weight = 1\n    def m(self):\n        return §\n",
        IMPORT + "print(f'''weight {§}\n{{weight}} {§!r} {1}''', weight=1)\n",
        IMPORT + "__all__ = ['§', 'other']\nname = 'depot.stock.claims.weight'\n",
        "try:\n    from depot.stock.claims import §\nexcept ImportError:\n    § = None\n",
        "weight = 3\nprint(weight, a.weight)\n",
        's = "\U0001f9ea"; ' + IMPORT,
        IMPORT + "def f():\n    global §\n    § = None\n",
        '"""Of `§`, ``§()`` and :func:`§`; weight, `weight loss`, ```weight```, `x.weight`."""\n' + IMPORT,
        '"""See `claims.§`."""\nfrom .stock import claims\n',
        '"""See `weight`."""\n',
        IMPORT + 'def f(weight):\n    """Of `weight`."""\ndef g():\n    """Of `§`."""\n    weigh = 1\n',
        IMPORT + 'class A:\n    """Of `§`.\n\n    Samples:\n        None: A `weight`. <- a\n    """\n',
        IMPORT + 'def g(mass):\n    """As `§`."""\n',
    ],
)
def test_a_rename_changes_what_means_the_shape(text: str):
    """``§`` stands where the shape is meant; ``weight`` as it is means something else."""
    assert renamed("depot.registry", text.replace("§", "weight")) == text.replace("§", "mass")


def test_a_re_export_hands_the_name_on_and_an_alias_ends_it():
    package = "from .claims import weight\nfrom .claims import weight as w\n"
    user = module("depot.use", "from depot.stock import weight, w\nprint(weight, w)\n")
    assert renamed("depot.stock", package, user, package=True) == (
        "from .claims import mass\nfrom .claims import mass as w\n"
    )
    exported = module("depot.stock", package, package=True)
    assert renamed("depot.use", "from depot.stock import weight, w\nprint(weight, w)\n", exported) == (
        "from depot.stock import mass, w\nprint(mass, w)\n"
    )
    found = Denoting(KEY, HOME, (module(KEY[0], CLAIMS), exported, user)).references()
    aliases = [each.occurrence.name for each in found if not each.renamed]
    assert aliases == ["w", "w", "w"]


@pytest.mark.parametrize(
    ("new", "text", "words"),
    [
        ("2nd", "", "no Python identifier"),
        ("class", "", "keyword"),
        ("taken", "taken = 1\nfrom depot.stock.claims import weight\n", "already"),
        ("sum", "from depot.stock.claims import weight\nsum([weight])\n", "already"),
        ("inner", "from depot.stock.claims import weight\ndef f(inner):\n    return weight\n", "already"),
        (
            "outer",
            "outer = 1\ndef f():\n    from depot.stock.claims import weight\n    return outer\n",
            "already",
        ),
        ("mass", "from depot.stock.claims import weight\ndef f(:\n", "does not parse"),
    ],
)
def test_a_rename_that_would_change_a_meaning_is_refused(new: str, text: str, words: str):
    modules = (module(KEY[0], CLAIMS), module("depot.registry", text))
    refusal = plan(Denoting(KEY, HOME, modules), new)
    assert isinstance(refusal, Refusal)
    assert words in refusal.message


def test_a_name_of_another_function_stands_not_in_the_way():
    text = "from depot.stock.claims import weight\ndef f():\n    mass = 1\n    return mass\nprint(weight)\n"
    assert "print(mass)" in renamed("depot.registry", text)


FACTORY = """\
def made(unit):
    def weight(claim, nodes, graph):
        \'\'\'Of `weight`.\'\'\'
        return None if unit else weight

    named = weight
    return weight


weight = made("kg")
shapes = (weight, named.weight)
"""


def test_a_function_within_another_is_renamed_there_alone():
    names = module("m", FACTORY)
    first = next(each for each in names.occurrences if each.kind == "definition" and each.name == "weight")
    variable = variable_of(names, first.span)
    assert variable is not None
    places = plan(Within(names, variable), "mass")
    assert not isinstance(places, Refusal)
    lines = [place.occurrence.span.start.line for place in places]
    assert lines == [1, 2, 3, 5, 6]
    assert definitions_of(names, places[-1].occurrence) == {first.span}
    refusal = plan(Within(names, variable), "unit")
    assert isinstance(refusal, Refusal)
    top = next(each for each in names.occurrences if each.name == "made")
    assert variable_of(names, top.span) is None
    assert definitions_of(names, names.occurrences[-1]) == frozenset()


SOURCES = sorted(Path(ast.__file__).parent.glob("[a-f]*.py"))[:25]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_scopes_are_pythons_own(path: Path):
    """Against ``symtable``: which names are a function's own, and which the module's."""
    text = path.read_text()
    names = module("m", text)
    document = Document("", None, text)
    assert names.whole
    assert [each for each in names.occurrences if document.slice(each.span) != each.name] == []
    ours = {variable.name for variable in names.bindings if variable.scope == MODULE}
    table = symtable.symtable(text, path.name, "exec")
    theirs = {
        symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned() or symbol.is_imported()
    }
    theirs |= _declared_global(table)
    assert ours == {name for name in theirs if not name.startswith(".")}


def _declared_global(table: symtable.SymbolTable) -> set[str]:
    found: set[str] = set()
    for child in table.get_children():
        found |= {s.get_name() for s in child.get_symbols() if s.is_declared_global() and s.is_assigned()}
        found |= _declared_global(child)
    return found


def test_a_walrus_binds_around_the_comprehension():
    names = module("m", "def f():\n    return [y := x for x in (1,)], y\n")
    assert {variable.name for variable in names.bindings} == {"f", "x", "y"}
    (y,) = [variable for variable in names.bindings if variable.name == "y"]
    assert names.parents[y.scope] == MODULE
    assert Variable(MODULE, "y") not in names.bindings


def test_files_of_one_dotted_name_are_told_apart():
    """Two import roots, each with a ``conftest``: only the one that imports the shape speaks of it."""
    claims = module(KEY[0], CLAIMS)
    texts = {
        "/p/one/conftest.py": "from depot.stock.claims import weight\n",
        "/p/two/conftest.py": "weight = 3\n",
        "/p/two/use.py": "from conftest import weight\n",
    }
    others = [read_names(path, Path(path).stem, Document("", None, text)) for path, text in texts.items()]
    found = Denoting(KEY, HOME, (claims, *others)).references()
    assert {each.path for each in found} == {HOME, "/p/one/conftest.py"}
