"""Real Neovim through ``editors/neovim/lsp/tessera.lua``: findings, hover and hints on an unsaved edit."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pynvim", reason="needs the extra 'neovim'")
REPOSITORY = Path(__file__).resolve().parents[2]
CLAIMS = "tessera/business/claims.py"
SUMS = "return _net_value(cited.values()) == money"

pytestmark = [pytest.mark.editor, pytest.mark.timeout(90)]


def open_claims(neovim: Any) -> None:
    """What a user's configuration does, and a file."""
    neovim.lua("vim.lsp.config('tessera', { init_options = { run = true } }); vim.lsp.enable('tessera')")
    neovim.nvim.command(f"edit {CLAIMS}")
    neovim.settled()


def test_findings_hover_and_hints_on_an_unsaved_edit(neovim: Any, shipped: Path):
    before = (shipped / CLAIMS).read_bytes()
    open_claims(neovim)
    assert neovim.diagnostics() == []
    client = neovim.lua(
        "local c = vim.lsp.get_clients({bufnr = 0})[1]; return {c.name, c.offset_encoding, c.root_dir}"
    )
    assert client == ["tessera", "utf-8", str(shipped)]

    true, false = (
        neovim.line_of("USD 7,048.27. <- order/0011, order/0050, order/0509"),
        neovim.line_of("USD 7,048.28"),
    )
    hints = neovim.until(neovim.hints, "hints")
    assert hints[true] == "✓ net_order_value"
    assert hints[false] == "✗ net_order_value"

    first, *rest = neovim.hover(true).replace("\\", "").split("\n")
    assert "supported" in first
    assert "net_order_value" in first
    assert "business" in first
    assert "order/0011" in "\n".join(rest)

    line = neovim.line_of(SUMS)
    text = neovim.nvim.current.buffer[line]
    neovim.nvim.current.buffer[line] = text.replace("==", "!=")
    neovim.until(lambda: neovim.diagnostics("TES401"), "TES401 on the broken shape", 5.0)
    neovim.settled()
    found = neovim.diagnostics("TES401")
    assert {true, false} <= {diagnostic["lnum"] for diagnostic in found}
    assert {diagnostic["source"] for diagnostic in found} == {"tessera"}
    neovim.until(lambda: neovim.hints().get(true) == "✗ net_order_value", "the hint of the broken shape")

    neovim.nvim.command("undo")
    neovim.until(lambda: neovim.diagnostics() == [], "no findings after the undo", 5.0)
    assert (shipped / CLAIMS).read_bytes() == before


def test_hints_are_new_when_a_hidden_buffer_is_shown_again(neovim: Any, shipped: Path):
    """An edit of another file changes what is said, while no window shows the buffer."""
    open_claims(neovim)
    line = neovim.line_of("USD 7,048.27. <- order/0011, order/0050, order/0509")
    neovim.until(lambda: neovim.hints().get(line) == "✓ net_order_value", "the hint")
    claims = neovim.nvim.current.buffer
    neovim.nvim.command("set hidden | edit tessera/eval/registry.py")
    registry = neovim.nvim.current.buffer
    neovim.until(lambda: neovim.lua("return #vim.lsp.get_clients({bufnr = 0})"), "the server serves it too")
    for number, text in enumerate(registry):
        if "claim_shapes=BUSINESS_SHAPES" in text:
            registry[number] = text.replace("BUSINESS_SHAPES", "()")
    neovim.until(
        lambda: neovim.lua("return #vim.diagnostic.get(...)", claims.number), "findings of the hidden buffer"
    )
    neovim.settled()
    neovim.nvim.command("buffer " + str(claims.number))
    neovim.until(lambda: neovim.hints().get(line) != "✓ net_order_value", "the hint of the edit", 5.0)


