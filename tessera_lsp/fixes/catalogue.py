"""Which fixes there are for which finding, and which rewrites at a place."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tessera_lsp.fixes.configuration import nearest_key
from tessera_lsp.fixes.declare import declare
from tessera_lsp.fixes.indenting import mend_indentation
from tessera_lsp.fixes.model import Fix
from tessera_lsp.fixes.money import exact_decimal
from tessera_lsp.fixes.patterns import anchor, pattern_at, quoted_groups, within_quotes
from tessera_lsp.fixes.remove import remove_dead, remove_duplicate
from tessera_lsp.fixes.respell import nearest_shape
from tessera_lsp.fixes.returns import return_none
from tessera_lsp.fixes.samples import mend_spelling, nearest_record
from tessera_lsp.fixes.sampling import add_samples
from tessera_lsp.fixes.suppress import ignore, remove_unused
from tessera_lsp.rules.model import Facts, Finding
from tessera_lsp.text import Span

Fixer = Callable[[Facts, Finding], tuple[Fix, ...]]

FIXERS: Mapping[str, Fixer] = {
    "TES101": declare,
    "TES109": exact_decimal,
    "TES111": anchor,
    "TES112": quoted_groups,
    "TES113": return_none,
    "TES201": lambda facts, finding: (*nearest_shape(facts, finding), *remove_dead(facts, finding)),
    "TES202": remove_duplicate,
    "TES402": lambda facts, finding: (*mend_indentation(facts, finding), *mend_spelling(facts, finding)),
    "TES403": nearest_record,
    "TES902": nearest_key,
    "TES903": remove_unused,
}
"""The fixes of each rule that has some; beside them nearly every finding can be ignored on its line."""


def fixes_for(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """The ways to mend a finding, the best first; the last is to ignore it on its line. The edits hold for
    the texts of ``facts``."""
    return (*mends_of(facts, finding), *ignore(facts, finding))


def mends_of(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """The same without that last one."""
    fixer = FIXERS.get(finding.code)
    return fixer(facts, finding) if fixer is not None else ()


def rewrites_at(facts: Facts, path: str, span: Span) -> tuple[Fix, ...]:
    """What can be rewritten where a cursor or selection stands, though nothing is wrong there."""
    literal = pattern_at(facts, path, span)
    quoted = within_quotes(facts, path, literal) if literal is not None else ()
    return (*add_samples(facts, path, span), *quoted)
