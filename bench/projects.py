"""Projects to measure on: any number of verticals with five shapes each, and one long claims file.

Plain files; nothing of ``tessera`` is needed to index them.
"""

from __future__ import annotations

from pathlib import Path

SHAPES = 5
"""Shapes in each vertical."""
_METRICS = '''\
"""The verifier: declared shapes in order, then verbatim containment."""


def is_supported(claim, nodes, graph=None, shapes=()):
    """Whether the first grammar that owns the claim says that it holds."""
    for shape in shapes:
        answer = shape(claim, nodes, graph)
        if answer is not None:
            return answer
    return all(claim.text in record.text for record in claim.support)
'''
_BATTERY = '''\
"""What a battery is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Battery:
    """A vertical's name, graph and grammar."""

    name: str
    build_graph: object
    claim_shapes: tuple = ()
'''
_HEAD = '''\
"""What an answer may state about {vertical}."""

import re
from decimal import Decimal

'''
_PATTERN = '_{NAME} = re.compile(r"The {name} of ([^\']+) is (\\d{{1,3}}(?:,\\d{{3}})*) {vertical}\\.")\n'
_HELPER = '''

def _cited(claim, nodes, kind):
    """The cited nodes of one kind, each once."""
    found = {record.id: nodes[record.id] for record in claim.support if record.id in nodes}
    return [node for node in found.values() if node.kind == kind]


def _count(text):
    """A number as it is stated."""
    return Decimal(text.replace(",", ""))
'''
_SHAPE = '''

def {name}(claim, nodes, graph):
    """The stated {name} is the sum of what the cited records say.

    Samples:
        True: The {name} of Norra is 12 {vertical}. <- {vertical}/1
        False: The {name} of Norra is 13 {vertical}. <- {vertical}/1
        None: Norra has moved. <- {vertical}/1
    """
    match = _{NAME}.fullmatch(claim.text)
    if match is None:
        return None
    if graph is None:
        return False
    cited = _cited(claim, nodes, "{vertical}")
    if not cited or any(node.name != match[1] for node in cited):
        return False
    total = sum((node.attr("{name}") for node in cited), Decimal(0))
    return total == _count(match[2])
'''


def vertical_name(number: int) -> str:
    """The name of a vertical, numbered from 0."""
    return f"goods{number:04}"


def claims_text(vertical: str, shapes: int = SHAPES) -> str:
    """A claims file of so many shapes: 21 lines each, and 20 lines around them."""
    names = [f"measure_{n:02}" for n in range(shapes)]
    patterns = "".join(_PATTERN.format(name=n, NAME=n.upper(), vertical=vertical) for n in names)
    bodies = "".join(_SHAPE.format(name=n, NAME=n.upper(), vertical=vertical) for n in names)
    return _HEAD.format(vertical=vertical) + patterns + _HELPER + bodies


def write(root: Path, verticals: int, shapes: int = SHAPES) -> Path:
    """Write a project of so many verticals below ``root``; the path of its first claims file."""
    package = root / "depot"
    package.mkdir(parents=True)
    (root / "pyproject.toml").write_text('[tool.tessera]\nregistry = "depot.registry"\n')
    (package / "__init__.py").write_text('"""Depots."""\n')
    (package / "metrics.py").write_text(_METRICS)
    (package / "battery.py").write_text(_BATTERY)
    names = [vertical_name(number) for number in range(verticals)]
    for name in names:
        (package / name).mkdir()
        (package / name / "__init__.py").write_text(f'"""{name}."""\n')
        (package / name / "claims.py").write_text(claims_text(name, shapes))
    (package / "registry.py").write_text(_registry(names, shapes))
    return package / names[0] / "claims.py"


def _registry(names: list[str], count: int) -> str:
    parts = [
        '"""The batteries: the one module that names verticals."""\n',
        "from depot.battery import Battery",
    ]
    parts += [f"from depot.{name} import claims as {name}_claims" for name in names]
    for name in names:
        shapes = "".join(f"            {name}_claims.measure_{n:02},\n" for n in range(count))
        parts.append(
            f'\n\ndef {name}():\n    """{name}."""\n    return Battery(\n        name="{name}",\n'
            f"        build_graph=dict,\n        claim_shapes=(\n{shapes}        ),\n    )"
        )
    calls = "".join(f"        {name}(),\n" for name in names)
    parts.append(f'\n\ndef batteries():\n    """All batteries, in order."""\n    return (\n{calls}    )\n')
    return "\n".join(parts)
