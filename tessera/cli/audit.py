"""``tessera audit``: logged answers put to a battery's grammars, and what comes of it."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import tessera
from tessera.audit.entries import LogError
from tessera.audit.judging import Auditor, verdict_line
from tessera.audit.pool import Part, run
from tessera.audit.progress import Progress, State, identity_of
from tessera.audit.ranges import SIZE, Range, plan
from tessera.audit.report import Report, as_json, make_report
from tessera.audit.tally import NAMED
from tessera.audit.text import lines
from tessera.cli.failure import CommandError
from tessera.cli.loading import entered, load_batteries
from tessera.cli.project import find_project
from tessera.cli.terminal import printable, project_output_aside
from tessera.eval.battery import Battery

STDIN = "-"
FORMATS = ("text", "json", "html")


@dataclass(frozen=True, slots=True)
class Options:
    """The command line. ``jobs`` 0: one for each processor. Paths are as given, relative to ``folder``."""

    logs: tuple[str, ...]
    folder: Path
    jobs: int = 0
    resume: str | None = None
    verdicts: str | None = None
    reports: tuple[str, ...] = ()
    engine: str = "processes"


def audit(battery: Battery, root: Path, options: Options) -> Report:
    """Audit the logs. Raises ``CommandError`` for what cannot be read or written."""
    with contextlib.ExitStack() as stack:
        try:
            paths = tuple(stack.enter_context(_readable(log, options)) for log in options.logs)
            reports = [_report(asked, options.folder) for asked in options.reports]
            _keep_apart(options, reports)
            auditor = Auditor(battery)
            make = functools.partial(_make, root, battery.name)
            ranges = list(plan(zip(options.logs, paths, strict=True)))
            progress = _audit(auditor, make, battery.name, root, paths, ranges, options)
            report = make_report(battery.name, options.logs, auditor.grammars, progress.tally)
            for form, path in reports:
                _write(path, render(report, form) + "\n")
        except LogError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from error
    return report


def render(report: Report, form: str) -> str:
    """The report as ``text``, ``json`` or ``html``, without a line end behind it."""
    if form == "json":
        return json.dumps(as_json(report), ensure_ascii=False, indent=2)
    if form == "html":
        from tessera.audit.page import page

        return page(report).rstrip("\n")
    return "\n".join(map(printable, lines(report)))


def _audit(
    auditor: Auditor,
    make: functools.partial[Auditor],
    battery: str,
    root: Path,
    paths: Sequence[str],
    ranges: Sequence[Range],
    options: Options,
) -> Progress:
    state = None
    if options.resume is not None:
        roots = (root, Path(tessera.__file__).resolve().parent)
        identity = identity_of(paths, battery, auditor.grammars, auditor.digest(), SIZE, roots)
        state = State(options.folder / options.resume, identity)
    progress = state.load() if state is not None else Progress()
    if progress.ranges:
        done = f"{progress.ranges:,} of {len(ranges):,} parts were done before"
        print(printable(f"tessera: going on: {done}"), file=sys.stderr)
    left = islice(ranges, progress.ranges, None)
    with _verdicts(options, progress) as out:
        try:
            for part in _parts(make, auditor, left, options, tell=out is not None):
                _take(progress, part, out)
                if state is not None:
                    state.save(progress)
        except BaseException:
            if state is not None and progress.ranges:
                state.save(progress, now=True)
            raise
    if state is not None:
        state.remove()
    return progress


def _parts(
    make: functools.partial[Auditor], auditor: Auditor, left: Iterator[Range], options: Options, *, tell: bool
) -> Iterator[Part]:
    if options.engine == "daft":
        from tessera.audit.daft_engine import run_with_daft

        return run_with_daft(make, left, tell=tell)
    return run(make, auditor, left, options.jobs or os.cpu_count() or 1, tell=tell)


class _Verdicts:
    """The file of verdicts, appended to in the order of the logs."""

    def __init__(self, path: Path, keep: int) -> None:
        self._file = path.open("r+b" if keep and path.exists() else "wb")
        if keep and self._file.seek(0, 2) < keep:
            raise LogError(
                f"{path} is shorter than it was when the audit stopped; remove the state to begin anew"
            )
        if path.is_file():  # else a pipe or a device, which has no place to go on from
            self._file.truncate(keep)
            self._file.seek(keep)

    def write(self, part: Part, before: int) -> int:
        """Write what is told of a part; how many bytes that were."""
        told = "".join(f"{verdict_line(part.range.name, n + before, text)}\n" for n, text in part.told)
        data = told.encode()
        self._file.write(data)
        self._file.flush()
        return len(data)

    def close(self) -> None:
        self._file.close()


@contextlib.contextmanager
def _verdicts(options: Options, progress: Progress) -> Iterator[_Verdicts | None]:
    if options.verdicts is None:
        yield None
        return
    with contextlib.closing(_Verdicts(options.folder / options.verdicts, progress.written)) as out:
        yield out


def _take(progress: Progress, part: Part, out: _Verdicts | None) -> None:
    told = progress.tally.broken_lines
    before = progress.add(part.range.name, part.tally)
    for broken in part.tally.broken[: max(0, NAMED - told)]:
        print(printable(f"{broken.path}:{broken.line}: {broken.reason}; left out"), file=sys.stderr)
    if out is not None:
        progress.written += out.write(part, before)


def _make(root: Path, name: str) -> Auditor:
    """The auditor, in a process that was started anew."""
    os.chdir(root)
    project = find_project(root)
    with entered(project), project_output_aside():
        return Auditor(next(battery for battery in load_batteries(project) if battery.name == name))


@contextlib.contextmanager
def _readable(log: str, options: Options) -> Iterator[str]:
    """The log's absolute path; standard input as a file that can be read in parts."""
    if log != STDIN:
        yield str(options.folder / log)
        return
    if options.resume is not None:
        raise CommandError("--resume cannot go on with standard input: name a file")
    with tempfile.NamedTemporaryFile(prefix="tessera-audit-") as spool:
        while block := sys.stdin.buffer.read(1 << 20):
            spool.write(block)
        spool.flush()
        yield spool.name


def _keep_apart(options: Options, reports: Sequence[tuple[str, Path]]) -> None:
    """Refuse a log that is named twice, and to write over a log, or two things into one file. Raises
    ``CommandError``."""
    seen: set[str] = set()
    for log in options.logs:
        place = log if log == STDIN else os.path.realpath(options.folder / log)
        if place in seen:
            raise CommandError(f"{log} is named twice: its answers would count double")
        seen.add(place)
    written = [options.folder / name for name in (options.verdicts, options.resume) if name]
    uses = dict.fromkeys(seen, "a log")
    for path in (*written, *(path for _, path in reports)):
        if path.exists() and not path.is_file():
            continue  # a device or a pipe: nothing in it is lost
        place = os.path.realpath(path)
        if place in uses:
            raise CommandError(f"{path} is {uses[place]}, which would be overwritten: name another file")
        uses[place] = "written to already"


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8", "backslashreplace")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


def _report(asked: str, folder: Path) -> tuple[str, Path]:
    form, equals, file = asked.partition("=")
    path = folder / file
    if not equals or not file or form not in FORMATS or not path.parent.is_dir():
        raise CommandError(
            f"--report {asked}: write FORMAT=FILE, with one of {', '.join(FORMATS)}, in a folder"
        )
    return form, path
