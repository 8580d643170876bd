"""What may be said about tools; its battery is left out."""


def tool_label(claim, nodes, graph):
    """The sentence quotes each cited label."""
    if not claim.text.startswith("Tool label: "):
        return None
    said = claim.text.removeprefix("Tool label: ")
    return all(said == record.text for record in claim.support)
