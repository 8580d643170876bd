"""A project with one battery of many measured claims: the shipped verifier, six shapes, a graph of articles.

Claims are spread evenly over the shapes; a tenth of those of each shape is false.
"""

from __future__ import annotations

import shutil
from pathlib import Path

SHAPES = ("weight", "price", "count", "kind", "heavier", "origin")
_HEAD = '''\
"""What an answer may state about articles in stock."""

from __future__ import annotations

import re
from decimal import Decimal

from stock.reading import cited, number

'''
_SHAPE = '''

def {name}(claim, nodes, graph):
    """The stated {name} is what the cited records say.

    Samples:
        True:  The {name} of article A0001 is {value}. <- article/0001
        None:  Article A0001 is sold out. <- article/0001
    """
    match = _{NAME}.fullmatch(claim.text)
    if match is None:
        return None
    records = cited(claim, nodes)
    if graph is None or not records:
        return False
    entity = graph.entity_named(match["article"], "article")
    if entity is None or records.keys() != {{entity}}:
        return False
    stated = number(match["value"])
    total = sum((number(node.attr("{name}")) for node in records.values()), Decimal(0))
    return total == stated
'''
_READING = '''\
"""How citations and numbers are read."""

from decimal import Decimal


def cited(claim, nodes):
    """The cited nodes by id; empty where one is unknown or not as known."""
    found = {record.id: nodes[record.id] for record in claim.support if record.id in nodes}
    genuine = all(record.id in found and found[record.id].record == record for record in claim.support)
    return found if genuine else {}


def number(text):
    """A number as it is stated."""
    return Decimal(text.replace(",", ""))
'''
_DATA = '''\
"""Articles, and what is claimed of them."""

from tessera.eval.battery import GoldCase
from tessera.graph import KnowledgeGraph, Node
from tessera.grounding import Answer, Claim, EvidenceRecord, KnowledgeBase, Origin

SHAPES = {shapes!r}
CLAIMS = {claims}
ARTICLES = CLAIMS // len(SHAPES) + 1


def _record(at):
    text = "Article A%04d: " % at + ", ".join("%s %d" % (name, at + n) for n, name in enumerate(SHAPES))
    return EvidenceRecord("article/%04d" % at, Origin("stock", "row %d" % at), text)


def build_graph():
    graph = KnowledgeGraph()
    for at in range(1, ARTICLES + 1):
        values = tuple((name, str(at + n)) for n, name in enumerate(SHAPES))
        graph.add_node(Node(_record(at), "article", "A%04d" % at, values))
    return graph


def build_kb():
    return KnowledgeBase(tuple(_record(at) for at in range(1, ARTICLES + 1)))


def synthetic(graph, kb):
    return [GoldCase(str(at), "?", "stock", "answer") for at in range(CLAIMS)]


def answer(case, graph, kb):
    at = int(case.id)
    article, n = at // len(SHAPES) + 1, at % len(SHAPES)
    value = article + n + (1 if article % 10 == 0 else 0)
    text = "The %s of article A%04d is %d." % (SHAPES[n], article, value)
    return Answer("?", (Claim(text, (kb["article/%04d" % article],)),))
'''
_REGISTRY = '''\
"""The one battery."""

from pathlib import Path

from tessera.eval.battery import Battery


def batteries():
    from stock import claims, data

    return (
        Battery(
            "stock",
            Path(__file__).parent / "gold",
            data.build_graph,
            data.build_kb,
            data.answer,
            data.synthetic,
            claims.SHAPES,
        ),
    )
'''
_CONFIGURATION = '''\
[tool.tessera]
registry = "stock.registry"
core = "tessera.eval.metrics"
eval = "tessera.eval.harness.run_eval"
claims = ["stock/claims.py"]
'''


def claims_text() -> str:
    """The claims file."""
    pattern = '_{NAME} = re.compile(r"The {name} of article (?P<article>A[0-9]+) is (?P<value>[0-9,]+)\\.")\n'
    patterns = "".join(pattern.format(name=name, NAME=name.upper()) for name in SHAPES)
    bodies = "".join(
        _SHAPE.format(name=name, NAME=name.upper(), value=1 + place) for place, name in enumerate(SHAPES)
    )
    return f"{_HEAD}{patterns}{bodies}\n\nSHAPES = ({', '.join(SHAPES)})\n"


def edited(shape: str) -> str:
    """The claims file with one shape written otherwise, of the same answers."""
    text = claims_text()
    start = text.index(f"def {shape}(")
    return text[:start] + text[start:].replace("    return total == stated", "    return stated == total", 1)


def write(root: Path, claims: int, tessera: Path) -> Path:
    """Write the project below ``root``, with a copy of the package ``tessera``; its claims file."""
    shutil.copytree(tessera, root / "tessera", ignore=shutil.ignore_patterns("__pycache__"))
    folder = root / "stock"
    (folder / "gold").mkdir(parents=True)
    for name, text in {
        "__init__.py": '"""Articles in stock."""\n',
        "claims.py": claims_text(),
        "reading.py": _READING,
        "data.py": _DATA.format(shapes=SHAPES, claims=claims),
        "registry.py": _REGISTRY,
    }.items():
        (folder / name).write_text(text)
    (root / "pyproject.toml").write_text(_CONFIGURATION)
    return folder / "claims.py"
