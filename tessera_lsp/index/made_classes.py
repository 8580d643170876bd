"""Classes that a call makes: ``namedtuple``, ``typing.NamedTuple``, ``dataclasses.make_dataclass``."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tessera_lsp.index.values import Entries, External, FieldsClass, Literal, Value

_MAKERS = {("collections", "namedtuple"), ("typing", "NamedTuple"), ("dataclasses", "make_dataclass")}
_FIELD_WORDS = ("field_names", "fields")


def made_class(node: ast.Call, function: Value, value: Callable[[ast.expr], Value]) -> FieldsClass | None:
    """The class that a call of ``function`` makes, in the order of its fields; None where it makes none, or
    where the text does not tell them all. ``value`` evaluates an argument."""
    if not isinstance(function, External) or (function.module, function.name) not in _MAKERS:
        return None
    fields = node.args[1] if len(node.args) > 1 else None
    fields = next((k.value for k in node.keywords if k.arg in _FIELD_WORDS), fields)
    if fields is None or not node.args:
        return None
    name, names = value(node.args[0]), _names(value(fields))
    if names is None or not isinstance(name, Literal) or not isinstance(name.value, str):
        return None
    return FieldsClass(name.value, names)


def _names(fields: Value) -> tuple[str, ...] | None:
    """The names in ``"a b, c"``, in ``["a", "b"]`` or in ``[("a", int), "b"]``."""
    if isinstance(fields, Literal) and isinstance(fields.value, str):
        return tuple(fields.value.replace(",", " ").split())
    if not isinstance(fields, Entries) or fields.hidden:
        return None
    names = []
    for entry in fields.entries:
        field = entry.value
        if isinstance(field, Entries) and field.entries:
            field = field.entries[0].value
        if not isinstance(field, Literal) or not isinstance(field.value, str):
            return None
        names.append(field.value)
    return tuple(names)
