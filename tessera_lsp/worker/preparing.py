"""Claims made for a battery: with its records, its nodes and its graph, as its harness would hand them on."""

import sys
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from ..wire import Fault
from . import evidence
from .batteries import Call, Held
from .faults import fault_of
from .naming import attribute, lookup
from .workspace import Workspace


class Prepared(NamedTuple):
    """What a shape is asked with, or why there is nothing: then ``call`` is None."""

    call: Optional[Call]
    records: Tuple[Any, ...] = ()
    unknown: Tuple[str, ...] = ()
    fault: Optional[Fault] = None
    why_not: str = ""


class Preparer:
    """Makes claims in the batteries of a workspace. ``dead`` are (battery, text) whose judging ended a
    process."""

    def __init__(self, workspace: Workspace, dead: Dict[Tuple[str, str], Fault]) -> None:
        self.workspace, self.clock, self.dead = workspace, workspace.clock, dead

    def prepare(self, held: Held, text: str, citations: Sequence[str], hint: Any = None) -> Prepared:
        """A claim that says ``text`` and cites ``citations`` in this battery. ``hint`` is a shape whose
        annotation may tell the claim's class."""
        dead = self.dead.get((held.name, text))
        if dead is not None and dead.doing == "sample":
            return Prepared(None, fault=dead)
        if held.fault is not None and not held.records:
            return Prepared(None, fault=held.fault, why_not="the graph of %s could not be built" % held.name)
        records = self._find(held, citations)
        unknown = tuple(identifier for identifier in citations if identifier not in records)
        if unknown and held.elsewhere.issuperset(unknown):
            why = "the harness of %s hands over %s, and has not run under this text" % (held.name, unknown[0])
            return Prepared(None, why_not=why)
        cited = tuple(records[identifier] for identifier in citations if identifier in records)
        if unknown:
            return Prepared(None, cited, unknown, why_not="%s has no record %s" % (held.name, unknown[0]))
        nodes, graph = self._surroundings(held, citations)
        self.clock.call("sample", held.name, "", text)
        try:
            claim = evidence.make_claim(self._claim_class(held, hint), held.template, text, cited, citations)
        except BaseException as error:
            fault = fault_of(error, "sample", battery=held.name, claim=text)
            if not fault.frames:
                fault = fault_of(error, "sample", battery=held.name, claim=text, kind="contract")
            return Prepared(None, cited, fault=fault, why_not="no claim can be built: " + fault.message)
        finally:
            self.clock.returned()
        return Prepared(Call(claim, nodes, graph), cited)

    def surrounded(self, held: Held, claim: Any, citations: Sequence[str]) -> Call:
        """A claim that somebody else made, with nodes and graph as the harness hands them over."""
        return Call(claim, *self._surroundings(held, citations))

    def _find(self, held: Held, citations: Sequence[str]) -> Dict[str, Any]:
        if all(identifier in held.records for identifier in citations):
            return held.records
        for measured in held.measured:
            if measured.call is not None:
                for record in evidence.support_of(measured.call.claim):
                    held.records.setdefault(evidence.identity(record), record)
        if not all(identifier in held.records for identifier in citations):
            held.ask_kb(self.clock)
        return held.records

    def _surroundings(self, held: Held, citations: Sequence[str]) -> Tuple[Any, Any]:
        """Nodes and graph as the harness hands them over, where that knows the cited records."""
        seen: List[Any] = []
        for measured in held.measured:
            call = measured.call
            if call is None or any(call.nodes is one for one in seen):
                continue
            seen.append(call.nodes)
            if not hasattr(call.nodes, "__contains__") or all(i in call.nodes for i in citations):
                return call.nodes, call.graph
            if len(seen) >= 20:
                break
        if not held.nodes and seen:
            return seen[0], held.graph
        return held.nodes, held.graph

    def _claim_class(self, held: Held, hint: Any) -> Any:
        if held.claim_class is None:
            held.claim_class = self._find_claim_class(held, hint)
        return held.claim_class

    def _find_claim_class(self, held: Held, hint: Any) -> Any:
        core, name = self.workspace.core
        module = sys.modules.get(core)
        try:
            verifier = lookup(core, name)
        except (AttributeError, KeyError):
            verifier = None
        for function in (hint, verifier, *held.shapes):
            found = evidence.annotated_class(function) if function is not None else None
            if found is not None:
                return found
        top = (core or self.workspace.load.registry).partition(".")[0]
        candidates = [] if module is None else [module]
        candidates += [
            module for name, module in sorted(sys.modules.items()) if name.partition(".")[0] == top
        ]
        for module in candidates:
            found = attribute(module, "Claim")
            if isinstance(found, type):
                return found
        raise TypeError("no class of claims is known: annotate the first parameter of the shapes")
