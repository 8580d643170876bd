"""The connection: encodings, torn versions, streams, which project a file belongs to, and how it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import statistics
import time
from pathlib import Path

import pytest
from lsprotocol import types

CLAIMS = Path("depot/stock/claims.py")
NOTE = 'note = "\U0001f9ea ö"; '


@pytest.mark.parametrize(
    ("offered", "chosen", "column"),
    [((), "utf-16", 15), (("utf-8", "utf-16"), "utf-8", 18), (("utf-32", "utf-16"), "utf-32", 14)],
)
async def test_columns_are_in_the_clients_unit(start, harness, depot, offered, chosen, column):
    """In what goes out (a finding, a hover's range) and in what comes in (an edit)."""
    editor = await start(depot, run=False, offers=harness.capabilities(*offered))
    assert editor.initialized.capabilities.position_encoding == chosen
    text = editor.open(CLAIMS)
    editor.change(CLAIMS, text + "\n" + NOTE + "total: ClaimShape = crate_weight\n")
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES101"), "TES101")
    (found,) = editor.diagnostics(CLAIMS, "TES101")
    assert found.range.start.character == column
    editor.replace(CLAIMS, "total:", "other:")
    await editor.until(
        lambda: "other" in str([d.message for d in editor.diagnostics(CLAIMS, "TES101")]), "edit"
    )
    hover = await editor.hover(CLAIMS, types.Position(found.range.start.line, column + 1))
    assert hover is not None
    assert hover.range == found.range


async def test_a_request_is_answered_for_the_text_as_it_is_now(start, depot):
    """Edits that come in a row share an index; a request between them sees the last one all the same."""
    editor = await start(depot, run=False)
    text = editor.open(CLAIMS)
    await editor.settled()
    for number in range(1, 8):
        editor.change(CLAIMS, "\n" * number + text)
        lines = [hint.position.line for hint in await editor.hints(CLAIMS)]
        assert lines[0] == editor.place(CLAIMS, "True: Crate 1").line


async def test_an_answer_never_mixes_versions(start, depot):
    """While one version is judged the next ones come; what is published last is right for the last one, and
    no version is published after a later one."""
    editor = await start(depot)
    text = editor.open(CLAIMS)
    await editor.settled()
    for number in range(1, 13):
        editor.change(CLAIMS, "\n" * number + text.replace("weighs 12 kg", f"weighs {number} kg"))
        await asyncio.sleep(0.01 * (number % 4))
        if number == 6:
            await editor.until(lambda: editor.diagnostics(CLAIMS, "TES401"), "TES401 between the edits")
    await editor.settled()
    assert editor.diagnostics(CLAIMS, "TES401") == []
    versions = [p.version for p in editor.published if p.uri == editor.uri(CLAIMS)]
    assert versions == sorted(versions)
    told = [p for p in editor.published if p.uri == editor.uri(CLAIMS) and p.diagnostics]
    assert told
    for message in told:
        lines = {d.range.start.line for d in message.diagnostics if d.code == "TES401"}
        offset = message.version - 1
        assert lines <= {9 + offset + 1, 9 + offset + 2, 9 + offset + 3, 9 + offset}


@pytest.mark.parametrize("end", ["shutdown alone", "shutdown", "stdin", "kill"])
async def test_nothing_is_left(start, harness, depot, end):
    """However it ends, the server, its worker and what user code started are gone soon, quietly."""
    claims = depot / CLAIMS
    sleeper = "import subprocess, sys\nsubprocess.Popen(['sleep', '600'], start_new_session=True)\n"
    claims.write_text(claims.read_text().replace("import re\n", "import re\n" + sleeper))
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    left, gone = harness.processes.descendants(editor.process.pid), harness.processes.gone
    assert left, "the worker runs"
    if end == "shutdown alone":
        await editor.within(editor.client.shutdown_async(None))
        await gone(left)
        assert editor.process.returncode is None
        return
    if end == "shutdown":
        assert await editor.stop() == 0
    elif end == "stdin":
        editor.process.stdin.close()
        assert await asyncio.wait_for(editor.process.wait(), 10) == 1
    else:
        editor.process.send_signal(signal.SIGKILL)
        await asyncio.wait_for(editor.process.wait(), 10)
    await gone({editor.process.pid, *left})


async def test_what_user_code_prints_goes_to_the_log(start, depot):
    """By ``print``, by the descriptor, by a child: the stream of frames stays clean, the log has the text."""
    claims = depot / CLAIMS
    noise = (
        "import os, subprocess, sys, logging\n"
        "print('printed by the project')\n"
        "os.write(1, b'written by the project\\n')\n"
        "subprocess.run(['echo', 'echoed by the project'])\n"
        "logging.basicConfig(stream=sys.stdout, force=True); logging.error('logged by the project')\n"
    )
    claims.write_text(claims.read_text().replace("import re\n", "import re\n" + noise))
    editor = await start(depot)
    editor.open(CLAIMS)
    status = await editor.settled()
    assert status.state == "ready"
    log = "\n".join(await editor.command("tessera.server.log"))
    for how in ("printed", "written", "echoed", "logged"):
        assert f"{how} by the project" in log
    assert editor.client.error is None


async def test_a_loop_in_a_shape_does_not_stop_the_editor(start, depot):
    """Most hovers answer in 200 ms while a shape loops; its line is told; the next edit is judged."""
    editor = await start(depot)
    text = editor.open(CLAIMS)
    await editor.settled()
    looping = text.replace("match = _WEIGHT", "while True: pass\n    match = _WEIGHT")
    editor.change(CLAIMS, looping)
    place = editor.place(CLAIMS, "Crate 1 weighs 12")
    took = []
    while not editor.diagnostics(CLAIMS, "TES108"):
        began = time.monotonic()
        assert await editor.within(editor.hover_text(CLAIMS, place))
        took.append(time.monotonic() - began)
        assert sum(took) < 60, "TES108 did not come"
    assert len(took) >= 3, "they were answered before the loop was ended"
    assert statistics.median(took) < 0.2
    assert editor.diagnostics(CLAIMS, "TES108")[0].range.start.line == editor.place(CLAIMS, "while True").line
    editor.change(CLAIMS, text)
    await editor.settled()
    assert editor.diagnostics(CLAIMS) == []


@pytest.mark.parametrize("name", ["types.py", "json.py", "asyncio.py", "tessera_lsp.py"])
async def test_a_workspace_that_shadows_our_modules_is_served(start, env, depot, name):
    """The server starts inside the folder, which is on its path, and uses its own modules."""
    (depot / name).write_text("raise SystemExit('the wrong one')\n")
    editor = await start(depot, run=False, env={**env, "PYTHONPATH": str(depot)})
    editor.open(
        CLAIMS, (depot / CLAIMS).read_text() + "\n\n" + "def spare(claim, nodes, graph):\n    return None\n"
    )
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES101"), "TES101")


async def test_without_a_folder_a_file_finds_its_project(start, depot):
    editor = await start(depot, folders=[])
    editor.open(CLAIMS)
    status = await editor.settled()
    assert status.state == "ready"
    assert (await editor.hints(CLAIMS))[0].label == "✓ crate_weight"


async def test_each_file_has_its_nearest_project(start, depot, tmp_path):
    """Two roots, one of which may not run; a file of no project is left alone."""
    import shutil

    other = tmp_path / "other"
    shutil.copytree(depot, other)
    (other / "pyproject.toml").write_text('[tool.tessera]\nregistry = "depot.registry"\nrun = false\n')
    (tmp_path / "loose.py").write_text("x = 1\n")
    editor = await start(tmp_path, folders=[tmp_path])
    for root in (depot, other):
        editor.open(root / CLAIMS)
    editor.open("loose.py")
    assert (await editor.settled(depot)).state == "ready"
    assert (await editor.settled(other.resolve())).state == "off"
    assert await editor.hints("loose.py") == []
    assert await editor.hover("loose.py", types.Position(0, 0)) is None


async def test_a_project_may_be_opened_through_a_link(start, depot, tmp_path):
    """What is published bears the client's spelling of the file, not the real one."""
    link = tmp_path / "link"
    os.symlink(depot, link)
    editor = await start(link, run=False)
    text = (link / CLAIMS).read_text() + "\n\ndef spare(claim, nodes, graph):\n    return None\n"
    editor.open(CLAIMS, text)
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES101"), "TES101")
    assert {p.uri for p in editor.published} <= {editor.uri(CLAIMS)}


async def test_files_that_are_not_open_have_their_findings(start, depot):
    claims = depot / CLAIMS
    claims.write_text(claims.read_text().replace("True: Crate 1 weighs 12", "True: Crate 1 weighs 14"))
    editor = await start(depot)
    await editor.settled()
    assert [d.code for d in editor.diagnostics(CLAIMS)] == ["TES401"]
    claims.write_text(claims.read_text().replace("weighs 14", "weighs 12"))
    editor.disk_changed((CLAIMS, types.FileChangeType.Changed))
    await editor.until(lambda: not editor.diagnostics(CLAIMS), "cleared after the change on disk")


async def test_a_changed_record_changes_the_verdict(start, depot):
    """Data under the project is part of what was loaded."""
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    data = depot / "depot" / "stock" / "data.py"
    data.write_text(data.read_text().replace("12", "15"))
    editor.disk_changed(("depot/stock/data.py", types.FileChangeType.Changed))
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES401"), "TES401 after the data changed")
