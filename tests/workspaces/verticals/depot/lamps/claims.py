"""What may be said about lamps; it borrows from the stock's grammar."""

import depot.stock.claims  #@ diag("TES206", "depot.lamps imports the claims of depot.stock", at="depot.stock.claims", severity="warning")
from depot.shared import claims as shared
from depot.stock.claims import crate_weight as borrowed  #@ diag("TES206", "depot.lamps imports the claims of depot.stock", at="crate_weight as borrowed")


def lamp_label(claim, nodes, graph):
    """The sentence quotes each cited label."""
    if not claim.text.startswith("Lamp label: "):
        return None
    said = claim.text.removeprefix("Lamp label: ")
    return all(said == record.text for record in claim.support)


SHAPES = (lamp_label, shared.any_label)
