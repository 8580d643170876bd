"""What is kept of a battery's measured claims: what each shape said to each, and what came of it.

A shape's answers are kept under its fingerprint, so that they hold as long as nothing it reaches is another.
What the verifier came to is kept with what it was told: with the same answers of the shapes that it asked
it would come to the same again. Both are of one load; a fork goes on with a copy, and what it learns goes
back by way of the supervisor.
"""

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from ..wire import Step

COLUMNS, TABLES = 24, 3
"""How many columns and tables of a battery the supervisor keeps, the latest ones."""

_UNKNOWN = ord("-")
_LETTERS = {"True": "T", "False": "F", "None": "N", "raised": "R"}
_VALUES: Dict[int, Any] = {ord("T"): True, ord("F"): False, ord("N"): None}
_CODES = {True: ord("T"), False: ord("F"), None: ord("N")}
_BASE = 0x30


def letters(steps: Sequence[Step], shapes: int) -> str:
    """What the declared shapes said to a claim, as in ``wire.MeasuredJudged.said``."""
    said = ["-"] * shapes
    for step in steps:
        if 0 <= step.place < shapes:
            said[step.place] = _LETTERS.get(step.answer, "?")
    return "".join(said)


class Outcome(NamedTuple):
    """What the verifier came to when the shapes had said this: letters as in ``wire.MeasuredJudged.said``."""

    verdict: bool
    owner: str
    said: str

    @property
    def owning(self) -> int:
        """The place of the declared shape that owned the claim, -1 for none."""
        return next((place for place, letter in enumerate(self.said) if letter in "TF"), -1)


class Memo:
    """What the shapes said to one claim, by place; a shape without a column is always asked."""

    __slots__ = ("_at", "_columns", "plain", "raised")

    def __init__(self, columns: Sequence[Optional[bytearray]], at: int) -> None:
        self._columns, self._at = columns, at
        self.plain = True
        """Whether each shape was asked with the claim, the nodes and the graph as they are."""

        self.raised: Optional[Tuple[int, BaseException]] = None
        """The place of a shape that has been asked, and what it raised."""

    def letter(self, place: int) -> str:
        """What a shape with a column has said, a dash for nothing."""
        column = self._columns[place]
        return "-" if column is None else chr(column[self._at])

    def knows(self, place: int) -> bool:
        """Whether the shape has been asked."""
        column = self._columns[place]
        return column is not None and column[self._at] != _UNKNOWN

    def answer(self, place: int) -> Optional[bool]:
        """What it said."""
        column = self._columns[place]
        assert column is not None
        value: Optional[bool] = _VALUES[column[self._at]]
        return value

    def note(self, place: int, answer: Optional[bool]) -> None:
        """The shape has said so."""
        column = self._columns[place]
        if column is not None:
            column[self._at] = _CODES[answer]

    def write(self, place: int, letter: str) -> None:
        """The same, with a letter of ``MeasuredJudged.said``."""
        column = self._columns[place]
        if column is not None:
            column[self._at] = ord(letter)


class Table:
    """Each claim's outcome (its place in ``outcomes``, -1 for none) as it was with the shapes of ``ladder``,
    by their fingerprints, and in ``context``: verifier, graph, and all else that counts."""

    def __init__(
        self, context: str, ladder: Sequence[str], outcomes: List[Outcome], which: List[int]
    ) -> None:
        self.context, self.ladder = context, tuple(ladder)
        self.outcomes, self.which = outcomes, which

    def plain(self) -> Dict[str, Any]:
        """As JSON holds it; the numbers as a text with a character each, which is read much faster."""
        which = "".join([chr(_BASE + at) for at in self.which])
        outcomes = [list(outcome) for outcome in self.outcomes]
        return {"context": self.context, "ladder": self.ladder, "outcomes": outcomes, "which": which}

    @classmethod
    def built(cls, value: Dict[str, Any]) -> "Table":
        """The reverse of ``plain``."""
        outcomes = [Outcome(*outcome) for outcome in value["outcomes"]]
        which = [ord(character) - _BASE for character in value["which"]]
        return cls(value["context"], value["ladder"], outcomes, which)

    def same(self, other: "Table") -> bool:
        """Whether the other one tells nothing else."""
        return (self.context, self.ladder, self.which) == (other.context, other.ladder, other.which)


