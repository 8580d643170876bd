"""The formats of ``check`` over a project whose paths and lines hold what formats trip over."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from urllib.parse import unquote

import pytest
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif

from tessera_lsp.review.formats import FORMATS
from tessera_lsp.review.formats.github import data, property_value
from tessera_lsp.review.formats.sarif import uri_of

ODD = "depot/odd, nä me %41 #1/claims.py"
LINE = 'SHAPES = "🧪ö", claims.nope, claims.nope'
CLAIMS = '''"""Nobody measures these."""


def crate_colour(claim, nodes, graph):
    return True if claim.text in nodes else None
'''


@pytest.fixture
def odd(depot):
    """A project in a repository, with a claims file at a path that formats trip over, and a line with astral
    characters on which a text and, twice, the same missing name are declared."""
    (depot / ".git").mkdir()
    registry = depot / "depot/registry.py"
    text = registry.read_text("utf-8").replace("(claims.crate_weight,)", "(claims.crate_weight, *SHAPES)")
    registry.write_text(text.replace("\n\n\n", f"\n\n{LINE}\n\n\n", 1), "utf-8")
    path = depot / ODD
    path.parent.mkdir()
    path.write_text(CLAIMS, encoding="utf-8")
    return depot


@pytest.fixture
def written(run, odd):
    """What a format says, as text."""

    def write(name, *more):
        said = run(odd, "check", "--static", "--format", name, *more)
        assert said.code == 1, said.err
        return said.out

    return write


def expected(written):
    """The findings as JSON tells them: what each other format must tell too."""
    findings = json.loads(written("json"))["findings"]
    assert {f["code"] for f in findings} >= {"TES101", "TES207", "TES201"}
    return findings


def test_sarif_is_valid_and_tells_every_finding(written, odd):
    text = written("sarif")
    Sarif.model_validate(json.loads(text))
    (run,) = json.loads(text)["runs"]
    assert str(odd) not in text
    assert run["columnKind"] == "unicodeCodePoints"
    rules = run["tool"]["driver"]["rules"]
    told = []
    for result in run["results"]:
        place = result["locations"][0]["physicalLocation"]
        uri = place["artifactLocation"]["uri"]
        assert uri.isascii()
        assert not set(uri) & set(' #?"<>')
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        region = place["region"]
        told.append(
            (result["ruleId"], unquote(uri), *(region[k] for k in ("startLine", "startColumn", "endColumn")))
        )
    found = [(f["code"], f["path"], f["line"], f["column"], f["end_column"]) for f in expected(written)]
    assert sorted(told) == sorted(found)


def test_findings_on_one_line_have_names_of_their_own_that_survive_an_inserted_line(written, odd):
    def names():
        results = json.loads(written("sarif"))["runs"][0]["results"]
        found = [r["partialFingerprints"]["tesseraFinding/v1"] for r in results if r["ruleId"] == "TES201"]
        assert len(set(found)) == 3
        return found

    before = names()
    path = odd / "depot/registry.py"
    path.write_text("# another line\n\n" + path.read_text("utf-8"), "utf-8")
    assert names() == before


def test_a_finding_about_a_whole_file_keeps_its_name_under_another_first_line(written, odd):
    def name():
        results = json.loads(written("sarif"))["runs"][0]["results"]
        (found,) = [r["partialFingerprints"] for r in results if r["ruleId"] == "TES207"]
        return found

    before = name()
    path = odd / ODD
    path.write_text("# another line\n" + path.read_text("utf-8"), "utf-8")
    assert name() == before


def test_columns_behind_an_astral_character(written):
    """Code points in SARIF and JSON, bytes of UTF-8 in rdjson."""
    wanted = {LINE.index('"') + 1, LINE.index("claims") + 1, LINE.rindex("claims") + 1}
    assert {f["column"] for f in expected(written) if f["code"] == "TES201"} == wanted
    told = [d for d in json.loads(written("rdjson"))["diagnostics"] if d["code"]["value"] == "TES201"]
    starts = {d["location"]["range"]["start"]["column"] for d in told}
    assert starts == {len(LINE[: column - 1].encode()) + 1 for column in wanted}


def test_github_annotations_are_one_line_each(written):
    lines = [
        line for line in written("github").splitlines() if not line.startswith("::notice title=tessera-lsp")
    ]
    findings = expected(written)
    assert len(lines) == len(findings)
    escaped = "depot/odd%2C nä me %2541 #1/claims.py"
    assert sum(f"file={escaped},line=" in line for line in lines) == sum(f["path"] == ODD for f in findings)
    assert all(f"title={f['code']} {f['name']}::" in " ".join(lines) for f in findings)


def test_no_text_can_forge_an_annotation(run, odd):
    """A folder's name may hold line ends."""
    forged = odd / "depot" / "x\n::error file=a::forged\r"
    forged.mkdir()
    (forged / "claims.py").write_text("def shape(claim, nodes, graph):\n    return None\n", "utf-8")
    text = run(odd, "check", "--static")
    assert "x\\n::error file=a::forged\\r/claims.py:1:" in text.out
    assert not any(line.startswith("::") for line in f"{text.out}{text.err}".splitlines())
    out = run(odd, "check", "--static", "--format", "github").out
    assert "%0A%3A%3Aerror file=a%3A%3Aforged%0D" in out
    assert not any(line.startswith("::error file=a") for line in out.splitlines())
    assert data("a%\r\nb::c") == "a%25%0D%0Ab::c"
    assert property_value("a,b:c%") == "a%2Cb%3Ac%25"


