"""Read the facts of a module out of its document, again and again: a chunk of it only when it has changed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Iterator

from tessera_lsp.index.callsites import Calling, calling
from tessera_lsp.index.chunks import Chunk
from tessera_lsp.index.facts import ClassFacts, FunctionFacts, ModuleFacts, Part
from tessera_lsp.index.model import Suppression, Unreadable
from tessera_lsp.index.parsing import Parser, parsed_chunk, trouble_of
from tessera_lsp.index.statements import StatementReader
from tessera_lsp.index.suppressions import comments, sample_suppressions
from tessera_lsp.index.trees import span_of
from tessera_lsp.text import BrokenDocument, Document, Span


class ModuleReader:
    """Reads one file. ``chunks_read`` counts the chunks whose statements were gone over."""

    def __init__(self, parser: Parser | None = None) -> None:
        self.parser = parser or Parser()
        self.chunks_read = 0
        self._facts: ModuleFacts | None = None
        self._parts: dict[Chunk, Part] = {}
        self._calling: dict[Chunk, Calling] = {}
        self._public: frozenset[str] = frozenset()

    def read(self, path: str, module: str, document: Document) -> ModuleFacts:
        """The facts of one text: the same object again for the next text of the same module. Never raises.

        A text that is open in an editor is read by chunks, since an edit of it may follow.
        """
        facts = self._facts
        if facts is None or (facts.path, facts.module) != (path, module):
            is_package = path.replace("\\", "/").endswith("/__init__.py")
            facts = ModuleFacts(path, module, is_package, document)
            self._facts, self._parts = facts, {}
        facts.document = document
        try:
            chunks = self.parser.chunks(document, whole=document.version is None)
            facts.put_together(list(self._read_parts(facts, chunks)))
        except RecursionError:
            self._facts, self._parts = None, {}
            start = document.position(0)
            facts = ModuleFacts(path, module, facts.is_package, document)
            facts.dynamic = True
            facts.unreadable = Unreadable(path, Span(start, start), "is nested too deeply to be read")
            return facts
        facts.unreadable = self._unreadable(path, document, chunks)
        facts.dynamic = facts.unreadable is not None or "__getattr__" in facts.scope.names
        found = [suppression for part in facts.parts for suppression in part.suppressions]
        facts.suppressions = tuple(sorted(found, key=lambda suppression: suppression.span))
        return facts

    @staticmethod
    def _unreadable(path: str, document: Document, chunks: list[Chunk]) -> Unreadable | None:
        if isinstance(document, BrokenDocument):
            at = document.position(document.at)
            return Unreadable(path, Span(at, document.position(document.at + 1)), document.problem)
        trouble = trouble_of(document, chunks)
        return Unreadable(path, trouble.span, trouble.message) if trouble is not None else None

    def _read_parts(self, facts: ModuleFacts, chunks: list[Chunk]) -> Iterator[Part]:
        public = self._public
        matters = self._matters(chunks)
        unchanged = self._public == public
        """Whether the calls of what stands as it stood are read as they were."""
        known, self._parts = self._parts, {}
        by_code = {chunk.code: part for chunk, part in known.items()}
        above = _Above()
        for chunk in chunks:
            same = known.get(chunk)
            if same is not None and same.line == chunk.line and not same.asked and unchanged:
                self._parts[chunk] = same
                above.parts.append(same)
                yield same
                continue
            part = by_code.get(chunk.code)
            is_said = (
                part is not None
                and part.calls_read == matters(chunk)
                and not (part.asked and any((name in above) != was for name, was in part.asked))
            )
            if part is None or not is_said or part.line != chunk.line or part.chunk is not chunk:
                moved = part if is_said else None
                part = self._part(facts, chunk, above, matters(chunk))
                if moved is not None:
                    part.key = moved.key
            self._parts[chunk] = part
            above.parts.append(part)
            yield part

    def _matters(self, chunks: list[Chunk]) -> Callable[[Chunk], bool]:
        """Tells of a chunk whether its calls are to be read."""
        now, known = dict.fromkeys(chunks), self._calling
        new = {chunk: calling(chunk.text) for chunk in chunks if chunk not in known}
        gone = {chunk: known.pop(chunk) for chunk in [chunk for chunk in known if chunk not in now]}
        known.update(new)
        public = self._public
        if any(found.public for found in (*new.values(), *gone.values())):
            public = frozenset[str]().union(*[found.public for found in known.values() if found.public])
        parts = self._parts if public == self._public else {}
        self._public = public
        return lambda chunk: part.calls_read if (part := parts.get(chunk)) else known[chunk].matters(public)

    def _part(self, facts: ModuleFacts, chunk: Chunk, above: Container[str], matters: bool) -> Part:
        self.chunks_read += 1
        reader = StatementReader(facts, parsed_chunk(chunk), matters)
        part = facts.take_part(chunk, above, reader.read, matters)
        part.suppressions = list(_suppressions(facts, part))
        return part


class _Above:
    """The names that the parts read so far bind."""

    def __init__(self) -> None:
        self.parts: list[Part] = []

    def __contains__(self, name: object) -> bool:
        return any(name in part.names for part in self.parts)


def read_module(path: str, module: str, document: Document, parser: Parser) -> ModuleFacts:
    """The facts of one text. Never raises."""
    return ModuleReader(parser).read(path, module, document)


def _suppressions(facts: ModuleFacts, part: Part) -> Iterator[Suppression]:
    """Those of one part: comments, and behind samples."""
    document, chunk = facts.document, part.chunk
    if "tessera:" not in chunk.text:
        return
    start = document.line_starts[min(chunk.line, document.line_count - 1)]
    within = (start, start + len(chunk.text))
    yield from comments(facts.path, document, _string_spans(chunk, document), within)
    documented: list[FunctionFacts | ClassFacts] = [*part.functions, *part.classes]
    yield from sample_suppressions(facts.path, [item.block for item in documented if item.block])


def _string_spans(chunk: Chunk, document: Document) -> list[tuple[int, int]]:
    """Offsets of the string literals of a chunk, where ``#`` begins no comment."""
    out = []
    for statement in chunk.body:
        for node in ast.walk(statement):
            if not isinstance(node, ast.Constant | ast.JoinedStr):
                continue
            if isinstance(node, ast.JoinedStr) or isinstance(node.value, str | bytes):
                start, end = span_of(document, node)
                out.append((document.offset(start), document.offset(end)))
    return out
