"""Cases made from the data. What they expect is read off the records by other ways than the answers take.

The answers recognise an error line by its form; here the last line before a failed step's end stands
for it. The answers read a change's own list of files; here the diff's headers name them.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Literal

from tessera.eval.battery import GoldCase
from tessera.graph import KnowledgeGraph, Node
from tessera.grounding import EvidenceRecord, KnowledgeBase


def synthetic(graph: KnowledgeGraph, kb: KnowledgeBase) -> list[GoldCase]:
    """One case for each run, change and ticket, and for each service in weeks 1 to 17 of 2026."""
    return [*_runs(graph, kb), *_changes(kb), *_shifts(graph), *_tickets(graph, kb)]


def _case(
    about: str, question: str, engine: str, facts: tuple[str, ...], support: tuple[str, ...], refuse: bool
) -> GoldCase:
    kind: Literal["answer", "refuse"] = "refuse" if refuse else "answer"
    return GoldCase(f"synthetic/{about}", question, engine, kind, support, facts)


def _runs(graph: KnowledgeGraph, kb: KnowledgeBase) -> list[GoldCase]:
    logs: dict[str, list[EvidenceRecord]] = {}
    for record in kb:
        if record.id.startswith("log/"):
            logs.setdefault(record.id.removeprefix("log/").split(":")[0], []).append(record)
    cases = []
    for number, records in logs.items():
        question = f"Why did run {number} fail?"
        texts = [record.text for record in records]
        ends = [place for place, text in enumerate(texts) if re.search(r"<== step .*: failed ", text)]
        if not ends:
            # A log that breaks off says nothing of its end: the row in runs.csv does.
            expected = (records[-1].id if texts[-1].endswith(" passed") else f"run/{number}",)
            cases.append(_case(f"run/{number}", question, "root_cause", (number,), expected, True))
            continue
        end = ends[0]
        fact = texts[end].split("<== ", 1)[1]
        silent = " exit status " in texts[end - 1]
        support = (records[end].id,) if silent else (records[end - 1].id, records[end].id)
        cases.append(_case(f"run/{number}", question, "root_cause", (fact,), support, silent))
    return cases


def _changes(kb: KnowledgeBase) -> list[GoldCase]:
    touched: dict[str, list[EvidenceRecord]] = {}
    for record in kb:
        if record.id.startswith("diff/") and record.text.startswith("+++ b/"):
            number = record.id.removeprefix("diff/").split(":")[0]
            touched.setdefault(number, []).append(record)
    return [
        _case(
            f"change/{number}",
            f"What does CH-{number} change?",
            "change_summary",
            tuple(record.text.removeprefix("+++ b/") for record in records),
            # A reader would check the title and the first line of each file's diff.
            (f"change/{number}:1", *(f"diff/{number}:{record.origin.line - 2}" for record in records)),
            False,
        )
        for number, records in touched.items()
    ]


def _shifts(graph: KnowledgeGraph) -> list[GoldCase]:
    shifts = {(node.attr("week"), node.attr("service")): node for node in graph.of_kind("shift")}
    services = sorted({service for _, service in shifts})
    cases = []
    for week in range(1, 18):
        for place, service in enumerate(services):
            # Another day of the week for each service, the Monday among them.
            day = date.fromisocalendar(2026, week, 1 + 2 * place)
            shift = shifts.get((f"2026-W{week:02d}", service))
            cases.append(_shift_case(day, service, shift))
    return cases


def _shift_case(day: date, service: str, shift: Node | None) -> GoldCase:
    about, question = f"rota/{day}/{service}", f"Who is on call for {service} on {day}?"
    if shift is None:
        return _case(about, question, "on_call", (service,), (), True)
    crew = shift.attr("crew")
    return _case(about, question, "on_call", (crew,) if crew else (), (shift.id,), not crew)


def _tickets(graph: KnowledgeGraph, kb: KnowledgeBase) -> list[GoldCase]:
    states = {
        record.id.split(":")[0]: record
        for record in kb
        if record.id.startswith("ticket/") and record.text.startswith("State: ")
    }
    cases = []
    for ticket in graph.of_kind("ticket"):
        about = ticket.id.split(":")[0]
        fact = states[about].text.removeprefix("State: ")
        question = f"What is the state of {ticket.name}?"
        cases.append(_case(about, question, "ticket_state", (fact,), (ticket.id, states[about].id), False))
    return cases
