"""The small parts of the worker, each by itself."""

from __future__ import annotations

import inspect
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tessera_worker_foreign import alive, soon

from tessera_lsp import wire
from tessera_lsp.wire import activity
from tessera_lsp.worker import clock
from tessera_lsp.worker.channel import OWN, Unpacker, pack, pack_own
from tessera_lsp.worker.child import End
from tessera_lsp.worker.dependencies import imported_names
from tessera_lsp.worker.faults import fault_of, frames_of_dump
from tessera_lsp.worker.importing import decoded, digest, encoded
from tessera_lsp.worker.judgement import Judgement
from tessera_lsp.worker.naming import keys_of, resolve
from tessera_lsp.worker.processes import kill_trees
from tessera_lsp.worker.signatures import Arguments, knows_none


def test_frames_come_out_as_they_went_in_however_they_are_cut() -> None:
    data = pack_own({"pid": 7}) + pack(b"W", b"body")
    unpacker, found = Unpacker(), []
    for byte in data:
        found += unpacker.feed(bytes([byte]))
    assert found == [(OWN, b'{"pid":7}'), (b"W", b"body")]


@pytest.mark.parametrize("data", [b"garbage garbage", b"\x00\x00\x00\x00\x00", b"\xff\xff\xff\xffW"])
def test_what_is_no_frame_is_refused(data: bytes) -> None:
    with pytest.raises(wire.WireError):
        Unpacker().feed(data)


def test_a_message_survives_the_wire() -> None:
    """Lone surrogates, empty tuples, nested values and ``None`` included."""
    fault = wire.Fault("raised", "shape", "x\ud800", (wire.Frame("/a", 1, "f"),), "m:q", "b", "c")
    said = wire.Consultation("b", "t", ("1",), None, "", (wire.Step("s", "None", 0),), (), ("9",), fault)
    message = wire.ItemJudged(3, "k", (said,), ("True",), (fault,), "")
    assert wire.decode(wire.encode(message)[4:]) == message
    assert wire.build(wire.Fault, wire.plain(fault)) == fault


def test_an_answer_to_an_item_is_known_by_its_beginning() -> None:
    """So that the supervisor need not decode what it only passes on."""
    item = wire.ItemJudged(-7, "key", (), ("True",), ())
    assert wire.judge_of_item(wire.encode(item)[4:]) == -7
    assert wire.judge_of_item(wire.encode(item)[4:-1]) is None, "a torn one is none"
    done = wire.JudgeDone(7, False, (), {}, 0.0)
    assert wire.judge_of_item(wire.encode(done)[4:]) is None


def test_the_clock_tells_phase_and_call() -> None:
    memory = activity.shared()
    process, reader = clock.Clock(memory, 3), clock.Reader(memory, 3)
    assert reader.activities() == ()
    process.begin("harvest", "shop")
    process.call("verifier", "shop", "", "Größe")
    process.call("shape", "shop", "m:q", "Größe" * 2000)
    phase, call = reader.activities()
    assert (phase.doing, phase.name) == ("harvest", "shop")
    assert (call.doing, call.shape) == ("shape", "m:q")
    assert call.claim.startswith("GrößeGröße")
    process.returned()
    assert reader.activities()[1].doing == "verifier"
    assert reader.activities()[1].start >= call.start, "the caller's time begins anew"
    process.returned()
    process.end()
    assert reader.activities() == ()


def test_the_time_of_an_import_is_that_of_the_whole() -> None:
    memory = activity.shared()
    process, reader = clock.Clock(memory, 0), clock.Reader(memory, 0)
    process.begin("import", "outer")
    (outer,) = reader.activities()
    process.inner("import", "inner")
    (inner,) = reader.activities()
    assert (inner.name, inner.start) == ("inner", outer.start)


DUMP = r"""Thread 0x00007f0000000001 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 100 in wait
Current thread 0x00007f0000000002 (most recent call first):
  File "/p/Gr\xf6\xdfe/\u65e5.py", line 12 in total
  File "/p/core.py", line 3 in is_supported
"""


def test_the_frames_of_a_dump() -> None:
    """Of the current thread, innermost last, with what was escaped made whole."""
    frames = frames_of_dump(DUMP, lambda path: path.startswith("/p/"))
    assert frames == (wire.Frame("/p/core.py", 3, "is_supported"), wire.Frame("/p/Größe/日.py", 12, "total"))
    assert frames_of_dump("nothing", lambda path: True) == ()


def test_a_fault_of_an_exception_that_cannot_be_shown() -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise ValueError

    try:
        raise MuteError
    except MuteError as error:
        fault = fault_of(error, "shape")
    assert fault.kind == "raised"
    assert "Mute" in fault.message
    assert fault.frames[-1].path == os.path.realpath(__file__)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import a.b.c", {"a", "a.b", "a.b.c"}),
        ("from a import b", {"a", "a.b"}),
        ("from . import x", {"p", "p.q", "p.q.x"}),
        ("from .x import y", {"p", "p.q", "p.q.x", "p.q.x.y"}),
        ("from .. import z", {"p", "p.z"}),
        ("def f():\n    import late", {"late"}),
        ("import (", set()),
    ],
)
def test_the_modules_that_a_text_may_import(text: str, found: set[str]) -> None:
    assert imported_names(text, "p.q.m", is_package=False) == found


