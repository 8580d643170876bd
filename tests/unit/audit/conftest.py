"""The shipped business battery, claims of its answers, and the command run in this process."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tessera.audit import Auditor
from tessera.audit.entries import LoggedClaim
from tessera.cli import main
from tessera.eval import registry
from tessera.eval.battery import Battery


@pytest.fixture(scope="session")
def business() -> Battery:
    return next(battery for battery in registry.batteries() if battery.name == "business")


@pytest.fixture(scope="session")
def auditor(business: Battery) -> Auditor:
    return Auditor(business)


@pytest.fixture(scope="session")
def claims(business: Battery) -> list[LoggedClaim]:
    """What the answers to the synthetic cases claim: all supported."""
    graph, kb = business.build_graph(), business.build_kb()
    answers = [business.answer(case, graph, kb) for case in business.synthetic(graph, kb)]
    return [
        LoggedClaim(claim.text, tuple(record.id for record in claim.support))
        for answer in answers
        for claim in answer.claims
    ]


def entry(answer: str, *claims: LoggedClaim) -> str:
    told = [{"text": claim.text, "citations": list(claim.citations)} for claim in claims]
    return json.dumps({"answer": answer, "claims": told})


@pytest.fixture(scope="session")
def line() -> Callable[..., str]:
    """A line of a log, without its end."""
    return entry


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple]:
    """``run(*arguments)``: exit code, output and errors of ``tessera audit --battery business …``."""

    def running(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.chdir(tmp_path)
        capsys.readouterr()
        code = main(["audit", "--battery", "business", *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return running
