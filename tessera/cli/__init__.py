"""The command line ``tessera``: measure a project's batteries, put one claim to the verifier, audit logs.

Exit codes: 0 the floor holds, or the claims are supported; 1 it does not, or they are not; 2 it could not be
told (an unknown battery or record, a project that cannot be loaded, a battery that raises).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tessera.audit.report import Report
from tessera.cli import audit, evaluate, verify
from tessera.cli.failure import CommandError, describe
from tessera.cli.loading import delegate, entered, load_batteries, own_tessera
from tessera.cli.project import Project, find_project
from tessera.cli.terminal import (
    discard_stdout,
    printable,
    project_output_aside,
    readable_arguments,
    write_utf8,
)
from tessera.eval.battery import Battery

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in ``argv`` (without the program's name; the process's own by default).

    Acts on the project found from the working directory upward, outside of any on the batteries that
    come with this package. Returns the exit code and raises nothing but ``KeyboardInterrupt``.
    """
    arguments = readable_arguments(sys.argv[1:] if argv is None else argv)
    write_utf8()
    try:
        options = _parser().parse_args(arguments)
    except SystemExit as leave:  # argparse has printed its usage, or the help that was asked for
        return leave.code if isinstance(leave.code, int) else 2
    folder = root = Path.cwd()
    try:
        project = find_project(root)
        root = project.root if project else root
        if project and (other := own_tessera(root)):
            return delegate(other, arguments)
        with entered(project):
            code = _run(options, project, folder)
            sys.stdout.flush()
            return code
    except BrokenPipeError:
        discard_stdout()
    except (Exception, SystemExit) as error:  # whatever a project's code does, it is told and not thrown
        message = str(error) if isinstance(error, CommandError) else describe(error, root)
        shown = "\n".join(map(printable, message.split("\n")))
        print(f"tessera: error: {shown}", file=sys.stderr)
    return 2


def _run(options: argparse.Namespace, project: Project | None, folder: Path) -> int:
    with project_output_aside():
        batteries = load_batteries(project)
        if options.battery is not None:
            batteries = (_named(options.battery, batteries),)
        if options.command == "audit":
            report_of_logs = _audit(batteries, project.root if project else folder, folder, options)
        elif options.command == "eval":
            report = evaluate.measure(batteries)
        else:
            claim, consultation = verify.judge(batteries[0], options.cite, options.text)
    if options.command == "audit":
        print(audit.render(report_of_logs, options.format))
        return 0 if report_of_logs.holds else 1
    if options.command == "eval":
        return evaluate.show(report, options.format)
    return verify.show(batteries[0], claim, consultation)


def _audit(batteries: tuple[Battery, ...], root: Path, folder: Path, options: argparse.Namespace) -> Report:
    if len(batteries) != 1:
        known = ", ".join(battery.name for battery in batteries) or "none"
        raise CommandError(f"--battery says whose grammars are asked; known: {known}")
    asked = audit.Options(
        logs=tuple(options.logs),
        folder=folder,
        jobs=options.jobs,
        resume=options.resume,
        verdicts=options.verdicts,
        reports=tuple(options.report),
        engine=options.engine,
    )
    return audit.audit(batteries[0], root, asked)


def _named(name: str, batteries: tuple[Battery, ...]) -> Battery:
    for battery in batteries:
        if battery.name == name:
            return battery
    known = ", ".join(battery.name for battery in batteries) or "none"
    raise CommandError(f"no battery {name!r}; known: {known}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tessera", description="A verifier of claims that cite records.")
    commands = parser.add_subparsers(required=True, dest="command", metavar="COMMAND")
    measure = commands.add_parser("eval", help="measure the batteries; 0 when every claim is supported")
    measure.add_argument("--battery", metavar="NAME", help="measure this one alone")
    measure.add_argument("--format", choices=("text", "json"), default="text")
    check = commands.add_parser("verify", help="put one claim to a battery's grammars and show the ladder")
    check.add_argument("--battery", metavar="NAME", required=True)
    check.add_argument(
        "--cite",
        metavar="ID[,ID…]",
        required=True,
        action="append",
        help="the records cited; an id that holds a comma stands in double quotes: '\"a,b\",c'",
    )
    check.add_argument("text", metavar="TEXT", help="the sentence; put -- before one that begins with a dash")
    _add_audit(commands)
    return parser


def _add_audit(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    logs = commands.add_parser(
        "audit", help="put logged answers to a battery; 0 when every claim is supported"
    )
    logs.add_argument("logs", nargs="+", metavar="FILE", help="JSON lines or Parquet; - for standard input")
    logs.add_argument("--battery", metavar="NAME", help="whose grammars are asked, where there are several")
    logs.add_argument("--format", choices=audit.FORMATS, default="text", help="what is printed")
    logs.add_argument(
        "--report", action="append", default=[], metavar="FORMAT=FILE", help="write this format as well"
    )
    logs.add_argument("--verdicts", metavar="FILE", help="write a line of JSON for each answer")
    logs.add_argument(
        "--jobs", type=_count, default=0, metavar="N", help="processes; one a processor if left out"
    )
    logs.add_argument("--resume", metavar="STATE", help="keep the state in this file, and go on from it")
    logs.add_argument(
        "--engine", choices=("processes", "daft"), default="processes", help="who runs the parts"
    )


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes, one at least")
    return int(text)
