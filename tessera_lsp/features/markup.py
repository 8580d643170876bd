"""How a hover is written: Markdown, or plain text for clients that show no other."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types

from tessera_lsp import wording
from tessera_lsp.ladder import Ladder


@dataclass(frozen=True)
class Markup:
    """Text of the project goes through ``code`` or ``text``, so that it can neither format nor link."""

    kind: types.MarkupKind

    @property
    def _plain(self) -> bool:
        return self.kind == types.MarkupKind.PlainText

    def code(self, text: str) -> str:
        """A name or sentence of the project's code."""
        return wording.visible(text) if self._plain else wording.code(text)

    def text(self, text: str) -> str:
        """Other text of the project."""
        return wording.visible(text) if self._plain else wording.markdown(text)

    def strong(self, text: str) -> str:
        """Text of the project that matters most."""
        return self.text(text) if self._plain else f"**{self.text(text)}**"

    def ladder(self, ladder: Ladder) -> str:
        """A consultation; its first line is the headline."""
        if not self._plain:
            return ladder.markdown()
        head, _, rest = ladder.plain().partition("\n")
        return f"{head}\n\n{rest}" if rest else head

    @property
    def rule(self) -> str:
        """What stands between two parts."""
        return "\n\n" if self._plain else "\n\n---\n\n"


MARKDOWN = Markup(types.MarkupKind.Markdown)
PLAIN = Markup(types.MarkupKind.PlainText)


def preferred(formats: object) -> Markup:
    """The markup for a client's ``hover.contentFormat``; Markdown where it says nothing."""
    if isinstance(formats, list | tuple) and formats and types.MarkupKind.Markdown not in formats:
        return PLAIN
    return MARKDOWN
