"""``--format json``: all of it, for programs. Paths are relative to the project with ``/``; lines and columns
count code points from 1."""

from __future__ import annotations

import json
from typing import Any

from tessera_lsp.comparing.model import Change, Order, Shape
from tessera_lsp.drift import Answer
from tessera_lsp.review.formats.listing import Listed
from tessera_lsp.review.reviewing.model import Review
from tessera_lsp.review.reviewing.words import summary

VERSION = 1


def data(review: Review) -> str:
    """One object. ``verdict`` is null where a tree could not judge a claim, and an answer as a whole where it
    could not be asked."""
    comparison = review.comparison
    body = {
        "version": VERSION,
        "base": review.base,
        "head": review.head,
        "findings": {
            "new": [_finding(each) for each in review.findings.new],
            "fixed": [_finding(each) for each in review.findings.fixed],
            "kept": [_finding(each) for each in review.findings.kept],
        },
        "drift": [{**_change(change), "acknowledged": change.acknowledged} for change in comparison.drift],
        "claims": {
            "compared": comparison.compared,
            "gained": [_change(change) for change in comparison.gained],
            "lost": [_change(change) for change in comparison.lost],
            "unjudged": [_change(change) for change in comparison.unjudged],
        },
        "order": [_order(order) for order in comparison.order],
        "shapes": {
            "added": [_shape(shape) for shape in comparison.added],
            "removed": [_shape(shape) for shape in comparison.removed],
            "renamed": [
                {"before": _shape(before), "after": _shape(after)} for before, after in comparison.renamed
            ],
        },
        "not_compared": comparison.incomparable or None,
        "notes": [*review.notes, *comparison.notes],
        "summary": summary(review),
    }
    return json.dumps(body, ensure_ascii=False, indent=2) + "\n"


def _finding(each: Listed) -> dict[str, Any]:
    finding = each.finding
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "path": each.path,
        "line": finding.span.start.line + 1,
        "column": finding.span.start.character + 1,
        "end_line": finding.span.end.line + 1,
        "end_column": finding.span.end.character + 1,
        "message": finding.message,
        "fingerprint": each.fingerprint,
        "url": finding.url,
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "battery": change.battery,
        "claim": change.text,
        "citations": list(change.citations),
        "before": _answer(change.before),
        "after": _answer(change.after),
        "why": change.why,
        "measured": change.measured,
        "samples": [
            {"path": spot.path, "line": spot.line, "word": spot.word, "shape": spot.shape}
            for spot in change.samples
        ],
    }


def _answer(answer: Answer | None) -> dict[str, Any] | None:
    return None if answer is None else {"owner": answer.owner or None, "verdict": answer.verdict}


def _order(order: Order) -> dict[str, Any]:
    return {
        "battery": order.battery,
        "before": list(order.before),
        "after": list(order.after),
        "declared": list(order.declared),
        "dropped": list(order.dropped),
        "moved": list(order.moved),
        "claims": order.claims,
    }


def _shape(shape: Shape) -> dict[str, Any]:
    return {
        "name": shape.name,
        "module": shape.module,
        "path": shape.path,
        "line": shape.line,
        "batteries": list(shape.batteries),
        "samples": shape.samples,
    }
