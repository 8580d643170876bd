"""Which session serves which file."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from tessera_lsp.project import Config, ConfigProblem, Project
from tessera_lsp.project.model import LoggedClaim
from tessera_lsp.server.documents import OpenDocuments
from tessera_lsp.server.workspace import Workspace
from tessera_lsp.snapshot import Snapshot


class FakeSession:
    """Notes what it is told."""

    def __init__(self, project: Project, host: Host, loop: asyncio.AbstractEventLoop) -> None:
        self.project, self.snapshot = project, Snapshot(project)
        self.paths: set[str] = set()
        self.told: list[object] = []
        self.ended = False

    def refresh(self) -> None:
        self.told.append("refresh")

    def opened(self, path: str) -> None:
        self.paths.add(path)

    def closed(self, path: str) -> None:
        self.paths.discard(path)

    def disk_changed(self, changes: object) -> None:
        self.told.append(changes)

    def reconfigured(self, project: Project) -> None:
        self.project = project
        self.told.append("reconfigured")

    def close(self, within: float = 0) -> None:
        self.ended = True


class Host:
    """The open documents and the projects that discovery finds, by root."""

    def __init__(self, root: Path) -> None:
        self.documents = OpenDocuments()
        self.root = root
        self.projects = {root: Project(root, Config())}
        self.begun: list[FakeSession] = []
        self.ended: list[FakeSession] = []
        self.searches = 0
        self.may_end = threading.Event()
        """Searches take until it is set."""
        self.may_end.set()
        self.workspace = Workspace(
            self,  # type: ignore[arg-type]
            asyncio.get_running_loop(),
            self.begun.append,  # type: ignore[arg-type]
            self.ended.append,  # type: ignore[arg-type]
            self.discover,
            FakeSession,  # type: ignore[arg-type]
        )

    def discover(self, start: Path) -> Project | None:
        self.searches += 1
        assert self.may_end.wait(10)
        return next((self.projects[p] for p in (start, *start.parents) if p in self.projects), None)

    async def open(self, path: Path) -> str:
        real = str(self.documents.open(path.as_uri(), 1, ""))
        await self.workspace.opened(real)
        return real

    def close(self, path: Path) -> None:
        self.workspace.closed(str(self.documents.close(path.as_uri())))


@pytest.fixture
async def host(tmp_path: Path) -> Host:
    return Host(tmp_path.resolve())


async def test_files_of_one_project_share_a_session(host: Host):
    one, two = await host.open(host.root / "a.py"), await host.open(host.root / "sub" / "b.py")
    (session,) = host.begun
    assert session.paths == {one, two}
    assert host.workspace.owner(one) is session


async def test_a_project_within_a_project_has_its_own(host: Host):
    inner = host.root / "inner"
    host.projects[inner] = Project(inner, Config())
    await host.open(host.root / "a.py")
    await host.open(inner / "b.py")
    assert [session.project.root for session in host.begun] == [host.root, inner]
    assert host.workspace.holding(str(inner / "data.csv")) is host.begun[1]


async def test_a_file_of_no_project_is_left_alone(host: Host):
    host.projects.clear()
    path = await host.open(host.root / "a.py")
    assert host.workspace.owner(path) is None
    assert host.begun == []


async def test_the_last_file_takes_the_session_along(host: Host):
    await host.open(host.root / "a.py")
    await host.open(host.root / "b.py")
    host.close(host.root / "a.py")
    assert host.ended == []
    host.close(host.root / "b.py")
    assert host.ended == host.begun
    assert host.begun[0].ended


async def test_a_folder_keeps_its_session(host: Host):
    await host.workspace.add_folder(str(host.root))
    await host.open(host.root / "a.py")
    host.close(host.root / "a.py")
    assert host.ended == []
    await host.workspace.remove_folder(str(host.root))
    assert host.ended == host.begun


async def test_a_new_configuration_reaches_the_session(host: Host):
    path = await host.open(host.root / "a.py")
    host.projects[host.root] = Project(host.root, Config(timeout=9.0))
    await host.workspace.disk_changed([(str(host.root / "pyproject.toml"), "changed")])
    assert host.begun[0].project.config.timeout == 9.0
    assert host.workspace.owner(path) is host.begun[0]


async def test_a_project_that_appears_takes_its_files_over(host: Host):
    """A ``pyproject.toml`` is written into an inner folder whose file is open."""
    inner = host.root / "inner"
    await host.open(host.root / "a.py")
    path = await host.open(inner / "b.py")
    host.projects[inner] = Project(inner, Config())
    await host.workspace.disk_changed([(str(inner / "pyproject.toml"), "created")])
    outer_session, inner_session = host.begun
    assert inner_session.paths == {path}
    assert path not in outer_session.paths


async def test_a_project_that_vanishes_ends(host: Host):
    path = await host.open(host.root / "a.py")
    host.projects.clear()
    await host.workspace.disk_changed([(str(host.root / "pyproject.toml"), "deleted")])
    assert host.workspace.owner(path) is None
    assert host.ended == host.begun


async def test_changes_on_disk_reach_the_innermost_session(host: Host):
    await host.open(host.root / "a.py")
    data = str(host.root / "data.csv")
    await host.workspace.disk_changed([(data, "changed"), ("/elsewhere/x.csv", "changed")])
    assert host.begun[0].told[-1] == [(data, "changed")]


async def test_a_file_closed_during_discovery_joins_nothing(host: Host):
    path = host.root / "a.py"
    real = str(host.documents.open(path.as_uri(), 1, ""))
    opening = asyncio.ensure_future(host.workspace.opened(real))
    await asyncio.sleep(0)
    host.close(path)
    await opening
    assert host.workspace.owner(real) is None


async def test_close_ends_all(host: Host):
    await host.open(host.root / "a.py")
    host.workspace.close()
    assert host.begun[0].ended
    assert host.workspace.sessions == {}


async def test_a_folder_is_searched_once_until_the_disk_changes(host: Host):
    """In a large repository without a project a search costs seconds."""
    host.projects.clear()
    for name in ("a.py", "b.py", "c.py"):
        await host.open(host.root / name)
    assert host.searches == 1
    host.projects[host.root] = Project(host.root, Config())
    await host.workspace.disk_changed([(str(host.root / "registry.py"), "created")])
    assert len(host.begun) == 1


async def test_a_configuration_that_does_not_read_keeps_the_last_good_one(host: Host):
    host.projects[host.root] = Project(host.root, Config(timeout=9.0))
    await host.open(host.root / "a.py")
    problem = ConfigProblem(str(host.root / "pyproject.toml"), 1, 0, 1, "no TOML", False)
    host.projects[host.root] = Project(host.root, Config(), problems=(problem,), config_readable=False)
    await host.workspace.disk_changed([(str(host.root / "pyproject.toml"), "changed")])
    project = host.begun[0].project
    assert (project.config.timeout, project.problems, project.config_readable) == (9.0, (problem,), True)


async def test_a_file_open_under_two_names_keeps_its_session(host: Host):
    """Closing one of two URIs of a file leaves the other one served."""
    real, link = host.root / "a.py", host.root / "b.py"
    real.write_text("")
    link.symlink_to(real)
    path = await host.open(real)
    await host.open(link)
    host.close(link)
    assert host.ended == []
    assert host.workspace.owner(path) is host.begun[0]
    host.close(real)
    assert host.ended == host.begun


async def test_a_discovery_that_ends_after_the_close_begins_nothing(host: Host):
    host.may_end.clear()
    opening = asyncio.ensure_future(host.open(host.root / "a.py"))
    await asyncio.sleep(0.05)
    host.workspace.close()
    host.may_end.set()
    await opening
    assert host.searches == 1
    assert host.begun == []
    assert host.workspace.sessions == {}


async def test_logs_that_change_are_read_again(host: Host, tmp_path: Path):
    session = host.workspace.owner(await host.open(tmp_path / "a.py"))
    assert isinstance(session, FakeSession)
    log, told = str(tmp_path / "log.jsonl"), len(session.told)
    host.projects[tmp_path] = Project(tmp_path, Config(), logs=(log,))
    await host.workspace.rediscover()
    logged = (LoggedClaim("A.", ("x/1",), 1),)
    host.projects[tmp_path] = Project(tmp_path, Config(), logs=(log,), logged=logged)
    await host.workspace.disk_changed([(log, "changed")])
    assert session.project.logged == logged
    assert session.told[told:] == ["reconfigured", "reconfigured", []]  # not a load beside the new start


async def test_logs_that_say_the_same_may_still_be_data(host: Host, tmp_path: Path):
    log = str(tmp_path / "log.jsonl")
    host.projects[host.root] = Project(host.root, Config(), logs=(log,))
    session = host.workspace.owner(await host.open(tmp_path / "a.py"))
    assert isinstance(session, FakeSession)
    await host.workspace.disk_changed([(log, "changed")])
    assert session.told[-1] == [(log, "changed")]
