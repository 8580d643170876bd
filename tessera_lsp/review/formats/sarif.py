"""``--format sarif``: SARIF 2.1.0, as code hosts take it.

No path is absolute: artifacts are relative to ``%SRCROOT%``, the repository. Columns count code points.
GitHub takes 25,000 results of a run (its documentation, "SARIF support for code scanning"): beyond that the
least severe are left out, and a notification says so.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from tessera_lsp import __version__
from tessera_lsp.review.formats.listing import Listed, listing, remarks, repository_of
from tessera_lsp.review.summary import SEVERITIES, Checked, base_of, shown
from tessera_lsp.rules import RULES
from tessera_lsp.rules.model import Rule
from tessera_lsp.rules.pages import page

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "info": "note"}
RESULTS = 25_000
"""How many results are written."""


def as_sarif(checked: Sequence[Checked]) -> str:
    """One log with one run."""
    found = listing(checked)
    kept = sorted(found, key=lambda one: SEVERITIES.index(one.finding.severity))[:RESULTS]
    kept_names = {one.fingerprint for one in kept}
    notes = list(remarks(checked))
    if len(found) > RESULTS:
        notes.append(
            f"{len(found) - RESULTS:,} findings of lesser severity are left out: a host takes {RESULTS:,}"
        )
    root = repository_of(base_of(checked))
    run = {
        "tool": {"driver": driver()},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The root of the repository."}}},
        "invocations": [
            {
                "executionSuccessful": not any(each.examined.could_not_run for each in checked),
                "toolExecutionNotifications": [
                    {"level": "warning", "message": {"text": note}} for note in notes
                ],
            }
        ],
        "results": [
            result_of(one, lambda path: shown(path, root)) for one in found if one.fingerprint in kept_names
        ],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def driver() -> dict[str, Any]:
    """The tool and its rules."""
    return {
        "name": "tessera-lsp",
        "semanticVersion": __version__,
        "rules": [_rule(rule) for rule in RULES],
    }


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": f"{rule.summary}."},
        "help": {
            "text": f"{rule.summary}. `tessera-lsp rule {rule.code}` tells more.",
            "markdown": page(rule),
        },
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
    }


_INDEX = {rule.code: place for place, rule in enumerate(RULES)}


def result_of(one: Listed, name: Any) -> dict[str, Any]:
    """One finding; ``name`` gives the path of a related place."""
    finding = one.finding
    body: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": _INDEX[finding.code],
        "level": LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [location(one.path, one.start, one.end)],
        "partialFingerprints": {"tesseraFinding/v1": one.fingerprint},
    }
    if finding.related:
        body["relatedLocations"] = [
            {
                "id": number,
                "message": {"text": related.message},
                **location(
                    name(related.path),
                    (related.span.start.line + 1, related.span.start.character + 1),
                    (related.span.end.line + 1, related.span.end.character + 1),
                ),
            }
            for number, related in enumerate(finding.related, 1)
        ]
    if finding.witness is not None:
        body["properties"] = {
            "witness": {
                "text": finding.witness.text,
                "citations": list(finding.witness.citations),
                "battery": finding.witness.battery,
            }
        }
    return body


def location(path: str, start: tuple[int, int], end: tuple[int, int]) -> dict[str, Any]:
    """A place: lines and columns from 1, ``end`` behind the last code point."""
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": uri_of(path), "uriBaseId": "%SRCROOT%"},
            "region": {
                "startLine": start[0],
                "startColumn": start[1],
                "endLine": end[0],
                "endColumn": end[1],
            },
        }
    }


def uri_of(path: str) -> str:
    """A relative path as a relative URI reference: blanks, ``%``, ``#``, ``?`` and non-ASCII encoded, and no
    first part that would be read as a scheme."""
    return quote(path.encode("utf-8", "surrogateescape"), safe="/~-._!$&'()*+,;=@")
