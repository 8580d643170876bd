"""Batteries of many measured claims: what an edit of one shape costs beside judging all anew."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from bench import bulk, stock
from bench.figures import table
from tessera_lsp.project import discover_all
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.verify import Verifier, find_interpreter

LIMIT = 300.0


class Worker:
    """A worker with a project, loaded and harvested, and its time from the request to the last answer."""

    def __init__(self, root: Path) -> None:
        (project,) = discover_all(root)
        interpreter = find_interpreter(project, sys.executable)
        assert not isinstance(interpreter, str), interpreter
        self.root = root
        self.verifier = Verifier(project, interpreter, lambda verdicts: None, lambda line: None)
        self.verifier.start()
        self._waited()

    def judged(self, texts: Mapping[str, str]) -> tuple[float, Verdicts]:
        """Seconds, and what came of it."""
        documents = {}
        for name, text in texts.items():
            path = self.root / name
            documents[str(path)] = Document(path.as_uri(), 1, text)
        began = time.perf_counter()
        self.verifier.judge(documents, ())
        verdicts = self._waited()
        return time.perf_counter() - began, verdicts

    def _waited(self) -> Verdicts:
        verdicts = self.verifier.wait(LIMIT)
        assert verdicts.state == "ready", verdicts.reason
        assert not verdicts.load_faults, verdicts.load_faults
        return verdicts


def plain_loop(root: Path, code: str) -> float:
    """Seconds that a loop over the same claims takes, the median of several."""
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True, timeout=LIMIT
    )
    return statistics.median(float(line.split()[1]) for line in run.stdout.splitlines())


def kept(folder: Path, claims: int) -> str:
    """Both batteries: the shipped grammar, and shapes that cost next to nothing."""
    plain = bulk.PLAIN_LOOP
    rows = _row(folder / "bulk", "shipped grammar", claims, bulk.write, bulk.edited, bulk.edited_parts, plain)
    light = plain.replace("from tessera.eval import registry", "from stock import registry")
    rows += _row(
        folder / "stock", "light shapes", claims, stock.write, stock.edited, stock.edited_parts, light
    )
    head = ["battery", "what", "calls of shapes", "verdicts kept", "s", "of a full run", "of a plain loop"]
    return f"{claims} measured claims, six shapes\n\n" + table(head, rows)


def _row(
    root: Path,
    name: str,
    claims: int,
    write: Callable[[Path, int], Path],
    edited: Callable[[str, str], str],
    all_edited: Callable[[Path], dict[str, str]],
    plain: str,
) -> list[list[str]]:
    path = write(root, claims)
    shapes = bulk.SHAPES if write is bulk.write else stock.SHAPES
    loop = plain_loop(root, plain)
    worker = Worker(root)
    try:
        text = path.read_text()
        file = str(path.relative_to(root))
        full, verdicts = worker.judged(all_edited(root))
        runs = [("all written otherwise", full, verdicts)]
        runs.append(("nothing edited", *worker.judged({file: text + "# a comment\n"})))
        singles = [(f"{shape} edited", *worker.judged({file: edited(text, shape)})) for shape in shapes]
        runs += singles
    finally:
        worker.verifier.close()
    rows = [[name, "plain loop", "", "", f"{loop:.3f}", f"{loop / full:.2f}", "1.00"]]
    for what, seconds, judged in runs:
        counts = [str(judged.counts["shape_calls"]), str(judged.counts["kept"])]
        rows.append([name, what, *counts, f"{seconds:.3f}", f"{seconds / full:.2f}", f"{seconds / loop:.2f}"])
    mean = statistics.mean(seconds for _, seconds, _ in singles)
    rows.append([name, "mean of the six", "", "", f"{mean:.3f}", f"{mean / full:.2f}", f"{mean / loop:.2f}"])
    return rows
