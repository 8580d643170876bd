"""The verifier: declared shapes in order, then verbatim containment."""

from collections.abc import Callable

ClaimShape = Callable[[object, object, object], "bool | None"]


def contained(claim, nodes, graph):
    """Supported where each cited record holds the sentence word for word."""
    return True if all(claim.text in record.text for record in claim.support) else None


def is_supported(claim, nodes, graph=None, shapes=()):
    """Whether the first grammar that owns the claim says it holds."""
    for shape in (*shapes, contained):
        answer = shape(claim, nodes, graph)
        if answer is None:
            continue
        if not isinstance(answer, bool):
            raise TypeError(f"{shape.__name__} answered {answer!r}")
        return answer
    return False
