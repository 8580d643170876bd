"""Pictures of the real Neovim: what a person sees, checked as text and drawn.

Those of the README are made here: ``TESSERA_PICTURES=docs/pictures pytest tests/e2e/test_pictures.py``.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

pytest.importorskip("pyte", reason="needs the extra 'neovim'")
REPOSITORY = Path(__file__).resolve().parents[2]
CLAIMS = "tessera/business/claims.py"
CONFIGURATION = """
set nohlsearch termguicolors number signcolumn=yes laststatus=2 noruler noshowcmd shortmess+=I updatetime=200
lua << END
vim.opt.runtimepath:prepend(vim.env.TESSERA_PLUGIN)
vim.cmd('runtime! plugin/tessera.lua')
vim.lsp.config('tessera', { init_options = { run = true } })
vim.lsp.enable('tessera')
vim.diagnostic.config({ virtual_text = { prefix = '■' }, severity_sort = true })
END
colorscheme habamax
syntax on
"""
NEW = 'odef renewal_notice(claim, nodes, graph):\rreturn None if "notice" not in claim.text else bool(nodes)'

pytestmark = [pytest.mark.editor, pytest.mark.timeout(180)]


@pytest.fixture
def pictures(tmp_path):
    """Where pictures are put."""
    named = os.environ.get("TESSERA_PICTURES")
    folder = Path(named).resolve() if named else tmp_path / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def screen(shipped, env, harness, terminal, neovim_binary, tmp_path):
    """The claims file of the business vertical in Neovim, settled."""
    command = tmp_path / "bin" / "tessera-lsp"
    command.parent.mkdir()
    command.write_text(f"#!/bin/sh\nexec {shlex.join(harness.COMMAND)}\n")
    command.chmod(0o755)
    vimrc = tmp_path / "init.vim"
    vimrc.write_text(CONFIGURATION)
    plugin = str(REPOSITORY / "editors" / "neovim")
    given = {**os.environ, **env, "TESSERA_PLUGIN": plugin}
    given["PATH"] = f"{command.parent}{os.pathsep}{given['PATH']}"
    for name in ("PYTHONPATH", "VIRTUAL_ENV", "NVIM"):
        given.pop(name, None)
    nvim = [neovim_binary, "--clean", "-n", "-i", "NONE", "-u", str(vimrc), CLAIMS]
    running = terminal.Terminal(nvim, shipped, given)
    try:
        running.press("/^def net_order_value\rzt")
        running.until(lambda lines: any("✓ net_order_value" in line for line in lines), "hints")
        running.until(lambda lines: any("business 1 of 6 · owns" in line for line in lines), "lenses")
        running.read()
        yield running
    finally:
        running.close()


def test_a_verdict_beside_each_sample(screen, pictures):
    text = "\n".join(screen.lines)
    assert "✗ net_order_value" in text
    assert "∅" in text or "✓ verbatim_containment" in text
    screen.picture(pictures / "neovim-verdicts.png")


def test_a_wrong_edit_and_its_drift(screen, pictures):
    screen.press(
        ":silent! /return _net_value(cited.values()) == money\r0:s/==/!=/\r?^def net_order_value\rzt"
    )
    screen.until(lambda lines: any("sample says" in line for line in lines), "findings")
    screen.until(lambda lines: any("drift" in line for line in lines), "drift in the lens")
    screen.press(":Tessera drift\r")
    screen.until(lambda lines: any("judged differently than as saved" in line for line in lines), "the drift")
    screen.read()
    screen.picture(pictures / "neovim-drift.png")


def test_the_ladder_of_a_sample(screen, pictures):
    screen.press("/USD 7,048.27\rK")
    screen.until(
        lambda lines: any("supported · net_order_value · business" in line for line in lines), "hover"
    )
    for _ in range(20):  # a busy machine has the reason a moment later than the verdict
        screen.read(0.5)
        if not any("being asked for" in line for line in screen.lines):
            break
        screen.press("hlK")
    else:
        raise AssertionError("no reason in the hover:\n" + "\n".join(screen.lines))
    assert any("holds" in line for line in screen.lines)
    screen.picture(pictures / "neovim-hover.png")


def test_an_undeclared_shape_with_its_fix(screen, pictures):
    screen.press("G" + NEW + "\x1b?def renewal_notice\rzzw")
    screen.until(lambda lines: any("no battery declares renewal_notice" in line for line in lines), "TES101")
    screen.press("gra")
    screen.until(lambda lines: any("Declare renewal_notice" in line for line in lines), "the fix")
    screen.read()
    screen.picture(pictures / "neovim-undeclared.png")


def test_the_surface(screen, pictures):
    screen.press(":Tessera surface\r")
    screen.until(lambda lines: any("business · faithfulness 1.000" in line for line in lines), "the surface")
    screen.read()
    screen.picture(pictures / "neovim-surface.png")
