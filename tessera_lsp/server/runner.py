"""One project's verifier: started, asked and ended from the loop's thread; or the reason why none runs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from tessera_lsp.project import Project
from tessera_lsp.text import Document
from tessera_lsp.verdicts import State, Verdicts
from tessera_lsp.wire import Item, ItemJudged

if TYPE_CHECKING:
    from tessera_lsp.verify.asides import Aside


class Judging(Protocol):
    """What a verifier does for the server; see ``tessera_lsp.verify.Verifier``."""

    def start(self) -> None: ...
    def judge(
        self, documents: Mapping[str, Document], items: tuple[Item, ...], measured: bool = True
    ) -> None: ...
    def ahead(self, documents: Mapping[str, Document]) -> None: ...
    def aside(self, aside: Aside) -> None: ...
    def explain(
        self, documents: Mapping[str, Document], item: Item, told: Callable[[ItemJudged | None], None]
    ) -> None: ...
    def reload(self) -> int: ...
    def close(self) -> None: ...


Launch = Callable[[Project, str, Callable[[Verdicts], None], Callable[[str], None]], Judging | str]
"""(project, interpreter setting, notify, log) -> a verifier not yet started, or why there is none. It may
block and is called outside the loop's thread."""


def launch(
    project: Project, python: str, notify: Callable[[Verdicts], None], log: Callable[[str], None]
) -> Judging | str:
    """The real verifier in the project's interpreter."""
    from tessera_lsp.verify import Interpreter, Verifier, find_interpreter

    interpreter = find_interpreter(project, python)
    if not isinstance(interpreter, Interpreter):
        return interpreter
    log(f"{project.root}: running with {interpreter.path} ({interpreter.reason})")
    return Verifier(project, interpreter, notify, log)


class Runner:
    """Holds the current ``verdicts`` and calls ``told`` in the loop's thread whenever they are replaced."""

    def __init__(
        self,
        project: Project,
        loop: asyncio.AbstractEventLoop,
        told: Callable[[], None],
        log: Callable[[str], None],
        launch: Launch = launch,
    ) -> None:
        self.verdicts = Verdicts()
        self._project, self._loop, self._told, self._log = project, loop, told, log
        self._launch = launch
        self._verifier: Judging | None = None
        self._wanted: tuple[Mapping[str, Document], tuple[Item, ...]] | None = None
        self._turn = 0
        """Counts starts and stops; what an earlier turn's verifier still says is dropped."""
        self._pending: Verdicts | None = None
        self._closing: list[threading.Thread] = []

    def stand_still(self, state: State, reason: str) -> None:
        """Run nothing, and say why."""
        self._stop()
        self._set(Verdicts(state=state, reason=reason))

    def run(self, project: Project, python: str) -> None:
        """Start a verifier for ``project``; ``python`` is the editor's setting. An earlier one is ended."""
        self._stop()
        self._project = project
        turn = self._turn
        self._set(Verdicts(state="starting"))

        def starting() -> None:
            try:
                found = self._launch(project, python, lambda verdicts: self._hear(turn, verdicts), self._log)
                if not isinstance(found, str):
                    found.start()
            except Exception as error:  # whatever it is, the user must hear why nothing runs
                found = f"the worker could not be started: {error!r}; tessera.server.log may tell more"
            self._soon(self._started, turn, found)

        threading.Thread(target=starting, name="tessera-start", daemon=True).start()

    def _started(self, turn: int, found: Judging | str) -> None:
        if isinstance(found, str):
            if turn == self._turn:
                self._set(Verdicts(state="failed", reason=found))
            return
        if turn != self._turn:
            self._end(found)
            return
        self._verifier = found
        if self._wanted is not None:
            found.judge(*self._wanted)

    def judge(self, documents: Mapping[str, Document], items: tuple[Item, ...]) -> None:
        """Judge under these open texts, now or as soon as the verifier has started."""
        self._wanted = documents, items
        if self._verifier is not None:
            self._verifier.judge(documents, items)

    def ahead(self, documents: Mapping[str, Document]) -> None:
        """``judge`` will be asked for under these open texts as soon as it is known what to ask."""
        if self._verifier is not None:
            self._verifier.ahead(documents)

    def aside(
        self,
        documents: Mapping[str, Document],
        items: tuple[Item, ...],
        measured: bool,
        cover: tuple[str, ...] = (),
    ) -> asyncio.Future[Verdicts | None]:
        """What the verdicts would be under other texts, once nothing else is being judged; None where nobody
        can tell."""
        future: asyncio.Future[Verdicts | None] = self._loop.create_future()

        def settle(verdicts: Verdicts | None) -> None:
            if not future.done():
                future.set_result(verdicts)

        if self._verifier is None:
            settle(None)
        else:
            from tessera_lsp.verify.asides import Aside

            self._verifier.aside(
                Aside(documents, items, measured, lambda verdicts: self._soon(settle, verdicts), cover)
            )
        return future

    def explain(self, documents: Mapping[str, Document], item: Item) -> asyncio.Future[ItemJudged | None]:
        """What one item is answered under these open documents, asked beside what is being judged; None
        where nobody tells: the texts are others by now, or nothing runs."""
        future: asyncio.Future[ItemJudged | None] = self._loop.create_future()

        def settle(answer: ItemJudged | None) -> None:
            if not future.done():
                future.set_result(answer)

        if self._verifier is None:
            settle(None)
        else:
            self._verifier.explain(documents, item, lambda answer: self._soon(settle, answer))
        return future

    def tell_again(self) -> None:
        """Call ``told`` though the verdicts are the same: what they are compared with has come."""
        self._told()

    def reload(self) -> int:
        """Load the saved project anew; the old verdicts serve until the new ones come. Returns the number
        that their ``load`` will have at the least."""
        if self._verifier is None:
            return self.verdicts.load + 1
        return self._verifier.reload()

    @property
    def running(self) -> bool:
        """Whether a verifier was started, or is being started."""
        return self._verifier is not None or self.verdicts.state == "starting"

    def close(self, within: float) -> None:
        """End everything; waits ``within`` seconds at most."""
        self._stop()
        for thread in self._closing:
            thread.join(within)

    def _stop(self) -> None:
        self._turn += 1
        self._pending = None
        if self._verifier is not None:
            self._end(self._verifier)
        self._verifier = None

    def _end(self, verifier: Judging) -> None:
        thread = threading.Thread(target=verifier.close, name="tessera-close", daemon=True)
        thread.start()
        self._closing = [thread, *(other for other in self._closing if other.is_alive())]

    def _hear(self, turn: int, verdicts: Verdicts) -> None:
        """The verifier's thread has new verdicts."""
        self._soon(self._heard, turn, verdicts)

    def _heard(self, turn: int, verdicts: Verdicts) -> None:
        if turn != self._turn:
            return
        # Several values may wait in the loop's queue; only the last one is worth a snapshot.
        self._pending = verdicts
        self._loop.call_soon(self._deliver)

    def _deliver(self) -> None:
        if self._pending is not None:
            verdicts, self._pending = self._pending, None
            self._set(verdicts)

    def _set(self, verdicts: Verdicts) -> None:
        self.verdicts = verdicts
        self._told()

    def _soon(self, call: Callable[..., None], *arguments: object) -> None:
        try:
            self._loop.call_soon_threadsafe(call, *arguments)
        except RuntimeError:  # the loop is closed: the server ends, and close() has ended the verifier
            for argument in arguments:
                if hasattr(argument, "close"):
                    argument.close()
