"""Projects of other people, each with a layout, an interpreter and an environment of its own, served end to
end: findings, a hover with reasons, an unsaved edit and its undoing."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

WORKSPACES = Path(__file__).resolve().parents[1] / "workspaces"
PYENV = Path(os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))) / "versions"


@dataclass(frozen=True)
class Foreign:
    """A project by the workspace that it is a copy of, and an edit that makes ``sample`` wrong."""

    workspace: str
    python: str
    claims: str
    sample: str
    owner: str
    right: str
    wrong: str
    undeclared: str


PROJECTS = (
    # Below src, with names of its own for all that is configured, and data that is read on import.
    Foreign(
        "foreign",
        "3.9",
        "src/notary/grammar/deeds.py",
        "Deed A was signed in 1987.",
        "deed_year",
        '["year"] == match[2]',
        '["year"] != match[2]',
        "deed_place",
    ),
    # Single modules at the root.
    Foreign(
        "wiring-layout-flat",
        "3.13",
        "claims.py",
        "Vega sails.",
        "ship_sails",
        '.name + " sails." == claim.text',
        '.name + " sails." != claim.text',
        "ship_rests",
    ),
    # A package with the verifier's own name, and the registry where ours has it.
    Foreign(
        "wiring-layout-named-tessera",
        "3.11",
        "tessera/fleet/claims.py",
        "Vega sails.",
        "ship_sails",
        '.name + " sails." == claim.text',
        '.name + " sails." != claim.text',
        "ship_rests",
    ),
)


def python(version: str) -> str:
    """An interpreter of a version, or the test is skipped."""
    found = sorted(PYENV.glob(f"{version}.*/bin/python"))
    if not found:
        pytest.skip(f"no Python {version} under {PYENV}")
    return str(found[-1])


@pytest.fixture(params=PROJECTS, ids=lambda project: project.workspace)
def project(request: pytest.FixtureRequest, harness: Any, tmp_path: Path) -> tuple[Foreign, Path]:
    """A project and where its copy is, with a virtual environment in ``.venv``."""
    foreign = request.param
    interpreter = python(foreign.python)
    root = (tmp_path / foreign.workspace).resolve()
    for layer in harness.sibling("markers").layers(WORKSPACES / foreign.workspace):
        shutil.copytree(layer, root, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    for path in root.rglob("*.py"):  # without the markers, which quote the samples
        path.write_text(re.sub(r"(?m)^#@.*\n|[ ]*#@.*$", "", path.read_text("utf-8")), "utf-8")
    command = [interpreter, "-m", "venv", "--without-pip", str(root / ".venv")]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return foreign, root


def found(editor: Any, path: str) -> list[tuple[str, int, str]]:
    """What stands in a file."""
    return sorted((str(d.code), d.range.start.line, d.message) for d in editor.diagnostics(path))


async def reasoned(editor: Any, foreign: Foreign, line: str) -> str:
    """The hover on the sample, once it tells the deciding line."""
    place = editor.place(foreign.claims, foreign.sample)

    async def asking() -> str:
        while line not in (shown := (await editor.hover_text(foreign.claims, place)).replace("\\", "")):
            await asyncio.sleep(0.05)
        return shown

    return str(await editor.within(asking()))


async def test_it_is_served(start: Any, project: tuple[Foreign, Path]):
    foreign, root = project
    editor = await start(root)
    text = editor.open(foreign.claims)
    status = await editor.settled()
    assert (status.state, status.harvest) == ("ready", "done")
    assert status.python.startswith(foreign.python + ".")
    before = found(editor, foreign.claims)
    assert [code for code, _, message in before if foreign.undeclared in message] == ["TES101"]
    sample = editor.place(foreign.claims, foreign.sample).line
    assert ("TES401", sample) not in [each[:2] for each in before]
    shown = await reasoned(editor, foreign, foreign.right)
    assert shown.startswith(f"supported · {foreign.owner} · ")

    editor.change(foreign.claims, text.replace(foreign.right, foreign.wrong))
    await editor.settled()
    assert ("TES401", sample) in [each[:2] for each in found(editor, foreign.claims)]
    assert (await reasoned(editor, foreign, foreign.wrong)).startswith(f"unsupported · {foreign.owner} · ")

    editor.change(foreign.claims, text)
    await editor.settled()
    assert found(editor, foreign.claims) == before
    assert (root / foreign.claims).read_text("utf-8") == text
