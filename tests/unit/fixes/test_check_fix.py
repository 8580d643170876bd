"""``tessera-lsp check --fix`` and ``--diff``, as a user runs them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[3]
START = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    "from tessera_lsp.review.cli import main; sys.exit(main())"
)
CLAIMS = "depot/stock/claims.py"
REGISTRY = "depot/registry.py"


def check(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-c", START, str(REPOSITORY), "check", "--static", *arguments],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_fix_writes_and_reports_what_is_left(workshop, base, colour):
    depot = workshop({CLAIMS: base[CLAIMS] + colour})
    result = check(depot.root, "--fix")
    assert result.returncode == 0
    assert "fixed 1 finding in 1 file" in result.stderr
    assert "(claims.weight, claims.colour)" in depot.read(REGISTRY)
    again = check(depot.root, "--fix")
    assert "fixed" not in again.stderr
    assert "(claims.weight, claims.colour)" in depot.read(REGISTRY)


def test_what_is_no_safe_fix_stays_a_finding(workshop, base):
    depot = workshop({CLAIMS: base[CLAIMS].replace("def weight", "async def weight")})
    before = depot.read(CLAIMS)
    result = check(depot.root, "--fix")
    assert result.returncode == 1
    assert "TES102" in result.stdout
    assert depot.read(CLAIMS) == before


@pytest.mark.parametrize("arguments", [["--diff"], ["--fix", "--diff"]])
def test_diff_shows_and_writes_nothing(workshop, base, colour, arguments):
    depot = workshop({CLAIMS: base[CLAIMS] + colour})
    result = check(depot.root, *arguments)
    assert result.returncode == 1
    lines = result.stdout.split("\n")
    assert lines[:2] == [f"--- a/{REGISTRY}", f"+++ b/{REGISTRY}"]
    assert '-    return Battery(name="stock", claim_shapes=(claims.weight,))' in lines
    assert '+    return Battery(name="stock", claim_shapes=(claims.weight, claims.colour))' in lines
    assert depot.read(REGISTRY) == base[REGISTRY]
    assert check(depot.root, *arguments, "--exit-zero").returncode == 0


def test_a_diff_of_nothing_is_empty(workshop):
    depot = workshop()
    result = check(depot.root, "--diff")
    assert (result.returncode, result.stdout) == (0, "")
    assert "--fix would change nothing: no finding" in result.stderr


def test_findings_that_no_fix_mends_are_counted_beside_an_empty_diff(workshop, base):
    depot = workshop({CLAIMS: base[CLAIMS].replace("(claim, nodes, graph)", "(claim)")})
    result = check(depot.root, "--diff")
    assert (result.returncode, result.stdout) == (0, "")
    assert "--fix would change nothing: 1 finding to be mended by hand or in an editor" in result.stderr


def test_the_diff_can_be_applied(workshop, base, colour):
    """Also where the last line has no end."""
    bare = "SHAPES = (1,)\n" + base[REGISTRY].replace("(claims.weight,)", "SHAPES")
    text = base[CLAIMS] + colour + "\n\nSHAPES = (weight,)"
    registry = bare.replace("SHAPES = (1,)\n", "").replace(
        "from depot.stock import claims", "from depot.stock.claims import SHAPES"
    )
    depot = workshop({CLAIMS: text, REGISTRY: registry})
    diff = check(depot.root, "--diff").stdout
    assert "\\ No newline at end of file" in diff
    subprocess.run(["git", "apply", "-"], cwd=depot.root, input=diff, text=True, check=True, timeout=20)
    assert depot.read(CLAIMS) == text.replace("(weight,)", "(weight, colour)")


def test_only_the_named_files_findings_are_fixed(workshop, base, colour):
    depot = workshop({CLAIMS: base[CLAIMS] + colour})
    check(depot.root, "--fix", REGISTRY)
    assert depot.read(REGISTRY) == base[REGISTRY]
    check(depot.root, "--fix", CLAIMS)
    assert depot.read(REGISTRY) != base[REGISTRY]


@pytest.mark.parametrize(
    ("mark", "head", "encoding"),
    [(b"\xef\xbb\xbf", "", "utf-8"), (b"", "# -*- coding: latin-1 -*-\r\n", "latin-1")],
)
def test_encoding_mark_and_line_ends_are_kept(workshop, base, mark, head, encoding):
    text = head + base[CLAIMS].replace("The weight.", "Größe.").replace("\n", "\r\n")
    with_code = text.replace("import re\r\n", "import re  # tessera: ignore[TES102]\r\n")
    depot = workshop()
    (depot.root / CLAIMS).write_bytes(mark + with_code.encode(encoding))
    result = check(depot.root, "--fix")
    assert (depot.root / CLAIMS).read_bytes() == mark + text.encode(encoding), result.stderr


def test_a_file_that_does_not_decode_is_left_alone(workshop, base):
    """Its text holds U+FFFD where its bytes could not be read: that is never written back."""
    text = base[CLAIMS].replace("import re\n", "import re  # tessera: ignore[TES102]\n")
    data = text.encode() + b"# \xff\n"
    depot = workshop()
    (depot.root / CLAIMS).write_bytes(data)
    result = check(depot.root, "--fix")
    assert (depot.root / CLAIMS).read_bytes() == data
    assert result.returncode == 1
