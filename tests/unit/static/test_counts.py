"""What a keystroke costs, counted: texts parsed, wirings resolved, files read and looked at by rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tessera_lsp.findings import collect
from tessera_lsp.index import sources
from tessera_lsp.rules.kept import Kept
from tessera_lsp.verdicts import Verdicts

Serve = Callable[..., Any]
VERTICALS = 12
CLAIMS = """
import re


def _cited(claim):
    return [record.id for record in claim.support]


def total(claim, nodes, graph):
    match = re.fullmatch(r"Total (\\d+)\\.", claim.text)
    if match is None:
        return None
    return len(_cited(claim)) == int(match[1])


def count(claim, nodes, graph):
    return None if claim.text != "None." else not claim.support
"""
EDITED = "acme/v03/claims.py"


def files() -> dict[str, str]:
    """A project of many verticals, two declared shapes each."""
    names = [f"v{number:02}" for number in range(VERTICALS)]
    lines = ["from acme.eval.battery import Battery"]
    lines += [f"from acme.{name} import claims as {name}" for name in names]
    built = "".join(f"Battery('{name}', ({name}.total, {name}.count)), " for name in names)
    lines += ["def batteries():", f"    return ({built})"]
    packages = ["acme", "acme/eval", *(f"acme/{name}" for name in names)]
    return {
        **{f"{package}/__init__.py": "" for package in packages},
        **{f"acme/{name}/claims.py": CLAIMS for name in names},
        "acme/eval/metrics.py": "def is_supported(claim, nodes, graph=None, shapes=()):\n    return False\n",
        "acme/eval/battery.py": "class Battery:\n    def __init__(self, name, claim_shapes=()): ...\n",
        "acme/eval/registry.py": "\n".join(lines) + "\n",
    }


class Counted:
    """A served project whose findings are collected after each edit."""

    def __init__(self, served: Any) -> None:
        self.served, self.kept, self.verdicts = served, Kept(), Verdicts()
        self.found: Any = {}
        self.look()

    def look(self) -> tuple[int, int, int, int]:
        """Index and findings anew: texts parsed, wirings resolved, files read, files that rules looked at."""
        indexer = self.served.indexer
        before = (indexer.parses, indexer.resolutions, indexer.files_read, self.kept.visits)
        index = self.served.index()
        text = self.served.text
        self.found = collect(self.served.project, index, self.verdicts, document=text, kept=self.kept)
        now = (indexer.parses, indexer.resolutions, indexer.files_read, self.kept.visits)
        return tuple(b - a for a, b in zip(before, now, strict=True))  # type: ignore[return-value]

    def typed(self, before: str, after: str) -> tuple[int, int, int, int]:
        """The counts of one keystroke in the edited file."""
        path = str(self.served.project.root / EDITED)
        text = self.served.text(path).text
        assert before in text
        self.served.edit(EDITED, text.replace(before, after, 1))
        return self.look()

    def anew(self) -> Any:
        """The findings of the present texts without anything kept."""
        return collect(
            self.served.project, self.served.index(), self.verdicts, document=self.served.text, kept=None
        )


@pytest.fixture
def counted(serve: Serve) -> Counted:
    """The project, indexed and looked at once."""
    return Counted(serve(files()))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("int(match[1])", "int(match[1]) + 1"),
        ("int(match[1])", "int(match[1]"),
        ("        return None\n", "        return None\n\n"),
        ("int(match[1])\n", "int(match[1]) \n"),
        ("return len", "retur len"),
    ],
    ids=["within a body", "a bracket open", "a line more", "a blank at the end", "half a word"],
)
def test_a_keystroke_in_a_body_costs_one_file(counted: Counted, before: str, after: str) -> None:
    """One text parsed, no wiring resolved, one file read, one file looked at by the rules; there and back."""
    assert counted.typed(before, after) == (1, 0, 1, 1)
    assert counted.found == counted.anew()
    assert counted.typed(after, before) == (1, 0, 1, 1)
    assert counted.found == counted.anew()


def test_nothing_changed_costs_nothing(counted: Counted) -> None:
    assert counted.look() == (0, 0, 0, 0)


def test_another_head_resolves_once(counted: Counted) -> None:
    """A declared shape that gets another name is missing in the tuple, and its old name is undeclared."""
    parses, resolutions, read, _ = counted.typed("def total(", "def totals(")
    assert (resolutions, read) == (1, 1)
    assert parses <= 2  # the battery class may be looked at for the first time
    assert {f.code for group in counted.found.values() for f in group} == {"TES101", "TES201"}
    assert counted.found == counted.anew()


def test_new_verdicts_reach_the_rules_that_heed_them(counted: Counted) -> None:
    """The text's findings stay; all files are looked at for what may have run."""
    counted.verdicts = Verdicts(state="starting")
    assert counted.look() == (0, 0, 0, VERTICALS + 1)


def test_facts_of_many_modules_are_dropped_and_their_heads_do(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With room for few, a change of the wiring reads again what it looks into, and finds the same: the
    edited file, the registry, the battery's class and that file once more, for what its shapes do."""
    monkeypatch.setattr(sources, "HELD", 3 * len(CLAIMS))
    counted = Counted(serve(files()))
    assert counted.typed("int(match[1])", "int(match[1]) + 1") == (1, 0, 1, 1)
    parses, resolutions, read, _ = counted.typed("def total(", "def totals(")
    assert (resolutions, read) == (1, 1)
    assert parses <= 4
    assert counted.found == Counted(counted.served).found
    assert {f.code for group in counted.found.values() for f in group} == {"TES101", "TES201"}
