"""A project with one battery of many measured claims: the shipped verifier, six shapes, a graph of
articles and lots.

Claims are spread evenly over the shapes; a tenth of those of each shape is false.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from bench.bulk import PACKAGE

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
        True:  The {name} of article A0001 is {value}. <- lot/0001-0, lot/0001-1, lot/0001-2
        False: The {name} of article A0001 is {value}. <- lot/0001-0, lot/0001-1
        None:  Article A0001 is sold out. <- lot/0001-0
    """
    match = _{NAME}.fullmatch(claim.text)
    if match is None:
        return None
    lots = cited(claim, nodes)
    if graph is None or not lots:
        return False
    article = graph.entity_named(match["article"], "article")
    if article is None or lots.keys() != set(graph.sources_of(graph.members_of(article), "lot of")):
        return False
    stated = number(match["value"])
    total = sum((number(lot.attr("{name}")) for lot in lots.values()), Decimal(0))
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
"""Articles, each in three lots."""

from tessera.graph import Edge, KnowledgeGraph, Node
from tessera.grounding import EvidenceRecord, KnowledgeBase, Origin

SHAPES = {shapes!r}
CLAIMS = {claims}
ARTICLES = CLAIMS // len(SHAPES) + 1


def _lots(at):
    for lot in range(3):
        values = [(name, str(at + n)) for n, name in enumerate(SHAPES)]
        text = "Lot %d of article A%04d: " % (lot, at) + ", ".join(map(" ".join, values))
        yield EvidenceRecord("lot/%04d-%d" % (at, lot), Origin("stock", "row %d" % at), text), tuple(values)


def build_graph():
    graph = KnowledgeGraph()
    for at in range(1, ARTICLES + 1):
        article = EvidenceRecord("article/%04d" % at, Origin("list", "row %d" % at), "Article A%04d" % at)
        graph.add_node(Node(article, "article", "A%04d" % at, ()))
        for record, values in _lots(at):
            graph.add_node(Node(record, "lot", record.id, values))
            graph.add_edge(Edge(record.id, article.id, "lot of"))
    return graph


def build_kb():
    return KnowledgeBase(tuple(node.record for node in build_graph().nodes.values()))
'''
_ANSWERS = '''\
"""What is claimed of the articles."""

from tessera.eval.battery import GoldCase
from tessera.grounding import Answer, Claim

from stock.data import CLAIMS, SHAPES


def synthetic(graph, kb):
    return [GoldCase(str(at), "?", "stock", "answer") for at in range(CLAIMS)]


def answer(case, graph, kb):
    at = int(case.id)
    article, n = at // len(SHAPES) + 1, at % len(SHAPES)
    value = 3 * (article + n) + (1 if article % 10 == 0 else 0)
    text = "The %s of article A%04d is %d." % (SHAPES[n], article, value)
    return Answer("?", (Claim(text, tuple(kb["lot/%04d-%d" % (article, lot)] for lot in range(3))),))
'''
_REGISTRY = '''\
"""The one battery."""

from pathlib import Path

from tessera.eval.battery import Battery


def batteries():
    from stock import answers, claims, data

    return (
        Battery(
            "stock",
            Path(__file__).parent / "gold",
            data.build_graph,
            data.build_kb,
            answers.answer,
            answers.synthetic,
            claims.SHAPES,
        ),
    )
'''
_CONFIGURATION = """\
[tool.tessera]
registry = "stock.registry"
core = "tessera.eval.metrics"
eval = "tessera.eval.harness.run_eval"
claims = ["stock/claims.py"]
"""


def claims_text() -> str:
    """The claims file."""
    pattern = '_{NAME} = re.compile(r"The {name} of article (?P<article>A[0-9]+) is (?P<value>[0-9,]+)\\.")\n'
    patterns = "".join(pattern.format(name=name, NAME=name.upper()) for name in SHAPES)
    values = enumerate(SHAPES, start=1)
    bodies = "".join(_SHAPE.format(name=name, NAME=name.upper(), value=3 * value) for value, name in values)
    return f"{_HEAD}{patterns}{bodies}\n\nSHAPES = ({', '.join(SHAPES)})\n"


def edited(text: str, shape: str) -> str:
    """The claims file with one shape written otherwise, of the same answers."""
    start = text.index(f"def {shape}(")
    return text[:start] + text[start:].replace("    return total == stated", "    return stated == total", 1)


def edited_parts(root: Path) -> dict[str, str]:
    """The verifier and what all shapes reach written otherwise, of the same answers: all is judged anew."""
    metrics = (root / "tessera/eval/metrics.py").read_text()
    reading = _READING.replace("return found if genuine", "return dict(found) if genuine")
    return {"tessera/eval/metrics.py": metrics + "\nANEW = True\n", "stock/reading.py": reading}


def write(root: Path, claims: int) -> Path:
    """Write the project below ``root``, with a copy of the shipped package; its claims file."""
    shutil.copytree(PACKAGE, root / "tessera", ignore=shutil.ignore_patterns("__pycache__"))
    folder = root / "stock"
    (folder / "gold").mkdir(parents=True)
    for name, text in {
        "__init__.py": '"""Articles in stock."""\n',
        "claims.py": claims_text(),
        "reading.py": _READING,
        "data.py": _DATA.format(shapes=SHAPES, claims=claims),
        "answers.py": _ANSWERS,
        "registry.py": _REGISTRY,
    }.items():
        (folder / name).write_text(text)
    (root / "pyproject.toml").write_text(_CONFIGURATION)
    return folder / "claims.py"
