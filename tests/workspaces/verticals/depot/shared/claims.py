"""A shape for any vertical: its library has no battery."""


def any_label(claim, nodes, graph):
    """The sentence quotes each cited label, whatever it is on."""
    if not claim.text.startswith("Any label: "):
        return None
    said = claim.text.removeprefix("Any label: ")
    return all(said == record.text for record in claim.support)
