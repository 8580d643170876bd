"""A new shape for a sentence that nobody owns."""

from __future__ import annotations

import ast
import keyword
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from tessera_lsp.fixes.declare import declaring
from tessera_lsp.fixes.imports import library_module
from tessera_lsp.fixes.inserting import sample_line
from tessera_lsp.fixes.model import Edit, Replacement, applied, edit_of, is_writable
from tessera_lsp.fixes.source import FunctionNode, line_end, nodes, statements
from tessera_lsp.fixes.varying import Varying, varying
from tessera_lsp.index.model import BatteryDefinition, ClaimsFile, ShapeDefinition
from tessera_lsp.index.trees import span_of
from tessera_lsp.rules.batteries import vertical
from tessera_lsp.rules.model import Facts
from tessera_lsp.samples import docstring_literal, parse_block
from tessera_lsp.text import Document, Span
from tessera_lsp.wording import visible

WORDS = 2
"""Words of the sentence that must stay: a grammar with fewer would take foreign sentences."""
_STOP = {
    "is",
    "are",
    "the",
    "of",
    "a",
    "an",
    "and",
    "in",
    "on",
    "at",
    "to",
    "with",
    "by",
    "for",
    "was",
    "has",
    "have",
}
_FOREIGN = "This sentence belongs to another grammar."


@dataclass(frozen=True)
class Wanted:
    """A sentence that a shape is wanted for. ``names`` may vary in it. ``others`` are sentences of other
    grammars with their citations. ``name`` is the function's, empty to make one."""

    text: str
    citations: tuple[str, ...]
    names: frozenset[str] = frozenset()
    others: tuple[tuple[str, tuple[str, ...]], ...] = ()
    name: str = ""


def scaffold(facts: Facts, battery: BatteryDefinition, wanted: Wanted) -> tuple[str, tuple[Edit, ...]] | str:
    """The new shape's name, and the edits that write it with its pattern and samples and declare it at the
    end of the battery's tuple; or why not. It is ``False`` to all sentences of its grammar until somebody
    writes the check, and ``None`` to all others."""
    called = visible(battery.name or battery.builder)
    grammar = varying(wanted.text, wanted.names)
    if len(grammar.words) < WORDS:
        return "the sentence has too few words that stay the same: the grammar would take foreign sentences"
    file = _home(facts, battery)
    document = facts.text(file.path) if file is not None else None
    if file is None or document is None or not is_writable(document):
        return f"no claims file of battery {called} can be written to"
    if file.unreadable:
        return f"{file.path} does not parse at line {file.unreadable[0].span.start.line + 1}: mend that first"
    taken = _taken(document)
    name = wanted.name or _name(grammar, taken)
    if not name.isidentifier() or keyword.iskeyword(name) or name in taken:
        return f"{visible(name)} can't be the name of a new function here"
    line = _line_behind(document, file, battery)
    place = document.position(line_end(document, line))
    at = Span(place, place)
    shape = ShapeDefinition(file.path, file.module, name, "function", at, at, None, "signature")
    declared = declaring(facts, shape, battery, vertical(facts, battery) or file.vertical)
    if not declared:
        return f"the tuple of battery {called} can't be made longer: declare the shape by hand"
    compiling = library_module(document, "re")
    text = _text(document, file, name, grammar, wanted, compiling.expression)
    change = Replacement(line_end(document, line), line_end(document, line), text)
    edits = [edit_of(file.path, document, each) for each in (*compiling.added, change)]
    if not _parses(document, [e for e in (*edits, *declared) if e.path == file.path], name):
        return "the sentence or an id can't be written into a docstring: it holds a line end"
    return name, (*edits, *declared)


def _home(facts: Facts, battery: BatteryDefinition) -> ClaimsFile | None:
    """The claims file of the battery's last shape, else the one of its vertical."""
    modules = [d.target[0] for d in reversed(battery.declarations) if d.target is not None]
    files = [file for module in modules for file in facts.index.files.values() if file.module == module]
    own = vertical(facts, battery)
    files += [file for file in facts.index.files.values() if own is not None and file.vertical == own]
    return files[0] if files else None


def _line_behind(document: Document, file: ClaimsFile, battery: BatteryDefinition) -> int:
    """The last line of the battery's last shape in the file, else of the text."""
    keys = {declaration.target for declaration in battery.declarations}
    ends = [shape.span.end.line for shape in file.shapes if shape.key in keys]
    if ends:
        return max(ends)
    body = statements(document)
    return span_of(document, body[-1]).end.line if body else 0


