"""The batteries: the one module that names verticals."""

from depot.battery import Battery
from depot.stock import data


def stock():
    """Crates and what they weigh; plain, with a shape of another vertical."""
    from depot.lamps import claims as lamps
    from depot.stock import answers, claims

    return Battery(
        name="stock",
        build_graph=data.graph,
        answers=answers.answers,
        claim_shapes=(
            claims.crate_weight,
            lamps.lamp_label,  #@ diag("TES206", "battery stock belongs to depot.stock and declares lamps.lamp_label of depot.lamps", at="lamps.lamp_label", severity="warning")
        ),
    )


def lamps():
    """Lamps: its own shapes and those of the library."""
    from depot.lamps import answers, claims

    return Battery(name="lamps", build_graph=data.graph, answers=answers.answers, claim_shapes=claims.SHAPES)


def plain():
    """A battery without shapes, of no vertical that has claims."""
    from depot.lamps.answers import answers

    return Battery(name="plain", build_graph=data.graph, answers=answers)


def tools():  #@ diag("TES207", "batteries.. leaves battery tools out", at="tools", severity="warning")
    """Built, and not given."""
    from depot.tools import answers, claims

    return Battery(
        name="tools", build_graph=data.graph, answers=answers.answers, claim_shapes=(claims.tool_label,)
    )


def batteries():
    """All but the tools."""
    return (stock(), lamps(), plain())
