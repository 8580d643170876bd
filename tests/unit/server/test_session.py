"""What a session tells its host, and when."""

from __future__ import annotations

import asyncio

from tessera_lsp.project import Config, Project, Trust
from tessera_lsp.server.documents import OpenDocuments
from tessera_lsp.server.pace import JUDGE_AFTER
from tessera_lsp.server.session import Session
from tessera_lsp.server.settings import Settings


class Host:
    """Keeps how things stood at each change."""

    def __init__(self, state):
        self.trust, self.documents = Trust(state), OpenDocuments()
        self.told: list[tuple[str, bool]] = []

    def changed(self, session):
        self.told.append((session.snapshot.verdicts.state, session.settled))

    def ask(self, session):
        raise AssertionError("nobody is to be asked")

    def log(self, line):
        pass


async def test_a_text_that_is_open_before_the_settings_come_settles_nothing(tmp_path):
    """A start is on its way: no one is told that nothing more will come before it has ended."""
    claims = tmp_path.resolve() / "claims.py"
    claims.write_text("")
    host = Host(tmp_path / "state")
    project = Project(claims.parent, Config(), (claims,))
    session = Session(project, host, asyncio.get_running_loop(), lambda *arguments: "no interpreter")
    session.opened(host.documents.open(claims.as_uri(), 1, "x = 1\n"))
    session.configure(Settings(run=True))
    async with asyncio.timeout(20):
        while host.told[-1] != ("failed", True):
            await asyncio.sleep(0.01)
    assert {state for state, settled in host.told if settled} == {"failed"}


async def test_an_edit_makes_one_snapshot(tmp_path):
    """Also once the timers have run that an edit sets; the client is told again only how things stand."""
    claims = tmp_path.resolve() / "claims.py"
    claims.write_text("")
    host = Host(tmp_path / "state")
    session = Session(Project(claims.parent, Config(), (claims,)), host, asyncio.get_running_loop())
    session.configure(Settings(run=False))
    shown = []
    host.changed = lambda session: shown.append(session.snapshot)
    for version in range(1, 4):
        session.opened(host.documents.open(claims.as_uri(), version, f"x = {version}\n"))
        async with asyncio.timeout(20):
            while session._timers.pending:
                await asyncio.sleep(0.01)
    once = {id(snapshot): snapshot for snapshot in shown}.values()
    assert [snapshot.documents[str(claims)].version for snapshot in once] == [1, 2, 3]


class Verifier:
    """Notes which versions it is asked about, and whether the client had been told of them by then."""

    def __init__(self, told):
        self.asked, self._told = [], told
        self.hinted = []

    def start(self):
        pass

    def ahead(self, documents):
        self.hinted += [document.version for document in documents.values()]

    def judge(self, documents, items, measured=True):
        versions = {document.version for document in documents.values()}
        self.asked.append((versions, versions <= set(self._told)))

    def close(self):
        pass


async def test_an_edit_after_a_pause_is_judged_before_the_rules_have_looked(tmp_path):
    """And what is typed at once behind it waits."""
    claims = tmp_path.resolve() / "claims.py"
    claims.write_text("")
    host = Host(tmp_path / "state")
    told = []
    verifier = Verifier(told)
    loop = asyncio.get_running_loop()
    session = Session(Project(claims.parent, Config(), (claims,)), host, loop, lambda *rest: verifier)
    host.changed = lambda session: told.extend(d.version for d in session.snapshot.documents.values())
    session.configure(Settings(run=True))
    try:
        session.opened(host.documents.open(claims.as_uri(), 1, "x = 1\n"))
        async with asyncio.timeout(20):
            while not verifier.asked or session._timers.pending:
                await asyncio.sleep(0.01)
        await asyncio.sleep(JUDGE_AFTER * 2)
        verifier.asked.clear()
        verifier.hinted.clear()
        session.opened(host.documents.open(claims.as_uri(), 2, "x = 2\n"))
        assert verifier.asked == [({2}, False)]
        session.opened(host.documents.open(claims.as_uri(), 3, "x = 3\n"))
        assert verifier.asked == [({2}, False)]
        assert verifier.hinted == [2], "what waits to be judged is put in place when it is"
    finally:
        session.close()


async def test_the_setting_deep_starts_no_other_worker(tmp_path):
    claims = tmp_path.resolve() / "claims.py"
    claims.write_text("")
    host, starts = Host(tmp_path / "state"), []

    def launch(*arguments):
        starts.append(arguments)
        return Verifier([])

    project = Project(claims.parent, Config(), (claims,))
    session = Session(project, host, asyncio.get_running_loop(), launch)
    session.configure(Settings(run=True))
    async with asyncio.timeout(20):
        while not starts:
            await asyncio.sleep(0.01)
    session.configure(Settings(run=True, deep=True))
    assert session._deepening.wanted
    session.configure(Settings(run=True, deep=True, python="another"))
    async with asyncio.timeout(20):
        while len(starts) < 2:
            await asyncio.sleep(0.01)
    assert [python for _, python, *_ in starts] == ["", "another"]
    session.close()
