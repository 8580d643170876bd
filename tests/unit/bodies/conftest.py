"""One module's text, and what is read of the bodies of its functions."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tessera_lsp.index.bodies.model import Body
from tessera_lsp.index.bodies.reader import Bodies
from tessera_lsp.index.facts import ModuleFacts
from tessera_lsp.index.parsing import Parser
from tessera_lsp.index.reading import read_module
from tessera_lsp.text import Document

PATH = "/depot/claims.py"
HEAD = """\
import functools
import math
import os
import random
import re
import time
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

PATTERN = re.compile(r"Crate (\\d+) costs EUR (?P<price>\\d+\\.\\d\\d)\\.")
COLOURS = {"green": 1}
SEEN = []
"""


@dataclass
class Read:
    """A module that was read."""

    facts: ModuleFacts

    def body(self, name: str = "shape") -> Body | None:
        """The body of a function."""
        function = next(function for function in self.facts.functions if function.qualname == name)
        return Bodies(self.facts).of(function)

    def answers(self, name: str = "shape") -> set[str]:
        """The kinds of its answers: ``true``, ``false``, ``none``, else the kind's name; ``?`` behind one
        that is not sure."""
        body = self.body(name)
        assert body is not None
        out = set()
        for kind in body.kinds:
            word = (
                {True: "true", False: "false", None: "bool"}[kind.truth] if kind.name == "bool" else kind.name
            )
            out.add(word if kind.sure else word + "?")
        return out

    def text(self, span) -> str:
        """What stands there."""
        return self.facts.document.slice(span)

    def ends(self, name: str = "shape") -> list[str]:
        """Where its paths end without a return."""
        body = self.body(name)
        assert body is not None
        return [self.text(span) for span in body.ends]

    def effects(self, name: str = "shape") -> list[tuple[str, str]]:
        """What makes it impure: the sort, and the source text."""
        body = self.body(name)
        assert body is not None
        return [(effect.sort, self.text(effect.span)) for effect in body.effects]

    def money(self, name: str = "shape") -> list[str]:
        """The floats that hold money."""
        body = self.body(name)
        assert body is not None
        return [self.text(amount.span) for amount in body.money]


@pytest.fixture
def module() -> Callable[[str], Read]:
    """Reads a module: a few imports and constants, then the given text."""

    def read(text: str) -> Read:
        document = Document("file://" + PATH, None, HEAD + textwrap.dedent(text))
        return Read(read_module(PATH, "claims", document, Parser()))

    return read


@pytest.fixture
def shape(module: Callable[[str], Read]) -> Callable[..., Read]:
    """Reads a function ``shape(claim, nodes, graph)`` with this body; ``more`` stands before it."""

    def read(body: str, more: str = "") -> Read:
        indented = textwrap.indent(textwrap.dedent(body).strip("\n"), "    ")
        text = f"{textwrap.dedent(more)}\n\ndef shape(claim, nodes, graph):\n{indented}\n"
        return module(text)

    return read
