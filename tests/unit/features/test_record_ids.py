"""What the worker tells of a battery's records, for completion."""

from __future__ import annotations

from types import SimpleNamespace

from tessera_lsp import wire
from tessera_lsp.worker.batteries import Held


class Shy:
    """A record whose origin raises."""

    id, text = "shy/1", ""

    @property
    def origin(self) -> object:
        raise RuntimeError("not now")


def held(*records: object) -> Held:
    battery = Held(SimpleNamespace(name="stock", claim_shapes=()), ())
    battery.records = {record.id: record for record in records}  # type: ignore[attr-defined]
    return battery


def record(name: str, source: str) -> SimpleNamespace:
    return SimpleNamespace(id=name, text="", origin=SimpleNamespace(source=source, locator=""))


def test_ids_stand_beside_their_sources_in_the_graphs_order():
    info = held(record("crate/2", "hall"), record("crate/1", "yard"), Shy()).info()
    assert info.ids == ("crate/2", "crate/1", "shy/1")
    assert info.id_sources == ("hall", "yard", "")
    assert wire.build(wire.BatteryInfo, wire.plain(info)) == info


def test_a_battery_of_many_records_tells_the_first_of_them():
    many = [record(f"box/{number}", "hall") for number in range(wire.RECORD_IDS + 5)]
    info = held(*many).info()
    assert info.records == wire.RECORD_IDS + 5
    assert len(info.ids) == len(info.id_sources) == wire.RECORD_IDS
