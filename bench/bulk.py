"""The shipped business battery with many measured claims: each true claim again and again, with the name of
its customer in other letters, small and capital, which the grammar takes for the same name.

The claims are spread evenly over the six shapes. A copy of the package in a folder of its own.
"""

from __future__ import annotations

import shutil
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "tessera"
CLAIMS = "tessera/business/claims.py"
SHAPES = (
    "net_order_value",
    "customer_address_counts",
    "renewal_date_conflict",
    "refuse_to_sum",
    "totals_comparison",
    "superlative",
)
_BULK = '''\
"""Many claims out of the synthetic ones."""

from itertools import count

from tessera.business import schema
from tessera.business.answers import answer as answer_once, synthetic as synthetic_once
from tessera.business.claims import BUSINESS_SHAPES
from tessera.eval.battery import GoldCase
from tessera.grounding import Answer, Claim

CLAIMS = {claims}
_MADE = []


def _name_in(text, names):
    """The longest name that stands in the text, and whose letters have two cases."""
    for name in names:
        if name in text and all(c.isascii() for c in name):
            return name
    return ""


def _written(text, name, number):
    letters = [c.upper() if number >> at & 1 else c.lower() for at, c in enumerate(name)]
    return text.replace(name, "".join(letters), 1)


def _by_shape(graph, kb):
    names = {{node.name for node in graph.of_kind(schema.CUSTOMER)}}
    names = sorted(names, key=lambda name: (-len(name), name))
    found = [[] for _ in BUSINESS_SHAPES]
    for case in synthetic_once(graph, kb):
        for claim in answer_once(case, graph, kb).claims:
            name = _name_in(claim.text, names)
            for place, shape in enumerate(BUSINESS_SHAPES):
                said = shape(claim, graph.nodes, graph)
                if said is not None:
                    if said and len(name) > 6:
                        found[place].append((claim, name))
                    break
    return found


def _made(graph, kb):
    if not _MADE:
        lists, seen = _by_shape(graph, kb), set()
        for number in count(1):
            for own in lists:
                claim, name = own[number % len(own)]
                text = _written(claim.text, name, number)
                if text not in seen and len(_MADE) < CLAIMS:
                    seen.add(text)
                    _MADE.append(Claim(text, claim.support))
            if len(_MADE) == CLAIMS:
                break
    return _MADE


def synthetic(graph, kb):
    return [GoldCase(str(at), "?", "bulk", "answer") for at in range(len(_made(graph, kb)))]


def answer(case, graph, kb):
    return Answer("?", (_made(graph, kb)[int(case.id)],))
'''
_REGISTRY = '''\
"""The one battery."""

from pathlib import Path

from tessera.eval.battery import Battery


def batteries():
    from tessera import bulk
    from tessera.business.claims import BUSINESS_SHAPES
    from tessera.business.data import build_graph, build_kb

    gold = Path(__file__).parent / "no_gold"
    return (Battery("bulk", gold, build_graph, build_kb, bulk.answer, bulk.synthetic, BUSINESS_SHAPES),)
'''
PLAIN_LOOP = """
import sys, time
sys.path.insert(0, ".")
from tessera.eval import registry
from tessera.eval.metrics import is_supported
(battery,) = registry.batteries()
graph, kb = battery.build_graph(), battery.build_kb()
claims = [c for case in battery.synthetic(graph, kb) for c in battery.answer(case, graph, kb).claims]
for _ in range(4):
    began = time.perf_counter()
    supported = sum(is_supported(claim, graph.nodes, graph, battery.claim_shapes) for claim in claims)
    print(supported, time.perf_counter() - began, flush=True)
"""
"""Prints, several times, how many claims are supported and the seconds that this took."""


def copy(root: Path) -> Path:
    """The package as it is, in a project of its own below ``root``; its claims file."""
    shutil.copytree(PACKAGE, root / "tessera", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "pyproject.toml").write_text("[tool.tessera]\n")
    return root / CLAIMS


def write(root: Path, claims: int) -> Path:
    """The same with one battery of so many claims."""
    path = copy(root)
    (root / "tessera/bulk.py").write_text(_BULK.format(claims=claims))
    (root / "tessera/eval/registry.py").write_text(_REGISTRY)
    (root / "tessera/eval/no_gold").mkdir()
    return path


def edited(text: str, shape: str) -> str:
    """The claims file with one shape written otherwise, of the same answers."""
    old = "if graph is None or cited is None"
    at = text.index(old, text.index(f"def {shape}("))
    return text[:at] + "if cited is None or graph is None" + text[at + len(old) :]


def edited_parts(root: Path) -> dict[str, str]:
    """The verifier and what all shapes reach written otherwise, of the same answers: all is judged anew."""
    metrics = (root / "tessera/eval/metrics.py").read_text()
    claims = (root / CLAIMS).read_text()
    old = "    cited = {record.id: nodes[record.id] for record in claim.support if record.id in nodes}\n"
    assert old in claims
    return {
        "tessera/eval/metrics.py": metrics + "\nANEW = True\n",
        CLAIMS: claims.replace(old, old + "    cited = dict(cited)\n"),
    }
