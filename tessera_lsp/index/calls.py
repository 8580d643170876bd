"""Evaluate calls: batteries, ``tuple(…)``, ``partial``, classes, and the project's own functions."""

from __future__ import annotations

import ast

from tessera_lsp.index.evaluating import Evaluating
from tessera_lsp.index.facts import FunctionFacts, Imported, Parameter, Scope
from tessera_lsp.index.made_classes import made_class
from tessera_lsp.index.spelling import joined, of_re
from tessera_lsp.index.values import (
    BatteryValue,
    Builtin,
    Class,
    Entries,
    Entry,
    External,
    FieldsClass,
    Frame,
    Function,
    Instance,
    Literal,
    Named,
    Partial,
    Place,
    Table,
    Unknown,
    Value,
)

_SHAPES = "claim_shapes"
_SHORT = "shapes"
_CONTRACT = ("name", "gold_dir", "build_graph", "build_kb", "answer", "synthetic", _SHAPES)


def evaluate_call(evaluator: Evaluating, node: ast.Call, frame: Frame) -> Value:
    """What a call gives."""
    function = evaluator.value(node.func, frame)
    if isinstance(function, External) and function.name == "partial":
        return _partial(evaluator, node, frame) if node.args else evaluator.unknown(node, frame)
    if isinstance(function, External) and function.name == "cast" and len(node.args) == 2:
        return evaluator.value(node.args[1], frame)
    if isinstance(function, External) and function.module == "re":
        return of_re(evaluator, node, function.name, frame)
    if (made := made_class(node, function, lambda part: evaluator.value(part, frame))) is not None:
        return made
    if isinstance(function, Builtin) and function.name in ("tuple", "list"):
        if not node.args:
            return Entries((), literal=None)
        return (
            evaluator.entries(node.args[0], frame) if len(node.args) == 1 else evaluator.unknown(node, frame)
        )
    if isinstance(function, Function) and not function.facts.in_class:
        returned = _call_function(evaluator, node, function, frame)
        if not isinstance(returned, Unknown) or not _gives_shapes(node):
            return returned
    if _gives_shapes(node) or _is_battery(node, function):
        return battery(evaluator, node, function, frame)
    if isinstance(function, Class):
        return Instance(function)
    return _method(evaluator, node, frame) or evaluator.unknown(node, frame)


def _partial(evaluator: Evaluating, node: ast.Call, frame: Frame) -> Partial:
    names = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
    opened = len(names) < len(node.keywords) or any(isinstance(part, ast.Starred) for part in node.args)
    return Partial(evaluator.value(node.args[0], frame), -1 if opened else len(node.args) - 1, names)


def _method(evaluator: Evaluating, node: ast.Call, frame: Frame) -> Value | None:
    """``items()``, ``values()`` and ``keys()`` of a dictionary display; ``join`` of a string."""
    is_join = isinstance(node.func, ast.Attribute) and node.func.attr == "join" and len(node.args) == 1
    if not isinstance(node.func, ast.Attribute) or node.keywords or (node.args and not is_join):
        return None
    owner = evaluator.value(node.func.value, frame)
    if is_join and isinstance(owner, Literal):
        return joined(owner, evaluator.value(node.args[0], frame), evaluator.place(node, frame))
    if not isinstance(owner, Table):
        return None
    place = evaluator.place(node, frame)
    entries = []
    for key, item in owner.items.items():
        name = Entry(Literal(key), item.place)
        values: dict[str, Value] = {"keys": name.value, "values": item.value, "items": Entries((name, item))}
        if node.func.attr not in values:
            return None
        entries.append(Entry(values[node.func.attr], item.place if node.func.attr != "keys" else place))
    return Entries(tuple(entries))


def _gives_shapes(node: ast.Call) -> bool:
    return any(keyword.arg == _SHAPES for keyword in node.keywords)


def _is_battery(node: ast.Call, function: Value) -> bool:
    """Whether a class is called that is a battery by its own name, under whatever name it was imported."""
    if isinstance(function, Class):
        fields = (*function.facts.fields, *(function.facts.parameters or ()))
        return function.facts.qualname.endswith("Battery") or _holds_shapes(fields)
    if isinstance(function, FieldsClass):
        return function.name.endswith("Battery") or _holds_shapes(function.fields)
    if isinstance(function, External):
        return function.name.endswith("Battery")
    written = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    return isinstance(function, Unknown) and str(written).endswith("Battery")


def _holds_shapes(fields: tuple[str, ...]) -> bool:
    """Whether a class with these fields is a battery; the short name alone says too little."""
    return _SHAPES in fields or (_SHORT in fields and "build_graph" in fields)


