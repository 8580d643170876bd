"""CI runs and their logs: which run failed by which fault, and what a log looks like."""

from __future__ import annotations

import csv
import io
import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tessera.devex.synthesis.faults import DECOYS, FAULTS, RECOVERED, Fault

FIRST_RUN = 1001
PIPELINES = ("payments", "search", "notify", "identity", "storefront")
STEPS = ("checkout", "dependencies", "lint", "build", "unit tests", "integration tests", "publish")

# One entry a run, from FIRST_RUN on: a key of FAULTS, or how the run ended otherwise. "recovered" passed
# after an error that a retry mended.
OUTCOMES = (
    "passed", "ledger-timeout", "recovered", "size-assertion", "passed", "ledger-timeout",
    "template-bracket", "passed", "duplicate-key", "cancelled", "peer-conflict", "passed",
    "snapshot", "out-of-memory", "passed", "ledger-timeout", "disk-full", "passed",
    "key-rotation", "tokenizer", "recovered", "template-bracket", "passed", "certificate",
    "hebrew-template", "passed", "size-assertion", "segfault", "passed", "silent",
    "tokenizer", "out-of-memory", "passed", "snapshot", "duplicate-key", "recovered",
    "ledger-timeout", "passed", "peer-conflict", "key-rotation", "cancelled", "disk-full",
    "passed", "missing-tag", "tokenizer", "passed", "certificate", "hebrew-template",
    "passed", "out-of-memory",
)  # fmt: skip

NOISE = {
    "checkout": ("Fetching origin", "HEAD is now at {hex}", "Submodule vendor/ål is up to date"),
    "dependencies": ("Resolved {small} packages", "Using the cached brygga-{small}.tar", "Locked {hex}"),
    "lint": ("checking deploy/värden.yaml", "checked {big} lines", "style: <clean> & <tidy>"),
    "build": ("Compiling src/core/größe.cc", "\tlinking\tledger\t{small} objects", "cache hit {hex}"),
    "unit tests": ("collected {big} items", "tests/test_ledger.py ....... [ 31%]", "{big} passed"),
    "integration tests": ("starting ledger-db", "ledger-db is ready", "replayed {big} events"),
    "publish": ("packing brygga-{small}.tar", "uploading to the mirror", "digest {hex}"),
}


@dataclass(frozen=True, slots=True)
class Style:
    """How a runner writes: its name, line end, whether it colours and begins with a byte order mark."""

    runner: str
    newline: str = "\n"
    colour: bool = False
    bom: bool = False


STYLES = (
    Style("linux-göteborg"),
    Style("linux-大阪", colour=True),
    Style("linux-göteborg"),
    Style("windows-łódź", newline="\r\n", bom=True),
    Style("linux-大阪", colour=True),
)


def run_files(rng: random.Random, changes: tuple[int, ...]) -> dict[str, str]:
    """``runs.csv`` and one log for each run, by path below the data folder."""
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(("run", "pipeline", "change", "runner", "started", "status", "log"))
    files: dict[str, str] = {}
    started = datetime(2026, 1, 5, 7, 30, tzinfo=UTC)
    for index, outcome in enumerate(OUTCOMES):
        run, style = FIRST_RUN + index, STYLES[index % len(STYLES)]
        started += timedelta(minutes=rng.randrange(240, 1500))
        status = {"recovered": "passed"}.get(outcome, outcome if outcome not in FAULTS else "failed")
        log = f"logs/run-{run}.log"
        change = f"CH-{changes[index % len(changes)]}"
        pipeline = PIPELINES[index % len(PIPELINES)]
        rows.writerow((run, pipeline, change, style.runner, _stamp(started), status, log))
        files[log] = _Log(rng, run, style, started).write(outcome)
    return {"runs.csv": table.getvalue(), **files}


def filled(line: str, rng: random.Random) -> str:
    """The line with its placeholders filled."""
    for name, low, high in (("{small}", 10, 99), ("{big}", 1000, 40000)):
        if name in line:
            line = line.replace(name, str(rng.randrange(low, high)))
    return line.replace("{hex}", f"{rng.getrandbits(28):07x}") if "{hex}" in line else line


def _stamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


class _Log:
    """One log while it is written."""

    def __init__(self, rng: random.Random, run: int, style: Style, started: datetime) -> None:
        self._rng, self._run, self._style, self._now = rng, run, style, started
        self._lines: list[str] = []

    def write(self, outcome: str) -> str:
        fault = FAULTS.get(outcome)
        last = fault.step if fault else "unit tests" if outcome == "cancelled" else STEPS[-1]
        for step in STEPS[: STEPS.index(last) + 1]:
            self._step(step, fault if step == last else None, outcome, is_last=step == last)
        if outcome == "cancelled":  # cut off in the middle of a line
            return self._joined() + "tests/test_led"
        self._say(f"run {self._run} {'failed' if fault else 'passed'}")
        return self._joined()

    def _step(self, step: str, fault: Fault | None, outcome: str, *, is_last: bool) -> None:
        begun = self._now
        self._say(f"==> step {step}", colour="36")
        for line in NOISE[step]:
            self._say(filled(line, self._rng))
        if self._rng.random() < 0.5 or fault:
            self._say(self._rng.choice(DECOYS))
        # In some runs that fail later, too: the mended error must not be taken for the cause.
        if step == "dependencies" and not fault and (outcome == "recovered" or self._run % 11 == 0):
            for line in RECOVERED:
                self._say(line, colour="33")
        if step == "publish" and self._run % 10 == 8:
            # A progress bar that draws over itself, a page break, and a separator that ends no line.
            self._say("sent 10 %\rsent 60 %\rsent 100 %")
            self._say("page one\fpage two\u2028still page two")
        if fault:
            for line in fault.lines:
                self._say(filled(line, self._rng), colour="31;1")
        seconds = int((self._now - begun).total_seconds())
        if not (is_last and outcome == "cancelled"):
            self._say(f"<== step {step}: {'failed' if fault else 'ok'} after {seconds} s", colour="36")

    def _say(self, text: str, colour: str = "") -> None:
        self._now += timedelta(seconds=self._rng.randrange(1, 9))
        if colour and self._style.colour:
            first, _, rest = text.partition(" ")
            text = f"\x1b[{colour}m{first}\x1b[0m {rest}" if rest else f"\x1b[{colour}m{first}\x1b[0m"
        self._lines.append(f"{_stamp(self._now)} {text}")

    def _joined(self) -> str:
        start = "\ufeff" if self._style.bom else ""
        return start + "".join(line + self._style.newline for line in self._lines)
