"""Documents, index, verdicts and findings at one moment, as one immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tessera_lsp.drift import Drift, saved_drift
from tessera_lsp.findings import Findings
from tessera_lsp.index.model import BatteryDefinition, ClaimsFile, Index, ShapeDefinition
from tessera_lsp.project import Project
from tessera_lsp.rules.samples import key_of
from tessera_lsp.samples import Sample
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import Item, ItemJudged


@dataclass(frozen=True)
class Snapshot:
    """One project as the editor shows it. ``documents`` are the open ones by real path.

    ``saved`` are the texts on disk of files that are not open and that something in the snapshot points
    into: with them, positions in such files can be told to a client without reading a disk.
    """

    project: Project
    documents: Mapping[str, Document] = field(default_factory=dict)
    index: Index = field(default_factory=Index)
    verdicts: Verdicts = field(default_factory=Verdicts)
    findings: Findings = field(default_factory=dict)
    saved: Mapping[str, Document] = field(default_factory=dict)
    baseline: Mapping[str, ItemJudged] | None = None
    """The samples as the saved text judges them, by key; None where that is not known (yet)."""
    reload_due: bool = False
    """Something has changed on disk that the verdicts do not know of: the project is to be loaded anew."""

    def document(self, path: str) -> Document | None:
        """The text of a file, the open one before the saved one; None where the snapshot has neither."""
        document = self.documents.get(path)
        if document is None and path in self.index.files:
            document = self.index.files[path].document
        return document or self.saved.get(path)

    def shapes(self, path: str) -> tuple[ShapeDefinition, ...]:
        """The shapes that are defined in a file."""
        file = self.index.files.get(path)
        return file.shapes if file is not None else ()

    @cached_property
    def unsaved(self) -> dict[str, str]:
        """Digests of the open texts that differ from what the worker has imported, by path."""
        sources = self.verdicts.sources
        return {
            path: document.digest
            for path, document in self.documents.items()
            if (path in sources or path in self.index.files) and sources.get(path) != document.digest
        }

    @cached_property
    def declared_at(self) -> Mapping[tuple[str, str], tuple[tuple[BatteryDefinition, int], ...]]:
        """Each declared shape's batteries, and its first place (from 0) in each, as the text has it."""
        places: dict[tuple[str, str], dict[int, tuple[BatteryDefinition, int]]] = {}
        for number, battery in enumerate(self.index.batteries):
            for place, declaration in enumerate(battery.declarations):
                if declaration.target is not None:
                    places.setdefault(declaration.target, {}).setdefault(number, (battery, place))
        return {key: tuple(found.values()) for key, found in places.items()}

    @cached_property
    def drift(self) -> Drift | None:
        """What the texts that the verdicts hold for change against the saved ones; None where that is not
        known. It is as fresh as the verdicts are."""
        verdicts = self.verdicts
        if self.baseline is None or not verdicts.complete or verdicts.outdated:
            return None
        if not differing(verdicts, self.index):
            return Drift()
        return saved_drift(verdicts, self.baseline)

    @cached_property
    def fresh(self) -> bool:
        """Whether the verdicts hold for the texts as they are shown."""
        if self.reload_due or self.verdicts.state != "ready":
            return False  # the texts need no digests then
        return self.verdicts.fresh(self.unsaved)


def differing(verdicts: Verdicts, index: Index) -> frozenset[str]:
    """The paths of the texts that the verdicts hold for and that differ from the saved project. A file that
    is open and no part of what was imported changes nothing."""
    return frozenset(path for path in verdicts.texts if path in verdicts.sources or path in index.files)


class Items:
    """The samples of an index as sentences to judge; those of files that have not changed are kept."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[ClaimsFile, dict[str, Item]]] = {}

    def of(self, index: Index, first: str = "") -> tuple[Item, ...]:
        """Every sample of the index, each once; those of the file ``first`` come first."""
        kept, self._kept = self._kept, {}
        items: dict[str, Item] = {}
        for path in sorted(index.files, key=lambda name: (name != first, name)):
            file, before = index.files[path], kept.get(path)
            found = before[1] if before is not None and before[0] is file else _items_in(file)
            self._kept[path] = file, found
            items.update(found)
        return tuple(items.values())


def _items_in(file: ClaimsFile) -> dict[str, Item]:
    items: dict[str, Item] = {}
    for shape in file.shapes:
        for sample in shape.samples.samples if shape.samples else ():
            item = item_of(shape, sample)
            items[item.key] = item
    return items


def item_of(shape: ShapeDefinition, sample: Sample) -> Item:
    """A sample as a sentence to judge."""
    return Item(key_of(shape, sample), shape.module, shape.qualname, sample.text, sample.ids)


def items_of(index: Index, first: str = "") -> tuple[Item, ...]:
    """``Items.of`` without anything kept."""
    return Items().of(index, first)
