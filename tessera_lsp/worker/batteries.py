"""The running registry's batteries, with what was built for them."""

import gc
import inspect
import itertools
import os
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Set, Tuple

from ..wire import RECORD_IDS, BatteryInfo, Fault, ShapeRef
from . import evidence
from .clock import Clock
from .faults import fault_of, real_path, refusals, swallowed
from .naming import Key, keys_of, reference, resolve
from .observing import unwrapped


class Call(NamedTuple):
    """One call of the verifier by the project's harness: what it was handed."""

    claim: Any
    nodes: Any
    graph: Any


class Measured(NamedTuple):
    """A measured claim: what identifies it, and the recorded call where this process holds it."""

    text: str
    citations: Tuple[str, ...]
    call: Optional[Call] = None


class Held:
    """One battery: the registry's object, its shapes, and the graph and claims that are held for it."""

    def __init__(self, battery: Any, modules: Tuple[str, ...]) -> None:
        self.battery = battery
        self.name = str(getattr(battery, "name", battery))
        self.modules = modules
        self.shapes: Tuple[Any, ...] = ()
        self.refs: Tuple[ShapeRef, ...] = ()
        self.keys: Tuple[Key, ...] = ()
        self.fault: Optional[Fault] = None
        self.broken = ""
        """Why its ladder cannot be asked now, else empty."""
        self.stale = False
        """Whether the unsaved texts reach what measures: the claims that are held are of the saved ones."""
        self.built = False
        self.graph: Any = None
        self.nodes: Any = {}
        self.records: Dict[str, Any] = {}
        self.names_of: Dict[int, str] = {}
        """What a record without an id is cited as, by the record's identity."""
        self.handed: Set[str] = set()
        """Ids of records that only the harness's nodes hold."""
        self.elsewhere: Set[str] = set()
        """Ids that are known of an earlier harness, whose records this process does not hold."""
        self.kb_asked = False
        self.measured: List[Measured] = []
        self.template: Any = None
        """A measured claim, for what a claim has beside text and records."""
        self.claim_class: Any = None
        self.builders: Dict[str, Any] = {
            name: getattr(battery, name)
            for name in ("build_graph", "build_kb")
            if getattr(battery, name, None) is not None
        }
        self.classes: List[type] = []
        self.set_shapes(declared_shapes(battery))

    def set_shapes(self, shapes: Sequence[Any]) -> None:
        """These are the battery's shapes from now on."""
        self.shapes = tuple(unwrapped(shape) for shape in shapes)
        self.refs = tuple(reference(shape, place, self.modules) for place, shape in enumerate(self.shapes))
        self.keys = tuple((ref.module, ref.qualname) for ref in self.refs)
        self._known_as: Dict[int, Set[Key]] = {}

    def known_as(self, place: int) -> Set[Key]:
        """Every name under which the text may speak of a shape."""
        if place not in self._known_as:
            self._known_as[place] = keys_of(self.shapes[place])
        return self._known_as[place]

    def parts(self) -> Dict[str, Any]:
        """What the registry has put into the battery, its shapes apart: builders, answers, settings."""
        fields = getattr(self.battery, "__dict__", None)
        if fields is None:
            slots = [name for kind in type(self.battery).__mro__ for name in getattr(kind, "__slots__", ())]
            fields = {name: getattr(self.battery, name) for name in slots if hasattr(self.battery, name)}
        return {**self.builders, **{k: v for k, v in fields.items() if k not in ("claim_shapes", "shapes")}}

    def measuring(self) -> Set[str]:
        """The modules whose code the battery's parts are."""
        return {module for part in self.parts().values() for module, _ in keys_of(part)}

    def names(self) -> Set[str]:
        """The modules that the battery's parts come from."""
        builder = self.builders.get("build_graph")
        found = {module for shape in self.shapes for module, _ in keys_of(shape)}
        return found | {module for module, _ in (keys_of(builder) if builder is not None else ())}

    def build(self, clock: Clock) -> None:
        """Build the graph once, and the records out of it; what that raises becomes ``fault``."""
        if self.built:
            return
        self.built = True
        builder = self.builders.get("build_graph")
        if builder is None:
            missing = "the battery has no build_graph, a function without arguments that gives the graph"
            self.fault = Fault("contract", "graph", missing, battery=self.name)
            return
        clock.begin("graph", self.name)
        refused = refusals()
        try:
            self.graph = builder() if callable(builder) else builder
            self.nodes = evidence.nodes_of(self.graph)
            self.records = evidence.records_of(self.nodes)
            self.fault = swallowed(refused, "graph", battery=self.name)
        except BaseException as error:
            self.fault = fault_of(error, "graph", battery=self.name)
        finally:
            clock.end()
        if not self.records and (self.fault is None or self.fault.kind == "network"):
            self.ask_kb(clock)
        self.note_classes()

    def ask_kb(self, clock: Clock) -> None:
        """Take records from the knowledge base as well; what that raises becomes ``fault``."""
        builder = self.builders.get("build_kb")
        if self.kb_asked or builder is None:
            return
        self.kb_asked = True
        clock.begin("graph", self.name)
        refused = refusals()
        try:
            found = evidence.records_in(builder() if callable(builder) else builder)
            self.records = {**found, **self.records}
            self.fault = self.fault or swallowed(refused, "graph", battery=self.name)
        except BaseException as error:
            self.fault = self.fault or fault_of(error, "graph", battery=self.name)
        finally:
            clock.end()

    def note_handed(self) -> None:
        """Take the records that the harness handed over with the claims, under its own names for them."""
        seen: Dict[int, Any] = {}
        for measured in self.measured:
            if measured.call is not None:
                nodes = measured.call.nodes
                # A property may hand out another view of one dictionary each time.
                behind = gc.get_referents(nodes) if isinstance(nodes, MappingProxyType) else [nodes]
                seen.setdefault(id(behind[0]), nodes)
        for nodes in seen.values():
            for name, record in evidence.handed_records(nodes).items():
                if name not in self.records:
                    self.handed.add(name)
                self.records[name] = record
                if not hasattr(record, "id"):
                    self.names_of[id(record)] = name

    def note_classes(self) -> None:
        """Keep the classes of what is held, for telling whether an edit makes them others."""
        records = list(self.records.values())
        held = [self.graph, self.template, *self.records.values()]
        held += [getattr(record, "origin", None) for record in records]
        held += list(self.nodes.values()) if isinstance(self.nodes, Mapping) else []
        held += [call.graph for _, _, call in self.measured if call is not None][:1]
        self.classes = evidence.classes_of(held)

    def forget_graph(self) -> None:
        """The graph must be built anew, and the recorded calls are of another code."""
        self.built = self.kb_asked = False
        self.graph, self.nodes, self.records, self.fault = None, {}, {}, None
        self.elsewhere, self.handed, self.names_of = self.handed, set(), {}
        self.measured = [measured._replace(call=None) for measured in self.measured]

    def take_over(self, old: "Held") -> None:
        """Keep what was built for the battery of the same name that the saved registry made."""
        self.built, self.graph, self.nodes, self.records = old.built, old.graph, old.nodes, old.records
        self.kb_asked, self.fault, self.measured = old.kb_asked, old.fault, old.measured
        self.template, self.claim_class, self.classes = old.template, old.claim_class, old.classes
        self.names_of, self.handed, self.elsewhere = old.names_of, old.handed, old.elsewhere

    def info(self) -> BatteryInfo:
        """The battery as the server is told of it."""
        kind = "" if self.claim_class is None else self.claim_class.__name__
        named = dict(itertools.islice(self.records.items(), RECORD_IDS))
        sources = tuple(evidence.source_of(record) for record in named.values())
        count = len({id(record) for record in self.records.values()})  # one may have two names
        gold = getattr(self.battery, "gold_dir", "")
        folder = real_path(os.fspath(gold)) if isinstance(gold, (str, os.PathLike)) and gold else ""
        fault, ids = self.fault, tuple(named)
        return BatteryInfo(self.name, self.refs, count, kind, fault, ids, sources, folder)

    def folders(self, root: str) -> List[str]:
        """Where the battery's data files may lie: beside the modules that it comes from, and the root."""
        files = [getattr(sys.modules.get(name), "__file__", None) for name in sorted(self.names())]
        return [*(os.path.dirname(real_path(file)) for file in files if file), root]


def declared_shapes(battery: Any) -> Tuple[Any, ...]:
    """A battery's tuple of shapes, empty where it has none."""
    for name in ("claim_shapes", "shapes"):
        value = getattr(battery, name, None)
        if value is not None:
            return tuple(value)
    return ()


def call_registry(dotted: str, modules: Tuple[str, ...]) -> List[Held]:
    """The batteries that the configured callable makes, or the constant holds. What it raises passes
    through; ``LookupError`` where the name leads nowhere, ``TypeError`` where the value is none."""
    value = resolve(dotted)
    if callable(value) and not hasattr(value, "claim_shapes"):
        value = value()
    if inspect.iscoroutine(value):
        value.close()
        raise TypeError("%s is async: a registry is a plain function" % dotted)
    if isinstance(value, Mapping):
        value = value.values()
    if hasattr(value, "claim_shapes"):
        value = (value,)
    held = [Held(battery, modules) for battery in value]
    for one in held:
        if not hasattr(one.battery, "name"):
            raise TypeError("%s holds %.80r, which is no battery: it has no name" % (dotted, one.battery))
    return held
