"""``tessera-lsp check``: the editor's findings as lint."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tessera_lsp.review.baseline import BaselineError, read_baseline, without_known, write_baseline
from tessera_lsp.review.formats import FORMATS, ReportError, report_of, write_reports
from tessera_lsp.review.formats.text import print_text, statistics
from tessera_lsp.review.output import complain, console
from tessera_lsp.review.run import examine
from tessera_lsp.review.scope import ScopeError, Target, chosen, has_something, targets
from tessera_lsp.review.summary import Checked, base_of, summarise
from tessera_lsp.wording import counted, visible

CLEAN, FOUND, FAILED = 0, 1, 2


@dataclass(frozen=True)
class Options:
    """The command line of ``check``."""

    paths: tuple[str, ...] = ()
    format: str = "text"
    select: str | None = None
    ignore: str | None = None
    static: bool = False
    exit_zero: bool = False
    verbose: bool = False
    fix: bool = False
    """Make the safe fixes, then check what is left."""
    diff: bool = False
    """Show the safe fixes as a diff and write nothing."""
    reports: tuple[str, ...] = ()
    """``FORMAT=FILE``, written beside what is printed."""
    baseline: str | None = None
    """A file of known findings, which are left out."""
    write_baseline: str | None = None
    """Where all findings are written as known."""
    statistics: bool = False
    """Count by rule, behind the findings."""
    cache: bool = True
    """Take what an earlier run has come to where nothing is different."""
    deep: bool = False
    """Ask the verifiers more than samples and measured claims."""


def check(options: Options) -> int:
    """Check, print, and return the exit code: 0 nothing found, 1 findings of severity warning or error,
    2 what was asked could not be done. ``--exit-zero`` covers 1, never 2."""
    for option, given in (("--diff", options.diff), ("--write-baseline", options.write_baseline)):
        if given and options.reports:
            complain(f"--report: nothing is reported under {option}; leave one of them out")
            return FAILED
    try:
        asked = targets(list(options.paths), static=options.static)
        asked = tuple(_with_options(target, options) for target in asked)
        reports = [report_of(report) for report in options.reports]
        known = read_baseline(Path(options.baseline)) if options.baseline else None
    except (ScopeError, ReportError, BaselineError) as error:
        complain(str(error))
        return FAILED
    checked = _look_at_all(asked, options)
    if options.diff:
        return _show_diff(checked, options)
    fixed = True
    if options.fix:
        from tessera_lsp.review.fixing import plan, write

        plans = [plan(each) for each in checked]
        fixed = write(plans)
        if any(planned.changed for planned in plans):
            checked = _look_at_all(asked, options)
    if options.write_baseline:
        return _write_baseline(checked, Path(options.write_baseline))
    if known is not None:
        checked, gone = without_known(checked, known)
        if gone:
            complain(f"{options.baseline}: {counted(gone, 'entry', 'entries')} stand for nothing any more")
    _print(checked, options)
    code = exit_code(checked, exit_zero=options.exit_zero)
    try:
        write_reports(checked, reports)
    except ReportError as error:
        complain(str(error))
        return FAILED
    return code if fixed else FAILED


def _print(checked: Sequence[Checked], options: Options) -> None:
    if options.format == "text":
        print_text(checked, console())
    else:
        print(FORMATS[options.format](checked))
    if options.statistics:
        # Behind the text; beside a format that a program reads.
        print(*statistics(checked), sep="\n", file=sys.stdout if options.format == "text" else sys.stderr)


def _write_baseline(checked: Sequence[Checked], path: Path) -> int:
    """Write the findings as known, unless they are not all: then the file stays as it is."""
    code = exit_code(checked, exit_zero=True)
    if code != CLEAN:
        complain(f"{path} is not written: what was not verified would be known as clean")
        return code
    try:
        count = write_baseline(checked, path)
    except BaselineError as error:
        complain(str(error))
        return FAILED
    print(visible(f"{path}: {counted(count, 'known finding')}"))
    return CLEAN


def _look_at_all(asked: Sequence[Target], options: Options) -> list[Checked]:
    """Look at each target; on a terminal it is shown which one is being looked at."""
    if options.verbose or not sys.stderr.isatty():
        return [_look(target, options, _log(options)) for target in asked]
    progress = Console(stderr=True)
    checked = []
    for number, target in enumerate(asked, 1):
        what = target.project.root.name + (f" ({number} of {len(asked)})" if len(asked) > 1 else "")
        with progress.status(Text(f"checking {visible(what)} …")):
            checked.append(_look(target, options, _log(options)))
    return checked


def _log(options: Options) -> Callable[[str], None]:
    return complain if options.verbose else lambda line: None


def _look(target: Target, options: Options, log: Callable[[str], None]) -> Checked:
    examined = examine(target.project, static=options.static, deep=options.deep, log=log, keep=options.cache)
    return summarise(target, examined)


def _show_diff(checked: Sequence[Checked], options: Options) -> int:
    """Print what ``--fix`` would change, and nothing else: 1 where that is something, else as a check ends
    that finds nothing."""
    from tessera_lsp.review.fixing import diffs, plan

    plans = [plan(each) for each in checked]
    sys.stdout.writelines(diffs(plans, base_of(checked)))
    code = exit_code(checked, exit_zero=True)
    if code == CLEAN and any(planned.changed for planned in plans) and not options.exit_zero:
        return FOUND
    return code


def _with_options(target: Target, options: Options) -> Target:
    config = chosen(target.project.config, options.select, options.ignore)
    return replace(target, project=replace(target.project, config=config))


def _nothing(checked: Sequence[Checked]) -> str:
    if not any(each.target.whole for each in checked):
        return "nothing to check: no claims file or registry of a project was named"
    return (
        "nothing to check: there is neither a claims file nor a claim that a harness measures; name the "
        'claims files by claims = ["…"] under [tool.tessera] in pyproject.toml, or give batteries() a battery'
    )


def exit_code(checked: Sequence[Checked], *, exit_zero: bool = False) -> int:
    """The exit code of what was checked; says on standard error why it is 2."""
    something = [each for each in checked if has_something(each.target, each.examined, each.skipped)]
    if not something:
        complain(_nothing(checked))
        return FAILED
    failed = [each for each in checked if each.examined.could_not_run]
    misconfigured = [
        each for each in checked if any(not problem.warning for problem in each.target.project.problems)
    ]
    for each in failed:
        complain(f"{each.target.project.root}: {each.not_run}")
    for each in misconfigured:
        complain(f"{each.target.project.root}: the configuration is wrong; see the findings of TES902")
    if failed or misconfigured:
        return FAILED
    found = any(f.severity in ("error", "warning") for each in checked for f in each.findings)
    return FOUND if found and not exit_zero else CLEAN
