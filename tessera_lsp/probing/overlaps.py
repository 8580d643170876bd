"""Sentences that two declared shapes of a battery may both own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple, cast

from tessera_lsp.index.model import Index
from tessera_lsp.patterns import Method, common_sentence
from tessera_lsp.probed import Key
from tessera_lsp.probing.known import Known, varied
from tessera_lsp.wire import ShapeRef

_CLAIMS = 6
"""Claims of the earlier shape that the later one is asked about."""
_CITED = 2
"""Claims of each whose citations a made sentence gets."""
_EACH = 20
"""Sentences of one pair."""
MOST = 4000
"""Sentences of one battery: many shapes make very many pairs."""
Applied = tuple[str, int, Method]


class Common(NamedTuple):
    """A sentence that the ``earlier`` shape owns or may own, for the ``later`` one to be asked about.
    ``answer`` is what the earlier one said to it, empty where that is not known either."""

    earlier: ShapeRef
    later: ShapeRef
    text: str
    citations: tuple[str, ...]
    answer: str = ""


def common_claims(index: Index, shapes: Sequence[ShapeRef], claims: Sequence[Known]) -> Iterator[Common]:
    """What to ask of each two shapes of one battery: sentences that patterns of both match, with citations of
    either's claims, and the claims that the earlier one owns; at most ``MOST``, each pair's first before any
    pair's second."""
    pairs = [list(islice(pair, _EACH)) for pair in islice(_pairs(index, shapes, claims), MOST)]
    for rank in range(_EACH):
        yield from (pair[rank] for pair in pairs if rank < len(pair))


def _pairs(index: Index, shapes: Sequence[ShapeRef], claims: Sequence[Known]) -> Iterator[Iterator[Common]]:
    owned: dict[int, list[Known]] = {}
    for claim in claims:
        owned.setdefault(claim.place, []).append(claim)
    for earlier, later in combinations(sorted(shapes, key=lambda shape: shape.place), 2):
        if _key(earlier) == _key(later):
            continue
        mine, others = owned.get(earlier.place, []), owned.get(later.place, [])
        yield _of_pair(index, earlier, later, mine, others)


def _of_pair(
    index: Index, earlier: ShapeRef, later: ShapeRef, mine: Sequence[Known], others: Sequence[Known]
) -> Iterator[Common]:
    for claim in varied(mine, _CLAIMS):
        yield Common(earlier, later, claim.text, claim.citations, claim.answer)
    cited = dict.fromkeys(claim.citations for claim in (*mine[:_CITED], *others[:_CITED]))
    for text in _sentences(index, _key(earlier), _key(later)):
        for citations in cited:
            yield Common(earlier, later, text, citations)


def _sentences(index: Index, earlier: Key, later: Key) -> Iterator[str]:
    found = (
        common_sentence(one, other) for one in _applied(index, earlier) for other in _applied(index, later)
    )
    yield from dict.fromkeys(text for text in found if text)


def _applied(index: Index, key: Key) -> tuple[Applied, ...]:
    """The patterns that a shape applies in its own lines."""
    shape = index.shape(*key)
    file = index.files.get(shape.path) if shape is not None else None
    if shape is None or file is None:
        return ()
    return tuple(
        (use.pattern, use.flags, cast("Method", use.method))
        for use in file.patterns
        if use.method in ("match", "fullmatch", "search")
        and shape.span.start <= use.call.start
        and use.call.end <= shape.span.end
    )


def _key(shape: ShapeRef) -> Key:
    return shape.module, shape.qualname
