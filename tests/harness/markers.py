"""What a workspace's files say that is to be found in them.

A marker is a comment that begins with ``#@``, in a Python or TOML file, alone on its line or behind code::

    #@ diag("TES101", "it never speaks", at="crate_colour")
    #@ diag("TES401", "says False", on="True: Crate 1 weighs 13", at="True")
    #@ hint("✓ crate_weight", on="True: Crate 1 weighs 12")
    #@ hover("supported · crate_weight · stock", on="True: Crate 1 weighs 12", at="Crate 1")
    #@ deep("TES405", "still supports", at="crate_weight")
    #@ check(exit=2)
    #@ over("clean")

The first string of ``diag`` is the code; the next is a regular expression that is searched in the message,
the hint's label or the hover's text. Behind code a marker is about its own line, alone about the next line
that is no marker. ``on=`` means the one line of the file that holds this text instead: in docstrings a
comment would be text. ``line=`` gives the line's number (from 1), ``file=`` another file. ``at=`` is the text
that the finding's span must cover exactly, or that the hover is asked on. ``check`` gives the exit code where
it does not follow from the findings. ``over`` lays the folder over another workspace. ``deep`` is a ``diag``
that is found with ``--deep`` alone.

What stands where no marker expects it fails as well; hints so in files that have a ``hint`` marker.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_MARKER = re.compile(r"#@\s*(.+)$")


class MarkerError(Exception):
    """A marker that cannot be read, or is about no line."""


@dataclass(frozen=True)
class Expected:
    """One marker. ``line`` and ``column`` count from 0; ``width`` is the length of ``at``, -1 without."""

    kind: str
    path: str
    line: int
    code: str = ""
    pattern: str = ""
    severity: str = ""
    column: int = -1
    width: int = -1

    def __str__(self) -> str:
        at = f":{self.column + 1}" if self.column >= 0 else ""
        return f"{self.path}:{self.line + 1}{at}: {self.kind} {self.code} /{self.pattern}/"


@dataclass(frozen=True)
class Case:
    """A workspace's markers. ``exit`` is -1 where the findings tell."""

    expected: tuple[Expected, ...]
    exit: int


def read_case(folder: Path, root: Path | None = None) -> Case:
    """The markers of a workspace's own files; ``root`` is where it lies over another one, whose markers do
    not count. Raises ``MarkerError``."""
    expected: list[Expected] = []
    code = -1
    for path in sorted(p for p in folder.rglob("*") if p.suffix in {".py", ".toml"}):
        for at, call in _calls(path):
            if call.func_name == "check":
                code = int(str(call.keywords["exit"]))
            elif call.func_name != "over":
                expected.append(
                    _expected(root or folder, path, path.relative_to(folder).as_posix(), at, call)
                )
    return Case(tuple(expected), code)


def layers(folder: Path) -> tuple[Path, ...]:
    """The workspaces that make this one up, the lowest first: what it lies over, and itself."""
    below = _layer_below(folder)
    return (*(layers(folder.parent / below) if below else ()), folder)


def _layer_below(folder: Path) -> str:
    """The name of the workspace that this one lies over, empty for none."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in {".py", ".toml"})
    calls = [call for path in files for _, call in _calls(path) if call.func_name == "over"]
    return str(calls[0].arguments[0]) if calls else ""


@dataclass(frozen=True)
class _Call:
    func_name: str
    arguments: tuple[object, ...]
    keywords: dict[str, object]


def _lines(path: Path) -> list[str]:
    return path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").split("\n")


def _calls(path: Path) -> Iterator[tuple[int, _Call]]:
    for at, line in enumerate(_lines(path)):
        match = _MARKER.search(line)
        if match is None:
            continue
        try:
            node = ast.parse(match[1], mode="eval").body
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                raise ValueError("no call")
            arguments = tuple(ast.literal_eval(argument) for argument in node.args)
            keywords = {str(k.arg): ast.literal_eval(k.value) for k in node.keywords}
        except (SyntaxError, ValueError) as error:
            raise MarkerError(f"{path}:{at + 1}: {error}: {match[1]}") from error
        if node.func.id not in {"diag", "deep", "hint", "hover", "check", "over"}:
            raise MarkerError(f"{path}:{at + 1}: no marker is called {node.func.id}")
        yield at, _Call(node.func.id, arguments, keywords)


def _expected(root: Path, path: Path, name: str, at: int, call: _Call) -> Expected:
    keywords = dict(call.keywords)
    target = root / str(keywords.pop("file", name))
    lines = _lines(target) if target.exists() else []
    line = _line(path, at, keywords, lines)
    text = str(keywords.pop("at", ""))
    column = _MARKER.sub("", lines[line]).find(text) if text and line < len(lines) else -1
    if text and column < 0:
        raise MarkerError(f"{path}:{at + 1}: {text!r} is not on line {line + 1} of {target.name}")
    strings = [str(argument) for argument in call.arguments]
    is_finding = call.func_name in ("diag", "deep")
    code = strings.pop(0) if is_finding else ""
    severity = str(keywords.pop("severity", ""))
    if keywords or len(strings) > 1 or (not is_finding and not strings):
        raise MarkerError(f"{path}:{at + 1}: too much or too little is said: {call}")
    return Expected(
        kind=call.func_name,
        path=target.relative_to(root).as_posix(),
        line=line,
        code=code,
        pattern=strings[0] if strings else "",
        severity=severity,
        column=column,
        width=len(text) if text else -1,
    )


def _line(path: Path, at: int, keywords: dict[str, object], lines: list[str]) -> int:
    if "line" in keywords:
        return int(str(keywords.pop("line"))) - 1
    if "on" in keywords:
        text = str(keywords.pop("on"))
        holding = [n for n, line in enumerate(lines) if text in _MARKER.sub("", line)]
        if len(holding) != 1:
            raise MarkerError(f"{path}:{at + 1}: {len(holding)} lines hold {text!r}")
        return holding[0]
    if lines[at].split("#@")[0].strip():
        return at
    for below in range(at + 1, len(lines)):
        if "#@" not in lines[below] or lines[below].split("#@")[0].strip():
            return below
    raise MarkerError(f"{path}:{at + 1}: no line follows")


@dataclass(frozen=True)
class Seen:
    """A finding as one of the three ways shows it; lines and columns from 0, in code points."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    code: str
    severity: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line + 1}:{self.column + 1}: {self.severity} {self.code} {self.message}"

    def matches(self, expected: Expected) -> bool:
        """Whether this is what a ``diag`` marker expects."""
        there = (self.path, self.line, self.code) == (expected.path, expected.line, expected.code)
        spanned = expected.column < 0 or (
            (self.column, self.end_line, self.end_column)
            == (expected.column, expected.line, expected.column + expected.width)
        )
        weighed = expected.severity in ("", self.severity)
        return there and spanned and weighed and re.search(expected.pattern, self.message) is not None


def differences(case: Case, seen: list[Seen], deep: bool = False) -> list[str]:
    """What is expected and not there, and what is there and not expected; each marker takes one finding."""
    left = list(seen)
    out = []
    kinds = ("diag", "deep") if deep else ("diag",)
    for expected in (e for e in case.expected if e.kind in kinds):
        found = next((each for each in left if each.matches(expected)), None)
        if found is None:
            out.append(f"missing    {expected}")
        else:
            left.remove(found)
    return out + [f"unexpected {each}" for each in left]
