"""The main job: an unsaved shape, the real verifier, a verdict in the editor; on the shipped project."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

CLAIMS = Path("tessera/business/claims.py")
REGISTRY = Path("tessera/eval/registry.py")
SUMS = "return _net_value(cited.values()) == money"

SEVENTH = '''

def order_mentioned(claim: Claim, nodes: Mapping[str, Node], graph: KnowledgeGraph | None) -> bool | None:
    """An order is mentioned by its number.

    Samples:
        True: Order 11 is mentioned. <- order/0011
    """
    if claim.text not in ("Order 11 is mentioned.", "Order 12 is mentioned."):
        return None
    return claim.text == "Order 11 is mentioned."
'''


@pytest.fixture
def saved(shipped: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in shipped.rglob("*") if path.is_file()}


async def test_the_shipped_project_has_nothing_to_say(start, shipped):
    editor = await start(shipped)
    editor.open(CLAIMS)
    status = await editor.settled()
    assert status.state == "ready"
    assert [d for found in editor.client.diagnostics.values() for d in found] == []


async def test_an_unsaved_break_is_told_and_taken_back(start, shipped, saved):
    """TES401 on the broken shape's samples within 5 s; undone, it is gone; the disk is as it was."""
    editor = await start(shipped)
    text = editor.open(CLAIMS)
    await editor.settled()

    began = time.monotonic()
    version = editor.replace(CLAIMS, SUMS, SUMS.replace("==", "!="))
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES401"), "TES401", 5.0)
    assert time.monotonic() - began < 5.0
    await editor.settled()
    found = editor.diagnostics(CLAIMS, "TES401")
    samples = [number for number, line in enumerate(text.split("\n")) if "Acme's net order value is" in line]
    assert {d.range.start.line for d in found} <= set(range(min(samples), max(samples) + 1))
    assert len(found) >= 3
    assert "net_order_value" in found[0].message
    last = [p for p in editor.published if p.uri == editor.uri(CLAIMS)][-1]
    assert last.version == version

    editor.change(CLAIMS, text)
    await editor.until(lambda: not editor.diagnostics(CLAIMS), "no findings after the undo")
    await editor.settled()
    assert editor.diagnostics(CLAIMS) == []
    now = {path: path.read_bytes() for path in shipped.rglob("*") if path.is_file()}
    assert now == saved


async def test_a_seventh_shape_is_declared_in_an_unsaved_registry(start, shipped, saved):
    """TES101 on its name until the open registry declares it; then its samples are judged as declared."""
    editor = await start(shipped)
    text = editor.open(CLAIMS)
    editor.open(REGISTRY)
    await editor.settled()

    editor.change(CLAIMS, text + SEVENTH)
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES101"), "TES101")
    (found,) = editor.diagnostics(CLAIMS, "TES101")
    assert found.range.start == editor.place(CLAIMS, "order_mentioned")

    editor.replace(REGISTRY, "import BUSINESS_SHAPES", "import BUSINESS_SHAPES, order_mentioned")
    editor.replace(
        REGISTRY, "claim_shapes=BUSINESS_SHAPES", "claim_shapes=(*BUSINESS_SHAPES, order_mentioned)"
    )
    await editor.until(lambda: not editor.diagnostics(CLAIMS, "TES101"), "TES101 gone")
    await editor.settled()
    errors = types.DiagnosticSeverity.Error
    assert [
        d for d in (*editor.diagnostics(CLAIMS), *editor.diagnostics(REGISTRY)) if d.severity == errors
    ] == []
    hint = next(
        hint
        for hint in await editor.hints(CLAIMS)
        if hint.position.line == editor.place(CLAIMS, "True: Order 11").line
    )
    assert hint.label == "✓ order_mentioned"
    assert {path: path.read_bytes() for path in saved} == saved


async def test_hover_and_hints_say_who_owns_a_sample(start, shipped):
    editor = await start(shipped)
    editor.open(CLAIMS)
    await editor.settled()

    text = await editor.hover_text(CLAIMS, editor.place(CLAIMS, "Acme's net order value is USD 7,048.28"))
    first = text.split("\n")[0].replace("\\", "")
    assert "unsupported" in first
    assert "net_order_value" in first
    assert "business" in first
    assert "order/0509" in text.replace("\\", "")

    text = await editor.hover_text(CLAIMS, editor.place(CLAIMS, "net_order_value(", "def "))
    assert "business 1 of 6" in text.replace("\\", "")
    assert "owns" in text

    hints = {hint.position.line: hint.label for hint in await editor.hints(CLAIMS)}
    assert hints[editor.place(CLAIMS, "Acme's net order value is USD 7,048.27").line] == "✓ net_order_value"
    assert hints[editor.place(CLAIMS, "Acme's net order value is USD 7,048.28").line] == "✗ net_order_value"
    assert hints[editor.place(CLAIMS, "None:  Acme's net order value is USD 7048.27").line] == "∅ nobody"


async def test_closing_without_saving_goes_back_to_the_disk(start, shipped):
    editor = await start(shipped)
    editor.open(CLAIMS)
    await editor.settled()
    editor.replace(CLAIMS, SUMS, SUMS.replace("==", "!="))
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES401"), "TES401")
    editor.close(CLAIMS)
    await editor.until(lambda: not editor.diagnostics(CLAIMS), "no findings after closing")


async def test_a_save_makes_the_edit_the_projects_own(start, shipped):
    """After the save the project is loaded anew; what the edit broke stays told, for a file that is closed
    as well."""
    editor = await start(shipped)
    editor.open(CLAIMS)
    load = (await editor.settled()).load
    editor.replace(CLAIMS, SUMS, SUMS.replace("==", "!="))
    await editor.settled()
    editor.save(CLAIMS)
    status = await editor.until(
        lambda: next((s for s in editor.statuses.values() if s.load > load and s.settled), None), "a new load"
    )
    assert status.fresh
    editor.close(CLAIMS)
    await editor.settled()
    assert editor.diagnostics(CLAIMS, "TES401")


async def test_a_sentence_can_be_put_to_a_battery(start, shipped):
    """``tessera.server.preview``: the verifier's answer under the open text, as JSON."""
    editor = await start(shipped)
    editor.open(CLAIMS)
    await editor.settled()
    asked = {
        "uri": editor.uri(CLAIMS),
        "battery": "business",
        "text": "Acme's net order value is USD 7,048.27.",
        "citations": ["order/0011", "order/0050", "order/0509"],
    }
    (said,) = (await editor.command("tessera.server.preview", asked))["consultations"]
    assert (said["verdict"], said["owner"], said["battery"]) == (True, "net_order_value", "business")
    editor.replace(CLAIMS, SUMS, SUMS.replace("==", "!="))
    (said,) = (await editor.command("tessera.server.preview", asked))["consultations"]
    assert (said["verdict"], said["owner"]) == (False, "net_order_value")
    unknown = await editor.command("tessera.server.preview", {**asked, "battery": "nobody's"})
    assert unknown["why_not"] or unknown["consultations"][0]["why_not"]
    with pytest.raises(JsonRpcException, match="citations"):
        await editor.command("tessera.server.preview", {"uri": editor.uri(CLAIMS)})
