"""Every way to hide shapes; the one module that names verticals."""

from depot.battery import Battery
from depot.registration import BY_NAME, REGISTERED
from depot.stock import answers, claims, data


def battery(name, shapes):
    return Battery(name=name, build_graph=data.graph, answers=answers.answers, claim_shapes=shapes)


def _found():
    return tuple(value for name, value in vars(claims).items() if name.startswith("crate_"))


def batteries():
    """All batteries, in order."""
    return (
        battery("registered", tuple(REGISTERED)),
        battery("named", tuple(BY_NAME.values())),
        Battery(
            name="filtered",
            build_graph=data.graph,
            answers=answers.answers,
            claim_shapes=tuple(filter(callable, (claims.crate_weight,))),  #@ diag("TES205", "the shapes of battery filtered cannot be read from", at="tuple(filter(callable, (claims.crate_weight,)))")
        ),
        Battery(
            name="found",
            build_graph=data.graph,
            answers=answers.answers,
            claim_shapes=_found(),  #@ diag("TES205", "battery found .*vars", at="_found()")
        ),
        Battery(
            name="grown",
            build_graph=data.graph,
            answers=answers.answers,
            claim_shapes=tuple(claims.GROWN),  #@ diag("TES205", "battery grown are put together by append or extend", at="tuple(claims.GROWN)")
        ),
        Battery(
            name="sorted",
            build_graph=data.graph,
            answers=answers.answers,
            claim_shapes=tuple(claims.SORTED),  #@ diag("TES205", r"battery sorted cannot be read since SORTED.reverse\(\) decides", at="tuple(claims.SORTED)")
        ),
    )
