"""One logged answer out of one line, and what can be wrong with a log.

A line is a JSON object ``{"answer": id, "claims": [{"text": sentence, "citations": [record id, …]}, …]}``.
Further keys are allowed: logs hold more than a verifier asks for.
"""

from __future__ import annotations

import json
from dataclasses import dataclass


class LogError(Exception):
    """A log that cannot be read at all. The message names it and the way out."""


class BrokenEntryError(ValueError):
    """A line that is no logged answer; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class LoggedClaim:
    """A sentence and the ids that it cites, as they were logged."""

    text: str
    citations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LoggedAnswer:
    """An answer's id and claims."""

    answer: str
    claims: tuple[LoggedClaim, ...]


def parse(data: bytes | None) -> LoggedAnswer | None:
    """The answer of a line; None for a blank line. Raises ``BrokenEntryError``."""
    if data is None:
        raise BrokenEntryError("the line is too long")
    if not data.strip():
        return None
    try:
        body = json.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BrokenEntryError(f"no UTF-8: byte {error.start + 1} is 0x{data[error.start]:02x}") from error
    except json.JSONDecodeError as error:
        raise BrokenEntryError(f"no JSON: {error.msg}, column {error.colno}") from error
    except (RecursionError, ValueError) as error:
        raise BrokenEntryError(f"no JSON that can be read: {error}") from error
    return logged(body)


def logged(body: object) -> LoggedAnswer:
    """The answer of a decoded object. Raises ``BrokenEntryError``."""
    if not isinstance(body, dict):
        raise BrokenEntryError(f"{_kind(body)} where an object was expected")
    answer = body.get("answer")
    if isinstance(answer, int) and not isinstance(answer, bool):
        answer = str(answer)
    if not isinstance(answer, str):
        raise BrokenEntryError('"answer" is missing' if answer is None else f'"answer" is {_kind(answer)}')
    claims = body.get("claims")
    if not isinstance(claims, list):
        raise BrokenEntryError('"claims" is missing' if claims is None else f'"claims" is {_kind(claims)}')
    return LoggedAnswer(answer, tuple(_claim(number, claim) for number, claim in enumerate(claims, 1)))


def _claim(number: int, claim: object) -> LoggedClaim:
    if not isinstance(claim, dict):
        raise BrokenEntryError(f"claim {number} is {_kind(claim)}")
    text, citations = claim.get("text"), claim.get("citations")
    if not isinstance(text, str):
        raise BrokenEntryError(f'"text" of claim {number} is {"missing" if text is None else _kind(text)}')
    if not isinstance(citations, list) or not all(isinstance(one, str) for one in citations):
        what = "missing" if citations is None else f"{_kind(citations)}, no list of record ids"
        raise BrokenEntryError(f'"citations" of claim {number} is {what}')
    return LoggedClaim(text, tuple(citations))


def _kind(value: object) -> str:
    if value is None:
        return "null"
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number"}
    return kinds.get(type(value), "a number")
