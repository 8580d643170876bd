"""Build the index of a project, again and again, parsing only what has changed."""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.facts import ModuleFacts
from tessera_lsp.index.lookup import Files, Modules
from tessera_lsp.index.model import ClaimsFile, Core, Index, ShapeDefinition, Suppression
from tessera_lsp.index.patterns.meanings import Meanings
from tessera_lsp.index.patterns.readings import with_readings
from tessera_lsp.index.patterns.uses import pattern_uses
from tessera_lsp.index.registrations import registrations
from tessera_lsp.index.shapes import shapes_of
from tessera_lsp.index.skeleton import skeleton
from tessera_lsp.index.sources import Sources, Texts
from tessera_lsp.index.vocabulary import core_literals, spoken
from tessera_lsp.index.wiring import Wiring, read_wiring
from tessera_lsp.project import Project, find_module
from tessera_lsp.text import Document

MUCH = 200_000
"""How many new objects of one build are too many to be looked at by the collector ever after."""
_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Read:
    """What a result was read from: it holds until the text of one of these files changes, or one of the
    modules that were looked for in vain appears."""

    used: frozenset[str]
    missing: frozenset[str]


@dataclass(frozen=True)
class _KeptWiring(_Read):
    wiring: Wiring
    paths: tuple[Path, ...]
    skeletons: Mapping[str, int]
    declared: Mapping[str, frozenset[str]]
    """Qualified names of the declared shapes, by module."""


@dataclass(frozen=True)
class _KeptFile(_Read):
    given: tuple[frozenset[str], frozenset[str]]
    file: ClaimsFile


@dataclass(frozen=True)
class _KeptElsewhere(_Read):
    wiring: _KeptWiring
    shapes: tuple[ShapeDefinition, ...]


@dataclass(frozen=True)
class _KeptCore:
    document: Document
    core: Core
    phrases: frozenset[str]


