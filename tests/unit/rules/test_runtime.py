"""TES103, TES107 and TES108: what shapes did, and where it is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tessera_lsp.text import Position, Span
from tessera_lsp.wire import MeasuredJudged

CLAIMS = "/depot/stock/claims.py"


def test_an_exception_stands_on_the_own_line_that_raised(depot, fault):
    """The helper's line, not the library's below it and not the harness's above the shape."""
    frames = [
        ("/depot/harness.py", 3),
        ("/depot/metrics.py", 9),
        (CLAIMS, 12),
        (CLAIMS, 21),
        ("/usr/lib/re.py", 7),
    ]
    depot.ran()
    depot.answer("True", "raised", faults=(fault("raised", *frames, claim="Crate 1 weighs 12 kg."),))
    (finding,) = depot.findings()
    assert (finding.code, finding.severity) == ("TES107", "error")
    assert finding.span == depot.span('return claim.text == nodes["crate/1"].text')
    assert finding.message == "weight raised KeyError: 'crate/1' on \"Crate 1 weighs 12 kg.\""
    assert finding.witness is not None
    assert finding.witness.citations == ("crate/1",)


def test_without_an_own_line_it_stands_on_the_name(depot, fault):
    """Called with the wrong number of arguments, the innermost line is the verifier's own: not to blame."""
    depot.ran()
    depot.answer(
        "True", "raised", faults=(fault("raised", ("/depot/harness.py", 3), ("/depot/metrics.py", 9)),)
    )
    (finding,) = depot.findings("TES107")
    assert finding.span == depot.span("weight")


@pytest.mark.parametrize(
    "library",
    ["/depot/env/lib/python3.12/site-packages/thing.py", "/depot/.venv/lib/thing.py", "/elsewhere/thing.py"],
)
def test_an_environment_in_the_project_is_not_its_own(depot, fault, library):
    depot.ran()
    depot.answer("True", "raised", faults=(fault("raised", (CLAIMS, 12), (library, 4)),))
    (finding,) = depot.findings("TES107")
    assert finding.span == depot.span("return compare(claim, nodes)")


def test_a_shape_of_another_file_stands_where_it_raised(depot, fault):
    """The index does not have it, so the verifier's frames tell where its call begins."""
    frames = [
        ("/depot/harness.py", 3),
        ("/depot/metrics.py", 9),
        ("/depot/metrics.py", 4),
        ("/depot/more.py", 7),
    ]
    depot.ran(judge_faults=(fault("raised", *frames, shape="more:shape"),))
    (finding,) = depot.findings("TES107")
    assert (finding.path, finding.span.start.line) == ("/depot/more.py", 6)
    depot.ran(judge_faults=(fault("raised", ("/depot/more.py", 7), shape="more:shape"),))
    (finding,) = depot.findings("TES107")
    assert (finding.path, finding.span.start.line) == ("/depot/more.py", 6)


def test_one_line_that_fails_on_many_claims_is_one_finding(depot, fault):
    depot.ran()
    faults = tuple(fault("raised", (CLAIMS, 21), claim=text) for text in ("one", "two", "three", "one"))
    depot.verdicts = replace(
        depot.verdicts, measured={"stock": MeasuredJudged(1, "stock", (-1,), ("",), faults)}
    )
    (finding,) = depot.findings("TES107")
    assert finding.message.endswith('on "one" and on 2 more claims')


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("timeout", "weight did not answer within 2 s"),
        ("memory", "weight took more than 2,048 MiB of memory"),
        ("exit", "weight ended the process (SystemExit: 3)"),
        ("died", "weight ended the process (SystemExit: 3)"),
    ],
)
def test_what_does_not_come_back(depot, fault, kind, words):
    depot.ran()
    depot.answer("True", faults=(fault(kind, (CLAIMS, 12), message="SystemExit: 3"),))
    (finding,) = depot.findings()
    assert (finding.code, finding.message) == ("TES108", words)
    assert finding.span == depot.span("return compare(claim, nodes)")


def test_an_answer_of_another_kind(depot, fault):
    depot.ran()
    message = "answered <re.Match>, which is neither a bool nor None"
    depot.answer("True", "<re.Match>", faults=(fault("answer", message=message, claim="x"),))
    (finding,) = depot.findings()
    assert (finding.code, finding.span) == ("TES103", depot.span("weight"))
    assert "<re.Match>" in finding.message


def test_lines_that_have_moved_are_not_pointed_at(depot, fault):
    """The text was edited since: the finding falls back to the shape's name and is marked."""
    depot.ran(sources={CLAIMS: "of another text"})
    depot.answer("True", "raised", faults=(fault("raised", (CLAIMS, 12)),))
    (finding,) = depot.findings("TES107", fresh=False)
    assert (finding.span, finding.stale) == (depot.span("weight"), True)


def test_a_finding_whose_shape_is_gone_is_dropped(depot, fault):
    depot.ran(judge_faults=(fault("raised", shape="stock.claims:gone"),))
    assert depot.findings("TES107") == []


def test_a_harness_that_fails_by_its_shape_has_both_findings(depot, fault):
    harvest = replace(depot_harvest(depot), claims=(), fault=fault("died", (CLAIMS, 12), doing="harvest"))
    depot.verdicts = replace(depot.verdicts, harvests={"stock": harvest})
    assert [finding.code for finding in depot.findings()] == ["TES108", "TES209"]


def depot_harvest(depot):
    depot.ran()
    return depot.verdicts.harvests["stock"]


def test_text_of_the_project_cannot_steer_a_terminal(depot, fault):
    depot.ran()
    depot.answer("True", "raised", faults=(fault("raised", message="boom\x1b[31m\nred\u202e", claim="a\nb"),))
    (finding,) = depot.findings("TES107")
    assert finding.message == 'weight raised boom\\x1b[31m\\nred\\u202e on "a\\nb"'
    assert finding.span != Span(Position(0, 0), Position(0, 0))


def test_a_line_of_the_same_file_above_the_shape_is_not_its_call(depot, fault):
    """A harness in the claims file asked; what raised in a library is not to be blamed on it."""
    frames = [(CLAIMS, 1), ("/depot/metrics.py", 9), ("/usr/lib/re.py", 7)]
    depot.ran(judge_faults=(fault("raised", *frames),))
    (finding,) = depot.findings("TES107")
    assert finding.span == depot.span("weight")
