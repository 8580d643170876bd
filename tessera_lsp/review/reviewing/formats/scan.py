"""``--format sarif``: new findings, and drift that nothing acknowledges, for code hosts.

``baselineState`` tells what is new; with ``--all`` the others are there too. Paths are from the top of the
repository.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from tessera_lsp.comparing.model import Change
from tessera_lsp.review.formats.listing import Listed
from tessera_lsp.review.formats.sarif import RESULTS, SCHEMA, driver, location, result_of
from tessera_lsp.review.reviewing.model import Review
from tessera_lsp.review.reviewing.words import said
from tessera_lsp.wording import quoted

DRIFT = "verdict-drift"


def scan(review: Review) -> str:
    """One log with one run."""
    tool = driver()
    tool["rules"] = [*tool["rules"], _RULE]
    results = [*_drift(review, len(tool["rules"]) - 1), *_findings(review.findings.new, "new", review)]
    if review.everything:
        results += _findings(review.findings.kept, "unchanged", review)
        results += _findings(review.findings.fixed, "absent", review)
    notes = [*review.notes, *review.comparison.notes]
    if review.comparison.incomparable:
        notes.append(f"verdicts were not compared: {review.comparison.incomparable}")
    if len(results) > RESULTS:
        notes.append(f"{len(results) - RESULTS:,} results are left out: a host takes {RESULTS:,}")
    run = {
        "tool": {"driver": tool},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The root of the repository."}}},
        "invocations": [
            {
                "executionSuccessful": not review.failed,
                "toolExecutionNotifications": [
                    {"level": "warning", "message": {"text": note}} for note in notes
                ],
            }
        ],
        "results": results[:RESULTS],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


_RULE = {
    "id": DRIFT,
    "name": DRIFT,
    "shortDescription": {"text": "A claim is owned or judged otherwise than before."},
    "help": {
        "text": "Add a sample of the sentence that says the new answer, or alter the one there is; "
        "`tessera-lsp review --allow-drift` lets drift pass."
    },
    "defaultConfiguration": {"level": "warning"},
}


def _findings(found: Iterable[Listed], state: str, review: Review) -> Iterator[dict[str, Any]]:
    for each in found:
        within = replace(each, path=review.folder + each.path)
        # Related places are told within the same file alone: others may lie in a tree that is gone.
        finding = each.finding
        near = tuple(related for related in finding.related if related.path == finding.path)
        within = replace(within, finding=replace(finding, related=near))
        yield {**result_of(within, lambda path, name=within.path: name), "baselineState": state}


def _drift(review: Review, rule: int) -> Iterator[dict[str, Any]]:
    for change in review.comparison.unacknowledged:
        path, line = change.place
        yield {
            "ruleId": DRIFT,
            "ruleIndex": rule,
            "level": "note" if review.allow_drift else "warning",
            "message": {"text": _words(change)},
            "partialFingerprints": {"tesseraDrift/v1": _fingerprint(change)},
            # Always one: a host refuses a result without a place.
            "locations": [location(review.folder + path, (line, 1), (line + 1, 1))],
            "baselineState": "new",
        }


def _words(change: Change) -> str:
    turn = f"{said(change.before)} → {said(change.after)}"
    cited = ", ".join(change.citations)
    return f"{change.battery}: {turn}: {quoted(change.text, 300)} <- {cited}: {change.why}"


def _fingerprint(change: Change) -> str:
    parts = (change.battery, change.text, *change.citations, said(change.before), said(change.after))
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
