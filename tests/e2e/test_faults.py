"""What user code can do, seen from the editor: the finding at its line, other requests answered meanwhile,
and the next edit judged as if nothing had been."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

CLAIMS = Path("depot/stock/claims.py")
DATA = Path("depot/stock/data.py")
MATCH = "match = _WEIGHT"
ODD = "class Odd:\n    def __repr__(self):\n        {0}\n\n\ndef crate_weight("
PYENV = Path(os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))) / "versions"


@pytest.fixture
def quick(depot: Path) -> Path:
    """The project with short deadlines."""
    (depot / "pyproject.toml").write_text(
        '[tool.tessera]\nregistry = "depot.registry"\ntimeout = 1.5\nimport-timeout = 3\nload-timeout = 20\n'
    )
    return depot


async def hovered_until(editor: Any, path: Path, code: str) -> list[float]:
    """Hover again and again until a finding is there; how long each took, in seconds."""
    took: list[float] = []
    place = editor.place(CLAIMS, "Crate 1 weighs 12")
    began = time.monotonic()
    while not editor.diagnostics(path, code):
        asked = time.monotonic()
        assert await editor.within(editor.hover_text(CLAIMS, place))
        took.append(time.monotonic() - asked)
        assert time.monotonic() - began < 60, f"{code} did not come"
    return took


@pytest.mark.parametrize(
    ("statement", "code", "lasts"),
    [
        ("re.fullmatch('(a+)+$', 'a' * 60 + 'b')", "TES108", True),
        ("__import__('time').sleep(60)", "TES108", True),
        ("raise SystemExit(0)", "TES108", False),
        ("__import__('os')._exit(0)", "TES108", False),
        ("__import__('os').kill(__import__('os').getpid(), 9)", "TES108", False),
        ("return crate_weight(claim, nodes, graph)", "TES107", False),
        ("[].pop()", "TES107", False),
        ("return Odd()", "TES103", False),
        ("__import__('pathlib').Path('written').write_bytes(b'x')", "TES106", False),
        ("setattr(__import__('builtins'), 'len', lambda one: 0)", "TES106", False),
    ],
)
async def test_a_shape_at_fault(start, quick, statement, code, lasts):
    """Where it takes long, hovers are answered before it has ended."""
    editor = await start(quick)
    text = editor.open(CLAIMS)
    await editor.settled()
    edit = text.replace(MATCH, f"{statement}\n    {MATCH}")
    editor.change(CLAIMS, edit.replace("def crate_weight(", ODD.format("while True: pass"), 1))
    took = await hovered_until(editor, CLAIMS, code)
    if lasts:
        assert len(took) >= 2, "answered before it was ended"
        assert statistics.median(took) < 0.2
    lines = {found.range.start.line for found in editor.diagnostics(CLAIMS, code)}
    part = "def crate_weight" if "setattr" in statement else statement
    assert lines == {editor.place(CLAIMS, part).line}
    assert not (quick / "written").exists()
    editor.change(CLAIMS, text)
    status = await editor.settled()
    assert status.state == "ready"
    assert editor.diagnostics(CLAIMS) == []


@pytest.mark.parametrize(
    ("statement", "kind"), [("import time; time.sleep(60)", "long"), ("raise SystemExit(0)", "short")]
)
async def test_an_import_at_fault(start, quick, statement, kind):
    editor = await start(quick)
    text = editor.open(CLAIMS)
    await editor.settled()
    editor.change(CLAIMS, text.replace("import re\n", f"import re\n{statement}\n"))
    took = await hovered_until(editor, CLAIMS, "TES209")
    assert kind == "short" or (len(took) >= 2 and statistics.median(took) < 0.2)
    (found,) = editor.diagnostics(CLAIMS, "TES209")
    assert found.range.start.line == editor.place(CLAIMS, statement).line
    editor.change(CLAIMS, text)
    await editor.settled()
    assert editor.diagnostics(CLAIMS) == []


async def test_a_graph_that_takes_long_is_served_meanwhile(start, quick):
    """Static findings and hovers at once, verdicts when it is built."""
    data = quick / DATA
    data.write_text(
        data.read_text().replace("def graph():\n", "def graph():\n    import time; time.sleep(4)\n")
    )
    editor = await start(quick)
    text = (quick / CLAIMS).read_text() + "\n\ndef spare(claim, nodes, graph):\n    return None\n"
    editor.open(CLAIMS, text)
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES101"), "a static finding")
    status = next(iter(editor.statuses.values()), None)
    assert status is None or status.state != "ready"
    place = editor.place(CLAIMS, "Crate 1 weighs 12")
    assert await editor.hover_text(CLAIMS, place)
    status = next(iter(editor.statuses.values()), None)
    assert status is None or status.state != "ready", "answered while it was built"
    await editor.settled()
    assert (await editor.hover_text(CLAIMS, place)).startswith("supported · crate_weight")


def git(root: Path, *arguments: str) -> None:
    """Run git in a folder, by its own configuration alone."""
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "core.hooksPath=/dev/null"]
    environ = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True, env=environ)


@pytest.mark.skipif(not shutil.which("git"), reason="no git")
async def test_a_checkout_under_the_servers_feet(start, depot):
    """Another branch brings another shape; back on the first all is as before. The file is open, unedited."""
    git(depot, "init", "-q", "-b", "main")
    (depot / ".gitignore").write_text("__pycache__/\n")
    git(depot, "add", ".")
    git(depot, "commit", "-q", "-m", "one")
    text = (depot / CLAIMS).read_text()
    git(depot, "checkout", "-q", "-b", "other")
    other = text.replace("weight == int", "weight != int")
    (depot / CLAIMS).write_text(other)
    git(depot, "commit", "-q", "-a", "-m", "two")
    git(depot, "checkout", "-q", "main")
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    assert editor.diagnostics(CLAIMS) == []
    for branch, now, wrong in (("other", other, True), ("main", text, False)):
        git(depot, "checkout", "-q", branch)
        editor.disk_changed((CLAIMS, types.FileChangeType.Changed))
        editor.change(CLAIMS, now)  # an editor reads a file again that nobody has edited
        await editor.until(
            lambda wrong=wrong: bool(editor.diagnostics(CLAIMS, "TES401")) is wrong,
            f"the verdicts of {branch}",
        )
        await editor.settled()


async def test_a_file_that_is_deleted_and_comes_back(start, depot):
    """Its findings go with it and come with it; what hangs on it is told in between."""
    editor = await start(depot)
    text = editor.open(CLAIMS)
    await editor.settled()
    editor.close(CLAIMS)
    (depot / CLAIMS).unlink()
    editor.disk_changed((CLAIMS, types.FileChangeType.Deleted))
    registry = Path("depot/registry.py")
    await editor.until(
        lambda: any(d.code == "TES209" for f in editor.client.diagnostics.values() for d in f),
        "the registry cannot import it",
    )
    (depot / CLAIMS).write_text(text.replace("weight == int", "weight != int"))
    editor.disk_changed((CLAIMS, types.FileChangeType.Created))
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES401"), "the verdicts of the new file")
    await editor.settled()
    assert [d for d in editor.diagnostics(registry) if d.code == "TES209"] == []


def python(version: str) -> str:
    """An interpreter of a version, or the test is skipped."""
    found = sorted(PYENV.glob(f"{version}.*/bin/python"))
    if not found:
        pytest.skip(f"no Python {version} under {PYENV}")
    return str(found[-1])


async def test_two_roots_with_different_interpreters(start, depot, tmp_path):
    """Each is judged by its own, at the same time."""
    other = tmp_path / "other project"
    shutil.copytree(depot, other)
    for root, version in ((depot, "3.9"), (other, "3.13")):
        with (root / "pyproject.toml").open("a") as file:
            file.write(f'python = "{python(version)}"\n')
        claims = root / CLAIMS
        major, minor = version.split(".")
        check = f"sys.version_info[:2] == ({major}, {minor}) and "
        text = claims.read_text().replace("import re\n", "import re\nimport sys\n")
        claims.write_text(text.replace("return len(cited)", f"return {check}len(cited)"))
    editor = await start(tmp_path, folders=[depot, other])
    for root in (depot, other):
        editor.open(root / CLAIMS)
    for root in (depot, other):
        status = await editor.settled(root)
        assert status.state == "ready"
        assert editor.diagnostics(root / CLAIMS, "TES401") == []
        shown = await editor.hover_text(root / CLAIMS, editor.place(root / CLAIMS, "Crate 1 weighs 12"))
        assert shown.startswith("supported · crate_weight")
