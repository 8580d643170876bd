"""The command line, on a project of its own written for each test and run as a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import tessera

TREE = Path(tessera.__file__).resolve().parents[1]
Run = Callable[..., "subprocess.CompletedProcess[str]"]

VERTICAL = """
from pathlib import Path
from tessera.eval.battery import Battery, GoldCase
from tessera.graph import KnowledgeGraph, Node
from tessera.grounding import Answer, Claim, EvidenceRecord, KnowledgeBase, Origin

RECORDS = (
    EvidenceRecord("gate/1", Origin("Zoë's log", "line 1", "log.txt", 1), "the gate – held\\x1b[31m"),
    EvidenceRecord("gate/1,b", Origin("south.log", "line 2"), "the mast fell"),
)

def counted(claim, nodes, graph):
    number, _, rest = claim.text.partition(" ")
    return None if rest != "records" else int(number) == len(claim.support)

def build_graph():
    print("building the graph")
    graph = KnowledgeGraph()
    for record in RECORDS:
        graph.add_node(Node(record, "line", ""))
    return graph

def answer(case, graph, kb):
    return Answer(case.question, (Claim(case.engine, (kb["gate/1"],)),))

def batteries():
    return (Battery("gates", Path(__file__).parent / "gold", build_graph, lambda: KnowledgeBase(RECORDS),
                    answer, lambda graph, kb: [], (counted,)),)
"""


def write_project(root: Path, engine: str = "the gate - held", code: str = VERTICAL) -> None:
    """A project with one battery ``gates`` whose only gold case emits ``engine`` as its claim."""
    package = root / "depot" / "eval"
    (package / "gold").mkdir(parents=True)
    (package / "registry.py").write_text(code, encoding="utf-8")
    case = {"id": "g-1", "question": "Did it hold?", "engine": engine, "kind": "answer"}
    (package / "gold" / "gold.json").write_text(json.dumps([case]), encoding="utf-8")


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs ``tessera`` with these arguments in a folder, the test's own by default."""

    def run(*arguments: str, cwd: Path = tmp_path, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-P", "-m", "tessera.cli", *arguments],
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(TREE), **environment},
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )

    return run


def test_eval_prints_the_figures_as_json(run: Run, tmp_path: Path) -> None:
    """Exactly this value, and nothing that the project prints."""
    write_project(tmp_path)
    done = run("eval", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "floor_holds": True,
        "batteries": [
            {
                "name": "gates",
                "claim_shapes": ["counted"],
                "gold": {"cases": 1, "claims": 1, "faithfulness": 1.0, "coverage": None, "quality": 1.0},
                "synthetic": {
                    "cases": 0,
                    "claims": 0,
                    "faithfulness": None,
                    "coverage": None,
                    "quality": None,
                },
                "owners": {"counted": 0, "shared_fragment": 0, "verbatim_containment": 1},
            }
        ],
    }
    assert "building the graph" in done.stderr


def test_eval_prints_the_figures_as_plain_text(run: Run, tmp_path: Path) -> None:
    write_project(tmp_path)
    done = run("eval", "--battery", "gates")
    assert done.returncode == 0
    assert "gold          1 cases      1 claims  faithfulness 1.000" in done.stdout
    assert "the floor holds" in done.stdout
    assert "\x1b" not in done.stdout


STEERING = "ga\u202ete\x1b[31ms"
VERIFY = ["verify", "--battery", STEERING, "--cite", "gate/1", "2 records"]


@pytest.mark.parametrize("command", [["eval"], VERIFY])
def test_a_name_that_steers_the_terminal_is_made_visible(
    run: Run, tmp_path: Path, command: list[str]
) -> None:
    code = VERTICAL.replace('Battery("gates"', 'Battery("ga\\u202ete\\x1b[31ms"')
    write_project(tmp_path, "2 records", code)
    done = run(*command)
    assert done.returncode == 1
    assert "ga\\u202ete\\x1b[31ms: " in done.stdout
    unknown = run("verify", "--battery", "no", "--cite", "gate/1", "x")
    for text in (done.stdout, done.stderr, unknown.stdout, unknown.stderr):
        assert not {"\u202e", "\x1b"} & set(text)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_gold_folder_without_cases_is_said(run: Run, tmp_path: Path, form: str) -> None:
    """What its synthetic cases claim is measured all the same, and decides."""
    synthetic = '[GoldCase("s-1", "?", "the gate - held", "answer")]'
    write_project(tmp_path, code=VERTICAL.replace("kb: []", f"kb: {synthetic}"))
    assert "gold" not in run("eval", "--format", form).stderr
    (tmp_path / "depot/eval/gold/gold.json").rename(tmp_path / "depot/eval/gold/gold.yaml")
    done = run("eval", "--format", form)
    assert done.returncode == 0
    folder = tmp_path / "depot" / "eval" / "gold"
    assert f"battery gates: {folder} holds no gold case" in done.stderr


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    ("engine", "blame"), [("the gate fell", "nobody owns it"), ("7 records", "counted said False")]
)
def test_eval_names_claim_owner_and_records_below_the_floor(
    form: str, engine: str, blame: str, run: Run, tmp_path: Path
) -> None:
    write_project(tmp_path, engine)
    done = run("eval", "--format", form)
    assert done.returncode == 1
    told = done.stdout if form == "text" else done.stderr
    assert f"gates: case g-1: unsupported: {engine}" in told
    assert blame in told
    assert "cites gate/1: the gate – held\\x1b[31m" in told


