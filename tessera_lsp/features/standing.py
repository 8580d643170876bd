"""How a sample stands right now, in few words: what hints show and hovers open with."""

from __future__ import annotations

from dataclasses import dataclass

from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.project.trust import ASKING, NOT_TRUSTED
from tessera_lsp.rules.samples import key_of
from tessera_lsp.samples import Sample
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import Consultation, ItemJudged

SHORT = 48
"""Code points that a reason may take in an outline."""
LABEL = 40
"""Code points that a hint may take beside a line; the tooltip has the whole."""


@dataclass(frozen=True)
class Standing:
    """``label`` is the hint's text. ``detail`` is a sentence. ``stale``: judged under an older text.

    ``judged``: some battery gave a verdict; otherwise the label says why not.
    """

    label: str
    detail: str
    judged: bool = False
    stale: bool = False


def why_nothing_runs(verdicts: Verdicts) -> str:
    """Why there is no verdict at all, or empty where the verifier is ready."""
    if verdicts.state == "ready":
        return ""
    if verdicts.state == "starting":
        return "the project is being loaded"
    fallback = {"off": "running is off", "asking": "waiting for your answer", "failed": "the worker failed"}
    return verdicts.reason or fallback[verdicts.state]


def of_sample(snapshot: Snapshot, shape: ShapeDefinition, sample: Sample) -> Standing:
    """The sample's standing under the snapshot's verdicts."""
    return of_item(snapshot, key_of(shape, sample))


def of_item(snapshot: Snapshot, key: str) -> Standing:
    """The standing of anything that is judged under a key."""
    verdicts = snapshot.verdicts
    item = verdicts.items.get(key)
    if item is None:
        reason = why_nothing_runs(verdicts)
        if verdicts.state == "starting":
            return Standing("…", reason)
        if reason:
            return Standing(_not_run(reason), f"not run: {reason}")
        if verdicts.judged and snapshot.fresh:
            return Standing("not judged", "the worker gave no answer to this sentence")
        return Standing("…", "being judged")
    label, detail, judged = _told(item)
    label = shorten(label, LABEL)
    if snapshot.fresh:
        return Standing(label, detail, judged)
    return Standing(f"{label} …", f"{detail} (judged under an earlier text)", judged, stale=True)


def _not_run(reason: str) -> str:
    """What a hint says about a reason. The two that wait for the user stand there whole."""
    if reason == ASKING:
        return f"not run: {reason}"
    if reason.startswith(NOT_TRUSTED):
        return "not run: not trusted (hover tells how to change that)"
    return shorten(f"not run: {reason}", LABEL)


def _told(item: ItemJudged) -> tuple[str, str, bool]:
    """Label, detail and whether there is a verdict; batteries that agree share one label."""
    labels: dict[str, list[str]] = {}
    details: list[str] = []
    judged = False
    for consultation in item.consultations:
        label, detail = _label(consultation)
        judged = judged or consultation.verdict is not None
        labels.setdefault(label, []).append(consultation.battery)
        details.append(detail)
    if not labels:
        reason = item.why_not or (item.faults[0].message if item.faults else "no battery was asked")
        return f"not judged: {reason}", f"not judged: {reason}", False
    if len(labels) == 1:
        return next(iter(labels)), "\n".join(details), judged
    told = ", ".join(f"{label} ({', '.join(names)})" for label, names in labels.items())
    return told, "\n".join(details), judged


def _label(consultation: Consultation) -> tuple[str, str]:
    battery = consultation.battery
    if consultation.verdict is None:
        if consultation.unknown:
            reason = f"{battery} has no record {', '.join(consultation.unknown)}"
        else:
            fault = consultation.fault.message if consultation.fault else ""
            reason = consultation.why_not or fault or "not judged"
        return f"! {shorten(reason, LABEL - 2)}", f"not judged: {reason}"
    word = "supported" if consultation.verdict else "unsupported"
    if not consultation.owner:
        return "∅ nobody", f"{word} · nobody · {battery}"
    mark = "✓" if consultation.verdict else "✗"
    return f"{mark} {consultation.owner}", f"{word} · {consultation.owner} · {battery}"


def shorten(text: str, limit: int = SHORT) -> str:
    """The first line of ``text``, cut to ``limit`` code points with an ellipsis."""
    line = text.strip().split("\n", 1)[0]
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
