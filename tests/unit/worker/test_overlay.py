"""Unsaved texts: what is imported anew, what is kept, and what that costs."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from tessera_worker_foreign import DATA, Shop, sample, sentence

from tessera_lsp.text import Document

CLAIMS = "acme/shop/claims.py"
RIGHT = sample("The total is 7", "a", "b")
SEVENTH = """
def cheap(claim, nodes, graph):
    if claim.text != "It is cheap":
        return None
    return all(nodes[record.id].price < 5 for record in claim.support)
"""


def test_an_edit_is_judged_and_the_disk_untouched(shop: Shop) -> None:
    verifier = shop.start()
    before = {path: path.read_bytes() for path in shop.root.rglob("*") if path.is_file()}
    edit = {CLAIMS: shop.replace(CLAIMS, "sum(nodes", "1 + sum(nodes")}
    verdicts = shop.judged(verifier, (RIGHT,), edit)
    assert verdicts.items["The total is 7"].answers == ("False",)
    assert verdicts.measured["shop"].verdicts == (0, 1, 1)
    assert set(verdicts.texts) == {shop.path(CLAIMS)}
    undone = shop.judged(verifier, (RIGHT,))
    assert undone.items["The total is 7"].answers == ("True",)
    assert undone.texts == {}
    assert {path: path.read_bytes() for path in shop.root.rglob("*") if path.is_file()} == before


def test_a_bytecode_cache_of_the_project_is_never_believed(shop: Shop) -> None:
    """A cache that claims to be of the present source, and holds other code, changes nothing."""
    import importlib.util
    import py_compile

    path = Path(shop.path(CLAIMS))
    right = path.read_text()
    path.write_text(right.replace("sum(nodes", "1 + sum(nodes"))
    py_compile.compile(str(path), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    assert Path(importlib.util.cache_from_source(str(path))).exists()
    path.write_text(right)
    verifier = shop.start()
    assert shop.judged(verifier, (RIGHT,)).items["The total is 7"].answers == ("True",)


def test_a_keystroke_builds_no_graph_and_asks_no_registry(shop: Shop) -> None:
    """Graphs that take their time, built within ``batteries()``: an edit of claims pays for none."""
    shop.write(
        "acme/registry.py",
        """
        import time
        from acme.model import Battery

        def batteries():
            from acme.shop import claims, data
            made = []
            for name in ("shop", "other"):
                time.sleep(0.1)
                graph = data.build_graph()
                made.append(Battery(name, lambda graph=graph: graph, data.answers, claims.GRAMMAR))
            return tuple(made)
        """,
    )
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    verdicts = shop.judged(verifier, (RIGHT,), {CLAIMS: shop.text(CLAIMS) + "\n# a comment\n"})
    assert verdicts.counts["batteries"] == verdicts.counts["graphs"] == 0
    assert verdicts.counts["processes"] == 1
    assert verdicts.items["The total is 7"].answers == ("True", "True"), "both batteries declare it"


def test_a_text_that_was_imported_drops_nothing(shop: Shop) -> None:
    verifier = shop.start()
    verdicts = shop.judged(verifier, (RIGHT,), {CLAIMS: shop.text(CLAIMS)})
    assert verdicts.counts["imports"] == 0
    assert verdicts.texts == {}
    assert verdicts.fresh({})


def test_a_shape_added_to_the_tuple_in_the_buffer(shop: Shop) -> None:
    """The tuple is found again as the constant that it was: the registry is not asked."""
    verifier = shop.start()
    cheap = sample("It is cheap", "a", shape="cheap")
    undeclared = {CLAIMS: shop.text(CLAIMS) + SEVENTH}
    verdicts = shop.judged(verifier, (cheap,), undeclared)
    judged = verdicts.items["It is cheap"]
    assert judged.answers == ("True",), "judged against its vertical's graph"
    assert judged.consultations[0].owner == "", "but nobody declares it"
    assert [ref.qualname for ref in verdicts.shapes("shop")] == ["total", "count"]
    declared = {CLAIMS: undeclared[CLAIMS] + "GRAMMAR = (cheap, *GRAMMAR)\n"}
    verdicts = shop.judged(verifier, (cheap,), declared)
    assert verdicts.items["It is cheap"].consultations[0].owner == "cheap"
    assert [ref.qualname for ref in verdicts.shapes("shop")] == ["cheap", "total", "count"]
    assert verdicts.counts["batteries"] == 0


def test_a_shape_declared_in_the_unsaved_registry(shop: Shop) -> None:
    """Two buffers at once; the registry is asked anew, and the graph that is held is kept."""
    verifier = shop.start()
    edit = {
        CLAIMS: shop.text(CLAIMS) + SEVENTH,
        "acme/registry.py": shop.replace(
            "acme/registry.py", "claims.GRAMMAR", "(claims.cheap, claims.total)"
        ),
    }
    verdicts = shop.judged(verifier, (sample("It is cheap", "a", shape="cheap"),), edit)
    assert verdicts.items["It is cheap"].consultations[0].owner == "cheap"
    assert [ref.qualname for ref in verdicts.shapes("shop")] == ["cheap", "total"]
    assert (verdicts.counts["batteries"], verdicts.counts["graphs"]) == (1, 0)


@pytest.mark.parametrize("saved", ["import nowhere\n", None])
def test_a_buffer_mends_what_could_not_be_imported(shop: Shop, saved: str | None) -> None:
    """The saved project has no battery: its claims file raises, or is gone. The buffer's has one."""
    good = shop.text(CLAIMS)
    if saved is None:
        Path(shop.path(CLAIMS)).unlink()
    else:
        shop.write(CLAIMS, saved + good)
    verifier = shop.start()
    assert shop.judged(verifier, (RIGHT,)).load_faults
    verdicts = shop.judged(verifier, (RIGHT,), {CLAIMS: good})
    assert verdicts.judge_faults == ()
    assert verdicts.items["The total is 7"].consultations[0].owner == "total"
    other = {"acme/harness.py": shop.text("acme/harness.py") + "# new\n"}
    assert shop.judged(verifier, (RIGHT,), other).judge_faults, "what mends nothing is told so"