def test_gitlab_tells_every_finding_with_a_name_of_its_own(written):
    body = json.loads(written("gitlab"))
    assert len({entry["fingerprint"] for entry in body}) == len(body) == len(expected(written))
    assert {entry["location"]["path"] for entry in body} == {f["path"] for f in expected(written)}
    assert {entry["severity"] for entry in body} <= {"info", "minor", "major", "critical", "blocker"}


def test_junit_has_a_case_for_each_finding_and_one_for_a_file_without_any(written):
    root = ET.fromstring(written("junit"))
    suites = {suite.get("name"): suite for suite in root.iter("testsuite")}
    assert len(list(root.iter("failure"))) == int(root.get("failures")) == len(expected(written))
    assert [case.get("name") for case in suites["depot/stock/claims.py"]] == ["nothing found"]
    assert int(root.get("tests")) == len(list(root.iter("testcase")))
    assert "nothing was verified" in next(root.iter("error")).get("message")


def test_paths_are_told_within_the_repository(run, odd):
    """A project may be a folder of it; what is recorded as known stays known wherever one stands."""
    (odd / ".git").rmdir()
    (odd.parent / ".git").mkdir()
    body = json.loads(run(odd, "check", "--static", "--format", "gitlab").out)
    assert all(entry["location"]["path"].startswith(f"{odd.name}/depot/") for entry in body)


@pytest.mark.parametrize("path", ["a b%c#d?e", "x:y/z", "näme/漢", "a\udcffb", "[1]"])
def test_a_path_in_a_uri_is_read_back_as_it_was(path):
    uri = uri_of(path)
    assert uri.isascii()
    assert ":" not in uri.split("/")[0]
    assert unquote(uri, errors="surrogateescape") == path


def test_reports_are_written_beside_what_is_printed(run, odd, tmp_path):
    files = {name: tmp_path / f"out.{name}" for name in ("sarif", "junit", "text")}
    files["text"].write_text("old")
    reports = [part for name, file in files.items() for part in ("--report", f"{name}={file}")]
    said = run(odd, "check", "--static", "--format", "json", *reports)
    assert json.loads(said.out)["findings"]
    assert json.loads(files["sarif"].read_text("utf-8"))["version"] == "2.1.0"
    assert ET.fromstring(files["junit"].read_text("utf-8")).tag == "testsuites"
    assert files["text"].read_text("utf-8") == run(odd, "check", "--static").out