class Indexer:
    """Keeps what it has read of one project; ``build`` gives pure values.

    ``parses`` counts the texts parsed, ``resolutions`` the evaluations of the wiring, ``files_read`` the
    claims files made anew: after an edit of one file these are one, at most one, and one.
    """

    def __init__(self) -> None:
        self.resolutions = 0
        self.files_read = 0
        self._sources = Sources()
        self._project: Project | None = None
        self._wiring: _KeptWiring | None = None
        self._files: dict[str, _KeptFile] = {}
        self._readers: dict[str, set[str]] = {}
        """By the path of a module: the claims files whose facts were read from it."""
        self._core: _KeptCore | None = None
        self._missing: set[str] = set()
        """The names of modules that claims files looked for in vain."""
        self._given: tuple[Project, _KeptWiring, frozenset[str]] | None = None
        self._made: dict[str, ClaimsFile] = {}
        """The claims files of the last build, made for what was ``_given``."""
        self._elsewhere: _KeptElsewhere | None = None
        self._suppressions: dict[Path, tuple[Suppression, ...]] = {}
        self._disk: Files = {}
        """Where modules are, as the disk is during one ``build``."""

    @property
    def parses(self) -> int:
        """How many texts were parsed so far."""
        return self._sources.parses

    def build(self, project: Project, texts: Texts) -> Index:
        """The index of ``project`` under ``texts``. Never raises for what a text holds."""
        with collection_paused():
            return self._build(project, texts)

    def _build(self, project: Project, texts: Texts) -> Index:
        is_new = project is not self._project and project != self._project
        if is_new:
            self._wiring, self._files, self._readers, self._elsewhere = None, {}, {}, None
            self._missing, self._given, self._made = set(), None, {}
        self._project = project
        self._disk = {}
        changed = self._sources.begin(project, texts)
        before = self._wiring
        kept = self._wired(project, changed)
        core = self._core_of(project.core) if project.core is not None else None
        self._forget_changed(project, changed)
        files = self._claims_files(project, kept, core.phrases if core else frozenset())
        special = [self._sources.brief(path) for path in (project.registry, project.core) if path is not None]
        elsewhere = self._declared_elsewhere(project, kept, changed, files)
        if is_new or kept is not before:
            self._suppressions = self._all_suppressions(project, kept)
        for name in changed:
            path = Path(name)
            if path in self._suppressions:
                self._suppressions[path] = self._sources.brief(path).suppressions
        self._sources.end()
        wiring = kept.wiring
        return Index(
            files=files,
            registry_path=str(project.registry or ""),
            core_path=str(project.core or ""),
            batteries=wiring.batteries,
            unreadable=tuple(brief.unreadable for brief in special if brief.unreadable is not None),
            suppressions=tuple(chain.from_iterable(self._suppressions.values())),
            wiring_complete=wiring.complete,
            elsewhere=elsewhere,
            unlisted=wiring.unlisted,
            core=core.core if core else Core(),
            entry=wiring.entry,
        )

    def _modules(self, project: Project) -> Modules:
        return Modules((*project.import_roots, project.root), self._sources.facts, self._disk)

    def _all_missing(self, project: Project, names: Iterable[str]) -> bool:
        """Whether none of the names has a file by now."""
        roots = (*project.import_roots, project.root)
        for name in names:
            if name not in self._disk:
                found = find_module(name, roots) if name else None
                self._disk[name] = found.resolve() if found else None
        return all(self._disk[name] is None for name in names)

    # ------------------------------------------------------------------ wiring

    def _wired(self, project: Project, changed: Collection[str]) -> _KeptWiring:
        kept = self._wiring
        if kept is not None:
            edited = kept.used.intersection(changed)
            is_alike = all(self._is_wired_alike(kept, name) for name in edited)
            if is_alike and self._all_missing(project, kept.missing):
                return kept
        self.resolutions += 1
        modules = self._modules(project)
        wiring = read_wiring(project, modules)
        pointed = wiring.pointed_into
        skeletons = {
            path: hash(skeleton(facts, _entered(wiring, path), path in pointed, wiring.settled))
            for path, facts in modules.used.items()
        }
        paths = tuple(Path(path) for path in modules.used)
        missing = frozenset(modules.missing())
        self._wiring = _KeptWiring(
            frozenset(modules.used), missing, wiring, paths, skeletons, _declared(wiring)
        )
        return self._wiring

    def _is_wired_alike(self, kept: _KeptWiring, name: str) -> bool:
        """Whether an edit of a module leaves the wiring as it was."""
        wiring = kept.wiring
        facts, entered = self._sources.facts(Path(name)), _entered(wiring, name)
        now = skeleton(facts, entered, name in wiring.pointed_into, wiring.settled)
        return hash(now) == kept.skeletons[name]

    def _core_of(self, path: Path) -> _KeptCore:
        document = self._sources.brief(path).document
        if self._core is None or self._core.document is not document:
            facts = self._sources.facts(path)
            literals = core_literals(facts)
            core = Core(facts.path, facts.module, tuple(facts.imports), literals)
            said = frozenset(phrase for literal in literals for phrase in literal.phrases)
            self._core = _KeptCore(document, core, said)
        return self._core

    # ------------------------------------------------------------------ claims files

    def _forget_changed(self, project: Project, changed: Collection[str]) -> None:
        """Forget the claims files that were read from a changed text, or missed a module that exists now."""
        for path in changed:
            for reader in self._readers.pop(path, ()):
                self._files.pop(reader, None)
        if not self._all_missing(project, self._missing):
            found = {name for name in self._missing if self._disk[name] is not None}
            self._files = {p: kept for p, kept in self._files.items() if found.isdisjoint(kept.missing)}
            self._missing -= found

    def _claims_files(
        self, project: Project, kept: _KeptWiring, wanted: frozenset[str]
    ) -> dict[str, ClaimsFile]:
        given = (project, kept, wanted)
        is_as_before = self._given is not None and all(
            a is b for a, b in zip(given, self._given, strict=True)
        )
        if is_as_before and len(self._files) == len(self._made):
            return self._made
        out = dict(self._made) if is_as_before else {}
        for path in project.claims:
            name = str(path)
            if not (is_as_before and name in self._files):
                out[name] = self._current(project, path, kept, wanted)
        self._given, self._made = given, out
        return out

    def _current(
        self, project: Project, path: Path, wiring: _KeptWiring, wanted: frozenset[str]
    ) -> ClaimsFile:
        name = str(path)
        known = self._files.get(name)
        module = known.file.module if known is not None else self._sources.module(path)
        declared = wiring.declared.get(module, _NOTHING)
        if known is None or known.given != (declared, wanted):
            known = self._files[name] = self._claims_file(project, path, declared, wanted)
            self._missing |= known.missing
            for used in known.used:
                self._readers.setdefault(used, set()).add(name)
            if self._sources.crowded:
                self._sources.drop(name)
        return known.file

    def _claims_file(
        self, project: Project, path: Path, declared: frozenset[str], wanted: frozenset[str]
    ) -> _KeptFile:
        self.files_read += 1
        facts = self._sources.facts(path)
        modules = self._modules(project)
        evaluator = Evaluator(modules)
        meanings = Meanings(Evaluator(modules))
        before = self._sources.bodies(path)
        shapes = with_readings(facts, shapes_of(facts, declared, evaluator, before), meanings)
        vertical = facts.module.rpartition(".")[0] or path.parent.name
        said = spoken(facts, shapes, wanted)
        for module in _imported_beside(facts, vertical) if wanted else ():
            beside = modules.find(module)
            said |= spoken(beside, (), wanted) if beside is not None else frozenset()
        file = ClaimsFile(
            path=str(path),
            module=facts.module,
            vertical=vertical,
            document=facts.document,
            shapes=tuple(shapes),
            unreadable=(facts.unreadable,) if facts.unreadable else (),
            imports=tuple(facts.imports),
            registrations=tuple(registrations(facts, evaluator)),
            spoken=said,
            patterns=pattern_uses(facts, meanings),
        )
        used = frozenset((facts.path, *modules.used))
        return _KeptFile(used, frozenset(modules.missing()), (declared, wanted), file)

    def _declared_elsewhere(
        self, project: Project, wiring: _KeptWiring, changed: Collection[str], files: Mapping[str, ClaimsFile]
    ) -> tuple[ShapeDefinition, ...]:
        """Declared shapes of modules that are no claims files."""
        kept = self._elsewhere
        is_current = kept is not None and kept.wiring is wiring and kept.used.isdisjoint(changed)
        if kept is not None and is_current and self._all_missing(project, kept.missing):
            return kept.shapes
        modules = self._modules(project)
        out: list[ShapeDefinition] = []
        for module in sorted(set(wiring.declared) - {file.module for file in files.values()}):
            facts = modules.find(module)
            if facts is not None:
                names = wiring.declared[module]
                evaluator = Evaluator(modules)
                found = with_readings(facts, shapes_of(facts, names, evaluator), Meanings(Evaluator(modules)))
                out += [shape for shape in found if shape.qualname in names]
        self._elsewhere = _KeptElsewhere(
            frozenset(modules.used), frozenset(modules.missing()), wiring, tuple(out)
        )
        return self._elsewhere.shapes

    def _all_suppressions(self, project: Project, kept: _KeptWiring) -> dict[Path, tuple[Suppression, ...]]:
        """Those of registry, core, claims files, and of the modules that the wiring was read from: a battery
        may be built in any of them."""
        special = [path for path in (project.registry, project.core) if path is not None]
        paths = dict.fromkeys((*special, *kept.paths, *project.claims))
        return {path: self._sources.brief(path).suppressions for path in paths}


@contextmanager
def collection_paused() -> Iterator[None]:
    """Without the collector, which would go over all that is kept again and again while much is made."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if gc.get_count()[0] > MUCH:
                # What an index is made of stays; going over it again would cost more than it could free.
                gc.freeze()
            gc.enable()


def _declared(wiring: Wiring) -> dict[str, frozenset[str]]:
    declared: dict[str, set[str]] = {}
    for battery in wiring.batteries:
        for declaration in battery.declarations:
            for key in (declaration.target, *declaration.also):
                if key is not None:
                    declared.setdefault(key[0], set()).add(key[1])
    return {module: frozenset(names) for module, names in declared.items()}


def _entered(wiring: Wiring, path: str) -> set[str]:
    return wiring.entered_in.get(path, set())


def _imported_beside(facts: ModuleFacts, vertical: str) -> tuple[str, ...]:
    """Modules of its own vertical that a claims file imports: its patterns may stand there."""
    names = {name for imported in facts.imports for name in imported.names}
    return tuple(sorted(n for n in names if n.startswith(f"{vertical}.") and n != facts.module))
