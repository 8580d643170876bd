"""The facts of a project's modules: read again where a text has changed, dropped where they are many."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from tessera_lsp.index.facts import ModuleFacts, forget
from tessera_lsp.index.heads import head_of
from tessera_lsp.index.model import Suppression, Unreadable
from tessera_lsp.index.reading import ModuleReader
from tessera_lsp.project import Project
from tessera_lsp.text import Document

Texts = Callable[[str], Document]
"""The text of a file by its real path: the open one, else the one on disk."""
HELD = 20_000
"""Of how many characters of text facts are held at most, those of open files apart. Facts keep syntax trees,
which take some twenty times as much room as the text; heads take about as much as it."""


@dataclass(frozen=True, slots=True)
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
        self._heads: dict[str, ModuleFacts] = {}
        self._held: dict[str, ModuleFacts] = {}
        """In the order of their last use."""
        self._readers: dict[str, ModuleReader] = {}
        self._names: dict[Path, str] = {}
        self._wanted = ""
        """The file whose facts are needed again soon."""

    @property
    def chunks_parsed(self) -> int:
        """How many chunks the texts were parsed in that are held."""
        return sum(reader.parser.parses for reader in self._readers.values())

    def begin(self, project: Project, texts: Texts, touched: Collection[str] | None = None) -> set[str]:
        """Take the texts as they are now; the paths of known modules whose text has changed. Only those
        ``touched`` are looked at, all where it is None."""
        if project is not self._project:
            self._project = project
            names = {path: project.module_name(path) for path in self._names}
            moved = {str(path) for path, name in names.items() if self._names[path] != name}
            self._names = names
        else:
            moved = set()
        self._texts = texts
        known = self._briefs if touched is None else [path for path in touched if path in self._briefs]
        changed = {path for path in known if self._is_changed(path, texts)}
        for path in changed | moved:
            del self._briefs[path]
            self._heads.pop(path, None)
            self._held.pop(path, None)
        return changed | moved

    def differs(self, texts: Texts) -> bool:
        """Whether the text of a known module has changed."""
        return any(self._is_changed(path, texts) for path in self._briefs)

    def _is_changed(self, path: str, texts: Texts) -> bool:
        now, known = texts(path), self._briefs[path].document
        return now is not known and not _is_same(known, now)

    def facts(self, path: Path) -> ModuleFacts:
        """The facts of a file. They hold until ``trim``, and are the same object until then."""
        name = str(path)
        facts = self._held.pop(name, None)
        if facts is None:
            facts = self._read(name, path)
        self._held[name] = facts
        return facts

    def head(self, path: Path) -> ModuleFacts:
        """The head of a file, or its facts where a head is not enough (``heads``)."""
        name = str(path)
        if name not in self._heads and name not in self._held:
            facts = self._read(name, path)
            if name not in self._heads or self._held_text() < HELD:
                self._held[name] = facts
            else:  # nobody has seen them, and nobody is about to
                self._let_go(name, facts)
        return self._heads[name] if name in self._heads else self.facts(path)

    def _read(self, name: str, path: Path) -> ModuleFacts:
        assert self._project is not None
        assert self._texts is not None
        if path not in self._names:
            self._names[path] = self._project.module_name(path)
        brief = self._briefs.get(name)
        document = brief.document if brief is not None else self._texts(name)
        self.parses += 1
        reader = self._readers.setdefault(name, ModuleReader())
        facts = reader.read(name, self._names[path], document)
        if brief is None:
            self._briefs[name] = Brief(document, facts.unreadable, facts.suppressions)
            # An open file is about to be edited: its facts are held, and are as good.
            head = head_of(facts) if document.version is None else None
            if head is not None:
                self._heads[name] = head
        return facts

    def head_of(self, name: str) -> ModuleFacts:
        """The same by the name of the file."""
        head = self._heads.get(name) or self._held.get(name)
        return head if head is not None else self.head(Path(name))

    def brief(self, name: str) -> Brief:
        """What is kept of a file; reads it where it is not known yet."""
        if name not in self._briefs:
            self.head(Path(name))
        return self._briefs[name]

    def module(self, path: Path) -> str:
        """The dotted name of a file."""
        self.brief(str(path))
        return self._names[path]

    def trim(self) -> None:
        """Drop the facts that were not used for longest; to be called when nobody is at work with some."""
        excess = self._held_text() - HELD
        for name in [*self._held] if excess > 0 else ():
            document = self._held[name].document
            if document.version is None and name != self._wanted:
                self._let_go(name, self._held.pop(name))
                excess -= len(document.text)
                if excess <= 0:
                    break

    def await_use(self, path: Path | None) -> None:
        """Read a file of which the facts will be needed, and hold them until another one is named or none. A
        large one leaves no room for others: trees that are made between what stays go at once, and what
        stays lies closer together."""
        self._wanted = str(path or "")
        if path is not None:
            self.facts(path)

    def _held_text(self) -> int:
        """Of how many characters of text facts are held, those of open files apart."""
        held = [facts.document for facts in self._held.values()]
        return sum([len(document.text) for document in held if document.version is None])

    def _let_go(self, name: str, facts: ModuleFacts) -> None:
        self._readers.pop(name, None)
        facts.document.let_go()
        forget(facts)


def _is_same(known: Document, document: Document) -> bool:
    return known.text == document.text and type(known) is type(document) and known.version == document.version
