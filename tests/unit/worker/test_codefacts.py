"""What a code object says, whatever stands around it."""

from __future__ import annotations

from types import CodeType

import pytest

from tessera_lsp.worker.codefacts import CodeFacts, CodeReader


def facts(text: str, name: str = "") -> CodeFacts:
    """Of a text, or of the function of that name in it."""
    code = compile(text, "<test>", "exec")
    if name:
        code = next(one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == name)
    return CodeReader().of(code)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("def f():\n    return 1", "\n\ndef f():  # moved\n    return 1", True),
        ('def f():\n    "a"\n    return 1', 'def f():\n    "b"\n    return 1', True),
        ('def f():\n    "a"\n    return "a"', 'def f():\n    "b"\n    return "b"', False),
        ("def f():\n    return 1", "def f():\n    return 1.0", False),
        ("def f():\n    return x in {1, 2}", "def f():\n    return x in {2, 1}", True),
        ("def f():\n    return [1 for x in y]", "def f():\n    return [2 for x in y]", False),
        ("def f(a, b): return a", "def f(a, *b): return a", False),
        ("def f(): return a.b", "def f(): return a.c", False),
    ],
)
def test_the_digest_names_what_is_done_and_not_where(one: str, other: str, same: bool) -> None:
    assert (facts(one).digest == facts(other).digest) is same


@pytest.mark.parametrize(
    ("one", "other"), [("x = 0.0", "x = -0.0"), ("x = 1", "x = True"), ("x = 1", "x = 2")]
)
def test_a_text_that_is_compiled_again_is_read_once(one: str, other: str) -> None:
    """And what only looks like it has facts of its own."""
    reader = CodeReader()
    first = reader.of(compile(one, "<test>", "exec"))
    assert reader.of(compile(one, "<test>", "exec")) is first
    assert reader.of(compile(other, "<test>", "exec")) == facts(other)
    assert facts(other).digest != first.digest


def test_imports_at_the_top_and_within_functions() -> None:
    text = "import a.b, c\nfrom . import d\ndef f():\n    from ..x import y as z, w\n    import q\n"
    assert facts(text).imports == (
        (0, "a.b", ()),
        (0, "c", ()),
        (1, "", ("d",)),
        (2, "x", ("y", "w")),
        (0, "q", ()),
    )


@pytest.mark.parametrize(
    ("body", "outside"),
    [
        ("self.a = 1", False),
        ("made = Made()\n    made.a = 1", False),
        ("module.a = 1", True),
        ("module.inner.a = 1", True),
        ("claim.a = 1", True),
        ("del module.a", True),
        ("made = {}\n    made['a'] = 1", False),
    ],
)
def test_attributes_that_are_set_of_what_code_has_not_made(body: str, outside: bool) -> None:
    assert facts(f"def f(self, claim):\n    {body}\n", "f").writes_outside is outside


def test_globals_that_a_function_sets() -> None:
    assert facts("def f():\n    global a\n    a = 1\n", "f").writes_globals
    assert not facts("def f():\n    a = 1\n", "f").writes_globals


@pytest.mark.parametrize(
    "text",
    [
        "import re\nre.compile = None",
        "setattr(a, 'b', 1)",
        "import decimal\ndecimal.getcontext()",
        "exec('1')",
    ],
)
def test_modules_that_change_what_is_not_their_own(text: str) -> None:
    reader = CodeReader()
    assert reader.patches(compile(text, "<test>", "exec"))
    assert not reader.patches(compile("import re\nA = re.compile('a')\n", "<test>", "exec"))
