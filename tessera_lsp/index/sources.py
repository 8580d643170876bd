"""The facts of a project's modules: read again where a text has changed, dropped where they are many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tessera_lsp.index.bodies.kept import KeptBodies
from tessera_lsp.index.facts import ModuleFacts, forget
from tessera_lsp.index.model import Suppression, Unreadable
from tessera_lsp.index.parsing import Parser
from tessera_lsp.index.reading import read_module
from tessera_lsp.project import Project
from tessera_lsp.text import Document

Texts = Callable[[str], Document]
"""The text of a file by its real path: the open one, else the one on disk."""
HELD = 128
"""How many modules' facts are held from one build to the next. Facts keep syntax trees, some 100 KB each."""


@dataclass(frozen=True)
class Brief:
    """What is kept of every module."""

    document: Document
    unreadable: Unreadable | None
    suppressions: tuple[Suppression, ...]


class Sources:
    """The modules of one project. ``parses`` counts the texts parsed."""

    def __init__(self) -> None:
        self.parses = 0
        self._project: Project | None = None
        self._texts: Texts | None = None
        self._briefs: dict[str, Brief] = {}
        self._held: dict[str, ModuleFacts] = {}
        """In the order of their last use."""
        self._parsers: dict[str, Parser] = {}
        self._bodies: dict[str, KeptBodies] = {}
        self._names: dict[Path, str] = {}

    def begin(self, project: Project, texts: Texts) -> set[str]:
        """Take the texts as they are now; the paths of known modules whose text has changed."""
        if project is not self._project:
            self._project = project
            names = {path: project.module_name(path) for path in self._names}
            moved = {str(path) for path, name in names.items() if self._names[path] != name}
            self._names = names
        else:
            moved = set()
        self._texts = texts
        changed = {
            path
            for path, brief in self._briefs.items()
            if (now := texts(path)) is not brief.document and not _is_same(brief.document, now)
        }
        for path in changed | moved:
            del self._briefs[path]
            self._held.pop(path, None)
        return changed | moved

    def facts(self, path: Path) -> ModuleFacts:
        """The facts of a file. They are the same object until the build ends."""
        name = str(path)
        facts = self._held.pop(name, None)
        if facts is None:
            facts = self._read(name, path)
        self._held[name] = facts
        return facts

    def _read(self, name: str, path: Path) -> ModuleFacts:
        assert self._project is not None
        assert self._texts is not None
        if path not in self._names:
            self._names[path] = self._project.module_name(path)
        brief = self._briefs.get(name)
        document = brief.document if brief is not None else self._texts(name)
        self.parses += 1
        facts = read_module(name, self._names[path], document, self._parsers.setdefault(name, Parser()))
        self._briefs[name] = Brief(document, facts.unreadable, facts.suppressions)
        return facts

    def bodies(self, path: Path) -> KeptBodies | None:
        """Where the bodies of a file's functions are kept; None while more files are read than are held."""
        if self.crowded:
            return None
        return self._bodies.setdefault(str(path), KeptBodies())

    def brief(self, path: Path) -> Brief:
        """What is kept of a file; reads it where it is not known yet."""
        name = str(path)
        if name not in self._briefs:
            self.facts(path)
        return self._briefs[name]

    def module(self, path: Path) -> str:
        """The dotted name of a file."""
        self.brief(path)
        return self._names[path]

    def end(self) -> None:
        """Drop the facts that were not used for longest."""
        for name in list(self._held)[: max(0, len(self._held) - HELD)]:
            self.drop(name)

    def drop(self, name: str) -> None:
        """Drop the facts of a file that nothing of this build will ask for again."""
        facts = self._held.pop(name, None)
        self._bodies.pop(name, None)
        if facts is not None:
            forget(facts)

    @property
    def crowded(self) -> bool:
        """Whether more facts are held than are kept from one build to the next."""
        return len(self._held) > HELD


def _is_same(known: Document, document: Document) -> bool:
    return known.text == document.text and type(known) is type(document) and known.version == document.version
