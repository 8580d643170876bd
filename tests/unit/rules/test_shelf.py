"""Findings that are kept a file at a time."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tessera_lsp.rules.model import Once
from tessera_lsp.rules.shelf import Now, Shelf


def test_a_check_that_fails_leaves_no_file_out_the_next_time() -> None:
    """Though no text is another one by then."""
    broken = ["b.py"]

    def check(path: str, rule: object) -> list[str]:
        if path in broken:
            raise ZeroDivisionError(path)
        return [f"found in {path}"]

    facts: Any = SimpleNamespace(wired=Once(), within=lambda path: path)
    checks: Any = [(None, check)]
    files: Any = {path: (object(),) for path in ("a.py", "b.py", "c.py")}
    shelf = Shelf()
    with pytest.raises(ZeroDivisionError):
        shelf.look(Now.since({}, files), checks, facts)
    broken.clear()
    shelf.look(Now.since(files, files), checks, facts)
    assert shelf.found == {path: (f"found in {path}",) for path in files}
