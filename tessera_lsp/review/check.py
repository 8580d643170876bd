"""``tessera-lsp check``: the editor's findings as lint.

What is asked for is read here, and the first project's worker begun; what finds and shows is imported while
that one loads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from tessera_lsp.review.formats import ReportError, report_of
from tessera_lsp.review.output import complain
from tessera_lsp.review.scope import ScopeError, Target, chosen, targets
from tessera_lsp.review.verifying import Verifying

FAILED = 2


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
    except (ScopeError, ReportError) as error:
        complain(str(error))
        return FAILED
    known = None
    if options.baseline:
        from tessera_lsp.review.baseline import BaselineError, read_baseline

        try:
            known = read_baseline(Path(options.baseline))
        except BaselineError as error:
            complain(str(error))
            return FAILED
    with begin(asked[0], options) as begun:
        from tessera_lsp.review.checking import finish

        return finish(asked, options, reports, known, begun)


def begin(target: Target, options: Options) -> Verifying:
    """The run of a target's verifier, begun unless nothing is to run or an earlier outcome may be taken."""
    keep = options.cache and not options.deep
    return Verifying(target.project, log_of(options), keep=keep, static=options.static)


def log_of(options: Options) -> Callable[[str], None]:
    """Where the worker's log goes."""
    return complain if options.verbose else lambda line: None


def _with_options(target: Target, options: Options) -> Target:
    config = chosen(target.project.config, options.select, options.ignore)
    return replace(target, project=replace(target.project, config=config))