def test_a_package_is_its_own_parent() -> None:
    assert imported_names("from .x import y", "p.q", is_package=True) == {"p", "p.q", "p.q.x", "p.q.x.y"}


def test_texts_and_bytes() -> None:
    """What is decoded has no BOM and its own line ends; what is encoded is read back as the same text."""
    assert decoded(b"\xef\xbb\xbfa\r\nb\r") == "a\r\nb\r"
    assert decoded("# coding: latin-1\nö".encode("latin-1")) == "# coding: latin-1\nö"
    assert decoded(b"\xff") is None
    for text in ("ö", "# coding: latin-1\nö", "# coding: latin-1\n→", "# coding: nonsense\nö"):
        assert encoded(text).decode("latin-1" if text.endswith("1\nö") else "utf-8") == text
    assert len(digest("ö\ud800")) == 16


class _Shape:
    def __call__(self, claim: object, nodes: object, graph: object) -> None:
        return None


def test_the_names_of_a_shape() -> None:
    """A closure is known by its factory, an instance by its class."""

    def made() -> object:
        return None

    here = __name__
    assert keys_of(made) == {(here, "test_the_names_of_a_shape.made")}
    assert keys_of(_Shape()) == {(here, "_Shape"), (here, "_Shape.__call__")}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux tells who descends from whom")
def test_a_tree_is_killed_whole() -> None:
    """A child that leads a session of its own goes with its parent, while that still lives."""
    tree = subprocess.Popen(
        ["sh", "-c", "setsid sleep 71 & echo $!; wait"], stdout=subprocess.PIPE, text=True
    )
    assert tree.stdout is not None
    below = int(tree.stdout.readline())
    assert alive(below)
    kill_trees([tree.pid])
    assert tree.wait(5) == -signal.SIGKILL
    assert soon(lambda: not alive(below))


def test_dotted_names() -> None:
    assert resolve("os.path.join") is os.path.join
    assert resolve("os.path:join") is os.path.join
    assert resolve("sys") is sys
    with pytest.raises(LookupError, match=r"os\.path has no 'nothing'"):
        resolve("os.path.nothing")
    with pytest.raises(LookupError, match="no module"):
        resolve("nowhere_at_all.x")


HELPERS = """
def annotated(claim) -> "bool | None": ...
def test(claim) -> bool: ...
def says(claim):
    return True if claim else None
def falls(claim):
    if claim:
        return True
    print(claim)
def nested(claim):
    def inner():
        return None
    return bool(inner)
"""


def test_which_helpers_can_say_none(tmp_path: Path) -> None:
    """By the annotation, else by the text: a value of None, or an end that is fallen off."""
    path = tmp_path / "helpers.py"
    path.write_text(HELPERS)
    scope: dict[str, Any] = {}
    exec(compile(HELPERS, str(path), "exec"), scope)
    found = {name: knows_none(scope[name]) for name in ("annotated", "test", "says", "falls", "nested")}
    assert found == {"annotated": True, "test": False, "says": True, "falls": True, "nested": False}


SIGNATURES = [
    lambda claim, nodes, graph=None, shapes=(): None,
    lambda claim, /, nodes, *, shapes=(): None,
    lambda claim, *rest, **named: None,
    lambda: None,
]


@given(
    function=st.sampled_from(SIGNATURES),
    args=st.lists(st.integers(), max_size=5).map(tuple),
    kwargs=st.dictionaries(st.sampled_from(["claim", "nodes", "graph", "shapes", "other"]), st.integers()),
)
def test_arguments_by_name_are_those_that_the_call_would_bind(function, args, kwargs) -> None:
    signature = inspect.signature(function)
    try:
        expected = signature.bind(*args, **kwargs).arguments
    except TypeError:
        with pytest.raises(TypeError):
            Arguments(signature).by_name(args, kwargs)
    else:
        assert Arguments(signature).by_name(args, kwargs) == dict(expected)


def test_an_argument_is_replaced_however_it_was_given() -> None:
    arguments = Arguments(inspect.signature(SIGNATURES[0]))
    assert arguments.replaced((1, 2), {"shapes": 3}, "shapes", 4) == ((1, 2), {"shapes": 4})
    assert arguments.replaced((1, 2, 5, 3), {}, "shapes", 4) == ((1, 2, 5, 4), {})


def test_what_a_process_leaves_that_was_killed_while_it_waited_is_given_to_one_more() -> None:
    """The judgement is not to blame; where the next one dies as well, it may be."""
    judgement = Judgement(wire.Judge(1, {}, (), True))
    killed = End(wire.Fault("died", "import", "it was killed", ()), None)
    assert judgement.died(killed)
    assert judgement.done(superseded=False).faults == ()
    assert not judgement.died(killed)
    assert judgement.done(superseded=False).faults == (killed.fault,)
