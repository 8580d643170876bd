"""Which definitions are taken for shapes, and which for helpers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tessera_lsp.index.model import Index, ShapeDefinition

Wire = Callable[..., Index]
REGISTRY = """
from acme.eval.battery import Battery
from acme.sales.claims import {names}

def batteries():
    return (Battery(name="sales", claim_shapes=({names},)),)
"""
NOTHING = """
from acme.eval.battery import Battery

def batteries():
    return (Battery(name="sales"),)
"""


def shapes(index: Index) -> dict[str, ShapeDefinition]:
    [file] = index.files.values()
    return {shape.qualname: shape for shape in file.shapes}


BY_SIGNATURE = {
    "the contract's parameters": "def shape(claim, nodes, graph): ...",
    "with a default": "def shape(claim, nodes, graph=None): ...",
    "with annotations": "def shape(claim: Claim, nodes: dict, graph: Graph | None) -> bool | None: ...",
    "a bool alone": "def shape(claim, nodes, graph) -> bool: ...",
    "an alias of the answer": "def shape(claim, nodes, graph) -> Verdict: ...",
    "other names, but claim and answer": "def shape(claim, by_id, world) -> bool | None: ...",
    "the class says claim": "def shape(sentence: grounding.Claim, by_id, world) -> Optional[bool]: ...",
    "annotations in quotes": 'def shape(sentence: "Claim", by_id, world) -> "None | bool": ...',
    "a union": "def shape(claim, by_id, world) -> Union[bool, None]: ...",
    "async, which is wrong": "async def shape(claim, nodes, graph): ...",
    "decorated": "@traced('x')\ndef shape(claim, nodes, graph): ...",
    "in a branch": "if VERSION:\n    def shape(claim, nodes, graph): ...",
}
NO_SHAPES = {
    "a private helper": "def _shape(claim, nodes, graph): ...",
    "two parameters": "def shape(claim, nodes): ...",
    "a fourth one": "def shape(claim, nodes, graph, currency): ...",
    "another answer": "def shape(claim, nodes, graph) -> Decimal: ...",
    "a list of bools": "def shape(claim, nodes, graph) -> list[bool]: ...",
    "three other parameters": "def shape(a, b, c) -> bool | None: ...",
    "no answer said, other names": "def shape(claim, by_id, world): ...",
    "a method": "class Book:\n    def shape(claim, nodes, graph): ...",
    "within a function": "def make():\n    def shape(claim, nodes, graph): ...",
    "called by another": "def shape(claim, nodes, graph): ...\n\ndef _other(c):\n    shape(c, {}, None)",
    "a class": "class shape:\n    def __call__(self, claim, nodes, graph): ...",
    "a constant": "shape = other(claim, nodes, graph)",
}


@pytest.mark.parametrize("case", BY_SIGNATURE)
def test_a_public_function_of_the_contract_is_a_shape(wire: Wire, case: str) -> None:
    found = shapes(wire(NOTHING, claims=BY_SIGNATURE[case] + "\n"))
    assert [(shape.qualname, shape.reason) for shape in found.values()] == [("shape", "signature")]


@pytest.mark.parametrize("case", NO_SHAPES)
def test_a_helper_is_no_shape(wire: Wire, case: str) -> None:
    assert shapes(wire(NOTHING, claims=NO_SHAPES[case] + "\n")) == {}


@pytest.mark.parametrize(
    "case", ["a private helper", "two parameters", "another answer", "called by another"]
)
def test_a_helper_that_is_declared_is_a_shape(wire: Wire, case: str) -> None:
    name = "_shape" if case == "a private helper" else "shape"
    found = shapes(wire(REGISTRY.format(names=name), claims=NO_SHAPES[case] + "\n"))
    assert found[name].reason == "declared"


ANNOTATED = {
    "by its name": "from acme.eval.metrics import ClaimShape\nshape: ClaimShape = make(3)",
    "under another name": "from acme.eval.metrics import ClaimShape as Shape\n_shape: Shape = make(3)",
    "through the module": "from acme.eval import metrics\nshape: metrics.ClaimShape = make(3)",
    "final": "shape: Final[ClaimShape] = make(3)",
    "in quotes": "shape: 'ClaimShape' = make(3)",
    "by the factory": "def make(limit) -> ClaimShape:\n    def inner(claim, nodes, graph): ...\n"
    "    return inner\n\nshape = make(3)",
}


@pytest.mark.parametrize("case", ANNOTATED)
def test_a_constant_annotated_as_a_shape(wire: Wire, case: str) -> None:
    found = shapes(wire(NOTHING, claims=ANNOTATED[case] + "\n"))
    [shape] = found.values()
    assert (shape.qualname.strip("_"), shape.kind, shape.reason) == ("shape", "assignment", "annotated")


def test_a_factory_in_another_module_is_followed(wire: Wire) -> None:
    found = shapes(
        wire(
            NOTHING,
            claims="from acme.sales.makers import at_least\n\nbig = at_least(3)\nlimit = at_least\n",
            acme_0_sales_0_makers="def at_least(limit):\n    def inner(claim, nodes, graph): ...\n"
            "    return inner\n",
        )
    )
    assert [(shape.qualname, shape.reason) for shape in found.values()] == [("big", "signature")]
    assert found["big"].signature is not None
    assert found["big"].signature.names == ("claim", "nodes", "graph")


SAMPLES = '"""Doc.\n\n{0}Samples:\n{0}    True: x <- a\n{0}"""'


@pytest.mark.parametrize(
    ("text", "qualname", "kind"),
    [
        ("def _shape(a, b):\n    {doc}\n", "_shape", "function"),
        ("class Limit:\n    {doc}\n", "Limit", "class"),
        ("class Limit:\n    def __call__(self, claim, nodes, graph):\n        {doc}\n", "Limit", "class"),
        (
            "def make(limit):\n    def shape(claim, nodes, graph):\n        {doc}\n    return shape\n",
            "make.<locals>.shape",
            "function",
        ),
        ("shape = make(3)\n{doc}\n", "shape", "assignment"),
        ("def shape(claim, nodes, graph):\n    {doc}\n    yield None\n", "shape", "generator"),
    ],
)
def test_what_has_samples_is_a_shape(wire: Wire, text: str, qualname: str, kind: str) -> None:
    indent = text[: text.index("{doc}")].rpartition("\n")[2]
    found = shapes(wire(NOTHING, claims=text.replace("{doc}", SAMPLES.format(indent))))
    assert list(found) == [qualname]
    assert found[qualname].kind == kind
    assert found[qualname].samples is not None
    assert [sample.ids for sample in found[qualname].samples.samples] == [("a",)]


def test_an_instance_is_called_without_self(wire: Wire) -> None:
    found = shapes(
        wire(
            REGISTRY.format(names="strict"),
            claims="class Limit:\n    def __call__(self, claim, nodes, graph): ...\n\nstrict = Limit()\n",
        )
    )
    assert found["Limit"].signature is not None
    assert found["Limit"].signature.takes(3)
    assert found["strict"].reason == found["Limit"].reason == "declared"


METHODS = '''
class Grammar:
    @classmethod
    def color(cls, claim, nodes, graph): ...

    @staticmethod
    def size(claim, nodes, graph): ...

    def unbound(self, claim, nodes, graph): ...

    @classmethod
    def few(cls, claim, nodes): ...

    def of_an_instance(self, claim, nodes, graph):
        """Samples:
        True: x <- a
        """
'''


def test_a_method_is_called_as_the_name_that_leads_to_it_has_it(wire: Wire) -> None:
    """What is declared as ``Grammar.unbound`` is called with ``self`` for the claim."""
    names = ("color", "size", "unbound", "few")
    registry = REGISTRY.replace("import {names}", "import Grammar").format(
        names=", ".join(f"Grammar.{name}" for name in names)
    )
    found = shapes(wire(registry, claims=METHODS))
    taken = {s.name: s.signature.takes(3) for s in found.values() if s.signature is not None}
    assert taken == {"color": True, "size": True, "unbound": False, "few": False, "of_an_instance": True}


def test_of_two_definitions_of_one_name_the_last_counts(wire: Wire) -> None:
    found = shapes(
        wire(NOTHING, claims="def shape(claim, nodes, graph): ...\n\ndef shape(claim, nodes, graph): ...\n")
    )
    assert found["shape"].name_span.start == (2, 4)


def test_suppressions_are_comments_and_what_trails_a_sample(wire: Wire) -> None:
    """A string that holds such words suppresses nothing; columns count code points."""
    index = wire(
        NOTHING,
        claims="def shape(claim, nodes, graph):  # é ignore[TES101]  # tessera: ignore[TES102, TES104]\n"
        '    """Say `# tessera: ignore[TES900]` here.\n\n'
        "    Samples:\n"
        "        True: x <- a  # tessera: ignore[TES401]\n"
        '    """\n'
        "    note = '# tessera: ignore[TES105]'  # Åsa's  # tessera: ignore[TES106]\n",
    )
    [file] = index.files.values()
    assert [(s.line, s.codes) for s in index.suppressions] == [
        (0, ("TES102", "TES104")),
        (4, ("TES401",)),
        (6, ("TES106",)),
    ]
    assert [file.document.slice(s.span) for s in index.suppressions] == [
        "# tessera: ignore[TES102, TES104]",
        "# tessera: ignore[TES401]",
        "# tessera: ignore[TES106]",
    ]


def test_the_vertical_is_the_package(wire: Wire) -> None:
    [file] = wire(NOTHING).files.values()
    assert (file.module, file.vertical) == ("acme.sales.claims", "acme.sales")
