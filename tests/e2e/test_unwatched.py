"""A client that watches no files, as Neovim on Linux: what changes on disk arrives all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

CLAIMS = Path("depot/stock/claims.py")
UNDECLARED = '\n\ndef spare(claim, nodes, graph):\n    """Declared nowhere."""\n    return None\n'
WITHIN = 3.0
"""Seconds within which the server has to notice a configuration."""


@pytest.fixture
def csv(depot: Path) -> Path:
    """The depot's labels as a CSV file that its module reads."""
    module = depot / "depot" / "stock" / "data.py"
    text = module.read_text()
    start, end = text.index("LABELS = ("), text.index("\n)\n") + 3
    reads = (
        "import csv\nfrom pathlib import Path\n\n"
        "with open(Path(__file__).with_name('labels.csv'), encoding='utf-8') as file:\n"
        "    LABELS = [(n, int(w), c, text) for n, w, c, text in csv.reader(file)]\n"
    )
    module.write_text(text[:start] + reads + text[end:])
    data = module.with_name("labels.csv")
    data.write_text(
        '1,12,green,"Steel bolts, M8, 12 kg net."\n'
        '2,18,blue,"Beschläge für Türen, 18 kg net."\n'
        '3,7,green,"Lamp shades 🧪, 7 kg net."\n'
    )
    return data


async def test_a_mended_configuration_arrives(start, depot):
    """Neither a save nor a watched file is told."""
    config = depot / "pyproject.toml"
    good = config.read_text()
    config.write_text(good + "run = false\nclams = 1\n")
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.until(lambda: editor.diagnostics("pyproject.toml", "TES902"), "the unknown key")
    await editor.hints(CLAIMS)  # the opened file is served: what is read from now on is read unasked
    config.write_text(good)
    await editor.until(lambda: not editor.diagnostics("pyproject.toml"), "mended", WITHIN)
    await editor.until(lambda: any(s.state == "ready" for s in editor.statuses.values()), "ready")


async def test_a_folder_becomes_a_project(start, depot):
    """``[tool.tessera]`` is written after the folder was opened."""
    config = depot / "pyproject.toml"
    good = config.read_text()
    config.unlink()
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.hints(CLAIMS)
    config.write_text(good + "clams = 1\n")
    await editor.until(lambda: editor.diagnostics("pyproject.toml", "TES902"), "the file is read", WITHIN)


async def test_a_save_tells_of_data_that_has_changed(start, depot, csv):
    """The CSV is written by another program; the next save of the claims file loads it."""
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    assert editor.diagnostics(CLAIMS) == []
    csv.write_text(csv.read_text().replace("12", "13"))
    editor.save(CLAIMS)
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES401"), "the sample does not hold any more")


async def test_a_save_tells_of_modules_that_have_changed(start, depot):
    """As after a checkout: another module, which is not open, is another one now."""
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    other = depot / "depot" / "stock" / "more" / "claims.py"
    other.parent.mkdir()
    other.write_text(UNDECLARED)
    editor.save(CLAIMS)
    await editor.until(lambda: editor.diagnostics(other, "TES101"), "the new file's finding")


async def test_a_restart_finds_the_project_anew(start, depot):
    """A folder that was no claims file's before is one after the command, without waiting."""
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    other = depot / "depot" / "stock" / "more" / "claims.py"
    other.parent.mkdir()
    other.write_text(UNDECLARED)
    assert await editor.command("tessera.server.restart") == [f"{depot}: the worker is started anew"]
    assert editor.diagnostics(other, "TES101")
