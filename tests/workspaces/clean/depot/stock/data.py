"""Three crates."""

from depot.evidence import Crate, EvidenceRecord, Graph, Origin

LABELS = (
    ("1", 12, "green", "Steel bolts, M8, 12 kg net."),
    ("2", 18, "blue", "Beschläge für Türen, 18 kg net."),
    ("3", 7, "green", "Lamp shades 🧪, 7 kg net."),
)


def graph():
    """The graph of all crates."""
    built = Graph()
    for name, weight, colour, label in LABELS:
        record = EvidenceRecord(f"crate/{name}", Origin("labels.txt", f"line {name}"), label)
        built.add(Crate(record, name, weight, colour))
    return built
