"""The verifier: one function, one class of claims."""


class Statement:
    def __init__(self, text, support):
        self.text = text
        self.support = tuple(support)


class Paper:
    def __init__(self, id, text):
        self.id = id
        self.text = text


def holds(claim, nodes, graph=None, shapes=()):
    """Whether the first shape with an opinion says so; a quotation of every paper holds too."""
    for shape in shapes:
        opinion = shape(claim, nodes, graph)
        if opinion is not None:
            return opinion
    return all(claim.text in paper.text for paper in claim.support)
