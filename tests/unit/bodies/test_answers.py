"""Which kinds of value a body answers with, along every path."""

from __future__ import annotations

import pytest

MATCHED = "m = PATTERN.fullmatch(claim.text)\n"


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("return True", {"true"}),
        ("return", {"none"}),
        ("return nodes == graph", {"true", "false"}),
        ("return not nodes", {"true", "false"}),
        ("return nodes == graph or None", {"true", "none"}),
        ("return True if nodes else None", {"true", "none"}),
        ("return claim.text", {"text"}),
        ("return len(nodes)", {"number"}),
        ("return ~(nodes == graph)", {"number"}),
        ("return (nodes == 1) & (graph == 2)", {"true", "false"}),
        ("return [n for n in nodes]", {"list"}),
        ("return nodes.get(claim.text)", {"unknown"}),
        ("return any(nodes) and all(nodes)", {"true", "false"}),
        ("return claim.text.startswith('Crate')", {"true", "false"}),
        ("return re.findall('a', claim.text) and True", {"list", "true"}),
        ("return len(claim.text) and nodes == 1", {"number?", "true", "false"}),
        ("return isinstance(nodes, dict)", {"true", "false"}),
        ("return lambda: True", {"function"}),
        ("return f'{nodes}'", {"text"}),
        ("raise ValueError", set()),
    ],
)
def test_expressions(shape, body, kinds):
    assert shape(body).answers() == kinds


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("return m and nodes == m[1]", {"none", "true", "false"}),
        ("return nodes == 1 and m", {"false", "match", "none"}),
        ("return m", {"match", "none"}),
        ("return bool(m)", {"true", "false"}),
        ("return m is not None", {"true", "false"}),
        ("return m and m.group(0)", {"none", "text"}),
        ("if m is None:\n    return None\nreturn m", {"none", "match"}),
        ("if not m:\n    return m\nreturn True", {"none", "true"}),
        ("if m and nodes:\n    return m\nreturn False", {"match", "false"}),
        ("if m is None or nodes:\n    return False\nreturn m is not None", {"false", "true"}),
        ("m = m or False\nif m is False:\n    return m\nreturn None", {"false", "none"}),
    ],
)
def test_what_is_known_of_a_match(shape, body, kinds):
    assert shape(MATCHED + body).answers() == kinds


def test_a_name_is_followed_along_its_paths(shape):
    read = shape(
        """
        holds = ""
        for record in claim.support:
            holds = "x"
        holds = nodes == graph
        while nodes:
            holds = False
            break
        else:
            holds = None
        return holds
        """
    )
    assert read.answers() == {"false", "none"}


def test_a_loop_may_leave_a_name_as_it_was(shape):
    body = "ok = True\nfor record in claim.support:\n    if record.id:\n        ok = False\nreturn ok"
    assert shape(body).answers() == {"true", "false"}


def test_a_walrus_binds_its_name(shape):
    body = "if (m := PATTERN.match(claim.text)) is None:\n    return None\nreturn m"
    assert shape(body).answers() == {"none", "match"}


def test_helpers_of_the_module_are_followed(shape):
    helpers = """
        def matched(text):
            return PATTERN.search(text)

        def judged(text):
            return None if matched(text) is None else text == "x"

        def refuse(why):
            raise ValueError(why)

        def itself(text):
            return itself(text)
    """
    assert shape("return matched(claim.text)", helpers).answers() == {"match", "none"}
    assert shape("return judged(claim.text)", helpers).answers() == {"none", "true", "false"}
    assert shape("if nodes:\n    return True\nrefuse('no')", helpers).ends() == []
    assert shape("return itself(claim.text)", helpers).answers() == {"unknown"}


@pytest.mark.parametrize(
    ("decorator", "found"),
    [("", {"iterator"}), ("@nodes_of\n", {"unknown"}), ("@functools.cache\n", {"iterator"})],
)
def test_a_decorator_may_make_something_of_what_a_helper_yields(shape, decorator, found):
    helper = f"{decorator}def told(text):\n    yield text == 'x'\n"
    assert shape("return told(claim.text)", helper).answers() == found


def test_of_bytes_come_bytes(shape):
    """What a library makes of them is not what it makes of texts."""
    found = "FOUND = re.compile(rb'[0-9]+')\n"
    assert shape("return FOUND.sub(b'', claim.raw)", found).answers() == {"unknown"}
    assert shape("return re.sub(b'[0-9]', b'', claim.raw)").answers() == {"unknown"}
    assert shape("return re.sub('[0-9]', '', claim.text)").answers() == {"text"}


