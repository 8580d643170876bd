"""Read the facts of a module out of its document, again and again: a chunk of it only when it has changed."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator

from tessera_lsp.index.callsites import Calling, calling
from tessera_lsp.index.chunks import Chunk
from tessera_lsp.index.ends import same_ends
from tessera_lsp.index.facts import ClassFacts, FunctionFacts, ModuleFacts, Part
from tessera_lsp.index.model import Suppression, Unreadable
from tessera_lsp.index.parsing import Parser, parsed_chunk, trouble_of
from tessera_lsp.index.statements import StatementReader
from tessera_lsp.index.suppressions import comments, sample_suppressions
from tessera_lsp.index.together import Together
from tessera_lsp.index.trees import span_of
from tessera_lsp.text import BrokenDocument, Document, Span


class ModuleReader:
    """Reads one file. ``chunks_read`` counts the chunks whose statements were gone over."""

    def __init__(self, parser: Parser | None = None) -> None:
        self.parser = parser or Parser()
        self.chunks_read = 0
        self._facts: ModuleFacts | None = None
        self._chunks: list[Chunk] = []
        self._parts: list[Part] = []
        """Of each of the chunks of the last text."""
        self._asks = False
        """Whether one of them depends on what is bound above it."""
        self._calling: dict[Chunk, Calling] = {}
        self._public: frozenset[str] = frozenset()
        self._together = Together()

    def read(self, path: str, module: str, document: Document) -> ModuleFacts:
        """The facts of one text: the same object again for the next text of the same module. Never raises.

        A text that is open in an editor is read by chunks, since an edit of it may follow.
        """
        facts = self._facts
        if facts is None or (facts.path, facts.module) != (path, module):
            is_package = path.replace("\\", "/").endswith("/__init__.py")
            facts = ModuleFacts(path, module, is_package, document)
            self._facts = facts
            self._forget()
        facts.document = document
        try:
            chunks = self.parser.chunks(document, whole=document.version is None)
            self._together.put(facts, self._read_parts(facts, chunks))
        except RecursionError:
            self._facts = None
            self._forget()
            start = document.position(0)
            facts = ModuleFacts(path, module, facts.is_package, document)
            facts.dynamic = True
            facts.unreadable = Unreadable(path, Span(start, start), "is nested too deeply to be read")
            return facts
        except BaseException:  # whatever it was, the next text is read as the first one
            self._facts = None
            self._forget()
            raise
        facts.unreadable = self._unreadable(path, document, chunks)
        facts.dynamic = facts.unreadable is not None or "__getattr__" in facts.scope.names
        found = [suppression for part in facts.parts for suppression in part.suppressions]
        facts.suppressions = tuple(sorted(found, key=lambda suppression: suppression.span))
        return facts

    def _forget(self) -> None:
        self._chunks, self._parts, self._asks = [], [], False
        self._calling, self._public, self._together = {}, frozenset(), Together()

    @staticmethod
    def _unreadable(path: str, document: Document, chunks: list[Chunk]) -> Unreadable | None:
        if isinstance(document, BrokenDocument):
            at = document.position(document.at)
            return Unreadable(path, Span(at, document.position(document.at + 1)), document.problem)
        trouble = trouble_of(document, chunks)
        return Unreadable(path, trouble.span, trouble.message) if trouble is not None else None

    def _read_parts(self, facts: ModuleFacts, chunks: list[Chunk]) -> list[Part]:
        """The parts of the chunks: those at the beginning and at the end that stand as they stood are what
        they were, without another look."""
        before, parts, public = self._chunks, self._parts, self._public
        head, tail = same_ends(before, chunks)
        self._look_at_calls(before[head : len(before) - tail], chunks[head : len(chunks) - tail])
        unchanged = self._public == public
        """Whether the calls of what stands as it stood are read as they were."""
        if self._asks or not unchanged:
            head, tail = 0, 0  # what is bound above a part counts, or other calls are to be read
        elif tail and parts[-tail].line != before[-tail].line:
            tail = 0
        gone = dict(zip(before[head : len(before) - tail], parts[head : len(parts) - tail], strict=True))
        above, rest = _Above(parts[:head]), parts[len(parts) - tail :]
        for chunk in chunks[head : len(chunks) - tail]:
            same = gone.get(chunk)
            if same is None or same.line != chunk.line or same.asked or not unchanged:
                old = same or next((part for known, part in gone.items() if known.code is chunk.code), None)
                if same is not None and unchanged:
                    reads = same.calls_read
                else:
                    reads = self._calling[chunk].matters(self._public)
                same = self._again(facts, chunk, old, above, reads)
            above.parts.append(same)
        self._asks = any(part.asked for part in above.parts[head:])
        self._chunks, self._parts = chunks, [*above.parts, *rest]
        return self._parts

    def _again(
        self, facts: ModuleFacts, chunk: Chunk, old: Part | None, above: _Above, matters: bool
    ) -> Part:
        """What a chunk says of which the last text may have had the same (``old``), somewhere else."""
        is_said = (
            old is not None
            and old.calls_read == matters
            and not (old.asked and any((name in above) != was for name, was in old.asked))
        )
        if old is not None and is_said and old.line == chunk.line and old.chunk is chunk:
            return old
        part = self._part(facts, chunk, above, matters)
        if old is not None and is_said:
            part.key = old.key
        return part

    def _look_at_calls(self, gone: list[Chunk], now: list[Chunk]) -> None:
        """Chunks stand in the place of others: which public functions does the module define?"""
        known, stay = self._calling, {*now}
        before = [known.pop(chunk) for chunk in gone if chunk not in stay]
        new = {chunk: calling(chunk.text) for chunk in now if chunk not in known}
        known.update(new)
        lost, won = ({name for found in each for name in found.public} for each in (before, new.values()))
        if lost != won:
            self._public = frozenset[str]().union(*[found.public for found in known.values() if found.public])

    def _part(self, facts: ModuleFacts, chunk: Chunk, above: Container[str], matters: bool) -> Part:
        self.chunks_read += 1
        reader = StatementReader(facts, parsed_chunk(chunk), matters)
        part = facts.take_part(chunk, above, reader.read, matters)
        part.suppressions = list(_suppressions(facts, part))
        return part


class _Above:
    """The names that the parts read so far bind."""

    def __init__(self, parts: list[Part]) -> None:
        self.parts = parts

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
