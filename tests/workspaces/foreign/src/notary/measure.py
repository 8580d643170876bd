"""What is said about the deeds, put to the verifier."""

from notary.proof import Paper, Statement
from notary.proof import holds as is_true


def measure(sets):
    """The share of what holds."""
    verdicts = []
    for each in sets:
        graph = each.build_graph()
        papers = {id: Paper(id, deed["text"]) for id, deed in graph.items()}
        for id, deed in graph.items():
            said = Statement(f"Deed {id} was signed in {deed['year']}.", [papers[id]])
            verdicts.append(is_true(said, papers, graph, shapes=each.claim_shapes))
    return sum(verdicts) / len(verdicts)