def battery(evaluator: Evaluating, node: ast.Call, function: Value, frame: Frame) -> BatteryValue:
    """The battery that a call builds."""
    order: tuple[str, ...] = _CONTRACT
    if isinstance(function, Class):
        order = function.facts.parameters or function.facts.fields or order
    elif isinstance(function, FieldsClass):
        order = function.fields
    elif isinstance(function, Unknown):
        order = ()  # a class that cannot be seen tells no order
    given = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
    opened = next((k.value for k in node.keywords if k.arg is None), None)
    for index, argument in enumerate(node.args):
        if isinstance(argument, ast.Starred):
            opened = argument.value
            break
        if index < len(order):
            given.setdefault(order[index], argument)
    keyword = _SHORT if _SHORT in (*order, *given) and _SHAPES not in (*order, *given) else _SHAPES
    written = given.get(keyword)
    rest = evaluator.value(opened, frame) if opened is not None else None
    name: Value | None = None
    if "name" in given:
        name = evaluator.value(given["name"], frame)
    elif isinstance(rest, Table) and "name" in rest.items:
        name = rest.items["name"].value
    if written is not None:
        shapes = evaluator.entries(written, frame)
    else:
        shapes = _rest_of_shapes(rest, evaluator.place(opened, frame)) if opened is not None else Entries(())
        if opened is None and node.args and isinstance(function, Unknown):
            shapes = Entries((), evaluator.place(node, frame))  # one of the arguments may be the shapes
    made = BatteryValue(
        call=node,
        scope=frame.scope,
        name=name.value if isinstance(name, Literal) and isinstance(name.value, str) else "",
        shapes=shapes,
        place=evaluator.place(node.func, frame),
        shapes_place=evaluator.place(written, frame) if written is not None else None,
        builder=frame.caller or frame.scope.builder,
        homes=tuple(sorted({dotted for node in _others(given) if (dotted := _home(node, frame))})),
        keyword=keyword,
    )
    evaluator.batteries.append(made)
    return made


def _others(given: dict[str, ast.expr]) -> list[ast.expr]:
    return [node for key, node in given.items() if key not in (_SHAPES, _SHORT, "name")]


def _home(node: ast.expr, frame: Frame) -> str:
    """The dotted name of what a name or attribute means, read from the imports alone: its module is not
    opened. Empty where that does not tell."""
    if isinstance(node, ast.Attribute):
        owner = _home(node.value, frame)
        return f"{owner}.{node.attr}" if owner else ""
    if not isinstance(node, ast.Name):
        return ""
    given = frame.given.get(node.id)
    if isinstance(given, Function):
        return ".".join(given.key)
    scope: Scope | None = frame.scope
    while scope is not None and node.id not in scope.names:
        scope = scope.parent
    target = scope.names[node.id][-1].target if scope is not None else None
    if isinstance(target, Imported):
        return f"{target.module}.{target.attribute}" if target.attribute else target.module
    return f"{scope.facts.module}.{node.id}" if scope and isinstance(target, FunctionFacts) else ""


def _rest_of_shapes(rest: Value | None, place: Place) -> Entries:
    """The shapes among ``**rest`` or ``*rest``, which stands at ``place``."""
    if not isinstance(rest, Table):
        return Entries((), place)
    item = rest.items.get(_SHAPES) or rest.items.get(_SHORT)
    if item is None:
        return Entries(())
    return item.value if isinstance(item.value, Entries) else Entries((), item.place)


def _call_function(evaluator: Evaluating, node: ast.Call, function: Function, frame: Frame) -> Value:
    """What a function of the project returns for these arguments."""
    function = evaluator.whole(function)
    facts = function.facts
    given = _arguments(evaluator, node, function, frame)
    place = evaluator.place(node, frame)
    if given is None:
        return Unknown(place)
    passes_on = bool(node.args or node.keywords)
    caller = (frame.caller or frame.scope.builder) if passes_on else None
    return returned_value(
        evaluator, function, Frame(facts.scope, given, function.frame, caller=caller), place
    )


def returned_value(evaluator: Evaluating, function: Function, inner: Frame, place: Place) -> Value:
    """What the function returns in the frame ``inner`` of its body; unknown at ``place``."""
    if function.facts.kind != "function":
        return Unknown(place)
    evaluator.entered.add((inner.scope.facts.path, function.facts.qualname))
    returned = function.facts.scope.returned
    sure = [item for item in returned if item.sure]
    values = [evaluator.value(item.value, inner) for item in returned]
    if len(values) == 1 and sure:
        return values[0]
    if values and all(isinstance(value, Entries) for value in values):
        joined = tuple(e for value in values if isinstance(value, Entries) for e in value.entries)
        return Entries(joined, place)
    functions = [value for value in values if isinstance(value, Function | Named)]
    return functions[0] if values and len(functions) == len(values) else Unknown(place)


def _arguments(
    evaluator: Evaluating, node: ast.Call, function: Function, frame: Frame
) -> dict[str, Value] | None:
    """The parameters' values; None where the call does not tell them."""
    parameters = function.facts.parameters
    if parameters is None:
        return None
    positional = [argument.arg for argument in (*parameters.posonlyargs, *parameters.args)]
    given: dict[str, Value] = {}
    for index, argument in enumerate(node.args):
        if isinstance(argument, ast.Starred):
            return None
        if index < len(positional):
            given[positional[index]] = evaluator.value(argument, frame)
    if parameters.vararg is not None:
        rest = node.args[len(positional) :]
        given[parameters.vararg.arg] = Entries(
            tuple(Entry(evaluator.value(part, frame), evaluator.place(part, frame)) for part in rest)
        )
    for keyword in node.keywords:
        if keyword.arg is None:
            return None
        given[keyword.arg] = evaluator.value(keyword.value, frame)
    for name, found in function.facts.scope.names.items():
        target = found[0].target
        if name not in given and isinstance(target, Parameter) and target.default is not None:
            given[name] = evaluator.value(target.default, function.frame)
    return given
