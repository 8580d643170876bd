"""The claims that the project's own harness measures: run once, with the verifier observed."""

import inspect
import sys
import time
from functools import partial
from typing import Any, Callable, Dict, Optional, Sequence, Tuple

from ..wire import Fault, Harvested, MeasuredClaim, Record, Step
from ..wire.requests import Logged
from . import evidence, logged
from .batteries import Call, Held, Measured
from .consulting import Bench
from .faults import chain, fault_of, refusals, swallowed
from .keeping import Keeping, Shown
from .kept import Memo, Outcome, letters
from .naming import attribute, resolve
from .observing import is_plain, unwrapped
from .signatures import Arguments, BadVerifierError
from .verifier import Trace, Verifier, asked_shapes


class _Seen:
    """One claim as often as it was asked; what the first call said."""

    def __init__(self, text: str, citations: Tuple[str, ...], call: Call) -> None:
        self.text, self.citations, self.call = text, citations, call
        self.times = 0
        self.usual = False
        """Whether judging would ask just so, and nothing went wrong."""
        self.verdict: Optional[bool] = None
        self.owner = ""
        self.steps: Tuple[Step, ...] = ()


class Harvest:
    """Runs the harness for the batteries of a workspace, and adds the logged claims to what it measures."""

    def __init__(self, bench: Bench, logged: Sequence[Logged] = ()) -> None:
        self.bench, self.workspace, self._logged = bench, bench.workspace, logged
        self._seen: Dict[str, Dict[Tuple[str, Tuple[str, ...]], _Seen]] = {}
        self._current: Optional[Held] = None
        self._failed: Optional[Tuple[Trace, BaseException]] = None
        self._verifier: Optional[Verifier] = None
        self._keeping: Optional[Keeping] = None

    def run(self, skip: Sequence[str], report: Callable[[Harvested], None]) -> None:
        """Measure every battery that is not in ``skip``, and report each as soon as it is known."""
        batteries = [held for held in self.workspace.ensure_batteries() if held.name not in skip]
        if not batteries:
            return
        try:
            verifier = self._verifier = self.bench.verifier()
            harness = resolve(self.workspace.load.eval)
            call_for = _caller(harness)
        except BaseException as error:
            kind = (
                "missing"
                if type(error) is LookupError
                else "contract"
                if isinstance(error, BadVerifierError)
                else ""
            )
            for held in batteries:
                report(
                    Harvested(held.name, (), fault_of(error, "harvest", battery=held.name, kind=kind), 0.0)
                )
            return
        self._keeping = Keeping(self.workspace, batteries)
        restore = self._observe(verifier)
        try:
            if call_for is not None:
                for held in batteries:
                    started = time.monotonic()
                    fault = self._measure(partial(call_for, (held.battery,)), held)
                    report(self._harvested(held, fault, time.monotonic() - started))
            else:
                started = time.monotonic()
                fault = self._measure(harness, None)
                for held in batteries:
                    report(self._harvested(held, fault, time.monotonic() - started))
        finally:
            restore()

    def logged_alone(self, skip: Sequence[str], report: Callable[[Harvested], None]) -> None:
        """Where the harness may not run: report the logged claims of all batteries but those in ``skip``."""
        for held in self.workspace.ensure_batteries():
            if held.name not in skip:
                report(self._result(held, [], None, 0.0))

    def _measure(self, harness: Any, held: Optional[Held]) -> Optional[Fault]:
        self._current, self._failed = held, None
        name = held.name if held is not None else ""
        clock = self.workspace.clock
        clock.begin("harvest", name)
        refused = refusals()
        try:
            value = harness()
            if inspect.isawaitable(value):
                import asyncio  # late: it takes longer than all else that a worker imports

                asyncio.run(_awaited(value))
        except BaseException as error:
            if self._failed is not None and self._failed[1] in chain(error):
                return self.bench.blame.fault_in(*self._failed)  # with the name of the shape that let it out
            return fault_of(error, "harvest", battery=name)
        finally:
            clock.end()
        return swallowed(refused, "harvest", battery=name)

    # ------------------------------------------------------------ observation

    def _observe(self, verifier: Verifier) -> Callable[[], None]:
        """Observe the verifier wherever it is called from; returns what undoes it."""
        # A method is found anew at each access; what stays is the function below it.
        function = getattr(verifier.function, "__func__", verifier.function)
        if is_plain(function):
            arguments = Arguments(inspect.signature(function))

            def hook(real: Any, args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> Any:
                return self._called(verifier, arguments, real, args, kwargs)

            verifier.observations.add(function, hook)
            return self.workspace.forget_verifier
        # A callable without code of its own is found by the names that it is bound to.
        arguments = Arguments(inspect.signature(function))

        def stand_in(*args: Any, **kwargs: Any) -> Any:
            return self._called(verifier, arguments, function, args, kwargs)

        patched = []
        for name in list(self.workspace.imports.modules):
            module = sys.modules.get(name)
            for key, value in list(vars(module).items()) if module is not None else ():
                if value is function:
                    setattr(module, key, stand_in)
                    patched.append((module, key))

        def undo() -> None:
            for module, key in patched:
                setattr(module, key, function)
            self.workspace.forget_verifier()

        return undo

    def _called(self, verifier: Verifier, arguments: Arguments, real: Any, args: Any, kwargs: Any) -> Any:
        if verifier.busy:
            return real(*args, **kwargs)
        values = arguments.by_name(args, kwargs)
        names = verifier.parameters
        claim, nodes = values.get(names["claim"]), values.get(names.get("nodes", ""))
        graph = values.get(names.get("graph", ""))
        given = values.get(names.get("shapes", ""))
        shapes = tuple(unwrapped(shape) for shape in given) if given is not None else ()
        held = self._battery_of(shapes, claim, nodes)
        if held is None:
            return real(*args, **kwargs)
        keys = held.keys if shapes == held.shapes else [held_key(held, shape) for shape in shapes]
        usual = shapes == held.shapes and set(values) <= set(names.values())
        memo = Memo([None] * len(shapes), 0) if usual else None
        trace = Trace(held.name, claim, nodes, graph, asked_shapes(shapes, keys), memo)
        if given is not None:
            handed = verifier.observed(shapes)
            same = isinstance(given, tuple) and all(a is b for a, b in zip(given, handed))
            if not same:
                args, kwargs = arguments.replaced(args, kwargs, names["shapes"], handed)
        return self._record(verifier, held, trace, lambda: real(*args, **kwargs))

    def _record(self, verifier: Verifier, held: Held, trace: Trace, call: Callable[[], Any]) -> Any:
        key = (trace.text, evidence.ids_of(trace.claim, trace.nodes))
        known = self._seen.setdefault(held.name, {})
        seen = known.get(key)
        if seen is None:
            seen = known[key] = _Seen(key[0], key[1], Call(trace.claim, trace.nodes, trace.graph))
        seen.times += 1
        try:
            verdict = verifier.ask(trace, call)
        except BaseException as error:
            self._failed = (trace, error)
            seen.steps = tuple(trace.steps)
            raise
        if seen.times == 1:
            seen.verdict = verdict if isinstance(verdict, bool) else None
            seen.owner, seen.steps = trace.owner, tuple(trace.steps)
            wrong = trace.failed or trace.odd or trace.reached_out
            seen.usual = trace.memo is not None and trace.memo.plain and not wrong
        return verdict

    def _battery_of(self, shapes: Tuple[Any, ...], claim: Any, nodes: Any) -> Optional[Held]:
        """Whose claim is being measured: of the battery that runs, else of the one with these shapes; where
        several have the same, of the one that has the cited records."""
        if self._current is not None:
            return self._current
        batteries = self.workspace.ensure_batteries()
        alike = [held for held in batteries if held.shapes == shapes]
        if not alike and shapes:
            alike = [held for held in batteries if set(map(id, shapes)) & set(map(id, held.shapes))]
        ids = evidence.ids_of(claim, nodes)
        holding = [held for held in alike if all(identifier in held.records for identifier in ids)]
        return next(iter(holding or alike), None)

    # ------------------------------------------------------------ the result

    def _harvested(self, held: Held, fault: Optional[Fault], seconds: float) -> Harvested:
        seen = list(self._seen.get(held.name, {}).values())
        if fault is None and not seen:
            message = "the harness asked the verifier nothing for %s" % held.name
            fault = Fault("empty", "harvest", message, battery=held.name)
        return self._result(held, seen, fault, seconds)

    def _result(self, held: Held, seen: Sequence[_Seen], fault: Optional[Fault], seconds: float) -> Harvested:
        held.measured = [Measured(one.text, one.citations, one.call) for one in seen]
        if seen:
            held.template, held.claim_class = seen[0].call.claim, type(seen[0].call.claim)
        held.note_handed()
        found = logged.found_in(held, self._logged, self.bench.preparer)
        held.measured += found.only
        held.note_classes()
        self._keep(held, seen)
        claims = [self._measured(held, one, found.times.get((one.text, one.citations), 0)) for one in seen]
        for one in found.only:
            times = found.times[one.text, one.citations]
            claims.append(MeasuredClaim(one.text, one.citations, 0, None, "", (), (), times))
        return Harvested(held.name, tuple(claims), fault, seconds, held.info())

    def _keep(self, held: Held, seen: Sequence[_Seen]) -> None:
        shown = [
            Shown(at, Outcome(one.verdict, one.owner, letters(one.steps, len(held.shapes))))
            for at, one in enumerate(seen)
            if one.usual and one.verdict is not None
        ]
        if self._keeping is not None and shown:
            self._keeping.done(held, shown)

    def _measured(self, held: Held, seen: _Seen, times_logged: int) -> MeasuredClaim:
        records: Tuple[Record, ...] = ()
        if seen.verdict is not True:
            records = self.bench.described(held, evidence.support_of(seen.call.claim))
        told = seen.verdict, seen.owner, seen.steps, records
        return MeasuredClaim(seen.text, seen.citations, seen.times, *told, times_logged)


def held_key(held: Held, shape: Any) -> Tuple[str, str]:
    """The name of a shape that the harness handed over, declared by the battery or not."""
    for declared, key in zip(held.shapes, held.keys):
        if declared is shape:
            return key
    name = attribute(shape, "__qualname__", type(shape).__name__)
    return str(attribute(shape, "__module__", "")), str(name)


def _caller(harness: Any) -> Optional[Callable[[Tuple[Any, ...]], Any]]:
    """How a harness is called with the batteries that it shall measure; None where it takes none."""
    if not callable(harness):
        raise LookupError("the harness %.80r cannot be called" % (harness,))
    try:
        parameters = list(inspect.signature(harness).parameters.values())
    except (TypeError, ValueError):
        return lambda batteries: harness(batteries)
    if any(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD, p.VAR_POSITIONAL) for p in parameters):
        return lambda batteries: harness(batteries)
    if any(p.name == "batteries" for p in parameters):
        return lambda batteries: harness(batteries=batteries)
    return None


async def _awaited(value: Any) -> Any:
    return await value
