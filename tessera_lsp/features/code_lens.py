"""A line above each shape and each battery: places, claims, samples, figures, drift."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lsprotocol import types

from tessera_lsp.features.convert import to_range
from tessera_lsp.features.surface import battery_words, owner_names, places
from tessera_lsp.index.model import BatteryDefinition, ShapeDefinition
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Encoding
from tessera_lsp.wording import counted

DRIFT, RUN = "tessera.server.drift", "tessera.server.runBattery"


@dataclass(frozen=True)
class _Lenses:
    snapshot: Snapshot
    uri: str

    def shape(self, shape: ShapeDefinition) -> types.Command:
        found = places(self.snapshot, shape)
        words = [place.words for place in found]
        if not words:
            complete = self.snapshot.index.wiring_complete
            words = ["declared nowhere" if complete else "declaration not readable"]
        words.append(counted(len(shape.samples.samples) if shape.samples else 0, "sample"))
        drift = self.snapshot.drift
        batteries = {place.battery for place in found}
        names = owner_names(shape.qualname)
        touched = drift.touching(batteries, names) if drift is not None else 0
        return self._command(words, touched)

    def battery(self, battery: BatteryDefinition) -> types.Command:
        drift = self.snapshot.drift
        touched = sum(e.battery == battery.name for e in drift.entries) if drift is not None else 0
        run = types.Command("", RUN, arguments=[{"uri": self.uri, "battery": battery.name}])
        return self._command([battery_words(self.snapshot, battery.name)], touched, run)

    def _command(
        self, words: list[str], touched: int, otherwise: types.Command | None = None
    ) -> types.Command:
        """The lens shows the drift where there is some; else it does what ``otherwise`` does, or nothing."""
        if touched:
            words.append(f"drift {touched:,}" + ("" if self.snapshot.fresh else " …"))
            return types.Command(" · ".join(words), DRIFT, arguments=[{"uri": self.uri, "show": True}])
        if otherwise is None:
            return types.Command(" · ".join(words), "")
        return types.Command(" · ".join(words), otherwise.command, arguments=otherwise.arguments)


def code_lenses(
    snapshot: Snapshot, path: str, encoding: Encoding, uri: Callable[[str], str]
) -> list[types.CodeLens]:
    """One lens a shape of the file, and one a battery that is built in it."""
    document = snapshot.document(path)
    if document is None:
        return []
    lenses = _Lenses(snapshot, uri(path))
    found = [(shape.name_span, lenses.shape(shape)) for shape in snapshot.shapes(path)]
    found += [
        (battery.builder_span, lenses.battery(battery))
        for battery in snapshot.index.batteries
        if battery.path == path and battery.builds and battery.listed and battery.name
    ]
    return [types.CodeLens(to_range(document, span, encoding), command) for span, command in found]
