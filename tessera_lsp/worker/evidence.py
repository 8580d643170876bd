"""A battery's records, nodes and graph, and claims made of them."""

import dataclasses
import inspect
import os
import typing
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

from ..wire import Record

_SUPPORT = ("support", "records", "citations", "evidence", "sources", "cites")
_TEXT_LIMIT = 400


def identity(record: Any) -> str:
    """A record's id; a record that is just its id is itself."""
    return record if isinstance(record, str) else str(getattr(record, "id", record))


def nodes_of(graph: Any) -> Any:
    """A graph's nodes as the verifier wants them: the mapping that it has, or one by id."""
    nodes = getattr(graph, "nodes", None)
    if callable(nodes) and not isinstance(nodes, Mapping):
        nodes = nodes()
    if nodes is None or isinstance(nodes, Mapping):
        return {} if nodes is None else nodes
    found = {}
    for node in nodes:
        found[identity(node) if hasattr(node, "id") else identity(getattr(node, "record", node))] = node
    return found


def records_of(nodes: Any) -> Dict[str, Any]:
    """The records behind nodes, by id."""
    found: Dict[str, Any] = {}
    for key, node in nodes.items() if isinstance(nodes, Mapping) else ():
        record = getattr(node, "record", None)
        if record is None and hasattr(node, "text"):
            record = node
        if record is not None:
            found[identity(record) if hasattr(record, "id") else str(key)] = record
    return found


def handed_records(nodes: Any) -> Dict[str, Any]:
    """The records behind the nodes that a harness hands over, by key and, where they have one, by id: for
    the harness both are names of the record."""
    found: Dict[str, Any] = {}
    others: Dict[str, Any] = {}
    for key, node in nodes.items() if isinstance(nodes, Mapping) else ():
        record = getattr(node, "record", None)
        found[str(key)] = record = node if record is None else record
        if hasattr(record, "id"):
            others[identity(record)] = record
    return {**others, **found}


def named_in(nodes: Any, record: Any) -> str:
    """What a record is cited as: its id, or where it has none its key among the nodes."""
    if not isinstance(record, str) and not hasattr(record, "id") and isinstance(nodes, Mapping):
        for key, node in nodes.items():
            if node is record or getattr(node, "record", None) is record:
                return str(key)
    return identity(record)


def records_in(kb: Any) -> Dict[str, Any]:
    """The records of a knowledge base: of its ``records``, or of itself, as a mapping or in a row."""
    inside = getattr(kb, "records", kb)
    if callable(inside) and not isinstance(inside, Mapping):
        inside = inside()
    if isinstance(inside, Mapping):
        return {str(key): record for key, record in inside.items()}
    return {identity(record): record for record in inside or ()}


def support_of(claim: Any) -> Tuple[Any, ...]:
    """What a claim cites."""
    name = support_field(claim)
    return tuple(getattr(claim, name)) if name else ()


def support_field(claim: Any) -> str:
    """The attribute in which a claim, or a class of claims, keeps its citations; empty for none."""
    names = set(parameters_of(claim)) if isinstance(claim, type) else set()
    for name in _SUPPORT:
        if name in names or (not isinstance(claim, type) and hasattr(claim, name)):
            return name
    return ""


def ids_of(claim: Any, nodes: Any = None) -> Tuple[str, ...]:
    """The ids that a claim cites, sorted: their order may change with the hash seed. ``nodes`` name the
    records that have no id of their own."""
    return tuple(sorted(named_in(nodes, record) for record in support_of(claim)))


def parameters_of(cls: Any) -> Dict[str, inspect.Parameter]:
    """What a class is constructed with, by name."""
    try:
        return dict(inspect.signature(cls).parameters)
    except (TypeError, ValueError):
        return {}


def make_claim(cls: Any, template: Any, text: str, records: Sequence[Any], ids: Sequence[str]) -> Any:
    """A claim of ``cls`` that says ``text`` and cites ``records``, whose ``ids`` are parallel; what else it
    has is as in ``template``.

    Raises ``TypeError`` where the class needs more than is known; what it raises itself passes through.
    """
    field = support_field(template if template is not None else cls)
    if not field:
        raise TypeError("%s has no attribute for its records, such as 'support'" % cls.__name__)
    kept = getattr(template, field, None)
    cited: Any = list(records) if isinstance(kept, list) else tuple(records)
    if isinstance(kept, (set, frozenset)):
        cited = type(kept)(records)
    if kept and all(isinstance(one, str) for one in kept):
        cited = type(cited)(ids)
    if template is not None and dataclasses.is_dataclass(template) and type(template) is cls:
        return dataclasses.replace(typing.cast(Any, template), **{"text": text, field: cited})
    given: Dict[str, Any] = {}
    for name, parameter in parameters_of(cls).items():
        if name in ("text", field):
            given[name] = text if name == "text" else cited
        elif template is not None and hasattr(template, name):
            given[name] = getattr(template, name)
        elif parameter.default is inspect.Parameter.empty and parameter.kind not in (
            inspect.Parameter.VAR_POSITIONAL,
            inspect.Parameter.VAR_KEYWORD,
        ):
            raise TypeError("%s needs %r, of which no measured claim gives an example" % (cls.__name__, name))
    return cls(**given)


def annotated_class(function: Any, position: int = 0) -> Optional[type]:
    """The class that annotates a function's parameter, if that can be resolved."""
    try:
        names = list(inspect.signature(function).parameters)
        hint: Any = typing.get_type_hints(inspect.unwrap(function)).get(names[position])
    except Exception:  # annotations are expressions of the user: whatever they raise, there is no class
        try:
            names = list(inspect.signature(function).parameters)
            hint = getattr(function, "__annotations__", {}).get(names[position])
            hint = getattr(function, "__globals__", {}).get(hint) if isinstance(hint, str) else hint
        except Exception:  # as above, and a callable may raise on any name
            return None
    if isinstance(hint, type) and hint is not object and hint.__module__ not in ("builtins", "typing"):
        return None if getattr(hint, "_is_protocol", False) else hint
    return None


def classes_of(values: Iterable[Any]) -> List[type]:
    """The classes of some values and their bases, each once."""
    found: Dict[type, None] = {}
    for kind in {type(value) for value in values}:
        for base in kind.__mro__:
            if base.__module__ != "builtins":
                found[base] = None
    return list(found)


def source_of(record: Any) -> str:
    """The name of the source that a record comes from, empty where it tells none."""
    try:
        return str(getattr(getattr(record, "origin", None), "source", ""))
    except Exception:  # a property of the user's: what it raises belongs to no claim
        return ""


def described(record: Any, locate: Callable[[str], str], name: str = "") -> Record:
    """A record for the reader. ``locate`` makes a path absolute, or empty where there is no such file;
    ``name`` is what the record is cited as, if not by its own id."""
    origin = getattr(record, "origin", None)
    line = getattr(origin, "line", 0)
    return Record(
        name or identity(record),
        source_of(record),
        str(getattr(origin, "locator", "")),
        locate(str(getattr(origin, "path", "") or "")),
        line if isinstance(line, int) else 0,
        str(getattr(record, "text", record))[:_TEXT_LIMIT],
    )


def locator(folders: Sequence[str]) -> Callable[[str], str]:
    """Makes a data file's path absolute: the first of ``folders`` that holds it."""
    known: Dict[str, str] = {"": ""}

    def locate(path: str) -> str:
        if path not in known:
            candidates = [os.path.join(folder, path) for folder in folders]
            known[path] = next((os.path.realpath(c) for c in candidates if os.path.isfile(c)), "")
        return known[path]

    return locate
