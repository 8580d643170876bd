"""A project about crates, and six changes of it, one on top of the other."""

from __future__ import annotations

_EVIDENCE = '''\
"""Records, claims about them, and the graph that holds them."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Origin:
    source: str
    locator: str


@dataclass(frozen=True)
class EvidenceRecord:
    id: str
    origin: Origin
    text: str


@dataclass(frozen=True)
class Claim:
    text: str
    support: tuple


@dataclass(frozen=True)
class Crate:
    record: EvidenceRecord
    name: str
    weight: int
    colour: str

    @property
    def id(self):
        return self.record.id


@dataclass
class Graph:
    nodes: dict = field(default_factory=dict)

    def add(self, crate):
        self.nodes[crate.id] = crate
'''

_BATTERY = '''\
"""What is measured together."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Battery:
    name: str
    build_graph: Callable
    answers: Callable
    claim_shapes: tuple = ()
'''

_METRICS = '''\
"""The verifier: declared shapes in order, then verbatim containment."""


def contained(claim, nodes, graph):
    """Supported where each cited record holds the sentence word for word."""
    return True if all(claim.text in record.text for record in claim.support) else None


def is_supported(claim, nodes, graph=None, shapes=()):
    """Whether the first grammar that owns the claim says it holds."""
    for shape in (*shapes, contained):
        answer = shape(claim, nodes, graph)
        if answer is not None:
            return answer
    return False
'''

_HARNESS = '''\
"""Puts each battery's answers to the verifier."""

from depot.metrics import is_supported


def run_eval(batteries):
    for battery in batteries:
        graph = battery.build_graph()
        for claim in battery.answers(graph):
            is_supported(claim, graph.nodes, graph, battery.claim_shapes)
'''

_REGISTRY = '''\
"""The batteries: the one module that names verticals."""

from depot.battery import Battery
from depot.stock import answers, claims, data


def stock():
    """Crates, what they weigh and how they look."""
    return Battery(
        name="stock",
        build_graph=data.graph,
        answers=answers.answers,
        claim_shapes=(claims.crate_weight, claims.crate_colour, claims.crate_words),
    )


def batteries():
    return (stock(),)
'''

_CLAIMS = '''\
"""What an answer may state about crates."""

import re

_WEIGHT = re.compile(r"Crate (\\d+) weighs (\\d+) kg\\.")
_COLOUR = re.compile(r"Crate (\\d+) is (green|blue|red)\\.")
_WORDS = re.compile(r"Crate (\\d+) (?:weighs|is|holds) ([^.]+)\\.")


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
        None: Beschläge für Türen, 18 kg net. <- crate/2
    """
    match = _WEIGHT.fullmatch(claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])


def crate_colour(claim, nodes, graph):
    """The stated colour is the cited crate's.

    Samples:
        True: Crate 1 is green. <- crate/1
        False: Crate 1 is blue. <- crate/1
        None: Crate 1 weighs 12 kg. <- crate/1
    """
    match = _COLOUR.fullmatch(claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].colour == match[2]


def crate_words(claim, nodes, graph):
    """All that is said of a crate stands on its label.

    Samples:
        True: Crate 1 holds Steel bolts. <- crate/1
        False: Crate 1 weighs 12 kg gross. <- crate/1
        None: Three crates are in stock. <- crate/1
    """
    match = _WORDS.fullmatch(claim.text)
    if match is None:
        return None
    return all(word in record.text for record in claim.support for word in match[2].split())
'''

_DATA = '''\
"""Three crates."""

from depot.evidence import Crate, EvidenceRecord, Graph, Origin

LABELS = (
    ("1", 12, "green", "Steel bolts, M8, 12 kg net."),
    ("2", 18, "blue", "Beschläge für Türen, 18 kg net."),
    ("3", 7, "green", "Lamp shades 🧪, 7 kg net."),
)


def graph():
    """The graph of all crates."""
    built = Graph()
    for name, weight, colour, label in LABELS:
        record = EvidenceRecord(f"crate/{name}", Origin("labels.txt", f"line {name}"), label)
        built.add(Crate(record, name, weight, colour))
    return built
'''

_ANSWERS = '''\
"""What the stock battery answers."""

from depot.evidence import Claim


def answers(graph):
    """Each crate's weight, with and without its wrapping, its colour, and its label."""
    for crate in graph.nodes.values():
        yield Claim(f"Crate {crate.name} weighs {crate.weight} kg.", (crate.record,))
        yield Claim(f"Crate {crate.name} weighs {crate.weight} kg net.", (crate.record,))
        yield Claim(f"Crate {crate.name} is {crate.colour}.", (crate.record,))
        yield Claim(crate.record.text, (crate.record,))
'''

FILES = {
    # Few rules, so that the reviews that are kept as files do not change with every rule that is added.
    "pyproject.toml": '[tool.tessera]\nregistry = "depot.registry"\n'
    'select = ["TES101", "TES107", "TES208", "TES209", "TES401", "TES9"]\n',
    "depot/__init__.py": "",
    "depot/stock/__init__.py": "",
    "depot/evidence.py": _EVIDENCE,
    "depot/battery.py": _BATTERY,
    "depot/metrics.py": _METRICS,
    "depot/harness.py": _HARNESS,
    "depot/registry.py": _REGISTRY,
    "depot/stock/claims.py": _CLAIMS,
    "depot/stock/data.py": _DATA,
    "depot/stock/answers.py": _ANSWERS,
}

CLAIMS, REGISTRY, DATA = "depot/stock/claims.py", "depot/registry.py", "depot/stock/data.py"
ANSWERS = "depot/stock/answers.py"
_CITED = '''\
def _alone(claim, nodes):
    """The one crate that is cited, or None."""
    cited = [nodes[record.id] for record in claim.support]
    return cited[0] if len(cited) == 1 else None


def crate_weight('''

Change = dict[str, tuple[tuple[str, str], ...]]
COMMITS: dict[str, Change] = {
    "refactored": {
        CLAIMS: (
            ("def crate_weight(", _CITED),
            (
                "    cited = [nodes[record.id] for record in claim.support]\n    return len(cited) == 1 and ",
                "    crate = _alone(claim, nodes)\n    return crate is not None and ",
            ),
            ("cited[0].name", "crate.name"),
            ("cited[0].weight", "crate.weight"),
            ("cited[0].colour", "crate.colour"),
        )
    },
    "widened": {
        CLAIMS: (
            (r'weighs (\d+) kg\.")', r'weighs (\d+) kg(?: \w+)?\.")'),
            (
                "        False: Crate 1 weighs 13 kg. <- crate/1\n",
                "        False: Crate 1 weighs 13 kg. <- crate/1\n"
                "        True: Crate 2 weighs 18 kg net. <- crate/2\n"
                "        False: Crate 2 weighs 19 kg net. <- crate/2\n",
            ),
        )
    },
    "renamed": {
        CLAIMS: (("crate_colour", "crate_paint"),),
        REGISTRY: (("crate_colour", "crate_paint"),),
    },
    "row": {
        DATA: (
            (
                '("1", 12, "green", "Steel bolts, M8, 12 kg net.")',
                '("1", 14, "green", "Steel bolts, M8, 14 kg net.")',
            ),
        ),
    },
    "dropped": {REGISTRY: (("claims.crate_paint, ", ""),)},
    "reordered": {
        REGISTRY: (
            ("(claims.crate_weight, claims.crate_words)", "(claims.crate_words, claims.crate_weight)"),
        )
    },
}
"""By name, each on top of the one before it: for each file, what is put in place of what."""