def test_an_undeclared_shape_is_declared_in_the_open_registry(neovim: Any, shipped: Path):
    open_claims(neovim)
    claims = neovim.nvim.current.buffer
    shape = ["", "", "def seventh(claim: Claim, nodes: object, graph: object) -> bool | None:"]
    claims.append(
        [*shape, '    """Speaks of nothing yet."""', '    return True if claim.text == "x" else None']
    )
    neovim.until(lambda: neovim.diagnostics("TES101"), "TES101 on the new shape", 5.0)
    (found,) = neovim.diagnostics("TES101")
    assert (found["lnum"], found["col"]) == (neovim.line_of("def seventh"), 4)

    neovim.nvim.command("set hidden | edit tessera/eval/registry.py")
    registry = neovim.nvim.current.buffer
    for number, line in enumerate(registry):
        if "import BUSINESS_SHAPES" in line:
            registry[number] = line + ", seventh"
        if "claim_shapes=BUSINESS_SHAPES" in line:
            registry[number] = line.replace("BUSINESS_SHAPES", "(*BUSINESS_SHAPES, seventh)")
    neovim.nvim.command("buffer " + str(claims.number))
    neovim.until(lambda: neovim.diagnostics("TES101") == [], "TES101 gone once declared", 5.0)


def test_without_an_answer_nothing_runs(neovim: Any, shipped: Path):
    """``run`` is left to its default, and the question finds nobody: hints say so."""
    neovim.lua("vim.ui.select = function(items, options, choose) choose(nil) end")
    neovim.lua("vim.fn.inputlist = function() return 0 end")
    neovim.lua("vim.lsp.enable('tessera')")
    neovim.nvim.command(f"edit {CLAIMS}")
    neovim.settled()
    hints = neovim.until(neovim.hints, "hints")
    of_samples = [label for line, label in hints.items() if " <- " in neovim.nvim.current.buffer[line]]
    assert of_samples
    assert all(label.startswith("not run: ") for label in of_samples)


USE = """from tessera.business import claims
from tessera.business.claims import net_order_value as value


def test_names():
    assert value is claims.net_order_value in claims.BUSINESS_SHAPES
"""


def run(root: Path, *arguments: str) -> str:
    """What a command of this tree prints in ``root``; it must end with 0."""
    place = os.pathsep.join((str(root), str(REPOSITORY)))
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=root,
        env={**os.environ, "PYTHONPATH": place},
        capture_output=True,
        text=True,
        timeout=80,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.timeout(240)
def test_a_renamed_shape_says_what_it_said(neovim: Any, shipped: Path):
    """Definition, tuple and a test of the project change together; every figure of the evaluation stays, and
    so does every sample."""
    (shipped / "tests").mkdir()
    (shipped / "tests" / "test_use.py").write_text(USE)
    evaluated = ("-m", "tessera.cli", "eval", "--format", "json")
    before = run(shipped, *evaluated)
    assert "net_order_value" in before

    open_claims(neovim)
    line = neovim.line_of("def net_order_value")
    neovim.nvim.current.window.cursor = (line + 1, 8)
    neovim.lua("vim.lsp.buf.rename('net_total')")
    neovim.until(lambda: "def net_total(" in neovim.nvim.current.buffer[line], "the renamed definition", 20.0)
    neovim.nvim.command("wall")
    neovim.until(lambda: neovim.settled() and neovim.diagnostics() == [], "no findings after the rename")

    assert "net_order_value" not in (shipped / CLAIMS).read_text().partition("from __future__")[2]
    renamed = USE.replace("import net_order_value as", "import net_total as")
    renamed = renamed.replace("claims.net_order_value", "claims.net_total")
    assert (shipped / "tests" / "test_use.py").read_text() == renamed
    assert run(shipped, *evaluated) == before.replace("net_order_value", "net_total")
    plugin = () if _has_plugin() else ("-p", "tessera_lsp.pytest_plugin")
    tested = run(shipped, "-m", "pytest", "-q", *plugin, "tests", "tessera/business/claims.py")
    assert "passed" in tested
    assert "failed" not in tested


def _has_plugin() -> bool:
    """Whether this environment's pytest loads the plugin by its entry point."""
    return any(point.value == "tessera_lsp.pytest_plugin" for point in entry_points(group="pytest11"))
