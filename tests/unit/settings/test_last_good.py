"""A configuration that breaks while it is edited: the last good one stays, and the finding is on its line."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tessera_lsp.project import Trust
from tessera_lsp.server.documents import OpenDocuments
from tessera_lsp.server.session import Session
from tessera_lsp.server.settings import Settings
from tessera_lsp.server.workspace import Workspace

GOOD = '[tool.tessera]\nclaims = ["grammar/*.py"]\nseverity.TES101 = "info"\ntimeout = 9\n'
SHAPE = "def total(claim, nodes, graph):\n    return None\n"
REGISTRY = "def batteries():\n    return ()\n\n\nclass Battery:\n    pass\n\n\nNONE = Battery()\n"


class Host:
    """A server without a client: nothing is asked, nothing may run."""

    def __init__(self, folder: Path) -> None:
        self.trust = Trust(folder)
        self.documents = OpenDocuments()
        self.lines: list[str] = []

    def changed(self, session: Session) -> None: ...

    def ask(self, session: Session) -> None: ...

    def log(self, line: str) -> None:
        self.lines.append(line)


class Served:
    """A project folder as the server keeps it."""

    def __init__(self, root: Path, host: Host) -> None:
        self.root = root
        self.workspace = Workspace(
            host, asyncio.get_running_loop(), lambda session: None, lambda session: None
        )  # fmt: skip

    async def save(self, text: str | bytes) -> list[tuple[str, int, str]]:
        """Write ``pyproject.toml``; its findings then: code, line from 0, severity."""
        path = self.root / "pyproject.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        if self.workspace.sessions:
            await self.workspace.disk_changed([(str(path), "changed")])
        else:
            await self.workspace.add_folder(str(self.root))
        found = self.session.snapshot.findings.get(str(path), ())
        return [(finding.code, finding.span.start.line, finding.severity) for finding in found]

    @property
    def session(self) -> Session:
        return self.workspace.sessions[self.root]

    @property
    def shapes(self) -> list[tuple[str, str]]:
        """Code and severity of what is found in the claims file."""
        found = self.session.snapshot.findings.get(str(self.root / "grammar/sums.py"), ())
        return [(finding.code, finding.severity) for finding in found if finding.code == "TES101"]


@pytest.fixture
async def served(tmp_path: Path) -> Served:
    root = tmp_path.resolve() / "project"
    (root / "grammar").mkdir(parents=True)
    (root / "grammar/sums.py").write_text(SHAPE)
    (root / "registry.py").write_text(REGISTRY)
    return Served(root, Host(tmp_path / "state"))


@pytest.mark.parametrize(
    ("broken", "line"),
    [
        ("[tool.tessera]\nclaims = [\n", 2),
        (GOOD + "run = tru\n", 4),
        (b"[tool.tessera]\n# caf\xe9\n", 1),
        ('[tool.tessera]\nclaims = "grammar/*.py"\n', 1),
        ("[tool.tessera]\nclaims = ['*.py']\nseverity = {TES101 = 'loud'}\n", 2),
    ],
    ids=["cut off", "no such word", "not UTF-8", "a value of another kind", "a value within a table"],
)
async def test_the_last_good_configuration_stays(served, broken, line):
    assert await served.save(GOOD) == []
    assert served.shapes == [("TES101", "info")]
    assert await served.save(broken) == [("TES902", line, "error")]
    assert served.shapes == [("TES101", "info")]
    assert served.session.project.config.timeout == 9
    assert await served.save(GOOD.replace("info", "error")) == []
    assert served.shapes == [("TES101", "error")]


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (GOOD + "run = 'false'\n", "neither true nor false"),
        (GOOD + "memory = 'x'\nrun = false\n", "says run = false"),
    ],
    ids=["a run that is no bool", "a refusal beside a wrong value"],
)
async def test_a_refusal_counts_though_the_last_good_configuration_stays(served, broken, says):
    await served.save(GOOD)
    served.session.configure(Settings(run=False))
    await served.save(broken)
    assert served.session.project.config.timeout == 9
    assert served.session.snapshot.verdicts.state == "off"
    assert says in served.session.snapshot.verdicts.reason
    await served.save(GOOD + "memory = 'x'\n")  # wrong, but nothing in it refuses
    assert 'setting "run"' in served.session.snapshot.verdicts.reason


async def test_an_unknown_key_is_a_warning_and_the_rest_counts(served):
    await served.save(GOOD)
    assert await served.save(GOOD.replace("info", "error") + "time-out = 3\n") == [("TES902", 4, "warning")]
    assert served.shapes == [("TES101", "error")]


async def test_without_a_good_one_what_can_be_read_counts(served):
    """The first configuration is wrong in one value: the others hold, edits of them too."""
    wrong = GOOD.replace("timeout = 9", "timeout = '9'")
    assert await served.save(wrong) == [("TES902", 3, "error")]
    assert served.shapes == [("TES101", "info")]
    await served.save(wrong.replace("info", "error"))
    assert served.shapes == [("TES101", "error")]
    assert served.session.project.config.timeout == 2
