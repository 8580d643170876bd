"""The command ``tessera-lsp``. Without arguments it serves an editor on standard input and output.

What a command needs is imported when it runs: the server starts without the renderers, and a command without
the protocol's libraries.
"""

from __future__ import annotations

import argparse
import errno
import gc
import os
import sys
import traceback
from collections.abc import Callable, Sequence

from tessera_lsp import __version__
from tessera_lsp.review.reviewing.arguments import add_review

FAILED, INTERRUPTED = 2, 130
_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG)
"""What a full disk behind standard output answers."""
_RARELY = (1_000_000, 20, 20)
"""A command ends soon, and hardly drops anything: looking for cycles takes a tenth of its time otherwise."""
_FORMATS = ("text", "json", "sarif", "github", "gitlab", "junit", "rdjson")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0, 1 or 2 as the command says, 130 after Ctrl-C."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parsed = _parser().parse_args(given)
    if parsed.command is None:
        return _serve()
    gc.set_threshold(*_RARELY)
    from tessera_lsp.review.output import complain, use_utf8

    use_utf8()
    run: Callable[[argparse.Namespace], int] = parsed.run
    try:
        code = run(parsed)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()  # whoever read has gone: nothing more can be said
        return FAILED
    except Exception as error:  # a fault of ours is no finding: Python would end with 1
        if isinstance(error, OSError) and error.errno in _UNWRITABLE and error.filename is None:
            complain(f"standard output: {error.strerror}")
            _discard_output()
        else:
            traceback.print_exc()
        return FAILED


def _discard_output() -> None:
    """Let what is still buffered vanish: the interpreter must not try again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _serve() -> int:
    from tessera_lsp.server.main import serve

    return serve()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tessera-lsp",
        description="Editor tooling for claim shapes. Without a command it is a language server on standard "
        "input and output.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument(
        "--stdio", action="store_true", help="serve on standard input and output: the default"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_check(commands)
    add_review(commands)
    _add_explain(commands)
    rules = commands.add_parser("rule", help="list the rules, or show one rule's page")
    rules.add_argument("code", nargs="?", metavar="CODE")
    rules.set_defaults(run=_rule)
    well = commands.add_parser("doctor", help="show what was found, what will run, and why")
    well.add_argument("path", nargs="?", default=".", metavar="PATH", help="a file or folder of the project")
    well.set_defaults(run=_doctor)
    trusting = commands.add_parser(
        "trust",
        help="let an editor run a project's code without asking, or take that back; alone: what stands",
    )
    trusting.add_argument("path", nargs="?", metavar="PATH", help="a file or folder of the project")
    answers = trusting.add_mutually_exclusive_group()
    for name, help in (("never", "an editor never runs it, nor asks"), ("forget", "an editor asks again")):
        answers.add_argument(f"--{name}", dest="answer", action="store_const", const=name, help=help)
    trusting.set_defaults(run=_trust, answer="run")
    return parser


def _rule(given: argparse.Namespace) -> int:
    from tessera_lsp.review.rule_pages import show_rules

    return show_rules(given.code)


def _doctor(given: argparse.Namespace) -> int:
    from tessera_lsp.review.doctor import doctor

    return doctor(given.path)


def _trust(given: argparse.Namespace) -> int:
    from tessera_lsp.review.trusting import trust

    return trust(given.path, given.answer)


def _add_check(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "check",
        help="find in the project's files, and in its verifier's answers, what the editor would show",
        epilog="Ends with 0 when nothing is found, 1 with findings of severity warning or error, 2 when what "
        "was asked could not be done.",
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files or folders (default: where you are)")
    parser.add_argument("--format", choices=_FORMATS, default="text", help="what is printed (default: text)")
    parser.add_argument(
        "--report",
        action="append",
        default=[],
        metavar="FORMAT=FILE",
        help="write this format into a file as well; may be given again",
    )
    parser.add_argument("--select", metavar="CODES", help="codes or beginnings, in place of the project's")
    parser.add_argument("--ignore", metavar="CODES", help="codes or beginnings, beside the project's")
    parser.add_argument("--static", action="store_true", help="look at the files alone; run nothing")
    parser.add_argument(
        "--deep",
        action="store_true",
        help="put lies, other citations and sentences of two grammars to the verifier as well; takes longer",
    )
    parser.add_argument(
        "--no-cache",
        action="store_true",
        help="run the verifier even where an earlier run has judged the very same, and keep nothing",
    )
    parser.add_argument("--exit-zero", action="store_true", help="end with 0 where it would be 1")
    parser.add_argument("--verbose", action="store_true", help="show the worker's log")
    parser.add_argument("--statistics", action="store_true", help="count by rule, behind the findings")
    parser.add_argument("--baseline", metavar="FILE", help="leave out the findings that this file knows")
    parser.add_argument(
        "--write-baseline", metavar="FILE", help="write all findings as known, and end with 0"
    )
    parser.add_argument("--fix", action="store_true", help="make the safe fixes, then check what is left")
    parser.add_argument(
        "--diff", action="store_true", help="show what --fix would change, and write nothing; 1 if something"
    )
    parser.set_defaults(run=_check)


def _check(given: argparse.Namespace) -> int:
    from tessera_lsp.review.check import Options, check

    return check(
        Options(
            paths=tuple(given.paths),
            format=given.format,
            select=given.select,
            ignore=given.ignore,
            static=given.static,
            deep=given.deep,
            cache=not given.no_cache,
            exit_zero=given.exit_zero,
            verbose=given.verbose,
            fix=given.fix,
            diff=given.diff,
            reports=tuple(given.report),
            baseline=given.baseline,
            write_baseline=given.write_baseline,
            statistics=given.statistics,
        )
    )


def _add_explain(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "explain",
        help="put one sentence to a battery and show who owns it",
        epilog="Ends with 0 when the claim is supported, 1 when it is not, 2 when it could not be judged.",
    )
    parser.add_argument("--battery", default="", metavar="NAME", help="needed where there are several")
    parser.add_argument("--cite", required=True, metavar="ID[,ID…]", help="ids; one with a comma in quotes")
    parser.add_argument("text", metavar="TEXT", help="the sentence")
    parser.set_defaults(run=_explain)


def _explain(given: argparse.Namespace) -> int:
    from tessera_lsp.review.explain import explain

    return explain(given.battery, given.cite, given.text)


if __name__ == "__main__":
    sys.exit(main())
