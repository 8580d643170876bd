"""What reads as the cause of a failure in a log, and what does not."""

from __future__ import annotations

import pytest

from tessera.devex.files import TextLine
from tessera.devex.logs import Failure, failure, message
from tessera.devex.synthesis.faults import DECOYS, FAULTS


def _log(*messages: str) -> list[TextLine]:
    return [TextLine(n, f"2026-01-05T08:00:{n:02d}Z {text}") for n, text in enumerate(messages, 1)]


def _failure(*messages: str) -> Failure:
    found = failure(_log(*messages))
    assert found is not None
    return found


def test_the_first_error_of_the_failed_step_is_found() -> None:
    found = _failure(
        "==> step build",
        "Compiling a.cc",
        "a.cc:3:1: error: expected ';'",
        "      3 | int n",
        "a.cc:9:1: error: a second one that follows from the first",
        "<== step build: failed after 3 s",
    )
    assert found.step == "build"
    assert found.end.number == 6
    assert [line.number for line in found.error] == [3, 4]


def test_an_error_that_a_retry_mended_is_no_cause() -> None:
    found = _failure(
        "==> step dependencies",
        "ERROR mirror: connection reset by peer",
        "<== step dependencies: ok after 3 s",
        "==> step build",
        "error: no space",
        "<== step build: failed after 3 s",
    )
    assert [line.number for line in found.error] == [5]


def test_a_passed_log_has_no_failure() -> None:
    assert failure(_log("==> step build", "ERROR x: y", "<== step build: ok after 3 s")) is None


def test_a_step_cut_off_has_no_failure() -> None:
    assert failure(_log("==> step build", "ERROR x: y")) is None


@pytest.mark.parametrize("decoy", [*DECOYS, "exit status 137", "no error: all is well", "Errors: 0"])
def test_a_line_that_only_mentions_errors_is_no_cause(decoy: str) -> None:
    found = _failure("==> step build", decoy, "<== step build: failed after 3 s")
    assert found.error == ()


@pytest.mark.parametrize("key", sorted(FAULTS.keys() - {"silent"}))
def test_each_tool_of_the_shipped_logs_is_understood(key: str) -> None:
    """The last line that a fault prints is its error, or continues it."""
    lines = FAULTS[key].lines
    found = _failure("==> step x", *DECOYS, *lines, "<== step x: failed after 3 s")
    assert found.error
    assert message(found.error[-1].text) == lines[-1]


def test_the_message_keeps_its_indentation_and_loses_its_stamp() -> None:
    assert message("2026-01-05T08:00:01Z     at pool.py") == "    at pool.py"
    assert message("no stamp here") == "no stamp here"
