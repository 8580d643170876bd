"""TES111, TES112: what came of trying the witness that was found in the text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tessera_lsp.rules.model import Facts, Finding
from tessera_lsp.rules.probes import name_of, probed
from tessera_lsp.wording import listed


def with_trials(facts: Facts, findings: Iterable[Finding]) -> list[Finding]:
    """The findings, with what the shapes really answered to their witnesses. One of TES111 is dropped where
    every shape in question was asked and none takes the sentence for its own."""
    trials: dict[tuple[str, str], list[tuple[str, str, bool]]] = {}
    for probe, item in probed(facts).of("witness"):
        for answer in item.answers[:1]:
            slow = any(fault.kind == "timeout" for fault in item.faults)
            trials.setdefault((probe.how, probe.text), []).append((name_of(probe.shape), answer, slow))
    return [told for finding in findings if (told := _tried(facts, finding, trials)) is not None]


def _tried(
    facts: Facts, finding: Finding, trials: dict[tuple[str, str], list[tuple[str, str, bool]]]
) -> Finding | None:
    tried = trials.get((finding.code, finding.witness.text)) if finding.witness is not None else None
    if not tried:
        return finding
    if finding.code == "TES112":
        slow = [name for name, _, slow in tried if slow]
        if not slow:
            return finding
        limit = f"{facts.project.config.timeout:g} s"
        return _with(finding, f"tried: {listed(slow)} did not answer within {limit}")
    owning = [(name, answer) for name, answer, _ in tried if answer in ("True", "False")]
    if not owning and all(answer == "None" for _, answer, _ in tried):
        return None
    said = listed([f"{name} says {answer}" for name, answer in owning])
    return _with(finding, f"tried: {said}") if owning else finding


def _with(finding: Finding, words: str) -> Finding:
    return replace(finding, message=f"{finding.message} ({words})")
