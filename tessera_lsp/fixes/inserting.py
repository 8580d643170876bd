"""Write one sentence into a shape's samples."""

from __future__ import annotations

from tessera_lsp.fixes.model import Edit, Replacement, applied, edit_of, is_writable
from tessera_lsp.fixes.sampling import function_of, new_block
from tessera_lsp.fixes.source import indentation, line_end
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.rules.model import Facts
from tessera_lsp.samples import docstring_literal, parse_block
from tessera_lsp.samples.model import Block, Sample
from tessera_lsp.text import Document
from tessera_lsp.wording import visible


def insert_sample(
    facts: Facts, shape: ShapeDefinition, word: str, text: str, citations: tuple[str, ...]
) -> Edit | str:
    """The edit that makes the sentence the last of the shape's samples, or why it can't be written. What is
    written reads back as just this sentence, or is not written."""
    document = facts.text(shape.path)
    if document is None or not is_writable(document):
        return f"{shape.path} can't be read, so nothing is written into it"
    block = shape.samples
    if block is not None and any((s.word, s.text, s.ids) == (word, text, citations) for s in block.samples):
        return f"{visible(shape.name)} has this sample"
    for escaped in (True, False):  # a raw docstring has no escapes
        line = sample_line(word, text, citations, escaped=escaped)
        change = _change(document, shape, block, line)
        if change is None:
            return f"{visible(shape.name)} has no docstring that a sample can be written into"
        edit = edit_of(shape.path, document, change)
        if _reads_back(Document(document.uri, None, applied(document, [edit])), shape, word, text, citations):
            return edit
    return "the sentence or an id can't be written as a sample: it holds a line end, or what would end it"


def sample_line(word: str, text: str, citations: tuple[str, ...], *, escaped: bool = False) -> str:
    """``WORD: TEXT <- IDS``; ``escaped`` for a docstring that reads backslashes as escapes."""
    cited = ", ".join(f'"{i}"' if "," in i or i != i.strip() or i.startswith('"') else i for i in citations)
    line = f"{word}: {text} <- {cited}"
    return (
        line.replace("\\", "\\\\").replace('"""', '\\"\\"\\"').replace("'''", "\\'\\'\\'")
        if escaped
        else line
    )


def _change(document: Document, shape: ShapeDefinition, block: Block | None, line: str) -> Replacement | None:
    if block is None or not block.samples:
        function = function_of(document, shape) if block is None else None
        return new_block(document, function, [line]) if function is not None else None
    first, last = block.samples[0], max(block.samples, key=lambda sample: sample.span.end)
    at = _behind(document, last)
    return Replacement(at, at, f"{document.line_ending}{_blanks(document, first)}{line}")


def _blanks(document: Document, sample: Sample) -> str:
    start = sample.span.start
    before = document.line(start.line)[: start.character]
    return before if not before.strip() else indentation(document, start.line) + "    "


def _behind(document: Document, sample: Sample) -> int:
    """Behind the sample and the comment beside it, before the quotes where these end the line."""
    end = line_end(document, sample.span.end.line)
    behind = document.text[document.offset(sample.span.end) : end].strip()
    return (
        end
        if not behind or (behind.startswith("#") and '"""' not in behind)
        else document.offset(sample.span.end)
    )


def _reads_back(
    document: Document, shape: ShapeDefinition, word: str, text: str, citations: tuple[str, ...]
) -> bool:
    """Whether the text still parses and the shape's samples are as many as before and this one."""
    before = [(s.word, s.text, s.ids) for s in (shape.samples.samples if shape.samples else ())]
    function = function_of(document, shape)
    literal = docstring_literal(function.body) if function is not None else None
    block = parse_block(document, literal) if literal is not None else None
    now = [(s.word, s.text, s.ids) for s in block.samples] if block is not None else []
    return now == [*before, (word, text, citations)]
