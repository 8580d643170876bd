"""What the stock battery answers: nothing that reaches the shapes behind the first."""

from depot.evidence import Claim


def answers(graph):
    """The first crate's weight."""
    crate = graph.nodes["crate/1"]
    yield Claim(f"Crate {crate.name} weighs {crate.weight} kg.", (crate.record,))
