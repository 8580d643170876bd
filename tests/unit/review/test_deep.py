"""``check --deep``: further questions put to real verifiers, through the command line."""

from __future__ import annotations

import json

from tessera_lsp.project import discover
from tessera_lsp.review.deep import ask_further
from tessera_lsp.review.run import examine
from tessera_lsp.verdicts import Verdicts

CLAIMS = "depot/stock/claims.py"
FULL = "_WEIGHT.fullmatch(claim.text)"


def edit(root, *changes):
    path = root / CLAIMS
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def messages(root, code, **how):
    found = examine(discover(root), **how).findings
    return [finding.message for group in found.values() for finding in group if finding.code == code]


def test_a_witness_is_tried_with_deep_alone(depot):
    edit(depot, (FULL, "_WEIGHT.search(claim.text)"))
    (before,) = messages(depot, "TES111")
    assert "tried" not in before
    (after,) = messages(depot, "TES111", deep=True)
    assert after == f"{before} (tried: crate_weight says True)"


def test_a_witness_of_a_slow_pattern_is_tried(depot):
    slow = r"Crate ((?:\d+,?)+) weighs (\d+) kg\."
    edit(depot, (r"Crate (\d+) weighs (\d+) kg\.", slow))
    (depot / "pyproject.toml").write_text('[tool.tessera]\nregistry = "depot.registry"\ntimeout = 0.3\n')
    (before,) = messages(depot, "TES112")
    (after,) = messages(depot, "TES112", deep=True)
    assert after == f"{before} (tried: crate_weight did not answer within 0.3 s)"
    assert messages(depot, "TES108", deep=True) == []  # nobody but us has said that sentence


def test_where_the_worker_cannot_go_on_the_check_has_failed(depot):
    """What was asked for was not done: that is no clean project."""

    class Broken:
        def judge(self, items, **how):
            return Verdicts(state="failed", reason="gone")

    project = discover(depot)
    whole = examine(project)
    verdicts = ask_further(Broken(), project, whole.index, whole.verdicts, (), (), print)
    assert verdicts.state == "failed"
    assert "--deep" in verdicts.reason
    assert "gone" in verdicts.reason


def test_the_same_under_any_hash_seed_and_through_the_command(depot, launch):
    edit(depot, (" and cited[0].weight == int(match[2])", ""), ("len(cited) == 1 and ", ""))
    outputs = set()
    for seed in ("0", "5"):
        result = launch(depot, "check", "--deep", "--format", "json", PYTHONHASHSEED=seed)
        assert result.returncode == 1, result.stderr
        outputs.add(result.stdout)
    (output,) = outputs
    report = json.loads(output)
    assert "TES405" in {finding["code"] for finding in report["findings"]}
    assert report["summary"]["questions"] > 50


def test_the_last_line_tells_how_much_was_asked(depot, run):
    assert "further questions asked" in run(depot, "check", "--deep").last
    assert "question" not in run(depot, "check").last


def test_static_wins(depot):
    """Nothing runs, so nothing further is asked."""
    edit(depot, (" and cited[0].weight == int(match[2])", ""))
    assert messages(depot, "TES405", static=True, deep=True) == []
