"""Build the index of a project, again and again, parsing only what has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.facts import ModuleFacts
from tessera_lsp.index.lookup import Files, Modules
from tessera_lsp.index.model import ClaimsFile, Core, Index, ShapeDefinition, Suppression
from tessera_lsp.index.parsing import Parser
from tessera_lsp.index.patterns.meanings import Meanings
from tessera_lsp.index.patterns.readings import with_readings
from tessera_lsp.index.patterns.uses import pattern_uses
from tessera_lsp.index.reading import read_module
from tessera_lsp.index.registrations import registrations
from tessera_lsp.index.shapes import shapes_of
from tessera_lsp.index.skeleton import skeleton
from tessera_lsp.index.vocabulary import core_literals, spoken
from tessera_lsp.index.wiring import Wiring, read_wiring
from tessera_lsp.project import Project
from tessera_lsp.text import Document

Texts = Callable[[str], Document]
"""The text of a file by its real path: the open one, else the one on disk."""


@dataclass(frozen=True)
class _Read:
    """A result with the facts it was read from: it holds for as long as these are the current ones."""

    used: tuple[ModuleFacts, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True)
class _KeptWiring(_Read):
    wiring: Wiring


@dataclass(frozen=True)
class _KeptFile(_Read):
    declared: frozenset[str]
    wanted: frozenset[str]
    file: ClaimsFile


@dataclass(frozen=True)
class _KeptCore:
    facts: ModuleFacts
    core: Core
    phrases: frozenset[str]


class Indexer:
    """Keeps what it has read of one project; ``build`` gives pure values.

    ``parses`` counts the texts parsed, ``resolutions`` the evaluations of the wiring: after an edit of one
    file one text is parsed.
    """

    def __init__(self) -> None:
        self.parses = 0
        self.resolutions = 0
        self._facts: dict[tuple[str, str], ModuleFacts] = {}
        self._parsers: dict[str, Parser] = {}
        self._wiring: _KeptWiring | None = None
        self._files: dict[str, _KeptFile] = {}
        self._core: _KeptCore | None = None
        self._project: Project | None = None
        self._names: dict[Path, str] = {}
        self._disk: Files = {}
        """Where modules are, as the disk is during one ``build``."""

    def build(self, project: Project, texts: Texts) -> Index:
        """The index of ``project`` under ``texts``. Never raises for what a text holds."""
        if project != self._project:
            self._project, self._wiring, self._files = project, None, {}
            self._names = {}
        self._disk = {}
        current: dict[str, ModuleFacts] = {}

        def load(path: Path) -> ModuleFacts:
            name = str(path)
            if name not in current:
                if path not in self._names:
                    self._names[path] = project.module_name(path)
                current[name] = self._module(name, self._names[path], texts(name))
            return current[name]

        wiring = self._wired(project, load)
        declared: dict[str, set[str]] = {}
        for battery in wiring.batteries:
            for declaration in battery.declarations:
                for key in (declaration.target, *declaration.also):
                    if key is not None:
                        declared.setdefault(key[0], set()).add(key[1])
        core = self._core_of(load(project.core)) if project.core is not None else None
        wanted = core.phrases if core else frozenset()
        files = {
            str(path): self._claims_file(
                project, load, path, frozenset(declared.get(load(path).module, ())), wanted
            )
            for path in project.claims
        }
        special = [load(path) for path in (project.registry, project.core) if path is not None]
        return Index(
            files=files,
            registry_path=str(project.registry or ""),
            core_path=str(project.core or ""),
            batteries=wiring.batteries,
            unreadable=tuple(facts.unreadable for facts in special if facts.unreadable is not None),
            suppressions=_suppressions([*special, *self._used(), *(load(path) for path in project.claims)]),
            wiring_complete=wiring.complete,
            elsewhere=self._elsewhere(project, load, declared, {file.module for file in files.values()}),
            unlisted=wiring.unlisted,
            core=core.core if core else Core(),
        )

    def _modules(self, project: Project, load: Callable[[Path], ModuleFacts]) -> Modules:
        return Modules((*project.import_roots, project.root), load, self._disk)

    def _used(self) -> tuple[ModuleFacts, ...]:
        """The modules that the wiring was read from: a battery may be built in any of them."""
        return self._wiring.used if self._wiring is not None else ()

    def _module(self, path: str, module: str, document: Document) -> ModuleFacts:
        known = self._facts.get((path, module))
        if known is not None and _is_same(known.document, document):
            return known
        self.parses += 1
        parser = self._parsers.setdefault(path, Parser())
        facts = self._facts[path, module] = read_module(path, module, document, parser)
        return facts

    def _wired(self, project: Project, load: Callable[[Path], ModuleFacts]) -> Wiring:
        kept = self._wiring
        if kept is not None:
            now = tuple(load(Path(facts.path)) for facts in kept.used)
            same = all(_is_wired_alike(kept.wiring, *pair) for pair in zip(kept.used, now, strict=True))
            if same and _all_missing(kept, self._modules(project, load)):
                self._wiring = _KeptWiring(now, kept.missing, kept.wiring)
                return kept.wiring
        self.resolutions += 1
        modules = self._modules(project, load)
        wiring = read_wiring(project, modules)
        self._wiring = _KeptWiring(tuple(modules.used.values()), modules.missing(), wiring)
        return wiring

    def _core_of(self, facts: ModuleFacts) -> _KeptCore:
        if self._core is None or self._core.facts is not facts:
            literals = core_literals(facts)
            core = Core(facts.path, facts.module, tuple(facts.imports), literals)
            said = frozenset(phrase for literal in literals for phrase in literal.phrases)
            self._core = _KeptCore(facts, core, said)
        return self._core

    def _claims_file(
        self,
        project: Project,
        load: Callable[[Path], ModuleFacts],
        path: Path,
        declared: frozenset[str],
        wanted: frozenset[str],
    ) -> ClaimsFile:
        kept = self._files.get(str(path))
        facts = load(path)
        given = (declared, wanted)
        is_current = kept and (kept.declared, kept.wanted) == given and kept.file.document is facts.document
        if kept is not None and is_current and _holds(kept, self._modules(project, load), load):
            return kept.file
        modules = self._modules(project, load)
        evaluator = Evaluator(modules)
        meanings = Meanings(evaluator)
        shapes = with_readings(facts, shapes_of(facts, declared, evaluator), meanings)
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
        used = (facts, *modules.used.values())
        self._files[str(path)] = _KeptFile(used, modules.missing(), declared, wanted, file)
        return file

    def _elsewhere(
        self,
        project: Project,
        load: Callable[[Path], ModuleFacts],
        declared: dict[str, set[str]],
        claims: set[str],
    ) -> tuple[ShapeDefinition, ...]:
        """Declared shapes of modules that are no claims files."""
        modules = self._modules(project, load)
        out: list[ShapeDefinition] = []
        for module in sorted(set(declared) - claims):
            facts = modules.find(module)
            if facts is not None:
                names = declared[module]
                evaluator = Evaluator(modules)
                found = with_readings(facts, shapes_of(facts, names, evaluator), Meanings(evaluator))
                out += [shape for shape in found if shape.qualname in names]
        return tuple(out)


def _imported_beside(facts: ModuleFacts, vertical: str) -> tuple[str, ...]:
    """Modules of its own vertical that a claims file imports: its patterns may stand there."""
    names = {name for imported in facts.imports for name in imported.names}
    return tuple(sorted(n for n in names if n.startswith(f"{vertical}.") and n != facts.module))


def _is_same(known: Document, document: Document) -> bool:
    return known is document or (
        known.text == document.text and type(known) is type(document) and known.version == document.version
    )


def _holds(kept: _Read, modules: Modules, load: Callable[[Path], ModuleFacts]) -> bool:
    """Whether all that a result was read from is still as it was."""
    if any(load(Path(facts.path)) is not facts for facts in kept.used):
        return False
    return _all_missing(kept, modules)


def _all_missing(kept: _Read, modules: Modules) -> bool:
    return all(modules.find(name) is None for name in kept.missing)


def _is_wired_alike(wiring: Wiring, before: ModuleFacts, now: ModuleFacts) -> bool:
    """Whether an edit of a module leaves the wiring as it was."""
    if before is now:
        return True
    entered = {qualname for path, qualname in wiring.entered if path == now.path}
    return skeleton(before, entered) == skeleton(now, entered)


def _suppressions(modules: Iterable[ModuleFacts]) -> tuple[Suppression, ...]:
    distinct = {facts.path: facts for facts in modules}
    return tuple(found for facts in distinct.values() for found in facts.suppressions)
