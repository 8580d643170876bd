"""Static rules over Python that knows nothing of claims: who speaks, and is it true?

Each file is taken for a claims file of a project of its own. With ``--shapes`` every function of three
parameters, methods included, is taken for a declared shape, so that the rules about bodies have something to
read. Prints a table (rule, findings, files), the slowest files, and a random sample of findings with their
source, for a person to judge. Nothing of the files is run. A crash ends with 1 and names its files.

    python bench/false_alarms.py --shapes --select TES103,TES104 --sample 50 > sample.md

Without paths: the standard library and the installed packages of this interpreter.
"""

from __future__ import annotations

import argparse
import random
import sys
import sysconfig
import time
import traceback
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPOSITORY))

from tessera_lsp.findings import collect, is_selected  # noqa: E402
from tessera_lsp.index import Indexer  # noqa: E402
from tessera_lsp.index import indexer as indexer_module  # noqa: E402
from tessera_lsp.index.claims import ClaimsReader, Declared  # noqa: E402
from tessera_lsp.index.model import ClaimsFile  # noqa: E402
from tessera_lsp.project import Config, Project, read_document  # noqa: E402
from tessera_lsp.rules.model import Finding  # noqa: E402
from tessera_lsp.text import Document  # noqa: E402
from tessera_lsp.verdicts import Verdicts  # noqa: E402

Files = tuple[Mapping[str, ClaimsFile], Mapping[str, ClaimsFile]]
AROUND = 3
"""Lines of source shown before and after a finding."""


class EveryFunction(ClaimsReader):
    """The claims files of the product, but for what is a shape: every function of three parameters."""

    def files(self, project: Project, declared: Declared, wanted: frozenset[str]) -> Files:
        every = {
            draft.module: frozenset(
                found.shape.qualname
                for found in draft.candidates
                if found.shape.kind != "class" and found.declared and len(found.declared.names) == 3
            )
            for draft in self._drafts.values()
        }
        return super().files(project, every, wanted)


@dataclass
class Trial:
    """What came of all files. Times are seconds."""

    files: int = 0
    shapes: int = 0
    findings: dict[str, list[tuple[Finding, Document]]] = field(default_factory=lambda: defaultdict(list))
    times: list[tuple[float, str]] = field(default_factory=list)
    crashes: list[tuple[str, str]] = field(default_factory=list)


def foreign_files(paths: Iterable[str]) -> Iterator[Path]:
    """The Python files below ``paths``, each once, none of this repository."""
    seen: set[Path] = set()
    for given in paths:
        root = Path(given)
        for path in [root] if root.is_file() else sorted(root.rglob("*.py")):
            real = path.resolve()
            if real not in seen and not real.is_relative_to(REPOSITORY):
                seen.add(real)
                yield real


def run(paths: Iterable[Path], every_function: bool, select: tuple[str, ...]) -> Trial:
    """Find what the static rules find in each file."""
    trial = Trial()
    for path in paths:
        trial.files += 1
        began = time.perf_counter()
        try:
            _one(path, every_function, select, trial)
        except Exception:
            trial.crashes.append((str(path), traceback.format_exc()))
        trial.times.append((time.perf_counter() - began, str(path)))
    return trial


def _one(path: Path, every_function: bool, select: tuple[str, ...], trial: Trial) -> None:
    document = read_document(path)
    project = Project(root=path.parent, config=Config(select=select), claims=(path,))
    indexer_module.ClaimsReader = EveryFunction if every_function else ClaimsReader
    index = Indexer().build(project, lambda name: document if name == str(path) else read_document(name))
    trial.shapes += sum(len(file.shapes) for file in index.files.values())
    for group in collect(project, index, Verdicts(), static=True).values():
        for finding in group:
            trial.findings[finding.code].append((finding, document))


