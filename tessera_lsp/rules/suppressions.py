"""``# tessera: ignore[CODE]``: what it hides, and which codes hide nothing (TES903)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from tessera_lsp.index.model import Index, Suppression
from tessera_lsp.rules.model import Finding, Place, Rule
from tessera_lsp.wording import visible

UNUSED = "TES903"


class Suppressed:
    """Applies an index's suppressions and keeps which of their codes hid something."""

    def __init__(self, index: Index) -> None:
        self._suppressions = sorted(index.suppressions, key=lambda s: (s.path, s.line))
        self._by_line: dict[tuple[str, int], list[Suppression]] = {}
        for suppression in self._suppressions:
            self._by_line.setdefault((suppression.path, suppression.line), []).append(suppression)
        self._paths = {suppression.path for suppression in self._suppressions}
        self._files = index.files
        self._used: set[tuple[str, int, str]] = set()

    def hides(self, finding: Finding) -> bool:
        """Whether a suppression hides the finding; one on any line of a sample counts for all of it."""
        hidden = False
        if finding.path not in self._paths:
            return hidden
        for line in self._lines(finding):
            for suppression in self._by_line.get((finding.path, line), ()):
                if finding.code in suppression.codes:
                    self._used.add((suppression.path, line, finding.code))
                    hidden = True
        return hidden

    def _lines(self, finding: Finding) -> Iterable[int]:
        line = finding.span.start.line
        file = self._files.get(finding.path)
        for shape in file.shapes if file is not None else ():
            for sample in shape.samples.samples if shape.samples else ():
                if sample.span.start.line <= line <= sample.span.end.line:
                    return range(sample.span.start.line, sample.span.end.line + 1)
        return (line,)

    def unused(self, rule: Rule, known: Collection[str], spoken: Callable[[str], bool]) -> Iterator[Finding]:
        """TES903, about each code that hid nothing. ``spoken`` tells whether a code's rule could speak."""
        for suppression in self._suppressions:
            place = Place(suppression.path, suppression.span)
            if not suppression.codes:
                yield rule.finding(place, "names no code, so it hides nothing; write ignore[CODE]")
            for code in dict.fromkeys(suppression.codes):
                if code not in known:
                    yield rule.finding(place, f"there is no rule {visible(code)}", aid=code)
                elif code != UNUSED and spoken(code) and not self._was_used(suppression, code):
                    yield rule.finding(place, f"{code} finds nothing here: the suppression can go", aid=code)

    def _was_used(self, suppression: Suppression, code: str) -> bool:
        return (suppression.path, suppression.line, code) in self._used
