"""Reading the contracts: Markdown with a title, a short list of facts, and one heading a clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tessera.business.tables import DataError

_TITLE: Final = re.compile(r"# Contract (?P<number>C-[0-9]{3}): (?P<title>\S.*)")
_FACT: Final = re.compile(r"- (?P<key>Customer account|Signed): (?P<value>\S.*)")
_HEADING: Final = re.compile(r"## (?P<number>[0-9]+)\. (?P<heading>\S.*)")


@dataclass(frozen=True, slots=True)
class ClauseText:
    """One clause; ``text`` is its body with lines joined, ``line`` the heading's, from 1."""

    number: int
    heading: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class ContractText:
    """One contract file. ``account`` is the customer record's account, ``signed`` an ISO date."""

    path: str
    number: str
    title: str
    account: str
    signed: str
    clauses: tuple[ClauseText, ...]

    def fail(self, problem: str) -> DataError:
        """The error to raise about the lines under the title."""
        return DataError(self.path, 1, problem)


def read_contracts(folder: Path) -> Iterator[ContractText]:
    """The contracts in the folder's ``contracts``, by file name.

    Raises ``DataError`` for a file that is not as described.
    """
    for file in sorted((folder / "contracts").glob("*.md")):
        yield parse_contract(f"{folder.name}/contracts/{file.name}", file.read_text(encoding="utf-8"))


def parse_contract(path: str, text: str) -> ContractText:
    """A contract out of the text of its file; ``path`` is for messages and origins."""
    lines = text.split("\n")
    title = _TITLE.fullmatch(lines[0])
    if title is None:
        raise DataError(path, 1, "the first line must read `# Contract C-001: Title`")
    facts: dict[str, str] = {}
    headings: list[tuple[int, re.Match[str]]] = []
    for number, line in enumerate(lines[1:], start=2):
        if line.startswith("#"):
            heading = _HEADING.fullmatch(line)
            if heading is None or int(heading["number"]) != len(headings) + 1:
                raise DataError(path, number, f"a clause heading must read `## {len(headings) + 1}. Heading`")
            headings.append((number, heading))
        elif not headings and line:
            fact = _FACT.fullmatch(line)
            if fact is None:
                raise DataError(path, number, "only `- Customer account: …` and `- Signed: …` may stand here")
            facts[fact["key"]] = fact["value"]
    for key in ("Customer account", "Signed"):
        if key not in facts:
            raise DataError(path, 1, f"the line `- {key}: …` is missing under the title")
    clauses = tuple(_clauses(path, lines, headings))
    return ContractText(
        path, title["number"], title["title"], facts["Customer account"], facts["Signed"], clauses
    )


def _clauses(path: str, lines: list[str], headings: list[tuple[int, re.Match[str]]]) -> Iterator[ClauseText]:
    ends = [number - 1 for number, _ in headings[1:]] + [len(lines)]
    for (start, heading), end in zip(headings, ends, strict=True):
        text = " ".join(line.strip() for line in lines[start:end] if line.strip())
        if not text:
            raise DataError(path, start, "a clause needs a text under its heading")
        yield ClauseText(int(heading["number"]), heading["heading"], text, start)
