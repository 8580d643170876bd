"""What the stock battery answers."""

from depot.evidence import Claim


def answers(graph):
    """Each crate's weight, and its label."""
    for crate in graph.nodes.values():
        yield Claim(f"Crate {crate.name} weighs {crate.weight + 1} kg.", (crate.record,))
        yield Claim(crate.record.text, (crate.record,))
