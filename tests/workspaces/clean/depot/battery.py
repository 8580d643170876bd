"""What is measured together."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Battery:
    name: str
    build_graph: Callable
    answers: Callable
    claim_shapes: tuple = ()