def test_verify_prints_the_ladder(run: Run, tmp_path: Path) -> None:
    write_project(tmp_path)
    done = run("verify", "--battery", "gates", "--cite", "gate/1", "The gate - held")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "gates: The gate - held",
        "  1. counted               declared  None: not its grammar",
        "  2. shared_fragment       generic   None: not its grammar",
        "  3. verbatim_containment  generic   True",
        "supported: owned by verbatim_containment",
        "cites gate/1 (Zoë's log, line 1, log.txt:1)",
        "  the gate – held\\x1b[31m",
    ]


def test_verify_stops_at_the_owner(run: Run, tmp_path: Path) -> None:
    write_project(tmp_path)
    done = run("verify", "--battery", "gates", "--cite", 'gate/1, "gate/1,b"', "3 records")
    assert done.returncode == 1
    assert "  1. counted               declared  False" in done.stdout
    assert "  2. shared_fragment       generic   not asked" in done.stdout
    assert "unsupported: owned by counted" in done.stdout
    assert "cites gate/1,b (south.log, line 2)" in done.stdout
    done = run("verify", "--battery", "gates", "--cite", "gate/1", "--cite", '"gate/1,b"', "2 records")
    assert done.returncode == 0


@pytest.mark.parametrize(
    "environment", [{"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}]
)
def test_text_is_utf_8_under_any_locale(environment: dict[str, str], run: Run, tmp_path: Path) -> None:
    write_project(tmp_path)
    done = run("verify", "--battery", "gates", "--cite", "gate/1", "the gate – held", **environment)
    assert done.stdout.startswith("gates: the gate – held\n"), done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["eval", "--battery", "gate"], "no battery 'gate'; known: gates"),
        (["verify", "--battery", "x", "--cite", "gate/1", "t"], "no battery 'x'; known: gates"),
        (["verify", "--battery", "gates", "--cite", "gate/12", "t"], "no record 'gate/12'; near: gate/1"),
        (
            ["verify", "--battery", "gates", "--cite", "zzz", "t"],
            "no record 'zzz'; its 2 ids look like gate/1",
        ),
        (["verify", "--battery", "gates", "--cite", "gate/1,,", "t"], "a record id is blank"),
        (["verify", "--battery", "gates", "--cite", '"gate/1', "t"], "quote an id that holds a comma"),
        (["verify", "--battery", "gates", "t"], "--cite"),
        (["evil"], "invalid choice: 'evil'"),
    ],
)
def test_what_cannot_be_done_ends_with_2(
    arguments: list[str], message: str, run: Run, tmp_path: Path
) -> None:
    write_project(tmp_path)
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (
            "x = 1\nimport nowhere\n",
            "depot/eval/registry.py:2: ModuleNotFoundError: No module named 'nowhere'",
        ),
        ("x = 1\ny = (\n", "depot/eval/registry.py:2: SyntaxError: '(' was never closed"),
        ("raise SystemExit(0)\n", "depot/eval/registry.py:1: SystemExit: 0"),
        ("x = 1\n", "has no 'batteries'"),
        ("batteries = 3\n", "is a int, no sequence of batteries"),
        ("batteries = [object()]\n", "holds a object that lacks build_graph, build_kb"),
        (
            VERTICAL.replace("return Answer(", "return 1 / 0, ("),
            "ZeroDivisionError: division by zero (in battery gates, case g-1)",
        ),
        (
            VERTICAL.replace("else int(number) ==", "else 7 or"),
            "TypeError: claim shape counted answered 7 of type int",
        ),
    ],
)
def test_a_broken_project_is_named_with_file_and_line(
    code: str, message: str, run: Run, tmp_path: Path
) -> None:
    write_project(tmp_path, engine="1 records", code=code)
    done = run("eval")
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_malformed_gold_file_is_named(run: Run, tmp_path: Path) -> None:
    write_project(tmp_path)
    (tmp_path / "depot/eval/gold/gold.json").write_text("[{]")
    done = run("eval")
    assert done.returncode == 2
    assert "gold.json:1: not JSON" in done.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_goes_away_is_no_complaint(unbuffered: str, tmp_path: Path) -> None:
    write_project(tmp_path)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tessera.cli", "eval"],
            cwd=tmp_path,
            # Unbuffered, the first write fails; buffered, the last flush does, and again at exit.
            env={**os.environ, "PYTHONPATH": str(TREE), "PYTHONUNBUFFERED": unbuffered},
            stdout=writing,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
    finally:
        os.close(writing)
    assert done.returncode == 2
    assert done.stderr == "building the graph\n"
