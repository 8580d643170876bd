"""What a run that knows nothing of before says of a project: as ``check`` and ``explain``."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from pprint import pformat
from typing import Any

from tessera_lsp.ladder import ladder
from tessera_lsp.project import discover
from tessera_lsp.review.run import verify
from tessera_lsp.wire import Item

REPOSITORY = Path(__file__).resolve().parents[2]
LIMIT = max(60.0, float(os.environ.get("TESSERA_LIMIT", "0")))
"""Seconds that a run may take."""
CHECK = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    "from tessera_lsp.review.cli import main; sys.exit(main())"
)
SEVERITIES = {1: "error", 2: "warning", 3: "info"}
MEASURED = frozenset(
    {"TES105", "TES203", "TES204", "TES208", "TES404", "TES405", "TES209", "TES103", "TES107"}
)
"""What may speak of measured claims: not compared while they wait for a save to be measured again."""

Found = tuple[str, int, int, int, int, str, str, str]


class Project:
    """A copy of the project in which the open texts are saved, and what a run there says."""

    def __init__(self, folder: Path, root: Path, texts: dict[str, str]) -> None:
        self.root = folder / root.name
        shutil.copytree(root, self.root, ignore=shutil.ignore_patterns("__pycache__"))
        for path, text in texts.items():
            (self.root / path).write_bytes(text.encode())

    def findings(self) -> list[Found]:
        """As ``tessera-lsp check``."""
        command = [sys.executable, "-P", "-c", CHECK, str(REPOSITORY), "check", "--format", "json"]
        kept = {k: v for k, v in os.environ.items() if k not in {"VIRTUAL_ENV", "PYTHONPATH"}}
        told = subprocess.run(
            command, cwd=self.root, env=kept, capture_output=True, timeout=LIMIT, check=False
        )
        assert told.stdout, told.stderr.decode()
        return sorted(
            (
                each["path"],
                each["line"] - 1,
                each["column"] - 1,
                each["end_line"] - 1,
                each["end_column"] - 1,
                each["code"],
                each["severity"],
                each["message"].replace(str(self.root), "ROOT"),
            )
            for each in json.loads(told.stdout)["findings"]
        )

    def ladders(self, sentences: Any) -> list[list[str]]:
        """As ``tessera-lsp explain``, of each sentence."""
        project = discover(self.root)
        assert project is not None
        items = tuple(
            Item(str(number), "", "", text, cited, "stock", why=True)
            for number, (text, cited) in enumerate(sentences)
        )
        verdicts = verify(project, items, measured=False)
        told = [verdicts.items.get(item.key) for item in items]
        return [
            judged([ladder(one).markdown() for one in item.consultations], self.root) if item else []
            for item in told
        ]


def judged(ladders: list[str], root: Path) -> list[str]:
    """The ladders of what was judged, without how long a call took and where the project is. Why something
    was not judged is told in other words where batteries are known from before."""
    kept = [each for each in ladders if not each.startswith("not judged")]
    return [re.sub(r"(?m)^ *- took .*\n", "", each).replace(str(root), "ROOT") for each in kept]


def without_measured(findings: list[Found]) -> list[Found]:
    """Those that do not hang on what the harness has measured, nor on the records that it has shown."""
    return [(*f[:7], f[7].partition("; a near one is")[0]) for f in findings if f[5] not in MEASURED]


def same(here: list[Any], fresh: list[Any]) -> None:
    """Both are the same; else each says what it has alone."""
    if here != fresh:
        alone = [each for each in here if each not in fresh], [each for each in fresh if each not in here]
        raise AssertionError(f"the server alone: {pformat(alone[0])}\na fresh run alone: {pformat(alone[1])}")
