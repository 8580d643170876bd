"""What ``check`` does once it is known what is asked for: look, find, fix, show, and the exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tessera_lsp.review.check import FAILED, Options, begin, log_of
from tessera_lsp.review.formats import FORMATS, Format, ReportError, write_reports
from tessera_lsp.review.formats.text import print_text, statistics, to_output
from tessera_lsp.review.output import complain
from tessera_lsp.review.run import examine
from tessera_lsp.review.scope import Target, has_something
from tessera_lsp.review.summary import Checked, base_of, summarise
from tessera_lsp.review.verifying import Verifying
from tessera_lsp.wording import counted, visible

CLEAN, FOUND = 0, 1


def finish(
    asked: Sequence[Target],
    options: Options,
    reports: Sequence[tuple[Format, Path]],
    known: frozenset[str] | None,
    begun: Verifying,
) -> int:
    """Look at each target and say what was found; the exit code. ``begun`` is the first one's verifier,
    ``known`` the fingerprints of a baseline."""
    checked = _look_at_all(asked, options, begun)
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
        from tessera_lsp.review.baseline import without_known

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
        print_text(checked, to_output())
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
    from tessera_lsp.review.baseline import BaselineError, write_baseline

    try:
        count = write_baseline(checked, path)
    except BaselineError as error:
        complain(str(error))
        return FAILED
    print(visible(f"{path}: {counted(count, 'known finding')}"))
    return CLEAN


def _look_at_all(asked: Sequence[Target], options: Options, begun: Verifying | None = None) -> list[Checked]:
    """Look at each target; on a terminal it is shown which one is being looked at. ``begun`` is the first
    one's verifier, where it was begun."""
    first = [begun] if begun is not None else []
    if options.verbose or not sys.stderr.isatty():
        return [_look(target, options, first) for target in asked]
    from rich.console import Console
    from rich.text import Text

    progress = Console(stderr=True)
    checked = []
    for number, target in enumerate(asked, 1):
        what = target.project.root.name + (f" ({number} of {len(asked)})" if len(asked) > 1 else "")
        with progress.status(Text(f"checking {visible(what)} …")):
            checked.append(_look(target, options, first))
    return checked


def _look(target: Target, options: Options, begun: list[Verifying]) -> Checked:
    verifying = begun.pop() if begun else begin(target, options)
    examined = examine(
        target.project,
        static=options.static,
        deep=options.deep,
        log=log_of(options),
        verifying=verifying,
    )
    return summarise(target, examined)


def _show_diff(checked: Sequence[Checked], options: Options) -> int:
    """Print what ``--fix`` would change, and nothing else: 1 where that is something, else as a check ends
    that finds nothing."""
    from tessera_lsp.review.fixing import diffs, plan

    plans = [plan(each) for each in checked]
    sys.stdout.writelines(diffs(plans, base_of(checked)))
    code = exit_code(checked, exit_zero=True)
    if code == CLEAN and not any(planned.changed for planned in plans):
        found = sum(len(each.findings) for each in checked)
        left = f"{counted(found, 'finding')} to be mended by hand or in an editor" if found else "no finding"
        complain(f"--fix would change nothing: {left}")
    if code == CLEAN and any(planned.changed for planned in plans) and not options.exit_zero:
        return FOUND
    return code


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
