"""The command line of ``review``."""

from __future__ import annotations

import argparse

FORMATS = ("text", "markdown", "json", "sarif", "github")


def add_review(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command; what it needs is imported when it runs."""
    parser = commands.add_parser(
        "review",
        help="tell what a change does: findings, verdicts and owners, compared with another commit",
        epilog="Ends with 0, with 1 where the change adds a finding of severity warning or error, or verdict "
        "drift that its own samples do not acknowledge, and with 2 where it could not be done.",
    )
    parser.add_argument(
        "path", nargs="?", default=".", metavar="PATH", help="a file or folder of the project"
    )
    parser.add_argument(
        "--base", required=True, metavar="REV", help="compare with the commit at which the change left REV"
    )
    parser.add_argument("--head", metavar="REV", help="review this commit (default: the working tree)")
    parser.add_argument("--format", choices=FORMATS, default="text", help="what is printed (default: text)")
    parser.add_argument("--allow-drift", action="store_true", help="let verdict drift pass, not findings")
    parser.add_argument("--all", action="store_true", help="tell what the change did not cause as well")
    parser.add_argument("--verbose", action="store_true", help="show the workers' log")
    parser.set_defaults(run=_review)


def _review(given: argparse.Namespace) -> int:
    from tessera_lsp.review.reviewing.command import Options, review

    return review(
        Options(
            base=given.base,
            head=given.head,
            path=given.path,
            format=given.format,
            allow_drift=given.allow_drift,
            everything=given.all,
            verbose=given.verbose,
        )
    )