def test_a_shape_that_was_renamed_asks_the_registry(shop: Shop) -> None:
    """Declared one by one in the registry, under a name that the edit takes away: that is the registry's
    own failure, and said."""
    shop.edit("acme/registry.py", "claims.GRAMMAR", "(claims.total, claims.count)")
    verifier = shop.start()
    edit = {CLAIMS: shop.text(CLAIMS).replace("count", "number")}
    verdicts = shop.judged(verifier, (RIGHT,), edit)
    (fault,) = verdicts.judge_faults
    assert fault.doing == "batteries"
    assert "count" in fault.message


def test_the_registry_that_picks_shapes_is_asked_when_the_rows_change(shop: Shop) -> None:
    """``tuple(…)`` over another module's list: no constant leads to it; another list asks the registry."""
    shop.edit("acme/registry.py", "claims.GRAMMAR", "tuple(list(claims.GRAMMAR))")
    verifier = shop.start()
    edit = {
        CLAIMS: shop.text(CLAIMS).replace("GRAMMAR = (total, count)", "")
        + SEVENTH
        + "GRAMMAR = (cheap, total)\n"
    }
    verdicts = shop.judged(verifier, (RIGHT,), edit)
    assert [ref.qualname for ref in verdicts.shapes("shop")] == ["cheap", "total"]
    assert verdicts.counts["batteries"] == 1


def test_a_helper_imported_within_a_function(shop: Shop) -> None:
    """Disk says 2, the open buffer of the helper says 3: the verdict uses 3."""
    shop.write("acme/shop/rates.py", "RATE = 1\n")
    shop.edit(
        CLAIMS, "    return sum(nodes", "    from acme.shop.rates import RATE\n    return RATE * sum(nodes"
    )
    verifier = shop.start()
    fourteen = sample("The total is 14", "a", "b")
    assert shop.judged(verifier, (fourteen,)).items["The total is 14"].answers == ("False",)
    verdicts = shop.judged(verifier, (fourteen,), {"acme/shop/rates.py": "RATE = 2\n"})
    assert verdicts.items["The total is 14"].answers == ("True",)


def test_what_a_function_has_imported_and_kept(shop: Shop) -> None:
    """A memo that was filled with the old module's value while the claims were measured is forgotten."""
    shop.write("acme/shop/rates.py", "RATE = 1\n")
    shop.write(
        "acme/rate.py",
        """
        from functools import lru_cache

        @lru_cache
        def rate():
            from acme.shop.rates import RATE
            return RATE
        """,
    )
    shop.edit(CLAIMS, "    return sum(nodes", "    from acme.rate import rate\n    return rate() * sum(nodes")
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    verdicts = shop.judged(verifier, (RIGHT,), {"acme/shop/rates.py": "RATE = 2\n"})
    assert verdicts.items["The total is 7"].answers == ("False",)


def test_open_files_that_nobody_imports_change_nothing(shop: Shop) -> None:
    """A test file of the same name as a module, and a file of a library: neither drops anything."""
    shop.write("tests/data.py", "X = 1\n")
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    library = Path(inspect.__file__)
    documents = {
        shop.path("tests/data.py"): Document("file:///a", 1, "X = 1\n"),
        str(library): Document("file:///b", 1, library.read_text() + "# edited\n"),
    }
    verifier.judge(documents, (RIGHT,))
    verdicts = verifier.wait(20)
    assert verdicts.judged
    assert verdicts.counts["imports"] == 0
    assert verdicts.measured["shop"].rewired is None
    assert verdicts.fresh({})


