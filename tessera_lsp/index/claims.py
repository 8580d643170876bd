"""The claims files of a project: what may be a shape is read once, what is one follows the wiring."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tessera_lsp.index.dependencies import Dependencies
from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.insides import InsidesReader
from tessera_lsp.index.lookup import Modules
from tessera_lsp.index.model import (
    ClaimsFile,
    ImportedModule,
    LateInsides,
    Registration,
    Unreadable,
)
from tessera_lsp.index.open_files import OpenFile
from tessera_lsp.index.registrations import registrations
from tessera_lsp.index.shapes import Candidate, candidates, shapes_of
from tessera_lsp.index.sources import Sources
from tessera_lsp.index.vocabulary import spoken
from tessera_lsp.project import Project
from tessera_lsp.text import Document

_NOTHING: frozenset[str] = frozenset()
Declared = Mapping[str, frozenset[str]]
"""Qualified names of the declared shapes, by module."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a claims file says, whatever batteries declare."""

    module: str
    document: Document
    candidates: tuple[Candidate, ...]
    unreadable: tuple[Unreadable, ...]
    imports: tuple[ImportedModule, ...]
    registrations: tuple[Registration, ...]
    insides: LateInsides
    """Of a file that is open: what is said of the file as a whole; its candidates have their own."""


class ClaimsReader:
    """Reads the claims files of one project. ``read`` counts the drafts."""

    def __init__(self, sources: Sources, modules: Callable[[], Modules], read: int = 0) -> None:
        self.read = read
        self.dependencies = Dependencies()
        self._sources, self._modules = sources, modules
        self._insides = InsidesReader(sources, modules, self.dependencies, self._let_go)
        self._drafts: dict[str, Draft] = {}
        self._open: dict[str, OpenFile] = {}
        self._paths: dict[str, Path] = {}
        """Of the claims files, by name."""
        self._due: set[str] = set()
        """Those that are to be read again."""
        self._new: set[str] = set()
        """The drafts that no file has been made of yet."""
        self._given: tuple[tuple[Path, ...], Declared, frozenset[str]] = ((), {}, _NOTHING)
        self._files: dict[str, ClaimsFile] = {}
        """Made of the drafts for what was given."""
        self._telling: dict[str, ClaimsFile] = {}

    @property
    def parts_made(self) -> int:
        """How many parts of the files that are open now were gone over."""
        return sum(file.parts_made for file in self._open.values())

    def forget(self, paths: Iterable[str], edited: Collection[str] = ()) -> None:
        """These files are to be read again: because they, or others that they were read from, are ``edited``,
        or because a module has come."""
        for path in paths:
            if len(edited) != 1 or path not in edited:
                # What was made of its parts may say something else though they are as they were.
                self._open.pop(path, None)
            if self._drafts.pop(path, None) is not None:
                self._due.add(path)

    def draft(self, project: Project) -> None:
        """Read the files that are not known."""
        is_alike = project.claims is self._given[0]
        if not is_alike:
            self._paths = {str(path): path for path in project.claims}
        for name in sorted(self._due) if is_alike else [*self._paths]:
            if name not in self._drafts:
                self._drafts[name] = self._draft(self._paths[name])
                self._new.add(name)
                self._sources.trim()
        self._due = set()

    def _draft(self, path: Path) -> Draft:
        self.read += 1
        modules = self._modules()
        facts = modules.by_path(path)
        if facts.document.version is None:
            self._open.pop(str(path), None)
            evaluator = Evaluator(modules)
            insides = self._insides.late(path, facts.document)
            taken = candidates(facts, evaluator, insides)
            registering = tuple(registrations(facts, evaluator))
        else:
            said = self._open.setdefault(str(path), OpenFile()).read(facts, modules)
            taken, registering = said.candidates, said.registrations
            insides = LateInsides.of(said.insides)
        found = Draft(
            module=facts.module,
            document=facts.document,
            candidates=taken,
            unreadable=(facts.unreadable,) if facts.unreadable else (),
            imports=tuple(facts.imports),
            registrations=registering,
            insides=insides,
        )
        self.dependencies.note(str(path), modules)
        return found

    def files(
        self, project: Project, declared: Declared, wanted: frozenset[str]
    ) -> tuple[Mapping[str, ClaimsFile], Mapping[str, ClaimsFile]]:
        """The claims files by path, in order, and those of them that tell of what is told of the project as a
        whole (``Index.telling``). ``wanted`` are the phrases of the core. Those that nothing has changed for
        are the same values as before."""
        paths, was_declared, was_wanted = self._given
        if paths is project.claims and was_declared is declared and was_wanted == wanted:
            due: Collection[str] = self._new
        else:
            before = was_declared if was_wanted == wanted else None
            due = self._others(project.claims, before, declared)
        if due:
            # What was handed out stays as it is.
            self._files, self._telling = dict(self._files), dict(self._telling)
        for name in due:
            file = self._file(name, declared.get(self._drafts[name].module, _NOTHING), wanted)
            self._files[name] = file
            self._telling.pop(name, None)
            if file.unreadable or file.spoken or file.registrations:
                self._telling[name] = file
        self._given, self._new = (project.claims, declared, wanted), set()
        return self._files, self._telling

    def _others(
        self, claims: tuple[Path, ...], before: Declared | None, declared: Declared
    ) -> Collection[str]:
        """Those of ``claims`` whose file is to be made anew: all where nothing is known of ``before``."""
        if claims is not self._given[0]:
            names = [str(path) for path in claims]
            self._files = {name: self._files[name] for name in names if name in self._files}
            self._telling = {name: file for name, file in self._telling.items() if name in self._files}
            self._drafts = {name: self._drafts[name] for name in names}
            if list(self._files) != names:  # some are new: all in order
                before = None
        due = []
        for name, draft in self._drafts.items():
            is_alike = before is not None and before.get(draft.module) == declared.get(draft.module)
            if not is_alike or name in self._new:
                due.append(name)
        if before is None:
            self._files = {}
        return due

    def _file(self, name: str, declared: frozenset[str], wanted: frozenset[str]) -> ClaimsFile:
        draft = self._drafts[name]
        shapes = shapes_of(draft.candidates, declared)
        vertical = draft.module.rpartition(".")[0] or Path(name).parent.name
        said = _NOTHING
        if wanted:
            modules = self._modules()
            known = self._open.get(name)
            said = spoken(draft.document, shapes, wanted, known.compared if known is not None else None)
            for module in _imported_beside(draft, vertical):
                beside = modules.find(module)
                said |= spoken(beside.document, (), wanted) if beside is not None else _NOTHING
            self.dependencies.note(name, modules)
        return ClaimsFile(
            path=name,
            module=draft.module,
            vertical=vertical,
            document=draft.document,
            shapes=shapes,
            unreadable=draft.unreadable,
            imports=draft.imports,
            registrations=draft.registrations,
            spoken=said,
            insides=draft.insides,
        )

    def _let_go(self, name: str) -> None:
        """Nothing of a file is held any more: its samples can be read again too."""
        draft = self._drafts.get(name)
        for candidate in draft.candidates if draft is not None else ():
            if candidate.shape.docstring is not None:
                candidate.shape.docstring.let_go()


def _imported_beside(draft: Draft, vertical: str) -> tuple[str, ...]:
    """Modules of its own vertical that a claims file imports: its patterns may stand there."""
    names = {name for imported in draft.imports for name in imported.names}
    return tuple(sorted(n for n in names if n.startswith(f"{vertical}.") and n != draft.module))
