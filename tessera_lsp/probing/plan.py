"""All questions beyond an ordinary run, in a fixed order and number."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from tessera_lsp.index.model import Index
from tessera_lsp.probed import Probe
from tessera_lsp.probing.citations import replaced
from tessera_lsp.probing.known import Known, known_claims, varied
from tessera_lsp.probing.mutants import mutants
from tessera_lsp.probing.names import other_names
from tessera_lsp.probing.overlaps import MOST, common_claims
from tessera_lsp.rules.model import Finding
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import BatteryInfo, Item

MUTATED = 6
"""True claims of a shape that lies are made of."""
CITED = 4
"""True claims of a shape whose citations are replaced."""
SETS = 3
REPEATED = 10
"""Claims of a shape, and of those that no shape owns, that are asked again."""


def plan(index: Index, verdicts: Verdicts, findings: Iterable[Finding] = ()) -> tuple[Probe, ...]:
    """What to ask. ``findings`` are those of the text: their witnesses are tried."""
    claims = known_claims(index, verdicts)
    true = {(claim.battery, claim.text) for claim in claims if claim.supported}
    probes: list[Probe] = []
    for battery in verdicts.batteries:
        mine = [claim for claim in claims if claim.battery == battery.name]
        by_place: dict[int, list[Known]] = {}
        for claim in mine:
            by_place.setdefault(claim.place, []).append(claim)
        for place, owned in sorted(by_place.items()):
            probes += _again(battery.name, varied(owned, REPEATED))
            supported = [claim for claim in owned if claim.supported and claim.answer == "True"]
            if place >= 0:
                probes += _mutants(supported, true)
                probes += _citations(battery, supported)
        probes += _overlaps(index, verdicts, battery.name, mine)
    probes += _witnesses(index, verdicts, findings, claims)
    return tuple({probe.item.key: probe for probe in probes}.values())


def _ask(key: Sequence[object], battery: str, text: str, citations: tuple[str, ...]) -> Item:
    return Item("\x1f".join(map(str, key)), "", "", text, citations, battery)


def _again(battery: str, claims: Iterable[Known]) -> Iterator[Probe]:
    """Each claim twice as it is, and once with its citations and the nodes in another order."""
    for claim in claims:
        for turn in range(3):
            citations = tuple(reversed(claim.citations)) if turn == 2 else claim.citations
            key = ("again", turn, battery, claim.text, *claim.citations)
            item = Item("\x1f".join(map(str, key)), "", "", claim.text, citations, battery, False, turn == 2)
            yield Probe(
                "again", item, battery, claim.shape, claim.place, claim.text, claim.citations, turn=turn
            )


def _mutants(claims: Sequence[Known], true: set[tuple[str, str]]) -> Iterator[Probe]:
    for claim in varied(claims, MUTATED):
        for mutant in mutants(claim.text, other_names(claim, claims)):
            if (claim.battery, mutant.text) in true:
                continue
            key = ("mutant", claim.battery, mutant.text, *claim.citations)
            yield Probe(
                "mutant",
                _ask(key, claim.battery, mutant.text, claim.citations),
                claim.battery,
                claim.shape,
                claim.place,
                claim.text,
                claim.citations,
                mutant.how,
                mutant.change,
                claim.answer,
            )


def _citations(battery: BatteryInfo, claims: Sequence[Known]) -> Iterator[Probe]:
    for claim in varied([claim for claim in claims if claim.citations], CITED):
        for turn, citations in enumerate((*replaced(claim.citations, battery, SETS), ())):
            key = ("citations", battery.name, claim.text, *claim.citations, "", *citations)
            yield Probe(
                "citations",
                _ask(key, battery.name, claim.text, citations),
                battery.name,
                claim.shape,
                claim.place,
                claim.text,
                claim.citations,
                "replaced" if citations else "taken away",
                answer=claim.answer,
                turn=turn,
            )


def _overlaps(index: Index, verdicts: Verdicts, battery: str, claims: Sequence[Known]) -> Iterator[Probe]:
    """Each sentence is put to the later shape, and before that to the earlier one where it has not said."""
    sentences = islice(common_claims(index, verdicts.shapes(battery), claims), MOST)
    for turn, common in enumerate(sentences):
        keys = [(shape.module, shape.qualname) for shape in (common.earlier, common.later)]
        for side, (module, qualname) in enumerate(keys):
            if side == 0 and common.answer:
                continue
            key = "\x1f".join(("overlap", battery, str(turn), str(side)))
            item = Item(key, module, qualname, common.text, common.citations, battery)
            yield Probe(
                "overlap", item, battery, keys[0], common.earlier.place, common.text, common.citations,
                answer=common.answer, other=keys[1], turn=turn,
            )  # fmt: skip


def _witnesses(
    index: Index, verdicts: Verdicts, findings: Iterable[Finding], claims: Sequence[Known]
) -> Iterator[Probe]:
    """The sentences of findings about patterns, put to the shapes in which these are applied."""
    declared = {
        (shape.module, shape.qualname): battery.name
        for battery in reversed(verdicts.batteries)
        for shape in verdicts.shapes(battery.name)
    }
    cited = {claim.shape: claim.citations for claim in reversed(claims) if claim.place >= 0}
    anything = {claim.battery: claim.citations for claim in reversed(claims)}
    for finding in findings:
        file = index.files.get(finding.path)
        if finding.code not in ("TES111", "TES112") or finding.witness is None or file is None:
            continue
        for shape in file.shapes:
            battery = declared.get(shape.key, "")
            uses = [use for use in file.patterns if finding.span in (use.call, use.literal)]
            within = any(
                shape.span.start <= at.start <= shape.span.end
                for at in (finding.span, *(use.call for use in uses))
            )
            citations = finding.witness.citations or cited.get(shape.key) or anything.get(battery, ())
            if battery and within and citations:
                text = finding.witness.text
                key = "\x1f".join(("witness", finding.code, *shape.key, text, *citations))
                item = Item(key, *shape.key, text, citations, battery)
                yield Probe("witness", item, battery, shape.key, text=text, how=finding.code)


def files_to_cover(index: Index, verdicts: Verdicts) -> tuple[str, ...]:
    """The claims files that were imported and the modules beside them: where shapes and their helpers are."""
    claims = {path: os.path.dirname(path) for path in index.files}
    beside = set(claims.values())
    apart = {index.core_path, index.registry_path}
    return tuple(
        path
        for path in sorted(verdicts.sources)
        if path in claims or (os.path.dirname(path) in beside and path not in apart)
    )
