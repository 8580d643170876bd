"""Build the index of a project, again and again, reading only what has changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from tessera_lsp.index.claims import ClaimsReader
from tessera_lsp.index.collector import collection_paused
from tessera_lsp.index.elsewhere import Elsewhere
from tessera_lsp.index.lookup import Disk, Modules
from tessera_lsp.index.model import Core, Index, Suppression
from tessera_lsp.index.sources import Sources, Texts
from tessera_lsp.index.vocabulary import core_literals
from tessera_lsp.index.wired import Wired
from tessera_lsp.index.wiring import Wiring
from tessera_lsp.project import Project
from tessera_lsp.text import Document


@dataclass(frozen=True)
class _KeptCore:
    document: Document
    core: Core
    phrases: frozenset[str]


class Indexer:
    """Keeps what it has read of one project; ``build`` gives pure values.

    ``parses`` counts the texts parsed, ``resolutions`` the evaluations of the wiring, ``files_read`` the
    claims files made anew: after an edit of one file these are one, at most one, and one. What stands within
    functions is read when somebody asks (``LateInsides``), which may parse a text again.
    """

    def __init__(self) -> None:
        self._sources = Sources()
        self._project: Project | None = None
        self._disk = Disk()
        """Where modules are, as the disk was when it was last looked at."""
        self._wired = Wired(self._passing_by)
        self._claims = ClaimsReader(self._sources, self._modules)
        self._elsewhere = Elsewhere(self._modules)
        self._core: _KeptCore | None = None
        self._wiring: Wiring | None = None
        self._suppressions: dict[str, tuple[Suppression, ...]] = {}
        self._all_suppressions: tuple[Suppression, ...] = ()

    @property
    def parses(self) -> int:
        """How many texts were parsed so far."""
        return self._sources.parses

    @property
    def resolutions(self) -> int:
        """How often the wiring was evaluated so far."""
        return self._wired.resolutions

    @property
    def files_read(self) -> int:
        """How many claims files were read so far."""
        return self._claims.read

    @property
    def chunks_parsed(self) -> int:
        """How many chunks of open claims files were parsed so far."""
        return self._sources.chunks_parsed

    @property
    def parts_made(self) -> int:
        """How many parts of open claims files were gone over so far."""
        return self._claims.parts_made

    def build(self, project: Project, texts: Texts, touched: Collection[str] | None = None) -> Index:
        """The index of ``project`` under ``texts``. Never raises for what a text holds.

        ``touched`` are the paths whose text may have changed since the last build, where the caller knows:
        nothing else is looked at, on disk neither. None: anything may have.
        """
        with collection_paused():
            return self._build(project, texts, touched)

    def differs(self, texts: Texts) -> bool:
        """Whether a text is another one than the last index was made of, or a module that was looked for in
        vain is there now. Looks at all files."""
        self._disk.forget()
        missing = {*self._wired.missing, *self._elsewhere.missing, *self._claims.dependencies.missing}
        return self._sources.differs(texts) or bool(self._found(missing))

    def _build(self, project: Project, texts: Texts, touched: Collection[str] | None) -> Index:
        is_new = project is not self._project and project != self._project
        if is_new:
            self._wired.forget()
            self._elsewhere.forget()
            self._claims = ClaimsReader(self._sources, self._modules, self._claims.read)
            self._wiring = None
        if is_new or self._project is None:
            touched = None
        self._project = project
        self._disk.unsaved = project.unsaved
        changed = self._sources.begin(project, texts, touched)
        self._claims.forget(self._claims.dependencies.of_changed(changed), changed)
        if touched is None:
            self._look_for_missing(project)
        core = self._core_of(project.core) if project.core is not None else None
        if self._wiring is None:
            # Its tree may be large: it is made before what stays, so that its room is free as a whole later.
            self._sources.await_use(project.registry)
        self._claims.draft(project)
        wiring = self._wired.wiring(project, changed, self._sources.head_of)
        self._sources.await_use(None)
        phrases = core.phrases if core else frozenset[str]()
        files, telling = self._claims.files(project, wiring.declared, phrases)
        modules = lambda: [file.module for file in files.values()]  # noqa: E731
        elsewhere = self._elsewhere.shapes(wiring.declared, modules, changed)
        self._suppress(project, wiring, changed)
        special = [
            self._sources.brief(str(path)) for path in (project.registry, project.core) if path is not None
        ]
        self._sources.trim()
        return Index(
            files=files,
            registry_path=str(project.registry or ""),
            core_path=str(project.core or ""),
            batteries=wiring.batteries,
            unreadable=tuple(brief.unreadable for brief in special if brief.unreadable is not None),
            suppressions=self._all_suppressions,
            wiring_complete=wiring.complete,
            elsewhere=elsewhere,
            unlisted=wiring.unlisted,
            core=core.core if core else Core(),
            entry=wiring.entry,
            telling=tuple(telling.values()),
            wired_in=wiring.written_in,
        )

    # ------------------------------------------------------------------ modules

    def _modules(self) -> Modules:
        return Modules(self._roots, self._sources.facts, self._disk)

    def _passing_by(self) -> Modules:
        """For the wiring: heads where these are enough."""
        return Modules(self._roots, self._sources.facts, self._disk, self._sources.head)

    @property
    def _roots(self) -> tuple[Path, ...]:
        assert self._project is not None
        return (*self._project.import_roots, self._project.root)

    def _look_for_missing(self, project: Project) -> None:
        """Look at the disk again, and forget what was read when a module was missing that is there now."""
        self._disk.forget()
        if self._found(self._wired.missing):
            self._wired.forget()
        if self._found(self._elsewhere.missing):
            self._elsewhere.forget()
        dependencies = self._claims.dependencies
        self._claims.forget(dependencies.of_found(self._found(dependencies.missing)))

    def _found(self, names: Iterable[str]) -> list[str]:
        """Those of the names that have a file by now."""
        return [name for name in names if self._disk.file(name, self._roots) is not None]

    def _core_of(self, path: Path) -> _KeptCore:
        document = self._sources.brief(str(path)).document
        if self._core is None or self._core.document is not document:
            facts = self._sources.facts(path)
            literals = core_literals(facts)
            core = Core(facts.path, facts.module, tuple(facts.imports), literals)
            said = frozenset(phrase for literal in literals for phrase in literal.phrases)
            self._core = _KeptCore(document, core, said)
        return self._core

    def _suppress(self, project: Project, wiring: Wiring, changed: Collection[str]) -> None:
        """Take the suppressions of registry, core, claims files, and of the modules that the wiring was read
        from: a battery may be built in any of them."""
        before = self._suppressions
        if wiring is not self._wiring:
            special = [str(path) for path in (project.registry, project.core) if path is not None]
            paths = dict.fromkeys((*special, *self._wired.paths, *map(str, project.claims)))
            self._suppressions = {path: self._sources.brief(path).suppressions for path in paths}
            self._wiring = wiring
        else:
            now = {path: self._sources.brief(path).suppressions for path in changed if path in before}
            if all(before[path] == found for path, found in now.items()):
                return
            self._suppressions = {**before, **now}
        self._all_suppressions = tuple(chain.from_iterable(self._suppressions.values()))