class Kept:
    """Of one battery with ``count`` measured claims."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.columns: Dict[str, bytearray] = {}
        self.tables: List[Table] = []
        self.unsteady: Dict[str, bool] = {}
        """Fingerprints of shapes whose state changed while they ran."""

    def column(self, name: Optional[str]) -> Optional[bytearray]:
        """The answers of the shape with that fingerprint; None where none are kept."""
        if name is None or name in self.unsteady:
            return None
        return self.columns.setdefault(name, bytearray([_UNKNOWN]) * self.count)

    def best(self, context: str, ladder: Sequence[Optional[str]]) -> Optional[Table]:
        """The table with the fewest other shapes, the latest of several."""
        fitting = [t for t in reversed(self.tables) if t.context == context and len(t.ladder) == len(ladder)]
        return min(fitting, key=lambda table: _differing(table.ladder, ladder), default=None)

    def add(self, table: Table) -> bool:
        """Keep a table; False where it is known already."""
        if any(table.same(known) for known in self.tables):
            return False
        self.tables.append(table)
        return True

    def learn(self, told: Dict[str, Any]) -> None:
        """Take what another process has learnt, as ``news`` made it."""
        if told["count"] != self.count:
            return
        for name, text in told["columns"].items():
            column = self.columns.setdefault(name, bytearray([_UNKNOWN]) * self.count)
            self.columns[name] = _merged(column, text.encode("ascii"))
        self.tables += [Table.built(table) for table in told["tables"]]
        self.unsteady.update(dict.fromkeys(told["unsteady"], True))

    def state(self) -> Tuple[Dict[str, bytes], List[Table], List[str]]:
        """What is known now, for ``news``."""
        return {n: bytes(c) for n, c in self.columns.items()}, list(self.tables), list(self.unsteady)

    def news(self, before: Tuple[Dict[str, bytes], List[Table], List[str]]) -> Optional[Dict[str, Any]]:
        """What has been learnt since ``before``, as JSON holds it; None for nothing."""
        blank = bytes([_UNKNOWN]) * self.count
        columns = {n: c for n, c in self.columns.items() if c != before[0].get(n, blank)}
        tables = [table for table in self.tables if all(table is not known for known in before[1])]
        unsteady = [name for name in self.unsteady if name not in before[2]]
        if not (columns or tables or unsteady):
            return None
        return {
            "count": self.count,
            "columns": {name: column.decode("ascii") for name, column in columns.items()},
            "tables": [table.plain() for table in tables],
            "unsteady": unsteady,
        }


def together(known: Optional[Dict[str, Any]], news: Dict[str, Any]) -> Dict[str, Any]:
    """What the supervisor keeps of a battery: what was known and what is new, the oldest left out."""
    if known is None or known["count"] != news["count"]:
        return news
    columns = {name: text for name, text in known["columns"].items() if name not in news["columns"]}
    for name, text in news["columns"].items():
        before = known["columns"].get(name)
        columns[name] = text if before is None else _merged(before.encode(), text.encode()).decode()
    return {
        "count": news["count"],
        "columns": dict(list(columns.items())[-COLUMNS:]),
        "tables": [*known["tables"], *news["tables"]][-TABLES:],
        "unsteady": [*known["unsteady"], *news["unsteady"]][-COLUMNS:],
    }


def _merged(one: Union[bytes, bytearray], other: bytes) -> bytearray:
    """What either knows."""
    if len(one) != len(other):
        return bytearray(one)
    if one.count(_UNKNOWN) == len(one):
        return bytearray(other)
    return bytearray([b if a == _UNKNOWN else a for a, b in zip(one, other)])


def _differing(ladder: Sequence[str], other: Sequence[Optional[str]]) -> int:
    return sum(a != b for a, b in zip(ladder, other))
