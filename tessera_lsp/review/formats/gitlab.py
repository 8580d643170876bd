"""``--format gitlab``: the code quality report of GitLab."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tessera_lsp.review.formats.listing import listing
from tessera_lsp.review.summary import Checked

SEVERITIES = {"error": "critical", "warning": "major", "info": "info"}


def as_gitlab(checked: Sequence[Checked]) -> str:
    """A list of findings. The format has no place for what could not be verified: the exit code tells."""
    return json.dumps(
        [
            {
                "description": f"{one.finding.code}: {one.finding.message}",
                "check_name": one.finding.code,
                "fingerprint": one.fingerprint,
                "severity": SEVERITIES[one.finding.severity],
                "location": {"path": one.path, "lines": {"begin": one.start[0], "end": one.end[0]}},
            }
            for one in listing(checked)
        ],
        ensure_ascii=False,
        indent=2,
    )
