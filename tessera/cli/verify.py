"""``tessera verify``: one claim put to one battery's grammars, and the ladder of what they said."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence

from tessera.cli.failure import CommandError, nearest
from tessera.cli.terminal import printable
from tessera.eval.battery import Battery
from tessera.eval.ladder import Consultation, consult
from tessera.grounding import Claim, EvidenceRecord

_SAYS = {True: "True", False: "False", None: "None: not its grammar"}


def judge(battery: Battery, cited: Sequence[str], text: str) -> tuple[Claim, Consultation]:
    """Put ``text``, citing the ids written in ``cited``, to the battery's grammars.

    Raises ``CommandError`` for ids that cannot be read or that the battery does not hold.
    """
    graph, kb = battery.build_graph(), battery.build_kb()
    known = {node.id: node.record for node in graph.nodes.values()} | dict(kb.records)
    support = tuple(_record(battery.name, known, record_id) for ids in cited for record_id in split_ids(ids))
    claim = Claim(text, support)
    return claim, consult(claim, graph.nodes, graph, battery.claim_shapes)


def show(battery: Battery, claim: Claim, consultation: Consultation) -> int:
    """Print the ladder; 0 when the claim is supported, else 1."""
    print("\n".join(map(printable, ladder_lines(battery, claim, consultation))))
    return 0 if consultation.verdict else 1


def split_ids(text: str) -> list[str]:
    """The ids in ``text``, separated by commas; one that holds a comma stands in double quotes.

    Raises ``CommandError`` for a blank id and for a quote that is not closed.
    """
    try:
        rows = list(csv.reader([text], skipinitialspace=True, strict=True))
    except csv.Error as error:
        raise CommandError(f"--cite {text}: {error}: quote an id that holds a comma, '\"a,b\",c'") from error
    ids = [record_id.strip() for row in rows for record_id in row]
    if not ids or "" in ids:
        raise CommandError(f"--cite {text!r}: a record id is blank: separate ids by single commas")
    return ids


def _record(battery: str, known: dict[str, EvidenceRecord], record_id: str) -> EvidenceRecord:
    if record_id not in known:
        near = nearest(record_id, known)
        hint = f"near: {near}" if near else f"its {len(known)} ids look like {', '.join(list(known)[:3])}"
        raise CommandError(f"battery {battery} holds no record {record_id!r}; {hint}")
    return known[record_id]


def ladder_lines(battery: Battery, claim: Claim, consultation: Consultation) -> Iterator[str]:
    """The consultation in words: each grammar in order, the verdict with its owner, the records cited."""
    yield f"{battery.name}: {printable(claim.text)}"
    asked = [(step.name, _SAYS[step.answer]) for step in consultation.steps]
    grammars = [*asked, *((name, "not asked") for name in consultation.unasked)]
    width = max(len(name) for name, _ in grammars)
    for place, (name, said) in enumerate(grammars, start=1):
        kind = "declared" if place <= len(battery.claim_shapes) else "generic"
        yield f"  {place}. {name:<{width}}  {kind:<8}  {said}"
    yield _verdict(consultation)
    for record in claim.support:
        origin = record.origin
        file = f", {origin.path}:{origin.line}" if origin.path else ""
        yield f"cites {record.id} ({printable(origin.source)}, {printable(origin.locator)}{file})"
        yield f"  {printable(record.text)}"


def _verdict(consultation: Consultation) -> str:
    if consultation.owner is None:
        return "unsupported: nobody owns it"
    if consultation.objection:
        return f"unsupported: {consultation.owner} said True, but {consultation.objection}"
    return f"{'supported' if consultation.verdict else 'unsupported'}: owned by {consultation.owner}"
