"""What may be said of ships."""


def ship_sails(claim, nodes, graph):
    """The cited ship sails.

    Samples:
        True: Vega sails. <- ship/1
        False: Mira sails. <- ship/1
        None: Vega rests. <- ship/1
    """
    if not claim.text.endswith(" sails."):
        return None
    return all(nodes[record.id].name + " sails." == claim.text for record in claim.support)


def ship_rests(claim, nodes, graph):  #@ diag("TES101", "no battery declares ship_rests: it never speaks", at="ship_rests", severity="warning")
    """The cited ship rests."""
    if not claim.text.endswith(" rests."):
        return None
    return all(nodes[record.id].name + " rests." == claim.text for record in claim.support)
