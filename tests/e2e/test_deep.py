"""Further questions in the background, for those whose editor says ``deep``."""

from __future__ import annotations

from pathlib import Path

import pytest

CLAIMS = Path("depot/stock/claims.py")
CHECKS = " and cited[0].weight == int(match[2])"


@pytest.fixture
def forgetful(depot):
    """A shape that forgets to compare the weight; no sample shows it."""
    path = depot / CLAIMS
    text = path.read_text(encoding="utf-8").replace(CHECKS, "")
    path.write_text(text.replace("        False: Crate 1 weighs 13 kg. <- crate/1\n", ""), encoding="utf-8")
    return depot


async def test_a_lie_is_found_while_nothing_is_typed_and_gone_once_it_is_refused(start, forgetful):
    editor = await start(forgetful, options={"run": True, "deep": True})
    text = editor.open(CLAIMS)
    await editor.settled()
    (found,) = [d for d in editor.diagnostics(CLAIMS, "TES405") if "digit" in d.message]
    assert found.range.start == editor.place(CLAIMS, "crate_weight")

    editor.change(CLAIMS, text.replace("== match[1]", "== match[1]" + CHECKS))
    await editor.until(lambda: not editor.diagnostics(CLAIMS, "TES405"), "no TES405")
    await editor.settled()
    assert editor.diagnostics(CLAIMS, "TES405") == []

    editor.change(CLAIMS, text)
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES405"), "TES405 after the undo")


async def test_unasked_nothing_is_asked(start, forgetful):
    editor = await start(forgetful)
    editor.open(CLAIMS)
    await editor.settled()
    assert editor.diagnostics(CLAIMS, "TES405") == []
