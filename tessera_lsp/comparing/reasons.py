"""Why a sentence is owned or judged otherwise than before, in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tessera_lsp.comparing.model import Kind
from tessera_lsp.drift import NOBODY, Stand
from tessera_lsp.wire import Consultation
from tessera_lsp.wording import listed, visible

_BOOLS = ("True", "False")


@dataclass(frozen=True)
class Reason:
    """``words`` are one line; ``about`` names the shape that is the reason, empty for none."""

    kind: Kind
    about: str
    words: str


@dataclass(frozen=True)
class Grammars:
    """The declared shapes of one battery before (a renamed one by its later name) and after, and which of
    the later ones stand in a file that the change does not touch."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    renamed: Mapping[str, str]
    untouched: Collection[str] = ()


def reason(before: Stand, after: Stand, grammars: Grammars) -> Reason:
    """Why the answers differ, by what each grammar said then and says now."""
    was = {grammars.renamed.get(name, name): answer for name, answer in before.said}
    now = dict(after.said)
    old = grammars.renamed.get(before.answer.owner, before.answer.owner)
    new = after.answer.owner
    if old in grammars.before and old not in grammars.after:
        return Reason("dropped", old, f"{visible(old)} is no longer declared")
    if new in grammars.after and new not in grammars.before:
        return Reason("declared", new, f"{visible(new)} is declared now and says {now.get(new, 'so')}")
    if old == new and new:
        return _answer(new, was.get(new, ""), now.get(new, ""))
    if old and now.get(old) == "None":
        return _answer(old, was.get(old, ""), "None")
    if new and was.get(new) == "None":
        return _answer(new, "None", now.get(new, ""))
    if new and old and now.get(old) not in _BOOLS and was.get(new) not in _BOOLS:
        return Reason("order", new, f"{visible(new)} is asked before {visible(old)} now, and claims it first")
    return Reason("other", "", f"{visible(new) or NOBODY} owns it, {visible(old) or NOBODY} did before")


def _answer(name: str, was: str, now: str) -> Reason:
    words = f"{visible(name)} says {visible(now)}" if now else f"{visible(name)} judges it otherwise"
    if was and was != now:
        words += f" where it said {visible(was)}"
    return Reason("answer", name, words)


def differing_records(before: Consultation | None, after: Consultation | None) -> tuple[str, ...]:
    """Ids of the cited records whose text or origin is another one, or which only one tree has."""
    if before is None or after is None:
        return ()
    was = {record.id: (record.text, record.source, record.locator) for record in before.records}
    now = {record.id: (record.text, record.source, record.locator) for record in after.records}
    apart = {name for name in was.keys() | now.keys() if was.get(name) != now.get(name)}
    return tuple(sorted(apart | (set(before.unknown) ^ set(after.unknown))))


def with_cause(found: Reason, line: str, records: tuple[str, ...], grammars: Grammars) -> str:
    """The reason's words with the deciding line; and that it lies in what a shape reads, where that is so."""
    words = f"{found.words} ({line})" if line else found.words
    if records:
        names = listed([visible(name) for name in records])
        return f"{words}; {f'record {names} differs' if len(records) == 1 else f'records {names} differ'}"
    if found.kind == "answer" and found.about in grammars.untouched:
        return f"{words}; its file is unchanged, what it reads is not"
    return words


def why_unjudged(consultation: Consultation | None) -> str:
    """Why a tree has no verdict on a sentence; empty where it has one, or was not asked."""
    if consultation is None or consultation.verdict is not None:
        return ""
    if consultation.unknown:
        return f"no record {listed([visible(name) for name in consultation.unknown])}"
    if consultation.fault is not None:
        return visible(consultation.fault.message)
    return visible(consultation.why_not) or "it could not be judged"
