"""The verifier: whether the cited records support a claim, decided by plain code and no model.

``is_supported`` asks the declared shapes in their order, then the two generic grammars of this module;
the first that answers with a bool owns the verdict, and a claim that nobody owns is unsupported. No
word of any vertical stands here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Protocol

from tessera.graph import KnowledgeGraph, Node
from tessera.grounding import Claim
from tessera.text import contains, is_blank


class ClaimShape(Protocol):
    """One grammar of a vertical: a pure, deterministic function of three positional arguments.

    ``claim`` is the sentence as it is, with its records; ``nodes`` maps every record id of the graph to
    its node; ``graph`` may be ``None``. The answer has three states:

    - ``True``: the sentence is of this grammar, and the cited records support all that it states;
    - ``False``: it is of this grammar, and they do not, or it cannot be told (no graph, say);
    - ``None``: it is not of this grammar. Somebody else may own it.

    Both bools are final: nothing that would be asked later can change them. So the mistake to fear is
    not a missing ``True`` but a ``False`` said too eagerly, to a sentence that only resembles the
    grammar and that a later one would support; and its mirror, ``None`` where a check has failed, which
    lets the sentence be rescued by being a piece of some record. Anything but a ``bool`` or ``None``
    (a match object, a number, ``numpy.bool_``) is an error.
    """

    def __call__(
        self, claim: Claim, nodes: Mapping[str, Node], graph: KnowledgeGraph | None, /
    ) -> bool | None: ...


def is_supported(
    claim: Claim,
    nodes: Mapping[str, Node],
    graph: KnowledgeGraph | None = None,
    shapes: Iterable[ClaimShape] = (),
) -> bool:
    """Whether the records that ``claim`` cites support it.

    ``shapes`` are asked in order, then ``shared_fragment``, then ``verbatim_containment``. A ``True``
    counts only when there was something to check (``has_genuine_evidence``). Raises ``TypeError``
    naming the shape whose answer is neither a bool nor ``None``; what a shape raises passes through.
    """
    for shape in (*shapes, *GENERIC_GRAMMARS):
        answer = ask(shape, claim, nodes, graph)
        if answer is not None:
            return answer and has_genuine_evidence(claim, nodes)
    return False


def ask(
    shape: ClaimShape, claim: Claim, nodes: Mapping[str, Node], graph: KnowledgeGraph | None
) -> bool | None:
    """The answer of one shape, held to the contract: ``TypeError`` when it is no bool and not ``None``."""
    answer: object = shape(claim, nodes, graph)
    if answer is None or answer is True or answer is False:
        return answer
    raise TypeError(
        f"claim shape {shape_name(shape)} answered {answer!r} of type {type(answer).__name__}: "
        "a shape answers True, False or None"
    )


def shape_name(shape: object) -> str:
    """The name that a shape goes by: a function's own, through ``functools.partial``, else its class's."""
    while not hasattr(shape, "__name__") and hasattr(shape, "func"):
        shape = shape.func
    return str(getattr(shape, "__name__", type(shape).__name__))


def has_genuine_evidence(claim: Claim, nodes: Mapping[str, Node]) -> bool:
    """Whether there is something to check, and nothing of it is made up.

    A blank sentence states nothing, and records that are all blank show nothing. A cited record that
    ``nodes`` does not know, or that differs from the record known under its id, is no evidence: a claim
    that cites one is unsupported, whatever its other records hold.
    """
    return (
        not is_blank(claim.text)
        and all(record.id in nodes and nodes[record.id].record == record for record in claim.support)
        and any(not is_blank(record.text) for record in claim.support)
    )


def verbatim_containment(
    claim: Claim, nodes: Mapping[str, Node], graph: KnowledgeGraph | None
) -> bool | None:
    """``True`` when the whole sentence stands in one of the cited records, else ``None``.

    Whole tokens, normalised (``tessera.text.contains``). It knows no names and reads no sense: a
    snippet out of a negated clause is contained.
    """
    return True if any(contains(record.text, claim.text) for record in claim.support) else None


_SHARED_FRAGMENT = re.compile(r"""(?:[^"]*\s)?"([^"]*)" appears in '(.+)'\.?""", re.DOTALL)


def shared_fragment(claim: Claim, nodes: Mapping[str, Node], graph: KnowledgeGraph | None) -> bool | None:
    """Whether a quoted fragment stands in all cited records, and their sources are exactly those named.

    The sentence is ``"FRAGMENT" appears in 'SOURCE' and 'SOURCE'``, further sources joined by ``, ``
    before the last ``and``. Words may stand before it but no double quote, and nothing after it but a
    full stop. ``SOURCE`` is a record's ``origin.source``, compared composed (NFC); a source may itself
    hold apostrophes, commas and ``and``. There are two different sources at least, each named once.
    Every such sentence is owned here, one with a single source or a blank fragment included (``False``).
    """
    match = _SHARED_FRAGMENT.fullmatch(claim.text)
    if match is None:
        return None
    fragment, named = match.groups()
    sources = {unicodedata.normalize("NFC", record.origin.source) for record in claim.support}
    return (
        len(sources) >= 2
        and all(contains(record.text, fragment) for record in claim.support)
        and _names_exactly(unicodedata.normalize("NFC", named), frozenset(sources))
    )


def _names_exactly(text: str, sources: frozenset[str]) -> bool:
    """Whether ``text`` is all of ``sources``, in some order, joined as in a sentence.

    ``text`` lacks the outermost apostrophes: ``A', 'B' and 'C``. It is matched against the sources
    rather than split, since a source may hold what looks like a joint.
    """
    pending = [(0, sources)]
    while pending:
        at, left = pending.pop()
        joint = "" if len(left) == 1 else "' and '" if len(left) == 2 else "', '"
        for source in left:
            if text.startswith(source + joint, at):
                end = at + len(source) + len(joint)
                if not joint and end == len(text):
                    return True
                if joint:
                    pending.append((end, left - {source}))
    return False


GENERIC_GRAMMARS: tuple[ClaimShape, ...] = (shared_fragment, verbatim_containment)
"""What is asked after the declared shapes, in this order, for every battery."""


def faithfulness(verdicts: Iterable[bool]) -> float | None:
    """The share of supported claims; ``None`` where no claim was measured: that is never 1.0."""
    seen = list(verdicts)
    return sum(seen) / len(seen) if seen else None
