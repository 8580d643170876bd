"""Nothing of a project runs before the user has said so, whichever way it was not said."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
WAITS = "waiting for your answer (may this folder's code run?)"
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
    assert await static_only(editor) == f"not run: {WAITS}"
    assert {hint.label for hint in await editor.hints(CLAIMS)} == {f"not run: {WAITS}"}
    assert not (trap / "ran").exists()


async def test_the_hint_says_what_is_waited_for_before_the_question_stands_in_the_way(start, trap):
    """Some editors stand still while a question is open: hints are asked for before."""
    seen: list[int] = []
    editor = await start(trap, run=None, answer=lambda params: seen.append(editor.refreshes))
    await editor.until(lambda: seen, "the question")
    assert seen[0] > 0


async def test_an_answer_is_taken_back_while_the_editor_is_open(start, trap, env):
    """``tessera-lsp trust`` as the hover names it; the server notices by itself."""
    editor = await start(trap, run=None, answer=lambda params: "Never for this folder")
    await editor.until(lambda: any(s.state == "off" for s in editor.statuses.values()), "off")
    reason = await static_only(editor)
    assert "tessera-lsp trust" in reason
    assert "trust.json" in reason
    hints = {hint.label for hint in await editor.hints(CLAIMS)}
    assert hints == {"not run: not trusted (hover tells how to change that)"}
    for arguments, state in ((["trust", str(trap)], "ready"), (["trust", "--never", str(trap)], "off")):
        code = f"import sys; from tessera_lsp.review.cli import main; sys.exit(main({arguments!r}))"
        command = [sys.executable, "-c", code]
        subprocess.run(command, check=True, cwd=REPOSITORY, env=env, timeout=30)
        await editor.until(lambda: any(s.state == state for s in editor.statuses.values()), state)  # noqa: B023


async def test_a_dismissed_question_comes_back_with_a_restart(start, trap):
    editor = await start(trap, run="ask", answer=lambda params: None)
    await editor.until(lambda: any(s.state == "off" for s in editor.statuses.values()), "off")
    editor.answer = lambda params: "Run it"
    await editor.command("tessera.server.restart")
    await editor.until(lambda: any(s.state == "ready" for s in editor.statuses.values()), "ready")


async def test_the_question_is_dismissed(start, trap):
    editor = await start(trap, run="ask", answer=lambda params: None)
    await editor.until(lambda: any(s.state == "off" for s in editor.statuses.values()), "dismissed")
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
