"""Weights in one unit."""


def grams(weight, unit):
    """A helper of a shape, in the module beside it."""
    if unit == "kg":
        return weight * 1000
    if unit == "g":  #@ deep("TES406", "gets past `if unit == 'kg'` in grams", at="if unit == \"g\"", severity="info")
        return weight
    return weight * 1_000_000


def pounds(weight):
    """No shape names it."""
    return weight * 2 if weight else 0
