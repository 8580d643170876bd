"""The verifier and the shapes are observed however they are made, named and handed on."""

from __future__ import annotations

import functools
import inspect

import pytest
from tessera_worker_foreign import CORE, HARNESS, Shop, owners, sample

from tessera_lsp.worker.observing import Observations, Wrapped

CLAIMS = "acme/shop/claims.py"
RIGHT = sample("The total is 7", "a", "b")
OWNERS = {"The total is 7": "total", "2 things": "count", "an apple": "contained"}

ALIASES = {
    "under another name": """
from acme.core import is_supported as check
verify = check
""",
    "as an attribute of the module": """
import acme.core as core
def verify(*a, **k): return core.is_supported(*a, **k)
""",
    "as a class attribute": """
from acme.core import is_supported
class C:
    f = staticmethod(is_supported)
verify = C.f
""",
    "as a default argument": """
from acme.core import is_supported
def verify(*a, f=is_supported): return f(*a)
""",
    "in a partial": """
from functools import partial
from acme.core import is_supported
def verify(c, n, g, s): return partial(is_supported, shapes=s)(graph=g, claim=c, nodes=n)
""",
    "in a dictionary": """
from acme.core import is_supported
TABLE = {'v': is_supported}
verify = TABLE['v']
""",
}


@pytest.mark.parametrize("how", ALIASES)
def test_the_verifier_is_observed_under_every_name(shop: Shop, how: str) -> None:
    harness = HARNESS.replace("from acme.core import is_supported\n", ALIASES[how])
    shop.write("acme/harness.py", harness.replace("is_supported(claim, graph", "verify(claim, graph"))
    verdicts = shop.judged(shop.start())
    assert owners(verdicts.harvests["shop"]) == OWNERS
    assert verdicts.harvest_done


SHAPES = {
    "a closure": """
def made(limit):
    def total(claim, nodes, graph):
        return _total(claim, nodes, graph) if limit else None
    return total
total = made(1)
""",
    "a partial": """
from functools import partial
def _p(flag, claim, nodes, graph):
    return _total(claim, nodes, graph)
total = partial(_p, True)
""",
    "an instance": """
class Total:
    def __call__(self, claim, nodes, graph):
        return _total(claim, nodes, graph)
total = Total()
""",
    "a bound method": """
class T:
    def ask(self, claim, nodes, graph):
        return _total(claim, nodes, graph)
total = T().ask
""",
    "decorated": """
import functools
def d(f):
    @functools.wraps(f)
    def inner(*args):
        return f(*args)
    return inner
@d
def total(claim, nodes, graph):
    return _total(claim, nodes, graph)
""",
    "decorated without wraps": """
def d(f):
    def inner(*args):
        return f(*args)
    return inner
@d
def total(claim, nodes, graph):
    return _total(claim, nodes, graph)
""",
    "keyword-only and star": """
def total(*args, rounding=None):
    return _total(*args)
""",
    "a lambda": """
total = lambda claim, nodes, graph: _total(claim, nodes, graph)
""",
}


@pytest.mark.parametrize("kind", SHAPES)
def test_shapes_of_every_kind_are_observed_and_edited(shop: Shop, kind: str) -> None:
    """Whatever a shape is, its place in the ladder is told, and an edit of its file reaches it."""
    text = shop.text(CLAIMS).replace("def total", "def _total")
    shop.write(CLAIMS, text.replace("def count", SHAPES[kind] + "\ndef count"))
    verifier = shop.start()
    verdicts = shop.judged(verifier, (RIGHT,))
    measured = {claim.text: claim for claim in verdicts.harvests["shop"].claims}
    steps = measured["2 things"].steps
    assert [(step.answer, step.place) for step in steps] == [("None", 0), ("True", 1)]
    judged = verdicts.items["The total is 7"]
    assert judged.answers == ("True",)
    assert judged.consultations[0].owner == measured["The total is 7"].owner != ""
    edit = {CLAIMS: shop.replace(CLAIMS, "sum(nodes", "1 + sum(nodes")}
    after = shop.judged(verifier, (RIGHT,), edit)
    assert after.items["The total is 7"].answers == ("False",)
    assert after.measured["shop"].verdicts == (0, 1, 1)


def test_each_shape_of_a_factory_is_judged(shop: Shop) -> None:
    text = "def made(offset):\n    def shape(claim, nodes, graph):\n"
    text += "        return offset == 1 if claim.text == 'x' else None\n    return shape\n"
    text += "GRAMMAR = (made(0), made(1), made(2))\n"
    shop.write(CLAIMS, text)
    judged = shop.judged(shop.start(), (sample("x", "a", shape="made.shape"),)).items["x"]
    assert judged.answers == ("False", "True", "False")
    assert judged.consultations[0].verdict is False


def test_shapes_compared_by_identity_stay_the_same(shop: Shop) -> None:
    """A verifier that knows a shape by ``is`` finds it: what is handed over is the shape itself."""
    core = "from acme.shop import claims\n" + CORE.replace(
        "        answer = shape(",
        "        assert shape is claims.total or shape is claims.count\n        answer = shape(",
    )
    shop.write("acme/core.py", core)
    assert owners(shop.judged(shop.start()).harvests["shop"]) == OWNERS


def test_observing_keeps_signature_defaults_and_source() -> None:
    """Every kind of parameter passes through; nothing of the function looks otherwise; ``undo`` is whole."""
    seen: list[tuple[tuple[object, ...], dict[str, object]]] = []

    def hook(real: object, args: tuple[object, ...], kwargs: dict[str, object]) -> object:
        seen.append((args, kwargs))
        return real(*args, **kwargs)  # type: ignore[operator]

    cell = 10

    def function(a: int, b: int = 2, /, c: int = 3, *rest: int, k: int, m: int = 5, **more: int) -> object:
        return a, b, c, rest, k, m, more, cell

    before = inspect.signature(function), inspect.getsource(function), function.__code__
    observations = Observations()
    observations.add(function, hook)  # type: ignore[arg-type]
    observations.add(function, hook)  # type: ignore[arg-type]
    assert function(1, k=4) == (1, 2, 3, (), 4, 5, {}, 10)
    assert functools.partial(function, 1, k=0)(7, 8, 9, z=1) == (1, 7, 8, (9,), 0, 5, {"z": 1}, 10)
    assert (inspect.signature(function), inspect.getsource(function)) == before[:2]
    assert len(seen) == 2
    observations.undo()
    function(1, k=4)
    assert len(seen) == 2
    assert function.__code__ is before[2]


def test_a_wrapped_callable_passes_for_the_real_one() -> None:
    class Shape:
        limit = 3

        def __call__(self, number: int) -> bool:
            return number < self.limit

    real, calls = Shape(), []
    wrapped = Wrapped(real, lambda shape, args, kwargs: (calls.append(args), shape(*args, **kwargs))[1])
    assert wrapped(2) is True
    assert calls == [(2,)]
    assert isinstance(wrapped, Shape)
    assert wrapped == real
    assert hash(wrapped) == hash(real)
    assert (wrapped.limit, repr(wrapped)) == (3, repr(real))
    wrapped.limit = 1
    assert real.limit == 1
