"""Puts each battery's answers to the verifier."""

from depot.metrics import is_supported


def run_eval(batteries):
    """The share of supported claims of each battery."""
    figures = {}
    for battery in batteries:
        graph = battery.build_graph()
        verdicts = [
            is_supported(claim, graph.nodes, graph, battery.claim_shapes)
            for claim in battery.answers(graph)
        ]
        figures[battery.name] = sum(verdicts) / len(verdicts)
    return figures
