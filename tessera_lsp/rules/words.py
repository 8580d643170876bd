"""TES301: does the core speak of verification alone, whatever the verticals are about?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tessera_lsp.rules.batteries import vertical_of
from tessera_lsp.rules.model import Facts, Finding, Place, Rule
from tessera_lsp.wording import listed, quoted, visible


def vertical_word(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Imports of a vertical in the core, and strings of it that hold a phrase of one vertical's grammar.

    A phrase that several verticals speak is nobody's own, and a core that lies within a vertical's package
    may import what is beside it.
    """
    core = facts.index.core
    is_registry = core.path == facts.index.registry_path
    for imported in () if is_registry else core.imports:
        found = next((v for name in reversed(imported.names) if (v := _imported(facts, name))), None)
        if found is not None:
            message = f"the core imports the vertical {visible(found)}: hand over what it needs as arguments"
            yield rule.finding(Place(core.path, imported.span), message)
    yield from _phrases(facts, rule)


def _imported(facts: Facts, name: str) -> str | None:
    found = vertical_of(facts, name)
    if found is None or not facts.index.core.module.startswith(f"{found}."):
        return found
    is_claims = any(file.module == name for file in facts.index.files.values())
    return found if is_claims else None


def _phrases(facts: Facts, rule: Rule) -> Iterator[Finding]:
    speakers: dict[str, set[str]] = {}
    for file in facts.index.may_tell if facts.index.core.literals else ():
        if file.path != facts.index.core.path:
            for phrase in file.spoken:
                speakers.setdefault(phrase, set()).add(file.vertical)
    own = {phrase: next(iter(found)) for phrase, found in speakers.items() if len(found) == 1}
    for literal in facts.index.core.literals:
        said = [phrase for phrase in literal.phrases if phrase in own]
        for found in sorted({own[phrase] for phrase in said}):
            theirs = [quoted(phrase) for phrase in said if own[phrase] == found][:3]
            stands = "stands" if len(theirs) == 1 else "stand"
            message = (
                f"the core speaks {visible(found)}'s language: {listed(theirs)} {stands} in that "
                "vertical's grammar; move the grammar to its claims"
            )
            yield rule.finding(Place(facts.index.core.path, literal.span), message)


_METRICS = '''
"""The verifier: declared shapes in order, then verbatim containment."""


def contained(claim, nodes, graph):
    """Supported where each cited record holds the sentence word for word."""
    return True if all(claim.text in record.text for record in claim.support) else None


def is_supported(claim, nodes, graph=None, shapes=()):
    """Whether the first grammar that owns the claim says it holds."""
%s    for shape in (*shapes, contained):
        answer = shape(claim, nodes, graph)
        if answer is not None:
            return answer
    return False
'''
_WEIGHT = '''
import re


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's."""
    match = re.fullmatch(r"Gross weight of crate (\\d+) is (\\d+) kg\\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])
'''
_LEAK = """    if claim.text.startswith("Gross weight"):
        return all(claim.text in record.text for record in claim.support)
"""

RULES = (
    Rule(
        code="TES301",
        name="vertical-word-in-core",
        severity="warning",
        summary="The core imports a vertical, or holds a phrase of a vertical's grammar",
        about="""
The verifier's core decides for all verticals alike. Once it imports one of them, or has a string that belongs
to one vertical's sentences, "supported" means something else there than elsewhere, and the complete grammar
of that vertical can no longer be read in its claims file.

Looked at are the strings of the core module, docstrings apart. A phrase is two words beside each other (or
three, the middle one such as "of") that a vertical's patterns, the strings that it compares with, or its
`True:` and `False:` samples speak. Words such as "the" or "is" at its ends, the words that verifying itself
is spoken of in ("cited record"), and phrases that several verticals speak do not count.

Move the grammar into the vertical's claims file and declare it.
""",
        needs_run=False,
        check=vertical_word,
        found=(("depot/stock/claims.py", _WEIGHT), ("depot/metrics.py", _METRICS % _LEAK)),
        mended=(("depot/stock/claims.py", _WEIGHT), ("depot/metrics.py", _METRICS % "")),
    ),
)
