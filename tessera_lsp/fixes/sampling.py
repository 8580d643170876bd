"""A rewrite, not a mend: give a shape a ``Samples:`` block to fill in."""

from __future__ import annotations

import ast
import re

from tessera_lsp.fixes.model import Fix, Replacement, edit_of, is_writable
from tessera_lsp.fixes.source import FunctionNode, line_end, nodes, offsets
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.index.trees import span_of
from tessera_lsp.rules.model import Facts
from tessera_lsp.samples import docstring_literal
from tessera_lsp.text import Document, Span
from tessera_lsp.wire import MeasuredClaim
from tessera_lsp.wording import visible

_LITERAL = re.compile(r"(?P<prefix>[rRuU]?)(?P<quote>\"\"\"|'''|\"|')(?P<text>.*)(?P=quote)", re.DOTALL)
_FITTING = re.compile(r"[^\\\"'\r\n<]+")
_ID = "record/1"
_SENTENCES = {
    "True": "A sentence that this shape supports.",
    "False": "The same sentence with a wrong value.",
    "None": "A sentence of another grammar.",
}


def add_samples(facts: Facts, path: str, span: Span) -> tuple[Fix, ...]:
    """A block of three samples at the end of the docstring of the shape whose name ``span`` stands on: a
    measured claim of its own and its citations where they are known, else placeholders."""
    file = facts.index.files.get(path)
    document = facts.text(path)
    if file is None or document is None or not is_writable(document):
        return ()
    shape = next(
        (s for s in file.shapes if s.name_span.contains(span.start) and s.name_span.contains(span.end)), None
    )
    function = function_of(document, shape) if shape is not None and shape.samples is None else None
    if shape is None or function is None:
        return ()
    change = new_block(document, function, _lines(facts, shape))
    if change is None:
        return ()
    title = f"Add samples to {visible(shape.name)}"
    return (Fix(title, (edit_of(path, document, change),), kind="rewrite"),)


def function_of(document: Document, shape: ShapeDefinition) -> FunctionNode | None:
    """The function that a shape is, in its text; None for a shape that is none."""
    for node in nodes(document):
        if isinstance(node, FunctionNode) and node.name == shape.name:
            whole = span_of(document, node)
            if whole.start <= shape.name_span.start <= span_of(document, node.body[0]).start:
                return node
    return None


def _lines(facts: Facts, shape: ShapeDefinition) -> list[str]:
    """The three samples, without indentation."""
    claims = _claims(facts, shape)
    own = [claim for claim in claims if claim.owner == shape.name]
    ids = _ids(own[0]) if own else _ids(claims[0]) if claims else _ID
    said = {word: (sentence, ids) for word, sentence in _SENTENCES.items()}
    for word, verdict in (("True", True), ("False", False)):
        found = next((claim for claim in own if claim.verdict is verdict), None)
        if found is not None:
            said[word] = (found.text, _ids(found))
    return [f"{word}: {sentence} <- {cited}" for word, (sentence, cited) in said.items()]


def _claims(facts: Facts, shape: ShapeDefinition) -> list[MeasuredClaim]:
    """Measured claims of the batteries that declare the shape, that can be written into a docstring."""
    names = [
        battery.name
        for battery in facts.index.batteries
        if any(shape.key in (d.target, *d.also) for d in battery.declarations)
    ]
    harvests = [facts.verdicts.harvests[name] for name in names if name in facts.verdicts.harvests]
    return [
        claim
        for harvest in harvests
        for claim in harvest.claims
        if claim.citations and all(_FITTING.fullmatch(text) for text in (claim.text, *claim.citations))
    ]


def _ids(claim: MeasuredClaim) -> str:
    return ", ".join(f'"{i}"' if "," in i else i for i in claim.citations)


def new_block(document: Document, function: FunctionNode, samples: list[str]) -> Replacement | None:
    """A ``Samples:`` block of these lines at the end of the function's docstring, which is made where there
    is none. None where it can't be written."""
    ending = document.line_ending
    first = function.body[0]
    start = span_of(document, first).start
    blanks = document.line(start.line)[: start.character]
    if blanks.strip():  # the body stands on the line of its def
        return None
    inner = blanks + ("\t" if blanks.endswith("\t") else "    ")
    block = ending.join([f"{blanks}Samples:", *(inner + sample for sample in samples)])
    literal = docstring_literal(function.body)
    if literal is None:
        head = document.position(_behind_head(document, function)).line
        at = line_end(document, head)
        words = function.name.replace("_", " ").strip().capitalize()
        text = f'{ending}{blanks}"""{words}.{ending}{ending}{block}{ending}{blanks}"""'
        return Replacement(at, at, text)
    if not (isinstance(literal, ast.Constant) and isinstance(literal.value, str)):
        return None
    begin, end = offsets(document, span_of(document, literal))
    match = _LITERAL.fullmatch(document.text, begin, end)
    if match is None or '"""' in match["text"]:
        return None
    quote = match["quote"] if len(match["quote"]) == 3 else '"""'
    if quote != match["quote"] and '"' in match["text"]:
        return None
    text = match["text"].rstrip()
    return Replacement(
        begin, end, f"{match['prefix']}{quote}{text}{ending}{ending}{block}{ending}{blanks}{quote}"
    )


def _behind_head(document: Document, function: FunctionNode) -> int:
    """An offset on the last line of the function's head: before the body and what comments stand there."""
    line = span_of(document, function.body[0]).start.line - 1
    first = span_of(document, function).start.line
    while line > first and not document.line(line).split("#")[0].strip():
        line -= 1
    return document.line_starts[max(line, first)]