def test_what_a_helper_gives_for_some_arguments_is_not_sure(shape):
    """Whether this call gives the text depends on its argument."""
    helper = "def told(text, plain):\n    return text == 'x' if plain else 'no'\n"
    assert shape("return told(claim.text, True)", helper).answers() == {"true", "false", "text?"}


@pytest.mark.parametrize(
    ("body", "ends"),
    [
        ("if nodes:\n    return True", ["nodes"]),
        ("for n in nodes:\n    return True", ["nodes"]),
        ("while True:\n    if nodes:\n        return True", []),
        ("if nodes:\n    return True\nelse:\n    count = 1", ["count = 1"]),
        ("try:\n    return int(claim.text) == 1\nexcept ValueError:\n    pass", ["pass"]),
        ("match claim.text:\n    case 'a':\n        return True", ["claim.text"]),
        ("match claim.text:\n    case 'a':\n        return True\n    case _:\n        return None", []),
        ("with suppress(KeyError):\n    return nodes['a'] == 1", ["return nodes['a'] == 1"]),
        ("with nodes.lock:\n    return True", []),
        ("with open(claim.text):\n    return True", []),
        ("if nodes:\n    return True\nassert False", []),
        ("if nodes:\n    return True\nraise SystemExit", []),
        ("if nodes:\n    return True\ngraph.fail('no')", []),
        ("if nodes:\n    return True\nlogger.error('no')", ["logger.error('no')"]),
        ("if nodes:\n    return True\nself.error('no')", []),
        ("if nodes:\n    return True\nassert_never(nodes)", []),
        ("try:\n    return nodes == 1\nexcept KeyError as e:\n    graph.handle(claim, e)", []),
        (
            "try:\n    return nodes == 1\nexcept KeyError as e:\n    log.warning('no', e)",
            ["log.warning('no', e)"],
        ),
        ("try:\n    return nodes == 1\nexcept KeyError as e:\n    print(e)", ["print(e)"]),
        ("try:\n    e = 1\nexcept KeyError as e:\n    return None\ngraph.handle(e)", ["graph.handle(e)"]),
        ("try:\n    x = 1\nfinally:\n    return True", []),
    ],
)
def test_where_paths_end_without_a_return(shape, body, ends):
    assert shape(body).ends() == ends


def test_a_path_that_may_end_is_kept_apart(shape):
    """A context manager may swallow what is raised within it."""
    body = shape("with nodes.lock:\n    return True").body()
    assert (body.ends, body.may_end) == ((), True)


def test_a_decorator_may_change_what_is_answered(module):
    read = module(
        "@functools.cache\ndef a(c, n, g):\n    return c\n\n@other\ndef b(c, n, g):\n    return c\n"
    )
    assert read.body("a").understood
    assert not read.body("b").understood


@pytest.mark.parametrize("body", ["pass", "...", '"""Says what it will do."""'])
def test_nothing_written_yet(shape, body):
    assert shape(body).body().is_stub


def test_async_functions_generators_and_half_typed_ones_have_no_body(module):
    read = module("async def a(c):\n    return c\n\ndef b(c):\n    yield c\n\ndef d(c):\n    return (\n")
    assert [read.body(name) for name in "abd"] == [None, None, None]


def test_a_name_that_another_function_changes_is_not_known(shape):
    """What the walk finds is not None any more when it is returned."""
    body = """
        found = None
        def visit(node):
            nonlocal found
            found = node == 1
        graph.walk(visit)
        return found
    """
    assert shape(body).answers() == {"unknown"}
    assert shape("global total\ntotal = None\ngraph.walk()\nreturn total").answers() == {"unknown"}


def test_reading_has_an_end(shape):
    """Past its budget a body is not understood."""
    assert shape("x = nodes\n" * 9_000 + "return x").body().understood
    assert not shape("x = nodes\n" * 11_000 + "return x").body().understood


def test_a_constant_of_the_module_may_test_either_way(shape):
    """``DEBUG = False`` may be patched; None is a place to be filled."""
    assert shape("return DEBUG and True", "DEBUG = False").answers() == {"true", "false"}
    assert shape("return LATER", "LATER = None").answers() == {"unknown"}
    assert shape("PATTERN = nodes\nreturn PATTERN.match(claim.text)").answers() == {"unknown"}
