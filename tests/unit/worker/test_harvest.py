"""The claims that the project's own harness measures, and who owns them, however they are asked."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest
from tessera_worker_foreign import HARNESS, REGISTRY, Shop, alive, owners, sample, sentence, soon

CLAIMS = "acme/shop/claims.py"
RIGHT = sample("The total is 7", "a", "b")
OWNERS = {"The total is 7": "total", "2 things": "count", "an apple": "contained"}


def test_an_async_harness(shop: Shop) -> None:
    shop.edit("acme/harness.py", "def run_eval", "async def run_eval")
    assert owners(shop.judged(shop.start()).harvests["shop"]) == OWNERS


def test_a_harness_without_parameters_is_run_once_for_all(shop: Shop) -> None:
    """Claims belong to the battery with whose shapes they are asked."""
    shop.write(
        "acme/registry.py",
        REGISTRY.replace("    return (", "    return (Battery('none', data.build_graph, data.answers), "),
    )
    harness = HARNESS.replace("(batteries=None)", "()").replace("batteries or ", "print('running') or ")
    shop.write("acme/harness.py", harness)
    verdicts = shop.judged(shop.start())
    assert owners(verdicts.harvests["shop"]) == OWNERS
    assert set(owners(verdicts.harvests["none"]).values()) == {"", "contained"}
    assert shop.lines.count("running") == 1


def test_claims_are_grouped_and_counted(shop: Shop) -> None:
    shop.edit("acme/harness.py", "in battery.answers(graph):", "in battery.answers(graph) * 3:")
    harvested = shop.judged(shop.start()).harvests["shop"]
    assert [(claim.text, claim.times) for claim in harvested.claims] == [(text, 3) for text in OWNERS]


def test_an_unsupported_claim_tells_its_records(shop: Shop) -> None:
    shop.edit("acme/shop/data.py", "The total is 7", "The total is 9")
    claim = shop.judged(shop.start()).harvests["shop"].claims[0]
    assert (claim.verdict, claim.owner, claim.citations) == (False, "total", ("a", "b"))
    assert [record.text for record in claim.records] == ["an apple for 3", "a bun for 4"]


@pytest.mark.parametrize(
    ("old", "new", "kind", "said"),
    [
        ("results = []", "return []", "empty", "asked the verifier nothing"),
        ("results = []", "raise SystemExit(1)", "exit", "SystemExit: 1"),
        ("results = []", "raise KeyError('x')", "raised", "KeyError: 'x'"),
        ("results = []", "import os; os._exit(2)", "exit", "os._exit(2)"),
        ("results = []", "import time; time.sleep(600)", "timeout", "within 2 s"),
    ],
)
def test_a_harness_that_fails(shop: Shop, old: str, new: str, kind: str, said: str) -> None:
    """The fault stands at the harness's own line, and samples still work."""
    if kind == "timeout":
        shop.config = shop.config.__class__(timeout=10.0, harvest_timeout=2.0)
    shop.edit("acme/harness.py", old, new)
    verifier = shop.start()
    verdicts = shop.judged(verifier, (RIGHT,))
    fault = verdicts.harvests["shop"].fault
    assert fault is not None
    assert (fault.kind, fault.doing, fault.battery) == (kind, "harvest", "shop")
    assert said in fault.message
    if kind != "empty":
        own = [frame for frame in fault.frames if frame.path == shop.path("acme/harness.py")]
        assert own[-1].line == 1 + shop.text("acme/harness.py").split("\n").index("    " + new)
    assert verdicts.harvest_done
    assert verdicts.items["The total is 7"].answers == ("True",)


@pytest.mark.parametrize("statement", ["1 / 0", "while True: pass", "import os; os._exit(1)"])
def test_a_shape_that_fails_in_the_harness(shop: Shop, statement: str) -> None:
    """The harness's fault names the shape, so that the finding can stand on it."""
    shop.config = shop.config.__class__(timeout=2.0, import_timeout=20.0)
    head = "def count(claim, nodes, graph):\n"
    shop.edit(CLAIMS, head, head + f"    if 'things' in claim.text:\n        {statement}\n")
    verifier = shop.start()
    verdicts = shop.judged(verifier, (RIGHT,))
    fault = verdicts.harvests["shop"].fault
    assert fault is not None
    assert (fault.doing, fault.shape, fault.claim) == ("shape", "acme.shop.claims:count", "2 things")
    assert fault.frames[-1].path == shop.path(CLAIMS)
    assert verdicts.items["The total is 7"].answers == ("True",)


