"""A project's verifier as a command runs it: begun before it is known what to ask, so that the project is
loaded while its files are looked at."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from tessera_lsp.project import Project

if TYPE_CHECKING:
    from tessera_lsp.verdicts import Verdicts
    from tessera_lsp.verify import Interpreter, Keeping, Running
    from tessera_lsp.wire import Item


class Verifying:
    """One run of one project, to be left as a context whatever has happened: no process is left then.

    ``keep``: take what an earlier run has come to where nothing is different, and keep what this one comes
    to. Nothing is started yet where that may be so. Nor is it where the project refuses or cannot be run,
    and ``static`` never starts anything.
    """

    def __init__(
        self, project: Project, log: Callable[[str], None], *, keep: bool = False, static: bool = False
    ) -> None:
        self._project, self._log = project, log
        self._why_not = ""
        self._interpreter: Interpreter | None = None
        self._keeping: Keeping | None = None
        self._running: Running | None = None
        if project.config.run and project.registry is not None and not static:
            self._begin(keep)

    def _begin(self, keep: bool) -> None:
        # Late: what only looks at files has no use for the code that starts processes.
        from tessera_lsp.verify import Keeping, find_interpreter

        found = find_interpreter(self._project)
        if isinstance(found, str):
            self._why_not = found
            return
        self._interpreter = found
        if keep:
            self._keeping = Keeping(self._project, found, self._log)
        if self._keeping is None or not self._keeping.is_likely():
            self._start(found)

    @property
    def is_running(self) -> bool:
        """Whether the project is being loaded already."""
        return self._running is not None

    def _start(self, interpreter: Interpreter) -> Running:
        from tessera_lsp.verify import Running

        if self._running is None:
            observe = self._keeping is not None
            self._running = Running(self._project, interpreter, self._log, observe=observe)
            self._running.__enter__()
        return self._running

    def verdicts(
        self,
        items: tuple[Item, ...],
        *,
        measured: bool = True,
        further: Callable[[Running, Verdicts], Verdicts] | None = None,
    ) -> Verdicts:
        """What the verifier says to the items and, when ``measured``, to the claims of the harness; waits for
        all of it. ``further`` may ask more, once that has been told: not of one that keeps."""
        from tessera_lsp.verdicts import Verdicts

        if self._project.registry is None:
            from tessera_lsp.rules.trouble import NO_REGISTRY

            return Verdicts(state="failed", reason=NO_REGISTRY)
        if self._interpreter is None:
            return Verdicts(state="failed", reason=self._why_not)
        keeping = self._keeping
        kept = keeping.find(items, measured) if keeping is not None else None
        if kept is not None:
            self._log(
                f"{self._project.root}: nothing is different since an earlier run: its verdicts are taken"
            )
            return kept
        running = self._start(self._interpreter)
        verdicts = running.judge(items, measured=measured)
        if keeping is not None:
            keeping.keep(items, measured, verdicts, running.observed)
        return further(running, verdicts) if further is not None and verdicts.judged else verdicts

    def __enter__(self) -> Verifying:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._running is not None:
            self._running.close()
