"""Folders, settings and watched files: what the client says about the workspace, and what it is asked."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from lsprotocol import types

CLAIMS = Path("depot/stock/claims.py")
WRONG = ("True: Crate 1 weighs 12", "True: Crate 1 weighs 14")


@pytest.fixture
def other(depot: Path, tmp_path: Path) -> Path:
    """A second project like the first."""
    return Path(shutil.copytree(depot, tmp_path / "other")).resolve()


def asks_for_settings(harness):
    """The capabilities of a client that can be asked for its settings and watches files when told to."""
    offers = harness.capabilities()
    offers.workspace.configuration = True
    dynamic = types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
    offers.workspace.did_change_watched_files = dynamic
    return offers


async def test_null_settings_leave_the_options_in_force(start, harness, depot):
    editor = await start(depot, folders=[], offers=asks_for_settings(harness))
    editor.client.set_configuration(None)
    editor.open(CLAIMS)
    assert (await editor.settled()).state == "ready"


async def test_each_root_has_its_own_settings(start, harness, depot, other, tmp_path):
    """The client says, root by root, what may run."""
    editor = await start(tmp_path, run="ask", folders=[], offers=asks_for_settings(harness))
    editor.client.set_configuration({"run": True}, section="tessera", scope_uri=depot.as_uri())
    editor.client.set_configuration({"run": False}, section="tessera", scope_uri=other.as_uri())
    for root in (depot, other):
        editor.open(root / CLAIMS)
    assert (await editor.settled(depot)).state == "ready"
    assert (await editor.settled(other)).state == "off"
    assert editor.questions == []


async def test_folders_come_and_go(start, depot, other, tmp_path):
    """What a folder has to say comes with it and is cleared when it leaves; its worker ends."""
    for root in (depot, other):
        claims = root / CLAIMS
        claims.write_text(claims.read_text().replace(*WRONG))
    editor = await start(tmp_path, folders=[depot])
    await editor.settled(depot)
    assert editor.diagnostics(depot / CLAIMS, "TES401")
    assert editor.diagnostics(other / CLAIMS) == []

    def change(added=(), removed=()) -> None:
        folders = [[types.WorkspaceFolder(f.as_uri(), f.name) for f in each] for each in (added, removed)]
        event = types.WorkspaceFoldersChangeEvent(*folders)
        editor.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))

    change(added=[other])
    await editor.until(lambda: editor.diagnostics(other / CLAIMS, "TES401"), "findings of the new folder")
    change(removed=[depot])
    await editor.until(lambda: not editor.diagnostics(depot / CLAIMS), "the old folder is cleared")
    roots = [status["root"] for status in await editor.command("tessera.server.status")]
    assert roots == [other.as_uri()]


async def test_the_client_is_asked_to_watch_what_verdicts_depend_on(start, harness, depot):
    registered: list[types.Registration] = []
    editor = await start(depot, folders=[], offers=asks_for_settings(harness))

    @editor.client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams) -> None:
        registered.extend(params.registrations)

    await editor.until(lambda: registered, "a registration")
    (files,) = [r for r in registered if r.method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES]
    patterns = str(files.register_options)
    for name in ("**/*.py", "pyproject.toml", "csv", "md", "json", "log"):
        assert name in patterns


async def test_loading_shows_progress(start, depot):
    editor = await start(depot)
    await editor.settled()

    def ended() -> bool:
        return any(
            "'end'" in str(reports) or "End" in str(reports)
            for reports in editor.client.progress_reports.values()
        )

    await editor.until(ended, "the end of the progress")
    (reports,) = editor.client.progress_reports.values()
    assert "depot project" in str(reports[0])


async def test_a_claims_file_that_is_only_open_has_its_findings(start, depot):
    """It is on no disk yet: its shapes are indexed and judged all the same."""
    editor = await start(depot)
    await editor.settled()
    new = Path("depot/yard/claims.py")
    text = (depot / CLAIMS).read_text().replace("crate_weight", "yard_weight").replace(*WRONG)
    editor.open(new, text)
    await editor.until(lambda: editor.diagnostics(new, "TES101"), "TES101 in the new file")
    editor.close(new)
    await editor.until(lambda: not editor.diagnostics(new), "cleared with the file")


async def test_a_saved_new_claims_file_joins_the_project(start, depot):
    """Without a watcher, the save alone tells of it."""
    editor = await start(depot)
    await editor.settled()
    new = Path("depot/yard/claims.py")
    (depot / new).parent.mkdir()
    (depot / new.parent / "__init__.py").write_text("")
    editor.open(new, (depot / CLAIMS).read_text().replace("crate_weight", "yard_weight"))
    editor.save(new)
    editor.close(new)
    await editor.until(lambda: editor.diagnostics(new, "TES101"), "TES101 in the saved file")


async def test_a_configuration_that_breaks_is_told_and_the_last_one_stays(start, depot):
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    config = depot / "pyproject.toml"
    good = config.read_text()
    config.write_text(good + "timeout = \n")
    editor.disk_changed(("pyproject.toml", types.FileChangeType.Changed))
    await editor.until(lambda: editor.diagnostics("pyproject.toml", "TES902"), "TES902")
    assert (await editor.settled()).state == "ready"
    assert (await editor.hints(CLAIMS))[0].label == "✓ crate_weight"
    config.write_text(good)
    editor.disk_changed(("pyproject.toml", types.FileChangeType.Changed))
    await editor.until(lambda: not editor.diagnostics("pyproject.toml"), "cleared")


async def test_a_configuration_that_never_read_runs_nothing(start, depot):
    """It may say ``run = false`` on the line that does not parse."""
    config = depot / "pyproject.toml"
    config.write_text(config.read_text() + "run = fals\n")
    editor = await start(depot)
    editor.open(CLAIMS)
    status = await editor.settled()
    assert status.state == "off"
    assert "cannot be read" in status.reason


async def test_refusing_in_the_file_ends_a_running_worker(start, depot):
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    config = depot / "pyproject.toml"
    config.write_text(config.read_text() + "run = false\n")
    editor.disk_changed(("pyproject.toml", types.FileChangeType.Changed))
    await editor.until(lambda: any(s.state == "off" for s in editor.statuses.values()), "off")
    assert "run = false" in next(iter(editor.statuses.values())).reason


@pytest.mark.parametrize("odd", ["\u2028", "\x0c"])
async def test_what_is_judged_is_what_was_typed(start, depot, odd):
    """An odd character that ends no line stands before the edit; the verifier runs the right text."""
    editor = await start(depot)
    text = (depot / CLAIMS).read_text().replace("import re\n", f'import re\n\nODD = "{odd}"\n')
    editor.open(CLAIMS, text)
    await editor.settled()
    assert editor.diagnostics(CLAIMS) == []
    editor.replace(CLAIMS, *WRONG)
    await editor.settled()
    (found,) = editor.diagnostics(CLAIMS, "TES401")
    assert found.range.start.line == editor.place(CLAIMS, "True: Crate 1 weighs 14").line
    editor.replace(CLAIMS, WRONG[1], WRONG[0])
    await editor.settled()
    assert editor.diagnostics(CLAIMS) == []


async def test_restart_starts_the_worker_anew(start, depot):
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    (line,) = await editor.command("tessera.server.restart")
    assert "anew" in line
    await editor.settled()
    assert (await editor.hints(CLAIMS))[0].label == "✓ crate_weight"
