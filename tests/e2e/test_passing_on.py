"""A file that passes from one project to another keeps its findings in the editor."""

from __future__ import annotations

import shutil
from pathlib import Path

from lsprotocol import types

CLAIMS = Path("depot/stock/claims.py")


async def test_the_end_of_the_outer_project_does_not_clear_the_inner_ones_findings(start, depot, tmp_path):
    """A ``pyproject.toml`` appears in a folder within a project, whose only files were those."""
    outer = tmp_path / "outer"
    inner = outer / "inner"
    shutil.copytree(depot, inner)
    claims = inner / CLAIMS
    claims.write_text(claims.read_text().replace("None:", "none:", 1))
    settings = (inner / "pyproject.toml").read_text()
    (inner / "pyproject.toml").unlink()
    (outer / "pyproject.toml").write_text('[tool.tessera]\nclaims = ["inner/**/claims.py"]\n')
    editor = await start(inner, run=False, folders=[inner])
    await editor.until(lambda: editor.diagnostics(CLAIMS), "the outer project's findings")
    (inner / "pyproject.toml").write_text(settings)
    editor.disk_changed(("pyproject.toml", types.FileChangeType.Created))
    await editor.until(lambda: inner.as_uri() in editor.statuses, "the inner project")
    await editor.settled()
    assert editor.diagnostics(CLAIMS)