def _taken(document: Document) -> set[str]:
    taken: set[str] = set()
    for node in nodes(document):
        if isinstance(node, ast.Name):
            taken.add(node.id)
        elif isinstance(node, FunctionNode | ast.ClassDef):
            taken.add(node.name)
        elif isinstance(node, ast.alias):
            taken.add((node.asname or node.name).partition(".")[0])
    return taken


def _name(grammar: Varying, taken: set[str]) -> str:
    """The first words that stay, as a name that is free."""
    plain = [unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode() for word in grammar.words]
    words = [word.lower() for word in plain if word and word.lower() not in _STOP][:4]
    name = "_".join(words) or "new_claim"
    name = f"{name}_claim" if keyword.iskeyword(name) else name
    numbered = (f"{name}_{number}" for number in range(2, 10_000))
    return name if name not in taken else next(each for each in numbered if each not in taken)


def _text(
    document: Document, file: ClaimsFile, name: str, grammar: Varying, wanted: Wanted, module: str
) -> str:
    """The pattern and the function, with the parameters that the file's other shapes have."""
    head, claim = _head(document, file, name)
    constant = _constant(name, _taken(document))
    foreign, cited = _foreign(grammar, wanted.others, wanted.citations)
    samples = [("True", wanted.text, wanted.citations)]
    if (wrong := grammar.wrong()) != wanted.text:
        samples.append(("False", wrong, wanted.citations))
    samples.append(("None", foreign, cited))
    lines = [
        "",
        "",
        *_assignment(constant, grammar.pattern, module),
        "",
        "",
        head,
        f'    """{name.replace("_", " ").capitalize()}: what has to hold is not written yet.',
        "",
        "    Samples:",
        *(f"        {sample_line(*sample, escaped=True)}" for sample in samples),
        '    """',
        f"    match = {constant}.fullmatch({claim}.text)",
        "    if match is None:",
        "        return None",
        f"    # Compare what the groups say with the records that the claim cites{_groups(grammar)}.",
        "    return False",
    ]
    return "".join(f"{document.line_ending}{line}" for line in lines)


def _groups(grammar: Varying) -> str:
    names = [part.group for part in grammar.parts if part.group]
    return f": {', '.join(names)}" if names else ""


def _assignment(constant: str, pattern: str, module: str) -> list[str]:
    literal = _raw(pattern)
    one = f"{constant} = {module}.compile({literal})"
    return [one] if len(one) <= 100 else [f"{constant} = {module}.compile(", f"    {literal}", ")"]


def _raw(pattern: str) -> str:
    for quote in ('"', "'"):
        if quote not in pattern:
            return f"r{quote}{pattern}{quote}"
    return repr(pattern)


def _constant(name: str, taken: set[str]) -> str:
    constant = f"_{name.upper()}"
    return constant if constant not in taken else f"{constant}_PATTERN"


def _head(document: Document, file: ClaimsFile, name: str) -> tuple[str, str]:
    """The new function's first line, and what it calls the claim."""
    known = {shape.name for shape in file.shapes if shape.kind == "function" and shape.signature is not None}
    for node in nodes(document):
        if isinstance(node, ast.FunctionDef) and node.name in known:
            given = node.args
            positional = [*given.posonlyargs, *given.args]
            if len(positional) == 3 and not (given.kwonlyargs or given.vararg or given.kwarg):
                returns = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
                return f"def {name}({ast.unparse(given)}){returns}:", positional[0].arg
    return f"def {name}(claim, nodes, graph):", "claim"


def _foreign(
    grammar: Varying, others: Iterable[tuple[str, tuple[str, ...]]], citations: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    """A sentence of another grammar: a known one, else one that is made up."""
    pattern = re.compile(grammar.pattern)
    for text, cited in others:
        if cited and not pattern.fullmatch(text) and text.isprintable() and len(text) <= 100:
            return text, cited
    return _FOREIGN, citations


def _parses(document: Document, edits: list[Edit], name: str) -> bool:
    """Whether the file parses with the edits, and has the function with its samples on lines of their own."""
    text = applied(document, edits)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    new = Document(document.uri, None, text)
    function = next((n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == name), None)
    literal = docstring_literal(function.body) if function is not None else None
    block = parse_block(new, literal) if literal is not None else None
    return block is not None and not block.problems and {s.word for s in block.samples} >= {"True", "None"}
