"""How a review ends, and that it says the same each time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.unit.review.reviewing.history import ANSWERS, CLAIMS, FILES, REGISTRY

TOP = Path(__file__).resolve().parents[4]
WIDER = (r'weighs (\d+) kg\.")', r'weighs (\d+) kg(?: \w+)?\.")')


def test_drift_that_samples_of_the_change_acknowledge_passes(run, depot):
    """A verdict of the new owner, or a word of the former one that it does not claim the sentence."""
    depot.change(CLAIMS, WIDER)
    assert run(depot.root, "review", "--base", "HEAD").code == 1
    samples = [f"        True: Crate {n} weighs {kg} kg net. <- crate/{n}\n" for n, kg in ((1, 12), (2, 18))]
    owner = "        None: Crate 3 weighs 7 kg net. <- crate/3\n"
    lie = "        True: Crate 1 weighs 12 kg gross. <- crate/1\n"
    depot.change(
        CLAIMS,
        ("        False: Crate 1 weighs 13 kg. <- crate/1\n", "".join([*samples, lie])),
        ("        None: Three crates are in stock. <- crate/1\n", owner),
    )
    said = run(depot.root, "review", "--base", "HEAD", "--format", "json")
    body = json.loads(said.out)
    acknowledged = {each["claim"]: each["acknowledged"] for each in body["drift"]}
    assert set(acknowledged.values()) == {True}
    # Both ends of ``crate_words``' claim on it: its own answer is another one than the sample says.
    assert [finding["code"] for finding in body["findings"]["new"]] == ["TES401"]
    depot.change(CLAIMS, (owner, ""))
    said = run(depot.root, "review", "--base", "HEAD")
    assert said.code == 1
    assert '"Crate 3 weighs 7 kg net." <- crate/3 (measured)' in said.out


def test_an_old_sample_acknowledges_nothing(run, depot):
    depot.change(
        CLAIMS,
        ("        None: Beschl", "        True: Crate 2 weighs 18 kg net. <- crate/2\n        None: Beschl"),
    )
    depot.commit("A sample that fails")
    depot.change(CLAIMS, WIDER)
    body = json.loads(run(depot.root, "review", "--base", "HEAD", "--format", "json").out)
    assert {each["claim"] for each in body["drift"] if each["acknowledged"]} == set()
    assert [finding["code"] for finding in body["findings"]["fixed"]] == ["TES401"]


def test_allow_drift_lets_drift_pass_and_no_finding(run, depot):
    depot.change(CLAIMS, WIDER)
    assert run(depot.root, "review", "--base", "HEAD", "--allow-drift").code == 0
    depot.change(REGISTRY, ("claims.crate_colour, ", ""))
    assert run(depot.root, "review", "--base", "HEAD", "--allow-drift").code == 1


def test_a_lie_that_would_pass_is_drift_though_its_sample_is_gone(run, depot):
    """Taking away the sample that a change breaks does not hide what the change does."""
    depot.change(CLAIMS, WIDER, ("        False: Crate 1 weighs 12 kg gross. <- crate/1\n", ""))
    body = json.loads(run(depot.root, "review", "--base", "HEAD", "--format", "json").out)
    (lie,) = [each for each in body["drift"] if each["before"]["verdict"] is False]
    assert lie["claim"] == "Crate 1 weighs 12 kg gross."
    assert lie["after"] == {"owner": "crate_weight", "verdict": True}
    said = run(depot.root, "review", "--base", "HEAD")
    assert f'"Crate 1 weighs 12 kg gross." <- crate/1 (removed sample {CLAIMS}:45)' in said.out


def test_a_claim_that_came_true_with_its_record_is_no_lie(run, depot):
    """A row changes, and the samples of it with it: these are claims lost and gained."""
    iron = "        False: Crate 1 holds Iron. <- crate/1\n"
    depot.change(CLAIMS, ("        None: Three crates", f"{iron}        None: Three crates"))
    depot.commit("A lie about iron")
    depot.change(
        "depot/stock/data.py", ('12, "green", "Steel bolts, M8, 12', '13, "green", "Iron Steel bolts, M8, 13')
    )
    depot.change(
        CLAIMS,
        ("Crate 1 weighs 12 kg. <-", "Crate 1 weighs 13 kg! <-"),
        ("False: Crate 1 weighs 13 kg. <-", "False: Crate 1 weighs 15 kg. <-"),
        ("False: Crate 1 weighs 12 kg gross. <-", "False: Crate 1 weighs 13 kg gross. <-"),
        ("13 kg! <-", "13 kg. <-"),
        (iron, ""),
    )
    said = run(depot.root, "review", "--base", "HEAD", "--format", "json")
    body = json.loads(said.out)
    lost = {each["claim"]: each["after"]["verdict"] for each in body["claims"]["lost"]}
    assert (lost["Crate 1 weighs 12 kg."], lost["Crate 1 holds Iron."]) == (False, True)
    assert (said.code, [each["claim"] for each in body["drift"]]) == (0, ["Crate 1 weighs 13 kg."])
    assert body["drift"][0]["acknowledged"]


def test_a_shape_that_is_renamed_and_mended_shows_what_is_mended_alone(run, depot):
    depot.change(CLAIMS, ("crate_colour", "crate_paint"), ("(green|blue|red)", "(blue|red)"))
    depot.change(REGISTRY, ("crate_colour", "crate_paint"))
    body = json.loads(run(depot.root, "review", "--base", "HEAD", "--format", "json").out)
    assert [(each["before"]["name"], each["after"]["name"]) for each in body["shapes"]["renamed"]] == [
        ("crate_colour", "crate_paint")
    ]
    assert {each["claim"] for each in body["drift"]} == {"Crate 1 is green.", "Crate 3 is green."}
    assert {each["why"].partition(" (")[0] for each in body["drift"]} == {
        "crate_paint says None where it said True"
    }


def test_a_shape_without_samples_is_named(run, depot):
    bare = "\n\ndef crate_count(claim, nodes, graph):\n    return True if claim.text == 'Three.' else None\n"
    depot.change(CLAIMS, ("\n\ndef crate_words", f"{bare}\n\ndef crate_words"))
    depot.change(REGISTRY, ("claims.crate_words)", "claims.crate_words, claims.crate_count)"))
    said = run(depot.root, "review", "--base", "HEAD")
    assert said.code == 0
    assert "added crate_count (depot/stock/claims.py:40): declared in stock, no samples" in said.out
    assert "stock: newly declared: crate_count (place 4 of 4)" in said.out
    assert "no known claim changes owner by it" in said.out
    assert said.last.endswith("shapes: 1 added; 1 shape without samples")


def test_only_what_the_change_causes_is_told_unless_asked(run, depot):
    depot.change(REGISTRY, ("claims.crate_colour, ", ""))
    depot.commit("A finding")
    depot.change(CLAIMS, ('"""What an answer', '"""Moved.\n\n\n"""\n"""What an answer'))
    said = run(depot.root, "review", "--base", "HEAD")
    assert (said.code, "TES101" in said.out, said.last) == (0, False, "no new finding; no drift in 17 claims")
    everything = run(depot.root, "review", "--base", "HEAD", "--all")
    assert "kept findings:" in everything.out
    assert "TES101" in everything.out


def test_a_worker_that_cannot_start_is_no_success(run, depot):
    depot.change("pyproject.toml", ("[tool.tessera]\n", '[tool.tessera]\npython = "nowhere/python"\n'))
    said = run(depot.root, "review", "--base", "HEAD")
    assert said.code == 2
    assert "there is no interpreter at" in said.err
    assert "verdicts were not compared" in said.out


def test_a_wrong_configuration_is_no_success(run, depot):
    depot.change("pyproject.toml", ("[tool.tessera]\n", "[tool.tessera]\ntimeout = true\n"))
    said = run(depot.root, "review", "--base", "HEAD")
    assert said.code == 2
    assert "the configuration is wrong; see the findings of TES902" in said.err


def test_a_harness_that_fails_in_one_tree_makes_no_claim_lost(run, depot):
    depot.change(
        "depot/harness.py",
        ("    for battery in batteries:\n", "    raise OSError('no disk')\n    for battery in batteries:\n"),
    )
    body = json.loads(run(depot.root, "review", "--base", "HEAD", "--format", "json").out)
    assert body["claims"]["lost"] == []
    assert any("not all known" in note and "no disk" in note for note in body["notes"])


def test_a_harness_that_fails_in_both_trees_is_no_success(run, depot):
    """A change that mends it is one."""
    opening = "    for battery in batteries:\n"
    broken = f"    raise OSError('no disk')\n{opening}"
    depot.change("depot/harness.py", (opening, broken))
    depot.commit("A harness that fails")
    said = run(depot.root, "review", "--base", "HEAD")
    assert said.code == 2
    assert "the harness of stock ended in neither tree" in said.err
    assert "no disk" in said.err
    depot.change("depot/harness.py", (broken, opening))
    assert run(depot.root, "review", "--base", "HEAD").code == 0


def test_a_claim_that_cannot_be_judged_any_more_is_named(run, depot):
    """No drift, since there is no answer; a new finding all the same."""
    depot.change(
        CLAIMS,
        (
            "    cited = [nodes",
            "    if match[1] == '2':\n        raise ValueError('two')\n    cited = [nodes",
        ),
    )
    said = run(depot.root, "review", "--base", "HEAD", "--format", "json")
    body = json.loads(said.out)
    assert (said.code, body["drift"]) == (1, [])
    assert {each["claim"]: each["why"] for each in body["claims"]["unjudged"]} == {
        "Crate 2 weighs 18 kg.": "the working tree: ValueError: two",
    }
    assert body["claims"]["lost"] == []  # the harness broke off: what it would have measured is not known
    assert {finding["code"] for finding in body["findings"]["new"]} >= {"TES107"}


def test_a_finding_on_a_shape_stays_when_its_signature_is_written_otherwise(run, depot):
    depot.change(REGISTRY, ("claims.crate_colour, ", ""))
    depot.commit("A finding on a name")
    depot.change(
        CLAIMS, ("def crate_colour(claim, nodes, graph):", "def crate_colour(claim, nodes, graph=None):")
    )
    body = json.loads(run(depot.root, "review", "--base", "HEAD", "--format", "json").out)
    assert (body["findings"]["new"], body["findings"]["fixed"]) == ([], [])
    assert "TES101" in {finding["code"] for finding in body["findings"]["kept"]}


EVERY_FORMAT = """
import sys
sys.path.insert(0, sys.argv[1])
from tessera_lsp.review.reviewing.command import Options, look
from tessera_lsp.review.reviewing.formats import FORMATS, render
told = look(Options("HEAD"))
for name in FORMATS:
    print(name, render(told, name))
"""


def test_the_same_byte_for_byte_under_any_hash_seed(depot):
    """Though the project puts the citations of a claim in an order that changes with the seed."""
    cited = "tuple({each.record for each in graph.nodes.values()})"
    claim = f"        yield Claim('Crate 4 weighs 9 kg net.', {cited})\n"
    depot.write({ANSWERS: FILES[ANSWERS] + claim})
    depot.commit("Citations in any order")
    depot.change(CLAIMS, WIDER)
    depot.change(
        REGISTRY, ("claims.crate_colour, claims.crate_words", "claims.crate_words, claims.crate_colour")
    )
    said = [
        subprocess.run(
            [sys.executable, "-P", "-c", EVERY_FORMAT, str(TOP)],
            cwd=depot.root,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            timeout=60,
            check=True,
        )
        for seed in "123"
    ]
    first, *others = (each.stdout.decode() for each in said)
    assert others == [first, first]
    assert first.count("Crate 1 weighs 12 kg gross.") >= 5
    assert first.count("Crate 4 weighs 9 kg net.") >= 5
