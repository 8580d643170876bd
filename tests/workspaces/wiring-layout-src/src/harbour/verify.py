"""Records, batteries, and the verifier."""

from collections import namedtuple

Record = namedtuple("Record", "id text")
Node = namedtuple("Node", "id record name")
Claim = namedtuple("Claim", "text support")
Battery = namedtuple("Battery", "name build_graph claim_shapes", defaults=((),))


class Graph:
    """Ships by the ids of their records."""

    def __init__(self, *names):
        records = [Record("ship/%d" % place, name) for place, name in enumerate(names, 1)]
        self.nodes = {record.id: Node(record.id, record, record.text) for record in records}


def is_supported(claim, nodes, graph=None, shapes=()):
    """The first shape that owns the claim decides."""
    for shape in shapes:
        answer = shape(claim, nodes, graph)
        if answer is not None:
            return answer
    return False


def run_eval(batteries):
    """Whether each battery's ships sail."""
    for battery in batteries:
        graph = battery.build_graph()
        for node in graph.nodes.values():
            is_supported(Claim(node.name + " sails.", (node.record,)), graph.nodes, graph, battery.claim_shapes)
