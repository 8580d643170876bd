"""The promises that the repository makes about itself."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def _readme_commands() -> list[str]:
    return re.findall(r"^```sh\n(.+?)\n```", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)


def test_ci_calls_exactly_the_test_command_of_the_readme() -> None:
    """Whoever follows the README runs what guards the main branch."""
    command = _readme_commands()[1]
    assert "pytest" in command
    assert command in (ROOT / ".ci/run").read_text("utf-8").splitlines()


def test_both_commands_stand_on_the_first_screen() -> None:
    """A newcomer does not scroll: both set-ups are within the first 30 lines."""
    first_screen = "\n".join((ROOT / "README.md").read_text("utf-8").splitlines()[:30])
    for command in _readme_commands()[:2]:
        assert command in first_screen


def test_no_tracked_file_names_a_registry_or_a_path_of_a_machine() -> None:
    """Nothing that is committed depends on where it was made."""
    hosts = "py" + "pi[.]org|python" + "hosted|npm" + "js|deb" + "ian[.]org"
    paths = "/(ro" + "ot|wo" + "rk|ho" + "me/[a-z]+)/[.a-z]"
    found = subprocess.run(
        ["git", "grep", "-nIE", f"{hosts}|(^|[^A-Za-z0-9_.>])({paths})", "--", "."],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert found.stdout == ""
    assert found.returncode == 1, found.stderr
