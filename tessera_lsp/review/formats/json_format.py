"""``check --format json``: the findings and the summary, for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tessera_lsp.review.scope import NESTED, Skipped
from tessera_lsp.review.summary import Checked, base_of, by_code, by_severity, shown
from tessera_lsp.rules.model import Finding

VERSION = 1


def as_json(checked: Sequence[Checked]) -> str:
    """One object. Paths are relative to the project (to the folder around all, for several), with ``/``;
    lines and columns count code points from 1, ``end_column`` is behind the last one."""
    base = base_of(checked)
    findings = [_finding(finding, base) for each in checked for finding in each.findings]
    findings.sort(key=lambda f: (f["path"], f["line"], f["column"], f["code"], f["message"]))
    body = {"version": VERSION, "findings": findings, "summary": _summary(checked, base)}
    return json.dumps(body, ensure_ascii=False, indent=2)


def _finding(finding: Finding, base: Path) -> dict[str, Any]:
    body: dict[str, Any] = {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "path": shown(finding.path, base),
        "line": finding.span.start.line + 1,
        "column": finding.span.start.character + 1,
        "end_line": finding.span.end.line + 1,
        "end_column": finding.span.end.character + 1,
        "message": finding.message,
    }
    if finding.witness is not None:
        body["witness"] = {
            "text": finding.witness.text,
            "citations": list(finding.witness.citations),
            "battery": finding.witness.battery,
        }
    body["url"] = finding.url
    return body


def _summary(checked: Sequence[Checked], base: Path) -> dict[str, Any]:
    findings = [finding for each in checked for finding in each.findings]
    asked = [each.questions for each in checked if each.questions is not None]
    return {
        "findings": by_severity(findings),
        "codes": by_code(findings),
        "known": sum(each.known for each in checked),
        "batteries": [
            {
                "name": battery.name,
                "project": shown(each.target.project.root, base),
                "shapes": list(battery.shapes),
                "claims": battery.claims,
                "supported": battery.supported,
                "unjudged": battery.unjudged,
                "faithfulness": battery.faithfulness,
                **({"why_not": battery.why_not} if battery.why_not else {}),
                **({"logged": vars(battery.logged)} if battery.logged else {}),
            }
            for each in checked
            for battery in each.batteries
        ],
        "files": sum(each.files for each in checked),
        "samples": {
            "total": sum(each.samples for each in checked),
            "judged": sum(each.judged for each in checked),
            "not_judged": [
                {"path": shown(u.path, base), "line": u.line, "shape": u.shape, "why": u.why}
                for each in checked
                for u in each.unjudged
            ],
        },
        **({"questions": sum(asked)} if asked else {}),
        "skipped": [
            {"path": shown(skipped.path, base), "why": skipped.why}
            for each in checked
            for skipped in (*each.skipped, *(Skipped(root, NESTED) for root in each.target.nested))
        ],
        "not_run": [
            {"project": shown(each.target.project.root, base), "why": each.not_run}
            for each in checked
            if each.not_run
        ],
    }
