"""Whether a session's project runs: what its file, the client's settings and the user say."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from tessera_lsp.project import Project
from tessera_lsp.server.answering import Answering
from tessera_lsp.server.consent import Permission
from tessera_lsp.server.deepening import Deepening
from tessera_lsp.server.settings import Settings


class Deciding(Answering):
    """The part of a session that begins and ends its runs."""

    project: Project
    settings: Settings | None
    """None until the client has said what it has to say about this root."""
    _permission: Permission
    _deepening: Deepening
    _open: bool

    @abstractmethod
    def _run(self) -> None:
        """Run the project, anew if it runs."""

    @abstractmethod
    def _ask_user(self) -> None:
        """Put the question whether it may run."""

    def configure(self, settings: Settings) -> None:
        """The client's settings for this root have come, or have changed."""
        if settings == self.settings or not self._open:
            return
        before, self.settings = self.settings, settings
        self._deepening.wanted = settings.deep
        if before is not None and replace(before, deep=settings.deep) == settings:
            self._runner.tell_again()  # nothing that decides what runs is another
            return
        if not self.project.config.run:
            self._runner.stand_still("off", self.project.refusal)
            return
        decision = self._permission.decide(self.project.config.run, settings.run)
        if decision.action == "run":
            self._run()
        elif decision.action == "refuse":
            self._runner.stand_still("off", decision.reason)
        else:
            self._runner.stand_still("asking", decision.reason)
            if self._permission.put_question():
                self._ask_user()

    def answered(self, answer: bool | None) -> None:
        """What the user said to the question; None: dismissed."""
        self._permission.answered(answer)
        if self._runner.verdicts.state != "asking" or not self._open:
            return
        settings, self.settings = self.settings, None
        self.configure(settings or Settings())

    def trust_changed(self) -> None:
        """The remembered answers are others than before: perhaps the one about this root is."""
        if self.settings is not None and self.settings.run == "ask" and self._permission.has_news():
            self._permission.ask_again()
            self._decide_again()

    def _decide_again(self) -> None:
        settings, self.settings = self.settings, None
        if settings is not None:
            self.configure(settings)

    def restart(self) -> str:
        """End the worker and start another one, where running is allowed; what was done. A question that was
        dismissed is put again."""
        if self._runner.verdicts.state == "off":
            self._permission.ask_again()
            self._decide_again()
        elif self._runner.running or self._runner.verdicts.state == "failed":
            self._run()
        if not self._runner.running:
            return f"{self.project.root}: not run: {self._runner.verdicts.reason}"
        return f"{self.project.root}: the worker is started anew"
