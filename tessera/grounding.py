"""Evidence, claims and answers: what the verifier is handed.

All of these are immutable values; equality is by content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a record came from.

    ``source`` is the name that a shared-fragment claim quotes (a file or a system); ``locator`` finds
    the record inside it (``row 12``, ``line 3``, a heading); ``path`` is the data file relative to the
    package that loaded it, with ``/``, or empty where there is no file; ``line`` is 1-based, 0 where
    there is none.
    """

    source: str
    locator: str
    path: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class EvidenceRecord:
    """One piece of evidence. ``id`` is unique within a battery, such as ``order/17``."""

    id: str
    origin: Origin
    text: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of an answer with the records that it cites.

    Raises ``ValueError`` when no record is cited: a claim without support cannot be built.
    """

    text: str
    support: tuple[EvidenceRecord, ...]

    def __post_init__(self) -> None:
        if not self.support:
            raise ValueError(f"a claim cites at least one record: {self.text!r}")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question: claims, or a refusal in words (``refusal`` is then not empty).

    A refusal may carry claims too: the grounds on which it refuses.
    """

    question: str
    claims: tuple[Claim, ...] = ()
    refusal: str = ""

    def is_grounded(self) -> bool:
        """Whether the answer states something that cites records. A bare refusal states nothing."""
        return bool(self.claims)

    def render(self) -> str:
        """The answer as text, each claim followed by the ids that it cites in square brackets."""
        lines = [self.refusal] if self.refusal else []
        lines += [f"{claim.text} [{', '.join(r.id for r in claim.support)}]" for claim in self.claims]
        return "\n".join(lines)


class KnowledgeBase:
    """All records of a battery by id, in the order given. Raises ``ValueError`` on a repeated id."""

    def __init__(self, records: tuple[EvidenceRecord, ...]) -> None:
        by_id: dict[str, EvidenceRecord] = {}
        for record in records:
            if record.id in by_id:
                raise ValueError(f"two records have the id {record.id!r}")
            by_id[record.id] = record
        self.records: Mapping[str, EvidenceRecord] = MappingProxyType(by_id)

    def __getitem__(self, record_id: str) -> EvidenceRecord:
        return self.records[record_id]

    def __contains__(self, record_id: object) -> bool:
        return record_id in self.records

    def __iter__(self) -> Iterator[EvidenceRecord]:
        return iter(self.records.values())

    def __len__(self) -> int:
        return len(self.records)
