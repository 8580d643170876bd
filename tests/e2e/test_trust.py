"""Nothing of a project runs before the user has said so, whichever way it was not said."""

from __future__ import annotations

from pathlib import Path

import pytest

CLAIMS = Path("depot/stock/claims.py")
BROKEN = '\n\ndef spare(claim, nodes, graph):\n    """Declared nowhere."""\n    return None\n'


@pytest.fixture
def trap(depot: Path) -> Path:
    """The project leaves ``ran`` in its root when it is imported, and has a static finding."""
    claims = depot / CLAIMS
    mark = "from pathlib import Path\nPath(__file__).parents[2].joinpath('ran').touch()\n"
    claims.write_text(claims.read_text().replace("import re\n", "import re\n" + mark) + BROKEN)
    return depot


async def static_only(editor) -> str:
    """The project's static findings have come, and what hover and hint say instead of a verdict."""
    editor.open(CLAIMS)
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES101"), "the static finding")
    hints = await editor.hints(CLAIMS)
    assert hints
    assert all(hint.label.startswith("not run: ") for hint in hints)
    text = await editor.hover_text(CLAIMS, editor.place(CLAIMS, "Crate 1 weighs 12"))
    assert text.startswith("not run: ")
    return text.split("\n")[0].replace("\\", "")


async def test_a_trusted_project_runs(start, trap):
    """The trap works: with consent the file is there."""
    editor = await start(trap, run=True)
    editor.open(CLAIMS)
    await editor.settled()
    assert (trap / "ran").exists()


async def test_the_option_says_no(start, trap):
    editor = await start(trap, run=False)
    reason = await static_only(editor)
    await editor.settled()
    assert '"run" is false' in reason
    assert editor.questions == []
    assert not (trap / "ran").exists()


async def test_the_projects_file_says_no(start, trap):
    """Even where the editor says yes."""
    config = trap / "pyproject.toml"
    config.write_text(config.read_text() + "run = false\n")
    editor = await start(trap, run=True)
    reason = await static_only(editor)
    await editor.settled()
    assert "pyproject.toml says run = false" in reason
    assert not (trap / "ran").exists()


async def test_the_question_is_not_answered(start, trap):
    editor = await start(trap, run=None, answer=lambda params: "never")
    await static_only(editor)
    await editor.until(lambda: editor.questions, "the question")
    assert str(trap) in editor.questions[0].message
    assert not (trap / "ran").exists()


async def test_the_question_is_dismissed(start, trap):
    editor = await start(trap, run="ask", answer=lambda params: None)
    await editor.settled()
    reason = await static_only(editor)
    assert "not answered" in reason
    assert not (trap / "ran").exists()


async def test_no_is_remembered(start, trap):
    editor = await start(trap, run=None, answer=lambda params: "Never for this folder")
    await editor.until(lambda: any(s.state == "off" for s in editor.statuses.values()), "off")
    await static_only(editor)
    await editor.stop()

    again = await start(trap, run=None)
    await again.settled()
    await static_only(again)
    assert again.questions == []
    assert not (trap / "ran").exists()


async def test_yes_is_remembered(start, trap):
    editor = await start(trap, run=None, answer=lambda params: "Run it")
    await editor.until(lambda: any(s.state == "ready" for s in editor.statuses.values()), "ready")
    assert (trap / "ran").exists()
    await editor.stop()

    (trap / "ran").unlink()
    again = await start(trap, run=None)
    status = await again.settled()
    assert status.state == "ready"
    assert again.questions == []
    assert (trap / "ran").exists()


async def test_the_setting_can_be_changed_later(start, trap):
    """``run`` turned on starts the worker, turned off ends it."""
    import lsprotocol.types as types

    editor = await start(trap, run=False)
    editor.open(CLAIMS)
    await editor.settled()

    def say(run: bool) -> None:
        editor.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"tessera": {"run": run}})
        )

    say(True)
    await editor.until(lambda: any(s.state == "ready" for s in editor.statuses.values()), "ready")
    say(False)
    await editor.until(lambda: any(s.state == "off" for s in editor.statuses.values()), "off again")
    assert await static_only(editor)
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    await editor.hover(CLAIMS, types.Position(0, 0))
    assert next(iter(editor.statuses.values())).state == "off"
