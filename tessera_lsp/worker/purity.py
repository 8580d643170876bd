"""Which code can only say what its text and the files, folders and variables that it reads make it say.

Neither the clock nor chance tells Python when it is asked, so this goes by the names in the code: what is
imported of the standard library has to be on a list of modules that are known to ask neither. Only code of
the standard library itself is not looked at.
"""

import dis
import opcode
import os
import sys
from types import CodeType
from typing import AbstractSet, Any, FrozenSet, Iterator, Tuple

from ..wire import seen

_PURE = """
__future__ _collections_abc abc argparse array ast base64 binascii bisect builtins cmath codecs collections
configparser contextlib copy copyreg csv dataclasses datetime decimal difflib enum errno fnmatch fractions
functools genericpath glob graphlib hashlib heapq hmac html importlib inspect io ipaddress itertools json
keyword linecache logging math numbers opcode operator os pathlib pickle pkgutil posixpath pprint quopri re
reprlib shlex statistics string stringprep struct sys textwrap token tokenize tomllib traceback types typing
unicodedata urllib warnings weakref xml zipfile zlib zoneinfo
"""
PURE = frozenset(_PURE.split())
"""Modules of the standard library, parts included, that read through Python's own ``open`` or not at all."""
_APART = {("logging", "config"), ("logging", "handlers"), ("urllib", "request"), ("urllib", "robotparser")}
"""Parts of these that do more."""
_ASKING = """
now today utcnow localtime perf_counter times getatime getmtime getctime st_atime st_mtime st_ctime
st_atime_ns st_mtime_ns st_ctime_ns st_ino st_dev st_nlink st_uid st_gid urandom getrandom SystemRandom
getpid getppid getpgid cpu_count process_cpu_count getloadavg getlogin uname statvfs fstatvfs fstat scandir
fwalk sched_getaffinity sysconf pathconf confstr get_terminal_size getxattr listxattr samefile samestat
ismount is_mount dir_fd urlopen writestr
"""
_NAMES = frozenset(_ASKING.split())
"""Names of the clock, of chance, of the machine and of what is not kept of a file."""
_CHANCE = frozenset(["hash", "id"])
"""Builtins that answer differently in each process. ``__hash__`` may ask them: it decides no answer."""
_WORDS = (seen.VOLATILE - {"_"}) | {"dir_fd"}
_BY_NAME = frozenset(
    ["getattr", "attrgetter", "methodcaller", "import_module", "__import__", "modules", "__dict__"]
)
"""By which a text leads to what it names."""
_IMPORT = opcode.opmap["IMPORT_NAME"]
_LONGER = opcode.opmap["EXTENDED_ARG"]
_STANDARD = os.path.join(os.path.dirname(str(os.__file__)), "")
_OURS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")
_LIBRARIES = ("site-packages", "dist-packages")


def is_standard(path: str) -> bool:
    """Whether code of that file is the standard library's, or our own."""
    if path.startswith(("<frozen ", _OURS)):
        return True
    inside = path.startswith(_STANDARD)
    return inside and not any(part in _LIBRARIES for part in path[len(_STANDARD) :].split(os.sep))


def doubt_of(code: CodeType) -> str:
    """Why a module's code, or that of functions within it, may say another thing next time, else empty."""
    standard: FrozenSet[str] = getattr(sys, "stdlib_module_names", frozenset())
    for one in _within(code):
        words = set(_strings(one.co_consts))
        named: AbstractSet[str] = _NAMES.intersection(one.co_names) or _WORDS.intersection(words)
        if not _BY_NAME.isdisjoint(one.co_names):
            named = named or words & (_NAMES | (standard - PURE))
        if named:
            return "%s names %s" % (_where(one), min(named))
        if one.co_name != "__hash__" and not _CHANCE.isdisjoint(one.co_names):
            asked = _CHANCE.intersection(_looked_up(one))
            if asked:
                return "%s asks %s()" % (_where(one), min(asked))
        if standard.isdisjoint(name.partition(".")[0] for name in one.co_names):
            continue
        for name in sorted(set(_imported(one))):
            top, _, rest = name.partition(".")
            parts = [rest.partition(".")[0], *one.co_names]
            if top in standard and (top not in PURE or any((top, part) in _APART for part in parts)):
                return "%s imports %s" % (_where(one), name)
    return ""


def _where(code: CodeType) -> str:
    return "%s:%d" % (code.co_filename, code.co_firstlineno)


def _within(code: CodeType) -> Iterator[CodeType]:
    todo = [code]
    while todo:
        one = todo.pop()
        yield one
        todo += [constant for constant in one.co_consts if isinstance(constant, CodeType)]


def _strings(constants: Tuple[Any, ...]) -> Iterator[str]:
    for constant in constants:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, (tuple, frozenset)):
            yield from _strings(tuple(constant))


def _looked_up(code: CodeType) -> Iterator[str]:
    """The names that are no attributes."""
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield step.argval


def _imported(code: CodeType) -> Iterator[str]:
    longer = 0
    for at in range(0, len(code.co_code), 2):
        operation, argument = code.co_code[at], code.co_code[at + 1] | longer
        if operation == _IMPORT:
            yield code.co_names[argument]
        longer = argument << 8 if operation == _LONGER else 0
