"""``check`` with what a run has told, given here as a value."""

from __future__ import annotations

import json

import pytest

from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import BatteryInfo, Fault, Harvested, ItemJudged, MeasuredClaim, ShapeRef


@pytest.fixture
def tells(monkeypatch, depot):
    """``tells(verdicts)``: what the run will tell; every sample is answered as it says unless given."""
    claims = str(depot / "depot/stock/claims.py")
    refs = (ShapeRef("depot.stock.claims", "crate_weight", claims, 8, 0),)
    measured = (MeasuredClaim("Crate 1 weighs 12 kg.", ("crate/1",), 3, True, "crate_weight", (), ()),)
    ready = {
        "state": "ready",
        "batteries": (BatteryInfo("stock", refs, 3, "Claim"),),
        "harvests": {"stock": Harvested("stock", measured, None, 0.1)},
        "harvest_done": True,
        "judged": True,
    }

    def telling(answers=None, **changes):
        def verify(project, items, **_):
            said = {
                item.key: ItemJudged(1, item.key, (), (answers or item.key.split("\x1f")[2],), ())
                for item in items
                if item.key != "explain"
            }
            return Verdicts(**{**ready, "items": said, **changes})

        run = "tessera_lsp.review.verifying.Verifying"
        monkeypatch.setattr(f"{run}._begin", lambda *_: None)
        monkeypatch.setattr(f"{run}.verdicts", lambda self, items, **_: verify(self._project, items))
        monkeypatch.setattr("tessera_lsp.review.explain.verify", verify)

    return telling


def test_all_is_well(run, depot, tells):
    tells()
    said = run(depot, "check")
    assert (said.code, said.err) == (0, "")
    assert said.out == (
        "nothing found in 1 claims file; verified: stock 1.000 (3 claims); 3 of 3 samples judged\n"
    )


def test_the_json_summary(run, depot, tells):
    tells()
    summary = json.loads(run(depot, "check", "--format", "json").out)["summary"]
    assert summary["batteries"] == [
        {
            "name": "stock",
            "project": ".",
            "shapes": ["crate_weight"],
            "claims": 3,
            "supported": 3,
            "unjudged": 0,
            "faithfulness": 1.0,
        }
    ]
    assert summary["samples"] == {"total": 3, "judged": 3, "not_judged": []}
    assert summary["not_run"] == []


def test_findings_of_a_run_carry_a_witness(run, depot, tells):
    tells(answers="None")
    said = run(depot, "check", "--format", "json")
    body = json.loads(said.out)
    assert said.code == 1
    assert [finding["code"] for finding in body["findings"]] == ["TES401", "TES401"]
    assert body["findings"][0]["witness"] == {
        "text": "Crate 1 weighs 12 kg.",
        "citations": ["crate/1"],
        "battery": "",
    }


def test_samples_that_were_not_judged_are_told(run, depot, tells):
    tells(items={})
    said = run(depot, "check")
    assert said.code == 0
    first, *rest = said.out.splitlines()
    assert first.startswith("not judged: depot/stock/claims.py, lines ")
    assert first.endswith(": 3 samples of crate_weight: it was not asked")
    assert len(rest) == 1
    assert said.last.endswith("0 of 3 samples judged")


def test_nothing_measured_is_never_one(run, depot, tells):
    fault = Fault("raised", "harvest", "ValueError: no", battery="stock")
    tells(harvests={"stock": Harvested("stock", (), fault, 0.1)})
    said = run(depot, "check")
    assert said.code == 1
    assert "not measured: stock: ValueError: no" in said.out
    assert "verified: stock – (0 claims)" in said.last


@pytest.mark.parametrize("arguments", [(), ("--exit-zero",), ("--ignore", "TES9")])
def test_what_could_not_run_ends_with_two(run, depot, tells, arguments):
    tells(state="failed", reason="no interpreter: set python", batteries=())
    said = run(depot, "check", *arguments)
    assert said.code == 2
    assert "no interpreter: set python" in said.err
    assert said.last.endswith("nothing was verified")


def test_without_a_registry(run, depot):
    """Not faked: no verifier is needed to see that there is none."""
    for name in ("registry.py", "battery.py"):
        (depot / "depot" / name).unlink()
    (depot / "pyproject.toml").write_text("[tool.tessera]\n")
    said = run(depot, "check")
    assert said.code == 2
    assert "pyproject.toml:1:1: error TES901 no registry was found" in said.out


def test_explain(run, depot, tells, monkeypatch):
    from tessera_lsp.wire import Consultation, Step

    steps = (Step("crate_weight", "False", 0),)
    said = Consultation("stock", "x", ("crate/1",), False, "crate_weight", steps)
    tells(items={"explain": ItemJudged(1, "explain", (said,), (), ())})
    told = run(depot, "explain", "--battery", "stock", "--cite", 'crate/1,"a, b"', "x")
    assert told.code == 1
    assert told.out.splitlines()[0] == "unsupported · crate_weight · stock"
    unknown = run(depot, "explain", "--battery", "shop", "--cite", "crate/1", "x")
    assert (unknown.code, unknown.err) == (2, "tessera-lsp: no battery shop; there is stock\n")
    assert run(depot, "explain", "--battery", "stock", "--cite", " ", "x").code == 2


def test_explain_says_why_it_cannot(run, depot, tells):
    arguments = ("explain", "--battery", "stock", "--cite", "crate/1", "x")
    fault = Fault("raised", "graph", "ValueError: no labels")
    tells(items={"explain": ItemJudged(1, "explain", (), (), (fault,))})
    assert (run(depot, *arguments).code, run(depot, *arguments).err) == (
        2,
        "tessera-lsp: ValueError: no labels\n",
    )
    tells(items={"explain": ItemJudged(1, "explain", (), (), (), "no graph")})
    assert run(depot, *arguments).err == "tessera-lsp: no graph\n"
    tells(items={})
    assert run(depot, *arguments).err == "tessera-lsp: it was not judged\n"


def test_why_a_harness_was_not_run_is_told(run, depot, tells):
    tells(harvests={}, harvest_skipped="harvest = false")
    said = run(depot, "check")
    assert said.code == 0
    assert "not measured: stock: harvest = false" in said.out


def test_a_project_of_nothing_is_no_success(run, nothing):
    said = run(nothing, "check")
    assert said.code == 2
    assert "nothing to check" in said.err