def table(trial: Trial) -> str:
    """The figures as Markdown."""
    total = sum(seconds for seconds, _ in trial.times)
    rows = ["| rule | name | findings | files |", "|---|---|---:|---:|"]
    for code, found in sorted(trial.findings.items()):
        files = len({finding.path for finding, _ in found})
        rows.append(f"| {code} | {found[0][0].name} | {len(found):,} | {files:,} |")
    slowest = [f"- {seconds:.3f} s: `{_short(name)}`" for seconds, name in sorted(trial.times)[:-6:-1]]
    head = (
        f"{trial.files:,} files, {trial.shapes:,} functions taken for shapes, {len(trial.crashes)} crashes, "
        f"{total:.1f} s in all. The slowest files:"
    )
    return "\n".join([head, "", *slowest, "", *rows])


def sample(trial: Trial, count: int, seed: int) -> Iterator[str]:
    """``count`` findings of each rule with their source, the same ones for the same ``seed``."""
    for code, found in sorted(trial.findings.items()) if count else ():
        chosen = random.Random(f"{seed} {code}").sample(found, min(count, len(found)))
        yield f"\n## {code}: {len(chosen)} of {len(found):,}"
        for number, (finding, document) in enumerate(chosen, 1):
            yield f"\n{number}. `{_short(finding.path)}:{finding.span.start.line + 1}` {finding.message}\n"
            yield from _excerpt(finding, document)


def _excerpt(finding: Finding, document: Document) -> Iterator[str]:
    """The finding's lines; for one that stands on a name, the whole definition up to a limit."""
    first, last = finding.span.start.line, finding.span.end.line
    head = document.line(first).lstrip()
    if head.startswith(("def ", "class ")):
        indent = len(document.line(first)) - len(head)
        last = first + 1
        while last < document.line_count and last < first + 60:
            line = document.line(last)
            if line.strip() and len(line) - len(line.lstrip()) <= indent and line.strip()[0] not in ")]}#":
                break
            last += 1
        lines = range(first, last)
    else:
        lines = range(max(0, first - AROUND), min(document.line_count, last + AROUND + 1))
    yield "```python"
    for number in lines:
        yield f"{'>' if first <= number <= finding.span.end.line else ' '} {document.line(number)}"
    yield "```"


def _short(name: str) -> str:
    """The last parts of a path: enough to find it, and nothing of this machine."""
    return "/".join(Path(name).parts[-4:])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="*", help="files and folders")
    parser.add_argument("--shapes", action="store_true", help="take every function of three parameters")
    parser.add_argument("--select", default="", help="codes or beginnings of codes, by commas")
    parser.add_argument("--ignore", default="TES101,TES207", help="the same, not to be shown")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="findings shown of each rule")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--files", type=int, default=0, metavar="N", help="so many files at random, 0 for all"
    )
    return parser.parse_args()


def main() -> int:
    """Run the trial; 1 where a file made it crash or there was no file."""
    arguments = _arguments()
    environment = sysconfig.get_paths()
    paths = arguments.paths or dict.fromkeys([environment["stdlib"], environment["purelib"]])
    files = list(foreign_files(paths))
    if arguments.files:
        files = random.Random(arguments.seed).sample(files, min(arguments.files, len(files)))
    trial = run(files, arguments.shapes, tuple(filter(None, arguments.select.split(","))))
    ignore = tuple(filter(None, arguments.ignore.split(",")))
    for code in [code for code in trial.findings if not is_selected(code, (), ignore)]:
        del trial.findings[code]
    print(table(trial))
    for line in sample(trial, arguments.sample, arguments.seed):
        print(line)
    for name, text in trial.crashes:
        print(f"CRASH {name}\n{text}", file=sys.stderr)
    if arguments.shapes and not trial.shapes:
        print("no function was taken for a shape: the rules about bodies were not tried", file=sys.stderr)
        return 1
    return 1 if trial.crashes or not files else 0


if __name__ == "__main__":
    raise SystemExit(main())
