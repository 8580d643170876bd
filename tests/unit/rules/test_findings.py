"""Selection, severities, suppressions, order; and what keeps the tool from its work."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tessera_lsp.findings import is_selected
from tessera_lsp.index.model import Unreadable
from tessera_lsp.project import Config, ConfigProblem
from tessera_lsp.text import Position, Span
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import Fault

CLAIMS = "/depot/stock/claims.py"


@pytest.mark.parametrize(
    ("select", "ignore", "selected"),
    [
        ((), (), True),
        (("TES1",), (), False),
        (("TES4",), (), True),
        ((), ("TES4",), False),
        (("TES401",), ("TES4",), True),
        (("TES4",), ("TES401",), False),
        (("TES401",), ("TES401",), False),
        ((), ("TES9", "TES1"), True),
    ],
)
def test_the_longest_prefix_decides(select, ignore, selected):
    assert is_selected("TES401", select, ignore) is selected


@pytest.fixture
def undeclared(depot):
    """``colour`` is undeclared: one TES101."""
    depot.declared = ("weight",)
    return depot


def test_configuration_weighs_and_silences(undeclared):
    undeclared.config = Config(severity={"TES101": "error"})
    assert [finding.severity for finding in undeclared.findings()] == ["error"]
    undeclared.config = Config(severity={"TES101": "off"})
    assert undeclared.findings() == []
    undeclared.config = Config(per_file_ignores={"stock/*": ("TES1",)})
    assert undeclared.findings() == []
    undeclared.config = Config(per_file_ignores={"other/**": ("TES1",)})
    assert len(undeclared.findings()) == 1


def test_a_suppression_hides_what_stands_on_its_line(undeclared):
    undeclared.suppress("def colour", "TES101")
    assert undeclared.findings() == []


def test_a_suppression_on_any_line_of_a_sample_holds_for_all_of_it(depot):
    depot.text = depot.text.replace("weighs 12 kg. <-", "weighs\n            12 kg. <-")
    depot.ran()
    depot.answer("True", "False")
    assert [finding.code for finding in depot.findings()] == ["TES401"]
    depot.suppress("12 kg. <- crate/1", "TES401")
    assert depot.findings() == []


def test_a_suppression_that_hides_nothing_is_found(depot):
    depot.suppress("def colour", "TES101", "TES9")
    assert [finding.message for finding in depot.findings()] == [
        "TES101 finds nothing here: the suppression can go",
        "there is no rule TES9",
    ]
    depot.suppressions = ()
    depot.suppress("def colour")
    assert [finding.message for finding in depot.findings()] == [
        "names no code, so it hides nothing; write ignore[CODE]"
    ]


def test_what_could_not_speak_is_not_called_unused(depot):
    """TES401 speaks only after a run; TES101 is not selected."""
    depot.suppress("def colour", "TES401")
    assert depot.findings(static=True) == []
    assert depot.findings() == []
    depot.ran()
    assert [finding.code for finding in depot.findings()] == ["TES903"]
    depot.config = Config(ignore=("TES4",))
    assert depot.findings() == []


def test_static_silences_what_needs_a_run(depot):
    depot.ran()
    depot.answer("True", "False")
    assert depot.findings(static=True) == []


def test_one_unreadable_finding_a_file(depot):
    spans = [Span(Position(line, 0), Position(line, 3)) for line in (5, 2)]
    broken = tuple(Unreadable(CLAIMS, span, "does not parse") for span in spans)
    file = depot.index.files[CLAIMS]
    depot.index_changes = {"files": {CLAIMS: replace(file, unreadable=broken)}}
    assert [(f.code, f.span) for f in depot.findings()] == [("TES900", spans[1])]


OURS = sys.version_info[:2]


@pytest.mark.parametrize(
    ("version", "imported", "faults", "severity"),
    [
        ((OURS[0], OURS[1] + 1), True, (), "info"),
        ((OURS[0], OURS[1] + 1), False, (), "error"),
        ((OURS[0], OURS[1] + 1), True, (Fault("raised", "import", "SyntaxError"),), "error"),
        (OURS, True, (), "error"),
    ],
)
def test_syntax_of_a_newer_python_is_no_error_once_that_has_imported_it(
    depot, version, imported, faults, severity
):
    """The message says which Python reads it, and which does not."""
    file = depot.index.files[CLAIMS]
    broken = Unreadable(CLAIMS, Span(Position(2, 0), Position(2, 3)), "does not parse: invalid syntax")
    depot.index_changes = {"files": {CLAIMS: replace(file, unreadable=(broken,))}}
    depot.verdicts = Verdicts(
        "ready",
        python=f"{version[0]}.{version[1]}.2",
        sources={CLAIMS: depot.document.digest if imported else "another"},
        judge_faults=faults,
        judged=True,
    )
    (finding,) = depot.findings("TES900")
    assert finding.severity == severity
    assert f"Python {OURS[0]}.{OURS[1]}" in finding.message
    assert (f"Python {version[0]}.{version[1]} reads this" in finding.message) is (severity == "info")
    assert ("invalid syntax" in finding.message) is (severity == "error")


def test_a_worker_that_failed(depot):
    depot.verdicts = Verdicts(state="failed", reason="no interpreter: set python")
    (finding,) = depot.findings()
    assert (finding.code, finding.path, finding.message) == (
        "TES901", "/depot/registry.py", "no interpreter: set python",
    )  # fmt: skip
    depot.project = replace(depot.project, registry=None)
    depot.verdicts = Verdicts(state="ready")
    (finding,) = depot.findings("TES901")
    assert finding.path == str(Path("/depot/pyproject.toml"))
    assert "no registry was found" in finding.message


@pytest.mark.parametrize("state", ["off", "asking"])
def test_what_was_refused_is_no_failure(depot, state):
    depot.verdicts = Verdicts(state=state, reason="run = false")
    depot.project = replace(depot.project, registry=None)
    assert depot.findings() == []


def test_configuration_problems(depot):
    problems = (
        ConfigProblem("/depot/pyproject.toml", 3, 0, 7, "timeout must be a number", warning=False),
        ConfigProblem("/depot/pyproject.toml", 4, 0, 5, "unknown key clams; claims?", warning=True),
    )
    depot.project = replace(depot.project, problems=problems)
    assert [(f.code, f.severity, f.span.start.line) for f in depot.findings()] == [
        ("TES902", "error", 3),
        ("TES902", "warning", 4),
    ]


def test_findings_are_sorted_and_each_is_there_once(depot, fault):
    depot.declared = ()
    depot.ran(load_faults=(fault("raised", ("/depot/registry.py", 5), shape="", battery=""),) * 2)
    depot.verdicts = replace(depot.verdicts, batteries=())
    found = depot.findings()
    assert [finding.code for finding in found] == ["TES209", "TES101", "TES101"]
    assert found == sorted(found, key=lambda finding: finding.order)
