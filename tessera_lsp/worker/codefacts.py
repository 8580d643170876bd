"""What a code object says and what it reaches for, as far as its bytecode tells."""

import dis
import hashlib
import opcode
from types import CodeType
from typing import Any, Dict, FrozenSet, List, NamedTuple, Set, Tuple

_IMPORT, _LOAD_CONST = opcode.opmap["IMPORT_NAME"], opcode.opmap["LOAD_CONST"]
_GLOBAL_STORES = {opcode.opmap["STORE_GLOBAL"], opcode.opmap["DELETE_GLOBAL"]}
_ATTRIBUTE_STORES = {opcode.opmap["STORE_ATTR"], opcode.opmap["DELETE_ATTR"]}
_CONSTANTS = {opcode.opmap[name] for name in ("LOAD_CONST", "RETURN_CONST") if name in opcode.opmap}
_THROUGH = ("LOAD_ATTR", "LOAD_METHOD")

PATCHING = frozenset(
    [
        *("setattr", "delattr", "__dict__", "globals", "exec", "eval", "modules", "builtins", "__builtins__"),
        *("getcontext", "setcontext", "seed", "chdir", "putenv", "environ", "setlocale"),
        *("setrecursionlimit", "simplefilter", "filterwarnings"),
    ]
)
"""Names by which code changes what other modules hold, or what the whole process shares."""


Import = Tuple[int, str, Tuple[str, ...]]


class CodeFacts(NamedTuple):
    """Of a code object and all that is nested in it. ``digest`` names what it does, not where it stands nor
    what its docstring says. ``imports`` are level, module and names of its import statements."""

    digest: str
    names: FrozenSet[str]
    imports: Tuple[Import, ...]
    writes_globals: bool
    ordered: Tuple[str, ...]
    """``names`` in their order."""
    writes_outside: bool
    """Whether it sets attributes of what it has not made itself: a module, what a module holds, what it was
    handed."""


class CodeReader:
    """Facts by code object, each read once. Code objects never change, so a fork may go on with a copy."""

    def __init__(self) -> None:
        self._known: Dict[int, Tuple[CodeType, CodeFacts]] = {}
        self._alike: Dict[CodeType, CodeFacts] = {}
        """By what the code is: most functions of an edited module are compiled to what they were before."""

    def of(self, code: CodeType) -> CodeFacts:
        """The facts of one code object."""
        known = self._known.get(id(code))
        if known is None:
            facts = self._alike.get(code)
            if facts is None:
                facts = self._alike[code] = self._read(code)
            known = self._known[id(code)] = (code, facts)
        return known[1]

    def _read(self, code: CodeType) -> CodeFacts:
        used = set(code.co_code[::2])
        nested = [self.of(const) for const in code.co_consts if isinstance(const, CodeType)]
        own = "\0".join([_plain(code, used), *(one.digest for one in nested)])
        imports = _imports(code) if _IMPORT in used else []
        names = frozenset(code.co_names).union(*(one.names for one in nested))
        return CodeFacts(
            hashlib.sha256(own.encode("utf-8", "surrogatepass")).hexdigest(),
            names,
            (*imports, *(one for facts in nested for one in facts.imports)),
            bool(used & _GLOBAL_STORES) or any(one.writes_globals for one in nested),
            tuple(sorted(names)),
            bool(used & _ATTRIBUTE_STORES and _sets_outside(code)) or any(o.writes_outside for o in nested),
        )

    def patches(self, code: CodeType) -> bool:
        """Whether a module's code may change what is not its own, when it is imported or called."""
        facts = self.of(code)
        return facts.writes_outside or bool(facts.names & PATCHING)


def _plain(code: CodeType, used: Set[int]) -> str:
    """All of a code object that what it does hangs on; nested code stands by its name."""
    consts = list(code.co_consts)
    if consts and isinstance(consts[0], str) and not _loads_first(code, used):
        consts[0] = None  # the docstring
    parts: Tuple[Any, ...] = (
        code.co_code,
        [_shown(const) for const in consts],
        (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars),
        (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags, code.co_name),
        getattr(code, "co_exceptiontable", b""),
    )
    return repr(parts)


def _shown(const: Any) -> str:
    if isinstance(const, CodeType):
        return const.co_name
    if isinstance(const, frozenset):  # its order changes with the hash seed
        return "frozenset" + repr(sorted(map(_shown, const)))
    if isinstance(const, tuple):
        return "(" + ",".join(map(_shown, const)) + ")"
    return type(const).__name__ + repr(const)


def _loads_first(code: CodeType, used: Set[int]) -> bool:
    raw = code.co_code
    places = range(0, len(raw), 2) if used & _CONSTANTS else ()
    return any(raw[at] in _CONSTANTS and raw[at + 1] == 0 for at in places)


def _imports(code: CodeType) -> List[Import]:
    found: List[Import] = []
    constants: List[Any] = [1, None]
    raw, extended = code.co_code, 0
    for at in range(0, len(raw), 2):
        operation, argument = raw[at], raw[at + 1] | extended
        extended = argument << 8 if operation == dis.EXTENDED_ARG else 0
        if operation == _LOAD_CONST:
            constants.append(code.co_consts[argument])
        elif operation == _IMPORT:
            level, names = constants[-2:]
            level = level if isinstance(level, int) else 1
            found.append((level, code.co_names[argument], tuple(names) if isinstance(names, tuple) else ()))
    return found


def _sets_outside(code: CodeType) -> bool:
    """Whether an attribute is set of a global and what lies behind it, or of a parameter that is no ``self``;
    on the top level of a module, of anything at all."""
    handed = set(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]) - {"self", "cls"}
    before: List[Tuple[str, Any]] = []
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("STORE_ATTR", "DELETE_ATTR"):
            while before and before[-1][0] in _THROUGH:
                before.pop()
            name, value = before[-1] if before else ("", "")
            if not name.startswith("LOAD_FAST"):
                return True
            if (value[-1] if isinstance(value, tuple) else value) in handed:
                return True
        elif instruction.opname not in ("CACHE", "EXTENDED_ARG"):
            before.append((instruction.opname, instruction.argval))
    return False
