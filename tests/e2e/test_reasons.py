"""Why a verdict stands, as the editor gets it: on a hover, in a preview."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

CLAIMS = Path("tessera/business/claims.py")
SUMS = "return _net_value(cited.values()) == money"
SAMPLE = "Acme's net order value is USD 7,048.27."


async def hover_with(editor, part: str) -> str:
    """The hover on the sample, asked again until it holds ``part``."""
    end = time.monotonic() + 20
    while part not in (shown := await editor.hover_text(CLAIMS, editor.place(CLAIMS, SAMPLE))):
        assert time.monotonic() < end, shown
        await asyncio.sleep(0.05)
    return shown


async def test_a_hover_tells_why_under_the_unsaved_text(start, shipped):
    """The deciding line of the open text, its values, what the pattern captured; another after an edit."""
    editor = await start(shipped)
    text = editor.open(CLAIMS)
    await editor.settled()
    shown = await hover_with(editor, SUMS)
    line = text[: text.index(SUMS)].count("\n") + 1
    assert f"claims.py:{line}" in shown
    assert "USD 7,048.27" in shown or "7,048.27" in shown
    edited = SUMS.replace("==", "!=")
    editor.replace(CLAIMS, SUMS, "\n    " + edited)
    shown = await hover_with(editor, edited)
    assert f"claims.py:{line + 1}" in shown
    assert shown.startswith("unsupported · net")


async def test_a_preview_has_the_reasons(start, shipped):
    editor = await start(shipped)
    editor.open(CLAIMS)
    await editor.settled()
    asked = {
        "uri": editor.uri(CLAIMS),
        "battery": "business",
        "text": SAMPLE,
        "citations": ["order/0011", "order/0050", "order/0509"],
    }
    (said,) = (await editor.command("tessera.server.preview", asked))["consultations"]
    first = said["steps"][0]["why"]
    assert first["text"] == SUMS
    assert first["patterns"][0]["groups"][0]["text"] == SAMPLE
