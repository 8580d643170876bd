"""Emacs with eglot (utf-16) and Vim with ALE: findings and hover on a line with astral characters."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
EDITORS = REPOSITORY / "editors"
CLAIMS = "depot/stock/claims.py"
NONE = "        None: Beschläge für Türen, 18 kg net. <- crate/2\n"
ASTRAL = "        None: 🧪🧪 Lamp 🧪 shades. <- crate/9, crate/2\n"
"""The unknown record stands behind three characters that take two units of UTF-16."""

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]


@pytest.fixture
def project(depot):
    """A foreign project with a finding behind astral characters; named as the real path."""
    path = depot / CLAIMS
    text = path.read_text("utf-8")
    assert NONE in text
    path.write_text(text.replace(NONE, NONE + ASTRAL), "utf-8")
    return depot


@pytest.fixture
def server(harness, tmp_path):
    """This tree's server as a command."""
    command = tmp_path / "bin" / "tessera-lsp"
    command.parent.mkdir()
    command.write_text(f"#!/bin/sh\nexec {shlex.join(harness.COMMAND)}\n")
    command.chmod(0o755)
    return command


def run(arguments, project, env):
    kept = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    return subprocess.run(
        arguments,
        cwd=project,
        env={**kept, **env, "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=100,
        stdin=subprocess.DEVNULL,
        check=False,
    )


EMACS = r"""
(require 'package) (package-initialize)
(load (getenv "TESSERA_EL"))
(require 'json)
(setq tessera-command (list (getenv "TESSERA_LSP")) tessera-run t eglot-sync-connect 20 eglot-autoshutdown t)
(defun until (holds)
  (let ((end (+ (float-time) 40)) value)
    (while (and (not (setq value (funcall holds))) (< (float-time) end)) (accept-process-output nil 0.05))
    value))
(defun tell (name value) (princ (concat (json-encode (list (cons name value))) "\n")))
(add-hook 'project-find-functions (lambda (_) (cons 'transient default-directory)))
(let ((root default-directory))
  (find-file (getenv "CLAIMS"))
  (python-mode)
  (let ((default-directory root)) (apply #'eglot (eglot--guess-contact)))
  (until #'eglot-managed-p)
  (flymake-mode 1)
  (flymake-start)
  (until #'flymake-diagnostics)
  (dolist (one (flymake-diagnostics))
    (tell 'diagnostic (list (buffer-substring (flymake-diagnostic-beg one) (flymake-diagnostic-end one))
                            (flymake-diagnostic-text one))))
  (goto-char (point-min))
  (search-forward "Lamp")
  (let ((hover (until (lambda ()
                        (let ((answer (jsonrpc-request (eglot-current-server) :textDocument/hover
                                                       (eglot--TextDocumentPositionParams))))
                          (and answer (plist-get (plist-get answer :contents) :value)))))))
    (tell 'hover hover))
  (goto-char (point-min))
  (search-forward "crate/9")
  (tell 'actions (mapcar (lambda (one) (plist-get one :title))
                         (append (eglot-code-actions (- (point) 7) (point) nil) nil)))
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot-current-server)))
"""


def test_emacs(project, server, env, tmp_path):
    emacs = shutil.which("emacs")
    if emacs is None:
        pytest.skip("no emacs: Debian's packages emacs-nox and elpa-eglot")
    script = tmp_path / "drive.el"
    script.write_text(EMACS, "utf-8")
    given = {
        **env,
        "HOME": str(tmp_path),
        "TESSERA_LSP": str(server),
        "TESSERA_EL": str(EDITORS / "emacs" / "tessera.el"),
        "CLAIMS": str(project / CLAIMS),
    }
    done = run([emacs, "--batch", "-l", str(script)], project, given)
    assert done.returncode == 0, done.stdout + done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    found = [one["diagnostic"] for one in told if "diagnostic" in one]
    assert any(marked == "crate/9" and 'no record "crate/9"' in text for marked, text in found), found
    (hover,) = (one["hover"] for one in told if "hover" in one)
    assert "🧪🧪 Lamp 🧪 shades." in hover
    (actions,) = (one["actions"] for one in told if "actions" in one)
    assert actions


VIM = r"""
set nocompatible nobackup noswapfile hidden viminfo= encoding=utf-8
execute 'set runtimepath^=' . fnameescape($TESSERA_VIM)
filetype plugin on
let g:ale_linters_explicit = 1
let g:ale_linters = {'python': ['tessera']}
let g:ale_python_tessera_executable = $TESSERA_LSP
let g:ale_python_tessera_init_options = {'run': v:true}
let g:ale_hover_to_preview = 1
packadd! ale
runtime plugin/ale.vim
execute 'edit ' . fnameescape($CLAIMS)
set filetype=python
let g:told = []
function! Wait(holds) abort
  let l:end = reltimefloat(reltime()) + 40
  while !a:holds() && reltimefloat(reltime()) < l:end
    sleep 50m
  endwhile
endfunction
call ale#Queue(0)
call Wait({-> !empty(ale#engine#GetLoclist(bufnr('')))})
for s:one in ale#engine#GetLoclist(bufnr(''))
  call add(g:told, json_encode({'diagnostic': [s:one.lnum, s:one.col, s:one.text]}))
endfor
call search('Lamp')
let s:claims = bufnr('')
ALEHover
call Wait({-> !empty(filter(range(1, winnr('$')), 'getwinvar(v:val, "&previewwindow")'))})
for s:window in range(1, winnr('$'))
  if getwinvar(s:window, '&previewwindow')
    call add(g:told, json_encode({'hover': join(getbufline(winbufnr(s:window), 1, '$'), "\n")}))
  endif
endfor
call writefile(g:told, $TOLD)
qall!
"""


def test_vim(project, server, env, tmp_path):
    vim = shutil.which("vim.basic") or shutil.which("vim")
    if vim is None or not list(Path("/usr/share/vim").glob("vimfiles/pack/*/opt/ale")):
        pytest.skip("no ALE: Debian's packages vim and vim-ale")
    script, told = tmp_path / "drive.vim", tmp_path / "told"
    script.write_text(VIM, "utf-8")
    given = {
        **env,
        "HOME": str(tmp_path),
        "TESSERA_LSP": str(server),
        "TESSERA_VIM": str(EDITORS / "vim"),
        "CLAIMS": str(project / CLAIMS),
        "TOLD": str(told),
    }
    done = run([vim, "-u", "NONE", "-es", "-N", "-S", str(script)], project, given)
    assert told.exists(), done.stdout + done.stderr
    said = [json.loads(line) for line in told.read_text("utf-8").splitlines()]
    found = [one["diagnostic"] for one in said if "diagnostic" in one]
    lines = (project / CLAIMS).read_text("utf-8").split("\n")
    before = ASTRAL[: ASTRAL.index("crate/9")]
    # ALE takes the server's units of UTF-16 for its columns as they come, whatever is on the line.
    wanted = [lines.index(ASTRAL.rstrip("\n")) + 1, len(before.encode("utf-16-le")) // 2 + 1]
    assert any(one[:2] == wanted and 'no record "crate/9"' in one[2] for one in found), found
    hovers = [one["hover"] for one in said if "hover" in one]
    assert any("Lamp" in hover and "stock" in hover for hover in hovers), hovers
