"""A small project of which each file has places that may be written in several ways, right and wrong.

``Wording`` is one way to write all of it; what a person types is another wording of one place.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

CLEAN = Path(__file__).resolve().parents[1] / "workspaces" / "clean"
CLAIMS, HELPER = "depot/stock/claims.py", "depot/stock/weights.py"
CORE, REGISTRY = "depot/metrics.py", "depot/registry.py"
DATA, ANSWERS, TABLE = "depot/stock/data.py", "depot/stock/answers.py", "depot/stock/labels.csv"
MEASURING = frozenset({CORE, REGISTRY, DATA, ANSWERS})
"""An unsaved edit of these may reach what the harness measures: that is measured again after a save."""

SOURCES = {
    CLAIMS: '''\
"""What an answer may state about crates."""

import re
<head>
from depot.stock.weights import equal

_WEIGHT = re.compile(r"Crate (\\d+) weighs (\\d+) kg\\.")


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs <weight> kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- <cited>
        None: Beschläge für Türen, 18 kg net. <- crate/2
    """
    <first>
    match = _WEIGHT.fullmatch(claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and equal(cited[0].weight, int(match[2]))


def any_bolts(claim, nodes, graph):
    """Bolts are in the cited crate 🧪.

    Samples:
        True: Bolts are there. <- crate/1
        False: Bolts are there. <- crate/3
    """
    if claim.text != "Bolts are there.":
        return None
    return all("bolts" in record.text for record in claim.support)
<tail>
''',
    HELPER: '"""How weights compare."""\n\nLIMIT = <limit>\n\n\ndef equal(one, other):\n    <equal>\n',
    CORE: '''\
"""The verifier: declared shapes in order, then verbatim containment."""

from collections.abc import Callable

ClaimShape = Callable[[object, object, object], "bool | None"]


def contained(claim, nodes, graph):
    """Supported where each cited record holds the sentence word for word."""
    return True if <contained>(claim.text in record.text for record in claim.support) else None


def is_supported(claim, nodes, graph=None, shapes=()):
    """Whether the first grammar that owns the claim says it holds."""
    for shape in (*shapes, contained):
        answer = shape(claim, nodes, graph)
        if answer is None:
            continue
        if not isinstance(answer, bool):
            raise TypeError(f"{shape.__name__} answered {answer!r}")
        return <answer>
    return False
''',
    REGISTRY: '''\
"""The batteries: the one module that names verticals."""

from depot.battery import Battery
from depot.stock import answers, claims, data


def stock():
    """Crates and what they weigh."""
    return Battery(
        name="stock",
        build_graph=data.graph,
        answers=answers.answers,
        claim_shapes=(<shapes>),
    )


def batteries():
    """All batteries, in order."""
    return (stock(),)
''',
    DATA: '''\
"""The crates of a table."""

import csv
from pathlib import Path

from depot.evidence import Crate, EvidenceRecord, Graph, Origin


def graph():
    """The graph of all crates."""
    built = Graph()
    with open(Path(__file__).with_name("labels.csv"), encoding="utf-8") as file:
        for name, weight, colour, label in csv.reader(file):
            record = EvidenceRecord(f"crate/{name}", Origin("labels.csv", f"line {name}"), label)
            built.add(Crate(record, name, int(weight)<more>, colour))
    return built
''',
    ANSWERS: '''\
"""What the stock battery answers."""

from depot.evidence import Claim


def answers(graph):
    """Each crate's weight, and its label."""
    for crate in graph.nodes.values():
        yield Claim(f"Crate {crate.name} weighs {crate.weight<said>} kg.", (crate.record,))
        yield Claim(crate.record.text, (crate.record,))
''',
    TABLE: """\
1,<one>,green,"Steel bolts, M8, 12 kg net."
2,18,blue,"Beschläge für Türen, 18 kg net."
3,7,green,"Lamp shades 🧪, 7 kg net."<row>
""",
}

UNDECLARED = "\n\ndef late(claim, nodes, graph):\n    return None\n"
CHOICES: dict[tuple[str, str], tuple[str, ...]] = {
    (CLAIMS, "head"): ("import math", "import nowhere_at_all", "raise ValueError('on import')", "x = ("),
    (CLAIMS, "weight"): ("12", "13", "14 🧪"),
    (CLAIMS, "cited"): ("crate/1", "crate/2", "crate/9"),
    (CLAIMS, "first"): ("pass", "return 1", "[].pop()", "return None", "claim.text.strip()", "if claim"),
    (CLAIMS, "tail"): ("", UNDECLARED, "\n\ndef late(claim,", "\n\n# ö 🧪"),
    (HELPER, "limit"): ("3", "4", "1 /"),
    (HELPER, "equal"): (
        "return one == other",
        "return one != other",
        "return LIMIT and one == other",
        "one.",
    ),
    (CORE, "contained"): ("all", "any", "bool"),
    (CORE, "answer"): ("answer", "not answer"),
    (REGISTRY, "shapes"): (
        "claims.crate_weight, claims.any_bolts",
        "claims.any_bolts, claims.crate_weight",
        "claims.crate_weight,",
        "claims.crate_weight, claims.gone",
        "",
    ),
    (DATA, "more"): ("", " + 1", " / 0"),
    (ANSWERS, "said"): ("", " + 1", ".none"),
    (TABLE, "one"): ("12", "13"),
    (TABLE, "row"): ("", '\n4,5,red,"Bolts are there."'),
}
"""By file and place its wordings; the first is right."""
PLACES = tuple(CHOICES)
SENTENCES = (
    ("Crate 1 weighs 12 kg.", ("crate/1",)),
    ("Crate 1 weighs 13 kg.", ("crate/1",)),
    ("Bolts are there.", ("crate/3", "crate/1")),
    ("Beschläge für Türen, 18 kg net.", ("crate/2", "crate/4")),
)
"""Sentences and what they cite; one record is there at times."""


@dataclass(frozen=True)
class Wording:
    """The choice at each place, by number; 0 where nothing is said."""

    chosen: tuple[tuple[tuple[str, str], int], ...] = ()

    def but(self, place: tuple[str, str], choice: int) -> Wording:
        """Another choice at a place; numbers past the last begin again."""
        chosen = {**dict(self.chosen), place: choice % len(CHOICES[place])}
        return Wording(tuple(sorted(chosen.items())))

    def text(self, path: str) -> str:
        """A file's text."""
        chosen, text = dict(self.chosen), SOURCES[path]
        for file, name in PLACES:
            if file == path:
                text = text.replace(f"<{name}>", CHOICES[file, name][chosen.get((file, name), 0)])
        return text


def write(root: Path) -> None:
    """The project as it is right."""
    shutil.copytree(CLEAN, root, ignore=shutil.ignore_patterns("__pycache__"))
    for path in SOURCES:
        (root / path).write_text(Wording().text(path), encoding="utf-8")
    config = '[tool.tessera]\nregistry = "depot.registry"\ntimeout = 5\n'
    (root / "pyproject.toml").write_text(config, encoding="utf-8")


def write_uses(root: Path, count: int) -> None:
    """Many modules that use the shape by its name, so that a search for it takes a while."""
    (root / "uses").mkdir()
    lines = "".join(f"value_{n} = crate_weight(None, {{}}, [{n}])\n" for n in range(400))
    for number in range(count):
        text = f"from depot.stock.claims import crate_weight\n{lines}"
        (root / "uses" / f"use_{number}.py").write_text(text, encoding="utf-8")


def difference(before: str, now: str) -> tuple[int, int, str]:
    """The smallest edit that makes one text of another: from, to, and what is put there."""
    start = _alike(before, now)
    rest = min(len(before), len(now)) - start
    end = _alike(before[::-1][:rest], now[::-1][:rest])
    return start, len(before) - end, now[start : len(now) - end]


def _alike(one: str, other: str) -> int:
    """How many characters are the same at the beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
