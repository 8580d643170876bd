"""What the core says in its strings, and which of it is a vertical's language.

A phrase is two words beside each other, or three with a filler between, that stand in one run of text: a
number, punctuation or the syntax of a pattern ends a run. Compared without case.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from itertools import chain

from tessera_lsp.index.facts import ModuleFacts
from tessera_lsp.index.model import CoreLiteral, ShapeDefinition
from tessera_lsp.index.trees import span_of
from tessera_lsp.text import Document

_FILLER_WORDS = """
    a above after again against all also an and any are as at be been before behind below beside but by can
    did do does each else every first for from had has have her his how i if in into is it its last less many
    may more most much must no none nor not of off on once one only or other our out over per same shall she
    should so some such than that the their them then there these they this those to too two under until up
    upon was we were what when where which while who whom whose will with within without yet you
"""
_FILLERS = frozenset(_FILLER_WORDS.split())
_VERIFYING_WORDS = """
    answer answers answered appear appears argument arguments battery batteries citation citations cite
    cited cites claim claimed claims contain contained containment contains core evidence expected false
    fragment fragments grammar grammars graph graphs id ids kind must name named names node nodes origin
    origins own owned owner owns question record records registry shape shapes shared source sources stand
    stands state stated states statement support supported supports text texts true type unsupported value
    values verbatim verdict verdicts verified verifier verify
"""
_VERIFYING = frozenset(_VERIFYING_WORDS.split())
"""What verifying itself is spoken of in: two of these words are no vertical's phrase."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_BLANKS = re.compile(r"\\s[*+?]?|\\ |\[ \]|\[\\s\][*+]?| [+*?]|_")
_SYNTAX = re.compile(r"\\[AbBdDwWSZzntr]|\(\?P?<\w+>|\(\?P=\w+\)|\(\?[a-zA-Z-]*:|\[[^\]]*\]|\{[^}]*\}")
_METHODS = frozenset(("endswith", "find", "findall", "finditer", "fullmatch", "index", "match", "partition"))
_METHODS |= {"removeprefix", "removesuffix", "rpartition", "rsplit", "search", "split", "startswith"}


@lru_cache(maxsize=4096)
def phrases(text: str) -> tuple[str, ...]:
    """The phrases of a text, a pattern's syntax read as such, in order."""
    out: list[str] = []
    for run in _runs(text):
        for at, word in enumerate(run):
            for pair in (run[at : at + 2], run[at : at + 3]):
                if len(pair) > 1 and _speaks(pair) and word not in _FILLERS:
                    out.append(" ".join(pair))
    return tuple(dict.fromkeys(out))


def _runs(text: str) -> Iterator[list[str]]:
    plain = _SYNTAX.sub(" | ", _BLANKS.sub(" ", text)).casefold()
    for run in re.split(r"[^\w\s'’-]+|\d+", plain):
        yield [_bare(word) for word in _WORD.findall(run)]


def _bare(word: str) -> str:
    return re.sub(r"['’]s?$", "", word)


def _speaks(pair: list[str]) -> bool:
    first, *between, last = pair
    ends = {first, last}
    if not ends.isdisjoint(_FILLERS) or min(len(first), len(last)) < 2 or ends <= _VERIFYING:
        return False
    return all(word in _FILLERS for word in between)


def core_literals(facts: ModuleFacts) -> tuple[CoreLiteral, ...]:
    """The strings of a module, docstrings apart, that hold a phrase. A text that does not parse has none."""
    out = []
    for node, text in _strings(facts.document):
        found = phrases(text)
        if found:
            out.append(CoreLiteral(span_of(facts.document, node), found))
    return tuple(sorted(out, key=lambda literal: literal.span))


def spoken(
    document: Document,
    shapes: Iterable[ShapeDefinition],
    wanted: Collection[str],
    compared: Callable[[], Iterable[str]] | None = None,
) -> frozenset[str]:
    """Those of the phrases ``wanted`` that the text of a vertical's module speaks: in its patterns, in the
    strings that it compares text with, and in the samples that its shapes own (``True:``, ``False:``).
    ``compared`` gives the first two, where they are known."""
    text = document.text.casefold()
    wanted = [phrase for phrase in wanted if all(word in text for word in phrase.split())]
    if not wanted:
        return frozenset()
    found: set[str] = set()
    for shape in shapes:
        for sample in shape.samples.samples if shape.samples else ():
            if sample.word != "None":
                found.update(phrases(sample.text))
    for pattern in compared() if compared is not None else compared_in([_tree(document.text)]):
        found.update(phrases(pattern))
    return frozenset(found.intersection(wanted))


@lru_cache(maxsize=4)
def _tree(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _strings(document: Document) -> Iterator[tuple[ast.expr, str]]:
    """Each string literal with its text; of an f-string the constant parts, with a bar between."""
    tree = _tree(document.text)
    pending: list[ast.AST] = [tree] if tree is not None else []
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.JoinedStr):
            yield node, _joined(node)
            continue
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield node, node.value
            continue
        pending += ast.iter_child_nodes(node)


def _joined(node: ast.JoinedStr) -> str:
    parts = [
        p.value if isinstance(p, ast.Constant) and isinstance(p.value, str) else "|" for p in node.values
    ]
    return "".join(parts)


def compared_in(trees: Iterable[ast.AST | None]) -> Iterator[str]:
    """The strings that statements match text against, or compare it with."""
    for node in chain.from_iterable(ast.walk(tree) for tree in trees if tree is not None):
        operands: list[ast.expr] = []
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == "compile" or name in _METHODS:
                operands = [*node.args, *([node.func.value] if isinstance(node.func, ast.Attribute) else [])]
        elif isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
        for operand in operands:
            yield from _texts(operand)


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield _joined(node)
    elif isinstance(node, ast.BinOp | ast.Tuple | ast.List | ast.Set):
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr):
                yield from _texts(part)
