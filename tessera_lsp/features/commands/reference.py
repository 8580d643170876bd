"""The commands for readers: ``python -m tessera_lsp.features.commands.reference docs`` writes
``commands.md``."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from lsprotocol import types

from tessera_lsp.features.commands import arguments, results
from tessera_lsp.features.commands.arguments import spelled

PREFIX = "tessera.server."


@dataclass(frozen=True)
class Command:
    """One command: what it does, in Markdown; what it takes; what it gives (a type, or words)."""

    name: str
    about: str
    takes: type
    gives: Any
    each: bool = False
    """Whether it gives a list of them, one for each project."""


COMMANDS = (
    Command(
        "surface",
        "The grammar surface: batteries, their shapes in order, what each owns, and what nobody owns.",
        arguments.About,
        results.Surface,
        each=True,
    ),
    Command(
        "preview",
        "What a battery's verifier says to any sentence with any citations, under the open texts.",
        arguments.PreviewArguments,
        results.Preview,
    ),
    Command(
        "records",
        "What claims of a battery can cite.",
        arguments.RecordsArguments,
        results.Records,
    ),
    Command(
        "samples",
        "Each sample with what came of it, as the tests of a project.",
        arguments.About,
        results.Samples,
        each=True,
    ),
    Command(
        "drift",
        "The sentences whose verdict or owner the open texts change.",
        arguments.DriftArguments,
        results.Drifted,
        each=True,
    ),
    Command(
        "driftOf",
        "What an edit would change, before it is applied: the open texts with the edit are judged beside the "
        "open texts, and nothing is published.",
        arguments.DriftOfArguments,
        results.Drifted,
    ),
    Command(
        "runBattery",
        "Load the saved project anew, run its harness, and give a battery's figures.",
        arguments.BatteryArguments,
        results.BatteryRun,
    ),
    Command(
        "insertSample",
        "An edit that writes a sentence into a shape's samples, with the shape's own answer.",
        arguments.InsertSampleArguments,
        results.Edited,
    ),
    Command(
        "scaffold",
        "An edit that writes a new shape for a sentence that nobody owns: a pattern with a group for all "
        "that varies, three samples, and its place at the end of the battery. It answers `False` until its "
        "check is written.",
        arguments.ScaffoldArguments,
        results.Edited,
    ),
    Command(
        "reorder",
        "An edit that moves a declared shape up or down in its battery, with what that would change.",
        arguments.ReorderArguments,
        results.Edited,
    ),
    Command(
        "restart",
        "Find the projects anew, end every worker and start another.",
        arguments.NoArguments,
        "A line of text for each project: what was done.",
    ),
    Command(
        "log",
        "The last lines of the server's log, what the project's code printed among them.",
        arguments.NoArguments,
        "A list of texts, each with the time of day before it.",
    ),
    Command(
        "status",
        "How each project stands: the parameters of the notification `tessera/status`.",
        arguments.NoArguments,
        "A list of objects: `root`, `state`, `reason`, `settled`, `fresh`, `judged`, `load`, `python`, "
        "`harvest`, `versions`.",
    ),
)

_HEAD = """\
# Commands of the server

Generated from the code by `python -m tessera_lsp.features.commands.reference docs`.

A client sends these by `workspace/executeCommand` with one JSON object as the only argument. An argument that
is missing, unknown or of another kind is answered by the error `InvalidParams`, which says what is taken; a
command that could not do its work gives a result whose `why_not` says why. Names of arguments and results are
these; places and edits in them are LSP's own `Location` and `WorkspaceEdit`. An edit carries the versions of
the open texts that it was made for."""


def page() -> str:
    """The page as Markdown."""
    parts = [_HEAD]
    kinds: set[type] = set()
    for command in COMMANDS:
        parts += [f"## `{PREFIX}{command.name}`", command.about]
        parts.append(_table(command.takes, "argument") or "Takes nothing.")
        if isinstance(command.gives, str):
            parts.append(f"Gives: {command.gives}")
            continue
        each = "a list, for each project a" if command.each else "a"
        parts.append(f"Gives {each} [{command.gives.__name__}](#{command.gives.__name__.lower()}).")
        kinds.update(_kinds(command.gives))
    for kind in sorted(kinds, key=lambda kind: kind.__name__):
        parts += [f"### {kind.__name__}", _table(kind, "field")]
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(kind: type, noun: str) -> str:
    rows = []
    hints = get_type_hints(kind, include_extras=True)
    for field in dataclasses.fields(kind):
        about = get_args(hints[field.name])[1]
        shown = _spelled(hints[field.name]) if noun == "field" else spelled(hints[field.name])
        given = noun == "argument" and field.default is not dataclasses.MISSING
        rows.append(f"| `{field.name}`{'?' if given else ''} | {shown} | {about} |")
    return "\n".join([f"| {noun} | kind | about |", "|---|---|---|", *rows]) if rows else ""


def _spelled(hint: Any) -> str:
    """A field's type as a reader of JSON calls it."""
    if get_origin(hint) is Annotated:
        return _spelled(get_args(hint)[0])
    arguments_of = get_args(hint)
    if type(None) in arguments_of:
        (inner,) = (each for each in arguments_of if each is not type(None))
        return f"{_spelled(inner)} or null"
    if get_origin(hint) is tuple:
        if arguments_of[-1] is Ellipsis:
            return f"list of {_spelled(arguments_of[0])}"
        return f"[{', '.join(_spelled(each) for each in arguments_of)}]"
    if get_origin(hint) is dict:
        return "object"
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return f"[{hint.__name__}](#{hint.__name__.lower()})"
    if hint in (types.Location, types.WorkspaceEdit):
        return str(hint.__name__)
    return {str: "text", int: "number", float: "number", bool: "true or false"}[hint]


def _kinds(hint: Any) -> Iterator[type]:
    """The dataclasses within a type, itself first."""
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        yield hint
        for inner in get_type_hints(hint).values():
            yield from _kinds(inner)
    for inner in get_args(hint):
        yield from _kinds(inner)


def write(folder: Path) -> None:
    """Put the page into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "commands.md").write_text(page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tessera_lsp.features.commands.reference FOLDER")
    write(Path(sys.argv[1]))
