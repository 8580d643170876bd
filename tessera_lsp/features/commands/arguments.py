"""What commands take: one JSON object each, read strictly."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

Json = dict[str, Any]
Arguments = TypeVar("Arguments")


class ArgumentsError(ValueError):
    """An argument that is missing, unknown or of another kind; the message says which, and what is taken."""


@dataclass(frozen=True, kw_only=True)
class About:
    uri: Annotated[
        str, "A file of the project, open or not, or its root folder. Empty: every project that is open."
    ] = ""


@dataclass(frozen=True, kw_only=True)
class OfOne:
    uri: Annotated[
        str,
        "A file of the project, open or not, or its root folder. Empty: the only project that is open; where "
        "there are several, the one that has the battery or shape.",
    ] = ""


@dataclass(frozen=True, kw_only=True)
class PreviewArguments(OfOne):
    battery: Annotated[str, "The battery whose verifier is asked."]
    text: Annotated[str, "The sentence."]
    citations: Annotated[tuple[str, ...], "Ids of the records that it cites."]


@dataclass(frozen=True, kw_only=True)
class DriftArguments(About):
    against: Annotated[
        str, "`saved`: what is on disk. `base`: the commit where the branch left the main one."
    ] = "saved"
    show: Annotated[bool, "Whether the server shows the list by itself (`window/showMessage`)."] = False


@dataclass(frozen=True, kw_only=True)
class DriftOfArguments(OfOne):
    edit: Annotated[Json, "A `WorkspaceEdit` of open or saved files; `changes` or `documentChanges`."]


@dataclass(frozen=True, kw_only=True)
class BatteryArguments(OfOne):
    battery: Annotated[str, "The battery's name."]


@dataclass(frozen=True, kw_only=True)
class RecordsArguments(OfOne):
    battery: Annotated[str, "The battery's name."]
    containing: Annotated[str, "A part of the ids or sources that are wanted, in any case. Empty: all."] = ""


@dataclass(frozen=True, kw_only=True)
class InsertSampleArguments(OfOne):
    shape: Annotated[str, "The shape's name; `module:qualname` where several bear it."]
    text: Annotated[str, "The sentence."]
    citations: Annotated[tuple[str, ...], "Ids of the records that it cites, one at least."]
    word: Annotated[
        str, "`True`, `False` or `None`. Empty: what the shape itself says under the open texts."
    ] = ""
    apply: Annotated[bool, "Whether the server applies the edit by itself (`workspace/applyEdit`)."] = False


@dataclass(frozen=True, kw_only=True)
class ScaffoldArguments(OfOne):
    battery: Annotated[str, "The battery that the shape is to be declared in."]
    text: Annotated[str, "The sentence that nobody owns."]
    citations: Annotated[tuple[str, ...], "Ids of the records that it cites, one at least."]
    name: Annotated[str, "The new function's name. Empty: made of the sentence's own words."] = ""
    apply: Annotated[bool, "Whether the server applies the edit by itself (`workspace/applyEdit`)."] = False


@dataclass(frozen=True, kw_only=True)
class ReorderArguments(OfOne):
    battery: Annotated[str, "The battery's name."]
    shape: Annotated[str, "The shape's name; `module:qualname` where several bear it."]
    by: Annotated[int, "How many places it moves: negative is up, to be asked earlier."]
    apply: Annotated[bool, "Whether the server applies the edit by itself (`workspace/applyEdit`)."] = False


@dataclass(frozen=True, kw_only=True)
class NoArguments:
    pass


def read(kind: type[Arguments], given: Any) -> Arguments:
    """The arguments of a kind out of JSON; ``None`` stands for an empty object. Raises ``ArgumentsError``."""
    if given is None:
        given = {}
    if not isinstance(given, dict):
        raise ArgumentsError(f"one object is taken, not {given!r}: {usage(kind)}")
    hints = get_type_hints(kind)
    unknown = sorted(str(name) for name in given if name not in hints)
    if unknown:
        raise ArgumentsError(f"there is no argument {unknown[0]!r}: {usage(kind)}")
    values = {}
    for field in fields(kind):  # type: ignore[arg-type]
        if field.name in given and given[field.name] is not None:
            values[field.name] = _value(field.name, hints[field.name], given[field.name], kind)
        elif field.default is MISSING:
            raise ArgumentsError(f"{field.name!r} is missing: {usage(kind)}")
    return kind(**values)


def _value(name: str, hint: Any, given: Any, kind: type) -> Any:
    if get_origin(hint) is tuple:
        if isinstance(given, list | tuple) and all(isinstance(each, str) for each in given):
            return tuple(given)
        raise ArgumentsError(f"{name!r} takes a list of texts, not {given!r}: {usage(kind)}")
    wanted = get_origin(hint) or hint
    if not isinstance(given, wanted) or (wanted is int and isinstance(given, bool)):
        raise ArgumentsError(f"{name!r} takes {_WORDS[wanted]}, not {given!r}: {usage(kind)}")
    return given


_WORDS = {str: "a text", int: "a whole number", bool: "true or false", dict: "an object"}


def usage(kind: type) -> str:
    """``{"battery": …, "text": …, "uri"?: …}``."""
    if not fields(kind):
        return "no arguments are taken"
    required = [f'"{f.name}": …' for f in fields(kind) if f.default is MISSING]
    optional = [f'"{f.name}"?: …' for f in fields(kind) if f.default is not MISSING]
    return "{" + ", ".join([*required, *optional]) + "}"


def spelled(hint: Any) -> str:
    """A type in words, as the commands' page has it."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) is tuple:
        return "list of texts"
    return {str: "text", int: "number", bool: "true or false"}.get(hint, "object")
