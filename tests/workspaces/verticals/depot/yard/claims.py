#@ diag("TES207", "no battery measures depot.yard", line=1, severity="warning")
"""What may be said about the yard; no battery is about it."""


def yard_label(claim, nodes, graph):  #@ diag("TES101", "yard_label", at="yard_label")
    """The sentence quotes each cited label."""
    if not claim.text.startswith("Yard label: "):
        return None
    said = claim.text.removeprefix("Yard label: ")
    return all(said == record.text for record in claim.support)
