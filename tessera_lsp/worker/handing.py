"""Cores that ask their shapes with something else than the claim, the nodes and the graph: what such a shape
says is told by a call of the core with that shape alone."""

from typing import Any, Optional, Sequence, Tuple

NOT_ASKED = "not asked"
"""In the place of an answer: the core came to its verdict without the shape."""


class Handing:
    """What a core is known to hand its shapes. ``core`` is the module that it is written in."""

    def __init__(self, core: Any = None) -> None:
        self.core = core
        self.otherwise: Optional[bool] = None
        """Whether it was seen to hand on anything but the three; None before it has asked a shape."""
        self.tried = False
        """Whether it was called to see that."""

    def note(self, as_given: bool) -> None:
        """A shape was asked."""
        if not as_given:
            self.otherwise = True
        elif self.otherwise is None:
            self.otherwise = False


def hands_on(given: Sequence[Any], args: Tuple[Any, ...], named: Sequence[Any]) -> bool:
    """Whether a shape is asked with the very claim, nodes and graph, by place or by name."""
    if len(args) + len(named) != len(given):
        return False
    in_place = all(one is ours for one, ours in zip(args, given))
    return in_place and all(any(one is ours for ours in given[len(args) :]) for one in named)
