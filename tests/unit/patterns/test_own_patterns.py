"""What the project says of others' patterns holds for its own: none takes exponential time."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module

import tessera
import tessera_lsp
from tessera_lsp.patterns.exponential import exponential

SCRIPTS = ("__main__", "main")
"""Modules that run something when they are imported."""


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Those that stand in modules, each with the module that holds it."""
    for top in (tessera, tessera_lsp):
        for found in pkgutil.walk_packages(top.__path__, f"{top.__name__}."):
            if found.name.rpartition(".")[2] in SCRIPTS:
                continue
            for name, value in vars(import_module(found.name)).items():
                if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                    yield f"{found.name}.{name}", value


def test_no_pattern_of_ours_takes_exponential_time():
    own = dict(patterns())
    assert len(own) > 100
    slow = {name: exponential(one.pattern, one.flags, "search") for name, one in own.items()}
    assert {name: attack for name, attack in slow.items() if attack is not None} == {}
