"""Answers about runs, changes, shifts and tickets, composed of whole lines of the records they cite.

Every claim is a verbatim line or a shared fragment. Lines are taken whole (a log line without its time
stamp, a list item without its bullet), so that no "not" in front of the quoted words is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tessera.devex import questions
from tessera.devex.logs import message
from tessera.devex.recurrence import common_fragment, shared_fragment_text, signature
from tessera.devex.synthetic import synthetic
from tessera.eval.battery import GoldCase
from tessera.graph import KnowledgeGraph, Node
from tessera.grounding import Answer, Claim, KnowledgeBase

__all__ = ["ENGINES", "answer", "ask", "synthetic"]

OUT_OF_SCOPE = (
    "I can say why a CI run failed, what a change does, who is on call for a service in a week or on a "
    "day, and whether a ticket is open. This question is none of these."
)


def answer(case: GoldCase, graph: KnowledgeGraph, kb: KnowledgeBase) -> Answer:
    """The answer to ``case.question`` by the path that ``case.engine`` names (``ENGINES``).

    ``ask`` finds the path itself; a path refuses questions that are another's. Raises ``ValueError``
    for an unknown engine.
    """
    if case.engine not in ENGINES:
        known = ", ".join(ENGINES)
        raise ValueError(f"case {case.id!r} names the engine {case.engine!r}: it is one of {known}")
    return ask(case.question, graph, None if case.engine == "ask" else case.engine)


def ask(question: str, graph: KnowledgeGraph, path: str | None = None) -> Answer:
    """The answer to a question in plain words, by ``path`` alone where one is given."""
    try:
        asked = questions.understand(question)
    except ValueError as error:
        return Answer(question, refusal=str(error))
    if asked is None or path not in (None, asked.path):
        return Answer(question, refusal=OUT_OF_SCOPE)
    claims, refusal = _PATHS[asked.path](asked, graph)
    return Answer(question, tuple(claims), refusal)


Composed = tuple[list[Claim], str]


def _root_cause(asked: questions.Asked, graph: KnowledgeGraph) -> Composed:
    """The first error of the step that failed, that step, where else it occurred, and its tickets."""
    run_id = f"run/{asked.number}"
    if run_id not in graph.nodes:
        return [], f"There is no run {asked.number}."
    run = graph.node(run_id)
    if run.attr("status") != "failed":
        if run.attr("status") == "passed":
            grounds = _targets(graph, run_id, "ended_with")
            return [_line(node) for node in grounds], f"Run {asked.number} passed: it has no root cause."
        # The log of a cancelled run ends anywhere: its row is what says how it ended.
        return [_line(run)], f"Run {asked.number} was {run.attr('status')}: it has no root cause."
    step = [_line(node) for node in _targets(graph, run_id, "failed_in")]
    block = _targets(graph, run_id, "failed_with")
    if not block:
        return step, f"No line of the log of run {asked.number} reads as an error: its cause is not known."
    claims = [_line(node) for node in block] + step
    return claims + _recurrences(run_id, block, graph) + _tickets(block, graph), ""


def _recurrences(run_id: str, block: list[Node], graph: KnowledgeGraph) -> list[Claim]:
    """The logs of other runs that failed by the same error, as a shared fragment where one can be quoted.

    Where no line of the error can be (double quotes stand in it), each log's own line is stated.
    """
    fault = signature(message(block[0].record.text))
    blocks = [block]
    for other in graph.of_kind("run"):
        lines = _targets(graph, other.id, "failed_with")
        if other.id != run_id and lines and signature(message(lines[0].record.text)) == fault:
            blocks.append(lines)
    if len(blocks) == 1:
        return []
    for nodes in zip(*blocks, strict=False):  # line by line, as far as all logs have it
        fragment = common_fragment([message(node.record.text) for node in nodes])
        if fragment:
            return [_shared(fragment, nodes)]
    return [_line(lines[0]) for lines in blocks[1:]]


def _tickets(block: list[Node], graph: KnowledgeGraph) -> list[Claim]:
    """Tickets that quote a line of the error."""
    return [
        _shared(quote.attr("quoted"), (line, quote))
        for ticket in graph.of_kind("ticket")
        for quote in _targets(graph, ticket.id, "quotes")
        for line in block
        if quote.attr("quoted") in line.record.text and '"' not in quote.attr("quoted")
    ]


def _change_summary(asked: questions.Asked, graph: KnowledgeGraph) -> Composed:
    """The title, the sentences, and each file that page and diff both name."""
    head = f"change/{asked.number}:1"
    if head not in graph.nodes:
        return [], f"There is no change CH-{asked.number}."
    claims = [_line(graph.node(head))]
    claims += [_line(node) for node in _targets(graph, head, "says")]
    patched = {node.attr("path"): node for node in _targets(graph, head, "patches")}
    for listed in _targets(graph, head, "touches"):
        claims.append(_line(listed))
        if listed.attr("path") in patched:
            claims.append(_shared(listed.attr("path"), (listed, patched[listed.attr("path")])))
    return claims, ""


def _on_call(asked: questions.Asked, graph: KnowledgeGraph) -> Composed:
    """The line of the rota; for a Monday also the line that says when a shift begins."""
    shifts = graph.of_kind("shift")
    services = sorted({node.attr("service") for node in shifts})
    if asked.service not in services:
        return [], f"The rota knows no service {asked.service}: it has {', '.join(services)}."
    wanted = f"rota/{asked.week}/{asked.service}"
    if wanted not in graph.nodes:
        return [], f"The rota has no entry for {asked.service} in {asked.week}."
    shift = graph.node(wanted)
    if not shift.attr("crew"):
        return [_line(shift)], f"The shift for {asked.service} in {asked.week} is open."
    notes = graph.of_kind("rota note") if asked.day and asked.day.isoweekday() == 1 else ()
    return [_line(shift), *(_line(note) for note in notes)], ""


def _ticket_state(asked: questions.Asked, graph: KnowledgeGraph) -> Composed:
    """The ticket's title and state, and the changes that close it."""
    head = f"ticket/{asked.number}:1"
    if head not in graph.nodes:
        return [], f"There is no ticket OPS-{asked.number}."
    states = [n for n in _targets(graph, head, "states") if n.attr("field") == "State"]
    claims = [_line(node) for node in (graph.node(head), *states)]
    for change in graph.sources_of([head], "closes"):
        field = next(n for n in _targets(graph, change, "states") if n.attr("field") == "Closes")
        claims.append(_shared(field.attr("value"), (field, graph.node(head))))
    return claims, ""


