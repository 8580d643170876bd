"""``tessera-lsp check``: the editor's findings as lint."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tessera_lsp.review.fixing import diffs, plan, write
from tessera_lsp.review.json_report import as_json
from tessera_lsp.review.output import complain, console
from tessera_lsp.review.run import examine
from tessera_lsp.review.scope import ScopeError, Target, chosen, has_something, targets
from tessera_lsp.review.summary import Checked, base_of, summarise
from tessera_lsp.review.text_report import print_text

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


def check(options: Options) -> int:
    """Check, print, and return the exit code: 0 nothing found, 1 findings of severity warning or error,
    2 what was asked could not be done. ``--exit-zero`` covers 1, never 2."""
    log: Callable[[str], None] = complain if options.verbose else lambda line: None
    try:
        asked = targets(list(options.paths), static=options.static)
        asked = tuple(_with_options(target, options) for target in asked)
    except ScopeError as error:
        complain(str(error))
        return FAILED
    checked = [_look(target, options, log) for target in asked]
    if options.diff:
        return _show_diff(checked, options)
    fixed = True
    if options.fix:
        plans = [plan(each) for each in checked]
        fixed = write(plans)
        if any(planned.changed for planned in plans):
            checked = [_look(target, options, log) for target in asked]
    if options.format == "json":
        print(as_json(checked))
    else:
        print_text(checked, console())
    code = exit_code(checked, exit_zero=options.exit_zero)
    return code if fixed else FAILED


def _look(target: Target, options: Options, log: Callable[[str], None]) -> Checked:
    return summarise(target, examine(target.project, static=options.static, log=log))


def _show_diff(checked: Sequence[Checked], options: Options) -> int:
    """Print what ``--fix`` would change, and nothing else: 1 where that is something, else as a check ends
    that finds nothing."""
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
