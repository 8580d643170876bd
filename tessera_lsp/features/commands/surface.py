"""``surface``: the batteries with their shapes in order, what each owns, and what nobody owns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lsprotocol import types

from tessera_lsp.drift import Drift
from tessera_lsp.features.commands import results
from tessera_lsp.features.standing import why_nothing_runs
from tessera_lsp.features.surface import owner_names
from tessera_lsp.index.model import BatteryDefinition, Declaration, ShapeDefinition
from tessera_lsp.rules.batteries import vertical
from tessera_lsp.rules.model import Facts
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Span
from tessera_lsp.verdicts import figures, logged_figures
from tessera_lsp.wire import BatteryInfo, ShapeRef

Locate = Callable[[str, Span], types.Location]
"""A span of a file for the client."""


def surface(snapshot: Snapshot, locate: Locate, root: str) -> results.Surface:
    """The grammar surface of a project as it is open; ``root`` is its URI."""
    verdicts = snapshot.verdicts
    made = [_Battery(snapshot, locate, name, text, run) for name, text, run in named_batteries(snapshot)]
    return results.Surface(
        root=root,
        name=snapshot.project.root.name,
        state=verdicts.state,
        reason=why_nothing_runs(verdicts),
        fresh=snapshot.fresh,
        batteries=tuple(battery.told() for battery in made),
        undeclared=tuple(_undeclared(snapshot, locate)),
    )


def named_batteries(snapshot: Snapshot) -> list[tuple[str, BatteryDefinition | None, BatteryInfo | None]]:
    """Every battery by name, as the text has it and as it runs, in the registry's order where it is known."""
    texts = [battery for battery in snapshot.index.batteries if battery.builds and battery.listed]
    running = {info.name: info for info in snapshot.verdicts.batteries}
    written = {battery.name: battery for battery in texts if battery.name}
    nameless = [battery for battery in texts if not battery.name]
    if not nameless and snapshot.index.wiring_complete:  # the text is newer
        return [(name, battery, running.get(name)) for name, battery in written.items()]
    left = [name for name in running if name not in written]
    if len(left) == len(nameless) == 1:
        written[left[0]] = nameless.pop()
    order = [*running, *(name for name in written if name not in running)]
    named = [(name, written.get(name), running.get(name)) for name in order]
    return named if running else [*named, *((battery.builder, battery, None) for battery in nameless)]


@dataclass(frozen=True)
class _Battery:
    snapshot: Snapshot
    locate: Locate
    name: str
    text: BatteryDefinition | None
    run: BatteryInfo | None

    def told(self) -> results.SurfaceBattery:
        snapshot, text = self.snapshot, self.text
        facts = Facts(snapshot.project, snapshot.index, snapshot.verdicts, not snapshot.fresh)
        owned = snapshot.verdicts.owned.get(self.name)
        drift = snapshot.drift or Drift()
        shapes = tuple(self._shapes(owned, drift))
        declared = {name for shape in shapes for name in owner_names(shape.qualname)}
        others = sorted(name for name, _ in owned or () if name and name not in declared)
        return results.SurfaceBattery(
            name=self.name,
            vertical=(vertical(facts, text) or "") if text is not None else "",
            location=self.locate(text.path, text.builder_span) if text is not None else None,
            readable=text is not None and text.complete,
            shapes=shapes,
            others=tuple(
                results.OtherOwner(
                    name=name, owns=_count(owned, {name}) or 0, supported=_count(owned, {name}, True) or 0
                )
                for name in dict.fromkeys(others)
            ),
            figures=figures_of(snapshot, self.name),
            logged=_logged(snapshot, self.name),
            trouble=self._trouble(),
            drift=sum(1 for entry in drift.entries if entry.battery == self.name),
        )

    def _trouble(self) -> str:
        verdicts = self.snapshot.verdicts
        harvest = verdicts.harvests.get(self.name)
        for fault in (self.run.fault if self.run else None, harvest.fault if harvest else None):
            if fault is not None:
                return fault.message
        return verdicts.harvest_skipped

    def _shapes(self, owned: _Owned | None, drift: Drift) -> Iterator[results.SurfaceShape]:
        if self.text is not None and self.text.complete:
            for place, declaration in enumerate(self.text.declarations, 1):
                target = declaration.target
                shape = self.snapshot.index.shape(*target) if target is not None else None
                yield self._shape(place, shape, declaration, target or ("", declaration.text), owned, drift)
            return
        for place, reference in enumerate(self.snapshot.verdicts.shapes(self.name), 1):
            key = reference.module, reference.qualname
            yield self._shape(place, self.snapshot.index.shape(*key), None, key, owned, drift)

    def _shape(
        self,
        place: int,
        shape: ShapeDefinition | None,
        declaration: Declaration | None,
        key: tuple[str, str],
        owned: _Owned | None,
        drift: Drift,
    ) -> results.SurfaceShape:
        names = owner_names(key[1])
        return results.SurfaceShape(
            name=shape.name if shape is not None else key[1].rpartition(".")[2],
            module=key[0],
            qualname=key[1],
            place=place,
            location=self.locate(shape.path, shape.name_span) if shape is not None else None,
            declared=self.locate(declaration.path, declaration.span) if declaration is not None else None,
            resolved=declaration is None or declaration.target is not None,
            owns=_count(owned, names),
            logged=_count(self.snapshot.verdicts.logged.get(self.name), names),
            supported=_count(owned, names, True),
            unsupported=_count(owned, names, False),
            samples=_samples(shape),
            drift=drift.touching([self.name], names),
        )


