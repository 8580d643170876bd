"""The Neovim plugin: each subcommand of ``:Tessera``, lists that lead somewhere, lenses, ``:checkhealth``."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

pytest.importorskip("pynvim", reason="needs the extra 'neovim'")
REPOSITORY = Path(__file__).resolve().parents[2]
CLAIMS = "tessera/business/claims.py"
SAMPLE = "USD 7,048.27. <- order/0011, order/0050, order/0509"
SUMS = "return _net_value(cited.values()) == money"

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]


@pytest.fixture
def plugin(neovim):
    """Neovim with the plugin loaded, as a package manager loads it, and the claims file open."""
    neovim.nvim.command("runtime! plugin/tessera.lua")
    neovim.lua("_G.told = {}; vim.notify = function(text) table.insert(_G.told, text) end")
    neovim.lua("vim.lsp.config('tessera', { init_options = { run = true } }); vim.lsp.enable('tessera')")
    neovim.nvim.command(f"edit {CLAIMS}")
    neovim.settled()
    return neovim


def listed(plugin, name, *, having=""):
    """The lines of the list called ``name`` once it is there, and holds ``having``."""

    def lines():
        buffer = plugin.lua("return vim.fn.bufnr('tessera://' .. ...)", name)
        if buffer == -1:
            return None
        found = plugin.lua("return vim.api.nvim_buf_get_lines(..., 0, -1, false)", buffer)
        return found if any(having in line for line in found) else None

    return plugin.until(lines, f"the list {name} with {having!r}")


def go_to(plugin, name, text):
    """Press return on the first line of a list that holds ``text``; the file and line that this leads to."""
    plugin.lua("vim.api.nvim_set_current_win(vim.fn.bufwinid('tessera://' .. ...))", name)
    line = next(n for n, found in enumerate(plugin.nvim.current.buffer, 1) if text in found)
    plugin.nvim.current.window.cursor = (line, 0)
    plugin.nvim.feedkeys(plugin.nvim.replace_termcodes("<CR>", True, False, True), "xt")
    return plugin.nvim.current.buffer.name, plugin.nvim.current.line


def test_the_surface_lists_what_is_declared_and_leads_there(plugin):
    plugin.nvim.command("Tessera")
    lines = listed(plugin, "surface", having="business")
    text = "\n".join(lines)
    shapes = re.findall(r"✓ (\d)\. (\w+) · owns \d+ · \d+ samples", text)
    assert [place for place, _ in shapes] == ["1", "2", "3", "4", "5", "6"]
    assert "business · faithfulness 1.000 ·" in text
    assert "devex · faithfulness 1.000 ·" in text
    name, line = go_to(plugin, "surface", "superlative")
    assert name.endswith(CLAIMS)
    assert line.startswith("def superlative(")


def test_a_shape_is_moved_once_its_drift_is_known(plugin, shipped):
    """Moving the first shape down changes nothing here: no question, one edit, not saved."""
    before = (shipped / CLAIMS).read_bytes()
    plugin.lua("vim.fn.confirm = function(text) table.insert(_G.told, text); return 1 end")
    plugin.nvim.command("Tessera surface")
    listed(plugin, "surface", having="net_order_value")
    plugin.lua("vim.api.nvim_set_current_win(vim.fn.bufwinid('tessera://surface'))")
    line = next(n for n, found in enumerate(plugin.nvim.current.buffer, 1) if "1. net_order_value" in found)
    plugin.nvim.current.window.cursor = (line, 0)
    plugin.nvim.feedkeys(plugin.nvim.replace_termcodes("<M-j>", True, False, True), "xt")
    plugin.until(
        lambda: any("2. net_order_value" in text for text in listed(plugin, "surface")), "the new order"
    )
    assert (shipped / CLAIMS).read_bytes() == before


def test_the_drift_of_an_unsaved_edit(plugin):
    line = plugin.line_of(SUMS)
    plugin.nvim.current.buffer[line] = plugin.nvim.current.buffer[line].replace("==", "!=")
    plugin.until(lambda: plugin.diagnostics("TES401"), "findings of the edit")
    plugin.settled()
    plugin.nvim.command("Tessera drift")
    lines = listed(plugin, "drift", having="as saved")
    assert re.match(r"\d+ sentences are judged differently than as saved", lines[0])
    assert any("supported by net_order_value → unsupported by net_order_value" in text for text in lines)
    name, _ = go_to(plugin, "drift", "USD 7,048.27")
    assert name.endswith(CLAIMS)


def test_the_figures_of_a_battery(plugin):
    assert "business" in plugin.lua("return vim.fn.getcompletion('Tessera battery ', 'cmdline')")
    plugin.nvim.command("Tessera battery business")
    (line,) = listed(plugin, "battery", having="business · faithfulness 1.000")
    assert re.search(r"(\d+) of \1 claims supported", line)


def test_the_ladder_of_the_sample_on_this_line(plugin):
    line = plugin.line_of(SAMPLE)
    plugin.nvim.current.window.cursor = (line + 1, 0)
    plugin.lua("vim.ui.input = function(options, on) on(options.default) end")
    plugin.nvim.command("Tessera preview business")
    window = plugin.until(lambda: plugin.lua("return vim.b.lsp_floating_preview"), "the ladder")
    text = "\n".join(
        plugin.lua("return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(...), 0, -1, false)", window)
    )
    assert "supported" in text.split("\n")[0]
    assert "net_order_value" in text
    assert "order/0011" in text


def test_ids_that_hold_commas(plugin):
    ids = plugin.lua('return require("tessera.preview").ids(...)', 'a, "b, c" ,d')
    assert ids == ["a", "b, c", "d"]


def test_restart_and_log(plugin):
    plugin.nvim.command("Tessera restart")
    plugin.until(lambda: any("started anew" in text for text in plugin.lua("return _G.told")), "the answer")
    plugin.settled()
    plugin.nvim.command("Tessera log")
    assert listed(plugin, "log", having="tessera")


def test_trust_is_answered_for_the_root(neovim, shipped):
    neovim.nvim.command("runtime! plugin/tessera.lua")
    neovim.lua("_G.told = {}; vim.notify = function(text) table.insert(_G.told, text) end")
    neovim.lua("vim.ui.select = function(items, options, choose) choose(nil) end")
    neovim.lua("vim.fn.inputlist = function() return 0 end")
    neovim.lua("vim.lsp.enable('tessera')")
    neovim.nvim.command(f"edit {CLAIMS}")
    neovim.settled()
    assert [status["state"] for status in neovim.statuses()] == ["asking"]
    neovim.nvim.command("Tessera trust")
    neovim.until(lambda: [status["state"] for status in neovim.statuses()] == ["ready"], "it runs")
    neovim.nvim.command("Tessera trust never")
    neovim.until(lambda: [status["state"] for status in neovim.statuses()] == ["off"], "it stands still")


def test_a_word_that_is_no_subcommand(plugin):
    plugin.nvim.command("Tessera nonsense")
    assert any(
        "no subcommand nonsense; there are battery, drift, log" in text
        for text in plugin.lua("return _G.told")
    )
    offered = plugin.lua("return vim.fn.getcompletion('Tessera ', 'cmdline')")
    assert offered == ["battery", "drift", "log", "preview", "restart", "surface", "trust"]


def test_lenses_are_drawn_and_hints_are_unless_the_user_says_otherwise(plugin):
    def lenses():
        return plugin.lua(
            "return vim.tbl_map(function(l) return l.command.title end, vim.lsp.codelens.get(0))"
        )

    plugin.until(lambda: any("owns" in title for title in lenses()), "lenses")
    plugin.until(plugin.hints, "hints")
    plugin.nvim.current.window.cursor = (plugin.line_of(SAMPLE) + 1, 0)
    plugin.nvim.ui_attach(160, 60)  # what is drawn is drawn for a screen
    plugin.nvim.command("redraw!")
    marks = plugin.lua(
        "local found, all = {}, vim.api.nvim_buf_get_extmarks(0, -1, 0, -1, {details = true})"
        " for _, mark in ipairs(all) do"
        " for _, part in ipairs(mark[4].virt_text or {}) do table.insert(found, part[1]) end end return found"
    )
    drawn = " ".join(marks)
    assert "✓ net_order_value" in drawn
    assert "business 1 of 6" in drawn


def test_nothing_is_drawn_where_the_user_said_so(neovim):
    neovim.lua("vim.g.tessera = { hints = false, lenses = false }")
    neovim.lua("vim.lsp.config('tessera', { init_options = { run = true } }); vim.lsp.enable('tessera')")
    neovim.nvim.command(f"edit {CLAIMS}")
    neovim.settled()
    assert neovim.lua("return vim.lsp.inlay_hint.is_enabled({ bufnr = 0 })") is False
    assert neovim.lua("return vim.lsp.codelens.get(0)") == []


class TestHealth:
    def report(self, neovim):
        neovim.nvim.command("checkhealth tessera")
        return "\n".join(neovim.nvim.current.buffer)

    def test_a_good_set_up(self, plugin, shipped):
        text = self.report(plugin)
        assert "ERROR" not in text
        assert "WARNING" not in text
        assert "tessera-lsp: " in text
        assert f"serves {shipped}, positions in utf-8" in text
        assert "is ready, Python 3." in text

    def test_no_command(self, neovim, monkeypatch):
        neovim.lua("vim.lsp.config('tessera', { cmd = { 'no-such-tessera' } }); vim.lsp.enable('tessera')")
        text = self.report(neovim)
        assert "ERROR no-such-tessera is no command" in text
        assert "vim.lsp.config('tessera', { cmd" in text

    def test_not_enabled_and_nothing_open(self, neovim):
        text = self.report(neovim)
        assert "no server runs: open a Python file of a project" in text

    def test_a_command_that_does_not_start(self, neovim, tmp_path):
        broken = tmp_path / "broken-tessera"
        broken.write_text("#!/bin/sh\necho it cannot >&2\nexit 3\n")
        broken.chmod(0o755)
        neovim.lua("vim.lsp.config('tessera', { cmd = { ... } })", str(broken))
        text = self.report(neovim)
        assert "does not start" in text
        assert "it cannot" in text


def test_the_help_has_every_subcommand(neovim, tmp_path):
    copy = tmp_path / "plugin"
    shutil.copytree(REPOSITORY / "editors" / "neovim", copy)
    neovim.nvim.command(f"helptags {copy / 'doc'}")
    tags = (copy / "doc" / "tags").read_text()
    for name in ("surface", "preview", "drift", "battery", "restart", "log", "trust"):
        assert f":Tessera-{name}\t" in tags
