"""The kinds of value that calls of the language and of well-known libraries give."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from tessera_lsp.index.bodies import kinds as k
from tessera_lsp.index.bodies.model import KindName, Kinds


def _table(rows: Mapping[str, Kinds]) -> dict[str, Kinds]:
    return {name: kinds for names, kinds in rows.items() for name in names.split()}


BUILTINS: Mapping[str, Kinds] = _table(
    {
        "all any bool callable hasattr isinstance issubclass": k.BOOL,
        "abs complex float hash id int len ord round": k.some("number"),
        "ascii bin chr format hex input oct repr str": k.some("text"),
        "bytearray bytes": k.some("bytes"),
        "dir list sorted": k.some("list"),
        "dict globals locals": k.some("dict"),
        "frozenset set": k.some("set"),
        "tuple": k.some("tuple"),
        "enumerate filter iter map open reversed zip": k.some("iterator", True),
        "range": k.some("iterator"),
        "object": k.some("object", True),
        "print setattr delattr": k.NONE,
    }
)
CALLS: Mapping[str, Kinds] = _table(
    {
        "re.compile": k.some("pattern", True),
        "re.fullmatch re.match re.search": k.MATCH_OR_NONE,
        "re.findall": k.FOUND,
        "re.finditer": k.some("iterator", True),
        "re.escape re.sub json.dumps os.path.basename os.path.dirname os.path.join": k.some("text"),
        "re.split": k.some("list"),
        "decimal.Decimal fractions.Fraction math.ceil math.floor math.fsum math.sqrt math.trunc": k.some(
            "number"
        ),
        "math.isclose math.isfinite math.isinf math.isnan os.path.exists os.path.isdir": k.BOOL,
        "functools.partial": k.some("function", True),
        "collections.Counter collections.OrderedDict collections.defaultdict": k.some("dict"),
        "unicodedata.is_normalized os.path.isfile": k.BOOL,
        "unicodedata.normalize unicodedata.name unicodedata.category": k.some("text"),
    }
)
"""By full name, for what is imported."""

ENDING = frozenset(
    {"sys.exit", "exit", "quit", "os._exit", "os.abort", "typing.assert_never", "typing.NoReturn",
     "typing_extensions.assert_never", "pytest.fail", "pytest.skip", "pytest.xfail", "os.execv", "os.execvp"}
)  # fmt: skip
"""Calls that never come back."""

_TESTS = (
    "endswith startswith isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable"
    " isspace istitle isupper isdisjoint issubset issuperset"
)
_TEXT_LISTS = "rsplit split splitlines"
_TEXT_NUMBERS = "count find index rfind rindex"
METHODS: Mapping[KindName, Mapping[str, Kinds]] = {
    "pattern": _table(
        {
            "fullmatch match search": k.MATCH_OR_NONE,
            "findall": k.FOUND,
            "finditer": k.some("iterator", True),
            "split": k.some("list"),
            "sub": k.some("text"),
        }
    ),
    "match": _table(
        {"groupdict": k.some("dict"), "groups span": k.some("tuple"), "end start": k.some("number")}
    ),
    "text": _table(
        {
            _TESTS: k.BOOL,
            _TEXT_LISTS: k.some("list", None),
            _TEXT_NUMBERS: k.some("number"),
            "encode": k.some("bytes"),
            "partition rpartition": k.some("tuple", True),
            "capitalize casefold center expandtabs format join ljust lower lstrip removeprefix removesuffix"
            " replace rjust rstrip strip swapcase title translate upper zfill": k.some("text"),
        }
    ),
    "list": _table(
        {"append clear extend insert remove reverse sort": k.NONE, "count index": k.some("number")}
    ),
    "dict": _table({"clear update": k.NONE, "items keys values": k.some("object")}),
    "set": _table(
        {
            "add clear discard remove update": k.NONE,
            "isdisjoint issubset issuperset": k.BOOL,
            "copy difference intersection symmetric_difference union": k.some("set"),
        }
    ),
    "number": _table({"is_integer is_nan is_infinite is_finite": k.BOOL}),
}
_ANYWHERE = _table({_TESTS: k.BOOL})
"""Methods whose name leaves no doubt about what they give, whatever they are called on."""


def method_kinds(receiver: Kinds, name: str, call: ast.Call, arguments: list[Kinds]) -> Kinds:
    """The kinds that ``receiver.name(…)`` gives."""
    known = frozenset(kind for kind in receiver if kind.name != "none")  # of None the call would raise
    if k.are(known, "match") and name == "group":
        number = (
            call.args[0].value if len(call.args) == 1 and isinstance(call.args[0], ast.Constant) else None
        )
        if not call.args or number == 0:
            return k.some("text")
        return k.GROUP if len(call.args) == 1 else k.some("tuple", True)
    for of, methods in METHODS.items():
        if k.are(known, of):
            return methods.get(name, k.UNKNOWN)
    if name == "fullmatch" and len(arguments) == 1 and k.are(arguments[0], "text"):
        return k.MATCH_OR_NONE
    return _ANYWHERE.get(name, k.UNKNOWN)