@pytest.mark.parametrize("report", ["sarif", "sarif=", "pdf=x", "json=nowhere/x.json", "json=depot"])
def test_a_report_that_cannot_be_written_is_refused_ahead(run, odd, report):
    said = run(odd, "check", "--static", "--report", report)
    assert (said.code, said.out) == (2, "")
    assert f"--report {report}" in said.err


@pytest.mark.parametrize("alone", [["--diff"], ["--write-baseline", "known.json"]])
def test_a_report_that_would_not_be_written_is_refused(run, odd, alone):
    said = run(odd, "check", "--static", "--report", "json=out.json", *alone)
    assert (said.code, said.out) == (2, "")
    assert f"--report: nothing is reported under {alone[0]}" in said.err
    assert not (odd / "known.json").exists()


def test_no_message_of_a_command_spans_lines(run, odd):
    said = run(odd, "check", "nowhere\n::error::forged")
    assert (said.code, said.err) == (
        2,
        "tessera-lsp: nowhere\\n::error::forged: no such file or folder\n",
    )


def test_statistics_count_by_rule(run, odd):
    said = run(odd, "check", "--static", "--statistics")
    assert "     3  TES201  unresolved-shape" in said.out
    beside = run(odd, "check", "--static", "--statistics", "--format", "json")
    assert json.loads(beside.out)["summary"]["codes"]["TES201"] == 3
    assert "TES201  unresolved-shape" in beside.err


def test_every_format_is_the_same_under_any_hash_seed(odd, launch, tmp_path):
    reports = [f"--report={name}={tmp_path / name}" for name in FORMATS]
    outputs = set()
    for seed in "012":
        launch(odd, "check", "--static", *reports, PYTHONHASHSEED=seed)
        outputs.add(tuple((tmp_path / name).read_bytes() for name in FORMATS))
    assert len(outputs) == 1
    assert all(outputs.pop())


class TestBaseline:
    def test_what_is_known_is_not_shown_and_what_is_new_is(self, run, odd, tmp_path):
        file = tmp_path / "baseline.json"
        assert run(odd, "check", "--static", "--write-baseline", str(file)).code == 0
        said = run(odd, "check", "--static", "--baseline", str(file))
        assert said.code == 0
        assert "nothing found beside" in said.last
        path = odd / ODD
        text = CLAIMS.replace("\n\n\n", "\n\n# moved\n\n", 1)
        path.write_text(text + "\n\ndef other(claim, nodes, graph): ...\n", "utf-8")
        said = run(odd, "check", "--static", "--baseline", str(file), "--format", "json")
        found = json.loads(said.out)
        assert {f["line"] for f in found["findings"]} == {len(CLAIMS.split("\n")) + 3}
        assert found["summary"]["known"] > 0
        assert said.code == 1

    def test_entries_that_stand_for_nothing_are_told(self, run, odd, tmp_path):
        file = tmp_path / "baseline.json"
        run(odd, "check", "--static", "--write-baseline", str(file))
        (odd / ODD).unlink()
        said = run(odd, "check", "--static", "--baseline", str(file))
        assert said.code == 0
        assert "stand for nothing any more" in said.err

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("{", ":1:2: no JSON"),
            ("[]", "no baseline"),
            ('{"version": 9}', "version 9 is not 1"),
            (None, "No such file"),
        ],
    )
    def test_one_that_cannot_be_read_names_the_way_out(self, run, odd, tmp_path, text, words):
        file = tmp_path / "baseline.json"
        if text is not None:
            file.write_text(text)
        said = run(odd, "check", "--static", "--baseline", str(file))
        assert (said.code, said.out) == (2, "")
        assert words in said.err
        assert "--write-baseline" in said.err

    def test_it_is_not_written_where_nothing_could_be_verified(self, run, odd, tmp_path):
        (odd / "pyproject.toml").write_text(
            '[tool.tessera]\nregistry = "depot.registry"\npython = "nowhere"\n'
        )
        file = tmp_path / "baseline.json"
        assert run(odd, "check", "--write-baseline", str(file)).code == 2
        assert not file.exists()
