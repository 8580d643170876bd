"""What makes a body impure, and what only looks so."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("expression", "sort"),
    [
        ("time.time()", "clock"),
        ("date.today()", "clock"),
        ("datetime.now()", "clock"),
        ("time.localtime()", "clock"),
        ("random.choice(nodes)", "chance"),
        ("random.Random()", "chance"),
        ("os.environ", "environment"),
        ("os.getenv('DEPOT')", "environment"),
        ("open('labels.txt')", "files"),
        ("Path('labels.txt').read_text()", "files"),
        ("os.path.exists('labels.txt')", "files"),
    ],
)
def test_what_is_read_beyond_the_arguments(shape, expression, sort):
    assert shape(f"return {expression} == nodes").effects() == [(sort, expression)]


@pytest.mark.parametrize(
    "body",
    [
        "return date(2026, 3, 1) == nodes",
        "return time.localtime(nodes) == graph",
        "return random.Random(7).random() == nodes",
        "return (lambda: time.time())",
        "def later():\n    return time.time()\nreturn later",
        "time = nodes\nreturn time.time() == 1",
        "return nodes.today() == 1",
        "if False:\n    return time.time()\nreturn None",
        "nodes = dict(nodes)\nnodes['a'] = 1\nreturn None",
        "seen = []\nseen.append(claim)\nreturn None",
        "rows = nodes[:]\nrows.append(1)\nreturn None",
        "total = nodes.copy()\ntotal.update(graph)\nreturn None",
        "COLOURS[claim.text] = 2\nreturn COLOURS[claim.text] == 1",
        "return COLOURS.setdefault(claim.text, 3) == 1",
        "return nodes.union(graph).add(1)",
        "return sorted(nodes, key=len) == graph.sort(nodes)",
    ],
)
def test_look_alikes(shape, body):
    assert shape(body).effects() == []


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("nodes['a'] = 1", "nodes['a'] = 1"),
        ("del nodes['a']", "del nodes['a']"),
        ("claim.text = 'x'", "claim.text = 'x'"),
        ("claim.text += 'x'", "claim.text += 'x'"),
        ("graph.add_edge(1, 2)", "graph.add_edge(1, 2)"),
        ("x = nodes.pop('a')", "nodes.pop('a')"),
        ("for node in nodes.values():\n    node.seen = True", "node.seen = True"),
        ("for key, node in nodes.items():\n    node.tags.append(key)", "node.tags.append(key)"),
        ("first = claim.support[0]\nfirst.text = 'x'", "first.text = 'x'"),
        ("claim.kept, x = 1, 2", "claim.kept, x = 1, 2"),
    ],
)
def test_changed_arguments(shape, body, place):
    assert shape(body + "\nreturn None").effects() == [("argument", place)]


def test_changed_globals(shape):
    assert shape("SEEN.append(claim)\nreturn None").effects() == [("global", "SEEN.append(claim)")]
    counter = "count = 0\n"
    assert shape("global count\ncount += 1\nreturn None", counter).effects() == [("global", "count += 1")]
    assert shape("COLOURS['green'] += 1\nreturn None").effects() == [("global", "COLOURS['green'] += 1")]


def test_a_global_that_is_filled_once_is_a_memo(shape):
    for filling in ("if table is None:\n    table = {}", "table = table or {}"):
        assert shape(f"global table\n{filling}\nreturn None", "table = None\n").effects() == []


def test_a_global_that_another_function_changes(shape):
    more = "DAY = None\n\ndef turn(day):\n    global DAY\n    DAY = day\n"
    read = shape("return claim.text == DAY", more)
    assert read.effects() == [("global", "DAY")]
    assert "which turn changes" in read.body().effects[0].words


def test_a_constant_filled_from_the_clock(shape):
    read = shape("return claim.text == TODAY", "TODAY = date.today().isoformat()\n")
    assert read.effects() == [("clock", "date.today()")]
    assert shape("return None", "TODAY = date.today()\n").effects() == []


def test_what_an_enclosing_function_holds_is_no_constant(module):
    """It is made anew with each call of the factory."""
    read = module(
        """
        def make():
            begun = time.time()
            def shape(claim, nodes, graph):
                return begun == claim
            return shape
        """
    )
    assert read.effects("make.<locals>.shape") == []


def test_data_read_at_import_is_no_effect(shape):
    assert shape("return claim.text in LABELS", "LABELS = open('labels.txt').read()\n").effects() == []


def test_helpers_of_the_module_are_followed(shape):
    more = """
        def late(text):
            return newer(text)

        def newer(text):
            return time.time() > len(text)

        def mark(table):
            table["x"] = 1
    """
    read = shape("return late(claim.text)", more)
    assert [(e.sort, e.helper) for e in read.body().effects] == [("clock", "newer")]
    (effect,) = shape("mark(nodes)\nreturn None", more).body().effects
    assert (effect.sort, effect.helper, effect.parameter) == ("argument", "mark", "nodes")
    assert shape("mark({})\nreturn None", more).effects() == []


def test_memos(shape):
    """Over text a memo is pure, over the graph or the nodes it is not."""
    more = "@functools.lru_cache(maxsize=None)\ndef kept(of):\n    return len(of)\n"
    assert shape("return kept(claim.text) == 1", more).effects() == []
    assert shape("return kept(graph) == 1", more).effects() == [("memo", "functools.lru_cache(maxsize=None)")]
    assert shape("COLOURS[id(graph)] = 1\nreturn None").effects() == [("memo", "COLOURS[id(graph)] = 1")]


def test_an_instance_that_counts(module):
    read = module(
        """
        class Counted:
            def __call__(self, claim, nodes, graph):
                self.count += 1
                self.kept[claim.text] = 1
                return None
        """
    )
    assert read.effects("Counted.__call__") == [("argument", "self.count += 1")]
