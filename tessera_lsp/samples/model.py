"""The values of the ``Samples:`` notation."""

from __future__ import annotations

from dataclasses import dataclass

from tessera_lsp.text import Span

WORDS = ("True", "False", "None")


@dataclass(frozen=True)
class Citation:
    """One record id, without the quotes that it may stand in; ``span`` is the id itself."""

    id: str
    span: Span

    def moved(self, lines: int) -> Citation:
        """The same so many lines further down; so with the other values below."""
        return Citation(self.id, self.span.moved(lines))


@dataclass(frozen=True)
class Sample:
    """``WORD: TEXT <- CITATIONS``. ``text`` is what a claim would say, continuation lines joined by one
    space and escapes resolved. ``span`` runs from the word to the last character of the last line;
    ``line_spans`` are the text's parts on their lines (for hints and highlights)."""

    word: str
    text: str
    citations: tuple[Citation, ...]
    word_span: Span
    text_span: Span
    span: Span
    line_spans: tuple[Span, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The cited record ids in order."""
        return tuple(citation.id for citation in self.citations)

    def moved(self, lines: int) -> Sample:
        return Sample(
            self.word,
            self.text,
            tuple([citation.moved(lines) for citation in self.citations]),
            self.word_span.moved(lines),
            self.text_span.moved(lines),
            self.span.moved(lines),
            tuple([span.moved(lines) for span in self.line_spans]),
        )


@dataclass(frozen=True)
class SampleProblem:
    """A line of the block that is no sample: TES402. ``message`` tells the way out.

    ``beside``: where it is the indentation that is wrong, the first sample, as which the line should be
    indented, or the heading, than which it should be deeper.
    """

    message: str
    span: Span
    beside: Span | None = None

    def moved(self, lines: int) -> SampleProblem:
        beside = self.beside.moved(lines) if self.beside is not None else None
        return SampleProblem(self.message, self.span.moved(lines), beside)


@dataclass(frozen=True)
class SampleSuppression:
    """``# tessera: ignore[CODE, …]`` behind a sample. ``span`` runs from ``#`` to the closing bracket."""

    codes: tuple[str, ...]
    span: Span

    def moved(self, lines: int) -> SampleSuppression:
        return SampleSuppression(self.codes, self.span.moved(lines))


@dataclass(frozen=True)
class Block:
    """A docstring's samples. ``heading`` is the span of the first ``Samples:``."""

    heading: Span
    samples: tuple[Sample, ...]
    problems: tuple[SampleProblem, ...]
    suppressions: tuple[SampleSuppression, ...] = ()

    def moved(self, lines: int) -> Block:
        return Block(
            self.heading.moved(lines),
            tuple([sample.moved(lines) for sample in self.samples]),
            tuple([problem.moved(lines) for problem in self.problems]),
            tuple([suppression.moved(lines) for suppression in self.suppressions]),
        )