def _targets(graph: KnowledgeGraph, node_id: str, relation: str) -> list[Node]:
    """The nodes that the relation leads to, in the order of their lines."""
    found = [graph.node(target) for target in graph.targets_of([node_id], relation)]
    return sorted(found, key=lambda node: node.record.origin.line)


def _line(node: Node) -> Claim:
    """The whole line as a claim, without time stamp, step mark, bullet or heading mark."""
    text = message(node.record.text).strip()
    for mark in ("<== ", "- ", "# "):
        text = text.removeprefix(mark)
    return Claim(text, (node.record,))


def _shared(fragment: str, nodes: Iterable[Node]) -> Claim:
    """The fragment as appearing in the sources of all nodes, in their order."""
    records = tuple(node.record for node in nodes)
    return Claim(shared_fragment_text(fragment, [record.origin.source for record in records]), records)


_PATHS: dict[str, Callable[[questions.Asked, KnowledgeGraph], Composed]] = {
    questions.ROOT_CAUSE: _root_cause,
    questions.CHANGE_SUMMARY: _change_summary,
    questions.ON_CALL: _on_call,
    questions.TICKET_STATE: _ticket_state,
}
ENGINES = (*_PATHS, "ask")
"""The answer paths that a case can name; ``ask`` lets the question decide."""
