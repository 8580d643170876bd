"""Claims about the yard: what is undeclared here is left alone."""


def yard_size(claim, nodes, graph):
    """Declared nowhere."""
    if not claim.text.startswith("Colour: "):
        return None
    return claim.text == "Colour: green"