_Owned = Counter[tuple[str, int]]
"""How many measured claims each owner has, by verdict (1, 0, -1)."""


def _count(owned: _Owned | None, names: set[str], verdict: bool | None = None) -> int | None:
    if owned is None:
        return None
    return sum(
        times for (owner, said), times in owned.items() if owner in names and verdict in (None, said == 1)
    )


def _samples(shape: ShapeDefinition | None) -> dict[str, int]:
    samples = shape.samples.samples if shape is not None and shape.samples else ()
    return {word: sum(s.word == word for s in samples) for word in ("True", "False", "None")}


def _undeclared(snapshot: Snapshot, locate: Locate) -> Iterator[results.SurfaceShape]:
    """The shapes that no battery declares; none where neither text nor run tells what they declare."""
    index, verdicts = snapshot.index, snapshot.verdicts
    if not index.wiring_complete and not verdicts.batteries:
        return
    running: set[tuple[str, str]] = set()
    if not index.wiring_complete:
        running = {_key(reference) for b in verdicts.batteries for reference in verdicts.shapes(b.name)}
    declared = index.declared() | running
    for file in index.files.values():
        for shape in file.shapes:
            if shape.key not in declared:
                yield results.SurfaceShape(
                    name=shape.name,
                    module=shape.module,
                    qualname=shape.qualname,
                    place=0,
                    location=locate(shape.path, shape.name_span),
                    declared=None,
                    resolved=True,
                    owns=None,
                    logged=None,
                    supported=None,
                    unsupported=None,
                    samples=_samples(shape),
                    drift=0,
                )


def _key(reference: ShapeRef) -> tuple[str, str]:
    return reference.module, reference.qualname


def _logged(snapshot: Snapshot, battery: str) -> results.Logged | None:
    told = logged_figures(snapshot.verdicts, battery)
    return results.Logged(**vars(told), words=told.words) if told is not None else None


def figures_of(snapshot: Snapshot, battery: str) -> results.Figures | None:
    """A battery's figures, None where nothing was measured."""
    harvest = snapshot.verdicts.harvests.get(battery)
    if harvest is None or harvest.fault is not None or snapshot.verdicts.harvest_skipped:
        return None
    now = figures(snapshot.verdicts, battery)
    return results.Figures(
        claims=now.claims,
        supported=now.supported,
        unjudged=now.unjudged,
        faithfulness=now.faithfulness,
        stale=now.stale or not snapshot.fresh,
        unsupported=tuple(
            results.UnsupportedClaim(
                text=claim.text, citations=claim.citations, times=claim.times, owner=owner
            )
            for claim, owner in now.unsupported
        ),
    )
