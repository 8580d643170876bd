"""What is known of the local names at one point of a body."""

from __future__ import annotations

from dataclasses import dataclass, field

from tessera_lsp.index.bodies import kinds as k
from tessera_lsp.index.bodies.model import Kinds


@dataclass
class Env:
    """The kinds of the local names at one point. ``doubtful``: it is not sure that this point is reached."""

    names: dict[str, Kinds] = field(default_factory=dict)
    doubtful: bool = False

    def copy(self) -> Env:
        """An environment of its own."""
        return Env(dict(self.names), self.doubtful)


Split = tuple[Env | None, Env | None]
"""The environments in which a test is true and in which it is false; None where it never is."""


def join(*envs: Env | None) -> Env | None:
    """The environment where several paths meet; None where none arrives."""
    there = [env for env in envs if env is not None]
    if len(there) < 2:
        return there[0] if there else None
    names: dict[str, Kinds] = {}
    for env in there:
        for name, found in env.names.items():
            names[name] = names.get(name, k.NOTHING) | found
    return Env(names, all(env.doubtful for env in there))
