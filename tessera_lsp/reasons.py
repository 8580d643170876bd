"""Why a grammar answered as it did, in lines for a terminal and for Markdown."""

from __future__ import annotations

import re
from pathlib import Path

from tessera_lsp.wire import Condition, PatternMatch, Why
from tessera_lsp.wording import bounded, code, markdown, visible

LINE = 120
VALUE = 100
VALUES = 8
"""Names in scope that are shown."""
SLOW = 0.05
"""Seconds from which on it is worth saying how long a call took."""
_FOLDER = re.compile(r".*[/\\]")


def place(why: Why, base: str = "") -> str:
    """Where it was decided: ``claims.py:41``; as seen from the folder ``base``, ``sales/claims.py:41``."""
    if not base:
        return f"{visible(_FOLDER.sub('', why.path))}:{why.line}"
    path = Path(why.path)
    return f"{visible(str(path.relative_to(base) if path.is_relative_to(base) else path))}:{why.line}"


def brief(why: Why, base: str = "") -> str:
    """The deciding line alone: ``claims.py:41 return total == stated``."""
    return f"{place(why, base)} {bounded(visible(why.text), LINE)}".rstrip()


def plain(why: Why, base: str = "") -> list[str]:
    """The lines below a deciding grammar, not indented."""
    lines = [f"{brief(why, base)}{_within(why)}"]
    lines += [f"line {one.line} {bounded(visible(one.text), LINE)}{_held(one)}" for one in why.branch]
    lines += [f"{visible(name)} = {bounded(visible(value), VALUE)}" for name, value in why.values[:VALUES]]
    for match in in_claim(why):
        lines.append(f"matched {bounded(visible(match.pattern), LINE)}")
        lines += [f"  {visible(name)} = {bounded(visible(text), VALUE)}" for name, text in groups(match)]
    if why.seconds >= SLOW:
        lines.append(f"took {why.seconds:.2f} s, watched")
    return lines


def in_markdown(why: Why) -> list[str]:
    """The same as items of a Markdown list, without their marks."""
    lines = [f"{code(place(why))} {_code(why.text, LINE)}{markdown(_within(why))}".rstrip()]
    lines += [f"line {one.line} {_code(one.text, LINE)}{_held(one)}".rstrip() for one in why.branch]
    lines += [f"{code(name)} = {_code(value, VALUE)}" for name, value in why.values[:VALUES]]
    for match in in_claim(why):
        told = ", ".join(f"{markdown(name)} = {_code(text, VALUE)}" for name, text in groups(match))
        lines.append(f"matched {_code(match.pattern, LINE)}" + (f": {told}" if told else ""))
    if why.seconds >= SLOW:
        lines.append(f"took {why.seconds:.2f} s, watched")
    return lines


def in_claim(why: Why) -> list[PatternMatch]:
    """The matches that lie within the claim's text; what was matched elsewhere says little to a reader."""
    return [match for match in why.patterns if match.groups and match.groups[0].start >= 0]


def groups(match: PatternMatch) -> list[tuple[str, str]]:
    """Names and texts of what was captured; of a pattern without groups, of the whole match."""
    captured = [(group.name, group.text) for group in match.groups[1:]]
    return captured or [("match", group.text) for group in match.groups[:1]]


def _within(why: Why) -> str:
    return f" (in {visible(why.function)})" if why.function else ""


def _held(condition: Condition) -> str:
    return {True: " — yes", False: " — no", None: ""}[condition.held]


def _code(text: str, limit: int) -> str:
    return code(bounded(text, limit)) if text else ""