def test_other_batteries_are_harvested_when_one_ends_the_process(shop: Shop) -> None:
    shop.write(
        "acme/registry.py",
        REGISTRY.replace(
            "    return (",
            "    return (Battery('first', data.build_graph, data.answers, claims.GRAMMAR),\n"
            "            Battery('bad', data.build_graph, lambda graph: __import__('os')._exit(1)), ",
        ),
    )
    verdicts = shop.judged(shop.start(), (RIGHT,))
    assert owners(verdicts.harvests["first"]) == owners(verdicts.harvests["shop"]) == OWNERS
    fault = verdicts.harvests["bad"].fault
    assert fault is not None
    assert (fault.kind, fault.battery) == ("exit", "bad")
    assert verdicts.measured["first"].verdicts == (1, 1, 1)


@pytest.fixture
def listener() -> Iterator[int]:
    """A port of this machine on which somebody accepts."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=lambda: server.accept()[0].close(), daemon=True)
        thread.start()
        yield server.getsockname()[1]
        socket.create_connection(server.getsockname()).close()


@pytest.mark.parametrize(
    "reach",
    [
        "socket.create_connection(('203.0.113.7', 80), timeout=5)",
        "socket.getaddrinfo('model.example', 443)",
        "socket.getaddrinfo('127.model.example', 443)",
        "socket.getaddrinfo('::ffff:127.model.example', 443)",
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('203.0.113.7', 53))",
        "__import__('urllib.request').request.urlopen('http://model.example/')",
    ],
)
def test_a_harness_that_reaches_out_is_stopped(shop: Shop, reach: str) -> None:
    shop.edit("acme/harness.py", "    results = []", f"    import socket\n    {reach}\n    results = []")
    verdicts = shop.judged(shop.start(), (RIGHT,))
    fault = verdicts.harvests["shop"].fault
    assert fault is not None
    assert fault.kind == "network"
    assert "network = true" in fault.message
    assert any(frame.path == shop.path("acme/harness.py") for frame in fault.frames)
    assert verdicts.items["The total is 7"].answers == ("True",)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::ffff:127.0.0.1"])
def test_a_harness_may_reach_this_machine(shop: Shop, listener: int, host: str) -> None:
    reach = f"import socket; socket.create_connection(('{host}', {listener}), timeout=5).close()"
    shop.edit("acme/harness.py", "    results = []", f"    {reach}\n    results = []")
    assert owners(shop.judged(shop.start()).harvests["shop"]) == OWNERS


def test_a_long_harness_keeps_no_sample_waiting(shop: Shop) -> None:
    """Samples and edits are judged from the loaded project meanwhile; the measured claims follow."""
    gate = shop.root / "gate"
    gate.touch()
    held = f"    import os, time\n    while os.path.exists({str(gate)!r}): time.sleep(0.01)\n"
    shop.edit("acme/harness.py", "    results = []", held + "    results = []")
    verifier = shop.start()
    verifier.judge({}, (RIGHT,))
    assert soon(lambda: verifier.verdicts.judged)
    assert verifier.verdicts.items["The total is 7"].answers == ("True",)
    assert not verifier.verdicts.harvest_done
    assert verifier.verdicts.counts["imports"] == verifier.verdicts.counts["graphs"] == 0, "all is built"
    gate.unlink()
    verdicts = verifier.wait(60)
    assert verdicts.harvest_done
    assert verdicts.measured["shop"].verdicts == (1, 1, 1)


def test_the_harness_is_not_run_where_it_may_not(shop: Shop) -> None:
    shop.config = shop.config.__class__(harvest=False)
    shop.edit("acme/harness.py", "    results = []", "    print('running')\n    results = []")
    verdicts = shop.judged(shop.start(), (RIGHT,))
    assert verdicts.harvest_skipped == "harvest = false in [tool.tessera]"
    assert verdicts.items["The total is 7"].answers == ("True",)
    assert "running" not in shop.lines


def test_native_threads_make_every_judgement_a_process_of_its_own(shop: Shop) -> None:
    """A thread that the project keeps running: nothing is forked from that process, and all is built anew."""
    thread = "import threading, time\nthreading.Thread(target=time.sleep, args=(600,), daemon=True).start()\n"
    shop.write("acme/shop/data.py", thread + shop.text("acme/shop/data.py"))
    verifier = shop.start()
    verdicts = shop.judged(verifier, (RIGHT, sentence("2 things", "a", "b")))
    assert verdicts.items["The total is 7"].answers == ("True",)
    assert verdicts.items["2 things"].consultations[0].owner == "count"
    assert verdicts.measured["shop"].verdicts == (1, 1, 1)
    assert (verdicts.counts["batteries"], verdicts.counts["graphs"]) == (1, 1)
    edit = {CLAIMS: shop.replace(CLAIMS, "sum(nodes", "1 + sum(nodes")}
    assert shop.judged(verifier, (RIGHT,), edit).measured["shop"].verdicts == (0, 1, 1)
    assert alive(verifier.pid)


def handed_over(shop: Shop, record: str = "Ev(key, text)") -> None:
    """A graph of plain dictionaries: the records are only in the ``nodes`` that the harness hands over, by
    ids of which the records know nothing."""
    shop.write(
        "acme/shop/data.py",
        f"""
        from acme.model import Claim

        class Ev:
            def __init__(self, key, text):
                self.key, self.text, self.price = key, text, int(text[-1])

        TEXTS = {{"a": "an apple for 3", "b": "a bun for 4", "c": "a cake for 9"}}

        def build_graph():
            return {{"a": {{"b": 1}}}}

        def nodes():
            return {{"till/" + key: {record} for key, text in TEXTS.items()}}

        def answers(nodes):
            return [Claim("an apple", (nodes["till/a"],))]
        """,
    )
    harness = HARNESS.replace("battery.build_graph()", "battery.build_graph(); nodes = data.nodes()")
    harness = harness.replace("answers(graph)", "answers(nodes)").replace("graph.nodes", "nodes")
    shop.write("acme/harness.py", "from acme.shop import data\n" + harness)
    shop.write(
        CLAIMS,
        """
        def total(claim, nodes, graph):
            if not claim.text.startswith("The total is "):
                return None
            return sum(ev.price for ev in claim.support) == int(claim.text[13:])

        GRAMMAR = (total,)
        """,
    )


TILL = sample("The total is 13", "till/b", "till/c")


def test_records_that_only_the_harness_hands_over(shop: Shop) -> None:
    """Found under the keys of ``nodes``, those that no measured claim cites included; told with the
    battery, and of a measured claim by the same names."""
    handed_over(shop)
    verifier = shop.start()
    verdicts = shop.judged(verifier, (TILL, sample("The total is 1", "till/x")))
    (consultation,) = verdicts.items["The total is 13"].consultations
    assert (consultation.unknown, consultation.why_not) == ((), "")
    assert verdicts.items["The total is 13"].answers == ("True",)
    assert [record.id for record in consultation.records] == ["till/b", "till/c"]
    assert verdicts.items["The total is 1"].consultations[0].unknown == ("till/x",)
    assert verdicts.harvests["shop"].claims[0].citations == ("till/a",)
    assert (verdicts.batteries[0].records, verdicts.batteries[0].ids) == (3, ("till/a", "till/b", "till/c"))


def test_a_sentence_alone_is_put_to_what_the_harness_hands_over(shop: Shop) -> None:
    """Without the measured claims, as ``explain`` asks."""
    handed_over(shop)
    item = sentence("The total is 13", "till/b", "till/c", battery="shop")
    verdicts = shop.judged(shop.start(), (item,), measured=False)
    assert verdicts.items["The total is 13"].consultations[0].verdict is True


def test_records_of_the_harness_are_not_unknown_where_it_has_not_run(shop: Shop) -> None:
    """The edit builds another graph, and a native thread leaves no process that holds the harness's
    records: not judged, with why, but nobody says that there is no such record."""
    handed_over(shop)
    verifier = shop.start()
    shop.judged(verifier, (TILL,))
    edit = {"acme/shop/data.py": shop.replace("acme/shop/data.py", '{"b": 1}', '{"b": 2}')}
    (consultation,) = shop.judged(verifier, (TILL,), edit).items["The total is 13"].consultations
    assert (consultation.verdict, consultation.unknown) == (None, ())
    assert "harness" in consultation.why_not
    verifier.close()
    shop.write(
        "acme/core.py",
        "import threading, time\n"
        "threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n" + shop.text("acme/core.py"),
    )
    (consultation,) = shop.judged(shop.start(), (TILL,)).items["The total is 13"].consultations
    assert (consultation.verdict, consultation.unknown) == (None, ())