def test_a_module_that_is_only_in_a_buffer(shop: Shop) -> None:
    verifier = shop.start()
    edit = {
        CLAIMS: "from acme.shop.fresh import OFFSET\n"
        + shop.replace(CLAIMS, "sum(nodes", "OFFSET + sum(nodes"),
        "acme/shop/fresh.py": "OFFSET = 1\n",
    }
    eight = sample("The total is 8", "a", "b")
    assert shop.judged(verifier, (eight,), edit).items["The total is 8"].answers == ("True",)
    edit["acme/shop/fresh.py"] = "OFFSET = 2\n"
    nine = sample("The total is 9", "a", "b")
    assert shop.judged(verifier, (nine,), edit).items["The total is 9"].answers == ("True",)


def test_tracebacks_and_sources_are_the_buffers(shop: Shop) -> None:
    """``inspect.getsource`` and a formatted traceback show the unsaved text under the real path."""
    shop.config = shop.config.__class__(timeout=10)
    head = "def total(claim, nodes, graph):\n"
    body = """
    import inspect, traceback
    try:
        1 / 0  # only in the buffer
    except Exception:
        print(traceback.format_exc())
    print(inspect.getsource(count))
"""
    text = shop.replace(CLAIMS, head, head + body)
    text = text.replace("def count(claim, nodes, graph):", "def count(claim, nodes, graph):  # edited")
    shop.judged(shop.start(), (RIGHT,), {CLAIMS: text})
    said = "\n".join(shop.lines)
    assert f'File "{shop.path(CLAIMS)}"' in said
    assert "1 / 0  # only in the buffer" in said
    assert "def count(claim, nodes, graph):  # edited" in said


def test_an_edit_of_a_package_keeps_its_modules(shop: Shop) -> None:
    """``acme.shop`` imports claims and is thus dropped with them; the data module below it stays, and is
    found as an attribute of the package again."""
    shop.write("acme/shop/__init__.py", "from acme.shop import claims\n")
    shop.write("acme/shop/data.py", "print('data imported')\n" + DATA)
    shop.write(CLAIMS, "import acme.shop.data\n" + shop.text(CLAIMS))
    verifier = shop.start()
    edit = {CLAIMS: shop.replace(CLAIMS, "sum(nodes", "bool(acme.shop.data.build_graph) + sum(nodes")}
    verdicts = shop.judged(verifier, (RIGHT, sentence("an apple", "a")), edit)
    assert verdicts.judge_faults == ()
    assert verdicts.items["The total is 7"].answers == ("False",)
    assert shop.lines.count("data imported") == 1


def test_a_buffer_that_does_not_parse(shop: Shop) -> None:
    """The fault is told once, at its line; what was judged before is not shown as current."""
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    verdicts = shop.judged(verifier, (RIGHT,), {CLAIMS: shop.text(CLAIMS) + "\ndef (\n"})
    (fault,) = verdicts.judge_faults
    assert fault.frames[-1].path == shop.path(CLAIMS)
    assert fault.frames[-1].line == (shop.text(CLAIMS) + "\ndef (\n").count("\n")
    assert "does not import" in verdicts.items["The total is 7"].why_not
    assert verdicts.measured["shop"].verdicts == (-1, -1, -1)
    assert shop.judged(verifier, (RIGHT,)).items["The total is 7"].answers == ("True",)


@pytest.mark.parametrize(
    ("encoding", "head"), [("utf-8", ""), ("latin-1", "# -*- coding: latin-1 -*-\n"), ("utf-8-sig", "")]
)
def test_texts_in_other_encodings(shop: Shop, encoding: str, head: str) -> None:
    """A coding line and a BOM are honoured on disk; an equal buffer is known to be equal, an edit is read
    as text whatever its coding line says."""
    text = head + shop.replace(CLAIMS, "The total is", "Die Größe ist")
    Path(shop.path(CLAIMS)).write_bytes(text.encode(encoding))
    verifier = shop.start()
    size = sample("Die Größe ist 7", "a", "b")
    verdicts = shop.judged(verifier, (size,), {CLAIMS: text})
    assert verdicts.items["Die Größe ist 7"].answers == ("True",)
    assert verdicts.texts == {}
    wide = sample("Die Größe → 7", "a", "b")
    verdicts = shop.judged(verifier, (wide,), {CLAIMS: text.replace("Größe ist", "Größe →")})
    assert verdicts.items["Die Größe → 7"].answers == ("True",)


def test_line_ends_are_part_of_the_text(shop: Shop) -> None:
    text = shop.text(CLAIMS).replace("\n", "\r\n")
    Path(shop.path(CLAIMS)).write_bytes(text.encode())
    verdicts = shop.judged(shop.start(), (RIGHT,), {CLAIMS: text})
    assert verdicts.items["The total is 7"].answers == ("True",)
    assert verdicts.texts == {}
