"""The project that the rules' examples are written into: ``tests/workspaces/clean``."""

from __future__ import annotations

CLAIMS = "depot/stock/claims.py"
"""Its claims file, relative to its root."""
_REGISTRY = '''
"""The batteries: the one module that names verticals."""

from depot.battery import Battery
from depot.stock import answers, claims, data
{imports}

def stock():
    """Crates and what they {measure}."""
    return Battery(
        name="stock",
        build_graph=data.graph,
        answers=answers.answers,
        claim_shapes={shapes},
    )

{beside}
def batteries():
    """All batteries, in order."""
    return ({batteries})
'''


def registry(
    shapes: str, *, imports: str = "", beside: str = "", batteries: str = "stock(),", measure: str = "weigh"
) -> tuple[str, str]:
    """The registry's path and its text. ``shapes`` is the expression that the battery declares; ``imports``
    and ``beside`` are further lines, ``batteries`` what stands within the brackets at the end."""
    return "depot/registry.py", _REGISTRY.format(
        shapes=shapes, imports=imports, beside=beside, batteries=batteries, measure=measure
    )
