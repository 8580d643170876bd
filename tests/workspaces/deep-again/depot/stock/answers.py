"""What the stock battery answers."""

from depot.evidence import Claim


def answers(graph):
    """Claims whose verdicts change from one moment to the next."""
    crates = list(graph.nodes.values())
    for crate in crates:
        yield Claim(f"Crate {crate.name} weighs {crate.weight} kg.", (crate.record,))
    for colour in ("green", "blue", "red", "white", "black"):
        yield Claim(f"Crates are {colour}.", (crates[0].record,))
    yield Claim("3 crates.", (crates[0].record,))
