"""What an answer may state about crates."""

import re


def crate_weight(claim, nodes, graph):
    """Never comes back from a sentence of its own.

    Samples:
        None: Beschläge für Türen, 18 kg net. <- crate/2
    """
    total = 0
    #@ diag("TES108", "did not answer within 0.5 s on .Crate 1", severity="error")
    #@ diag("TES209", "^battery stock: the harness could not be run: crate_weight did not end")
    while re.fullmatch(r"Crate (\d+) weighs (\d+) kg\.", claim.text): total += 1
    return total == 0 if claim.text.startswith("Weight: ") else None


def leaving(claim, nodes, graph):
    """Ends the process on a label.

    Samples:
        None: Crate 2 is empty. <- crate/2
    """
    if "net" in claim.text:
        #@ diag("TES108", "^leaving ended the process .SystemExit: 3.")
        raise SystemExit(3)
    return claim.text == "Full: 2" if claim.text.startswith("Full: ") else None
