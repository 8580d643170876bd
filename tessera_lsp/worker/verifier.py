"""The project's own verifier: how it is called, and what it asked on the way to its verdict."""

import inspect
import threading
import types
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from ..wire import Step, Why
from .clock import Clock
from .faults import NotJudged, refusals
from .handing import Handing, hands_on
from .isolation import SHAPES
from .kept import Memo
from .naming import short_name
from .observing import Observations, Wrapped, is_plain, unwrapped
from .reasons import Reason, Texts
from .signatures import BadVerifierError, knows_none, needs, roles_of
from .values import text_of


def shown(answer: Any) -> str:
    """An answer as a step tells it: ``True``, ``False``, ``None``, or a bounded text, of which the project's
    own ``__repr__`` has no part."""
    return text_of(answer, 80)


def _no_reason() -> Optional[Why]:
    return None


def is_tri_state(answer: Any) -> bool:
    """Whether an answer is of the contract."""
    return answer is None or answer is True or answer is False


class Asked(NamedTuple):
    """A declared shape as the verifier is handed it. ``name`` is for people, ``key`` for faults."""

    shape: Any
    place: int
    name: str
    key: str


class Trace:
    """One call of the verifier while it runs, and what is known after."""

    def __init__(
        self,
        battery: str,
        claim: Any,
        nodes: Any,
        graph: Any,
        asked: Dict[int, Asked],
        memo: Optional[Memo] = None,
    ) -> None:
        self.battery, self.asked, self.memo = battery, asked, memo
        self.claim, self.nodes, self.graph = claim, nodes, graph
        self.text = str(getattr(claim, "text", claim))
        self.steps: List[Step] = []
        self.predicates: List[Tuple[str, bool]] = []
        self.owner = ""
        self.depth = 0
        self.texts: Optional[Texts] = None
        """Where the calls are to be watched for the reasons."""
        self.odd: Optional[Asked] = None
        """The shape whose answer was neither a bool nor None, if any."""
        self.failed: Optional[Tuple[Asked, BaseException]] = None
        self.reached_out: Optional[Tuple[Asked, int]] = None
        """The shape that reached out and went on, if any, with the refusals before."""

    def watched(self, call: Callable[[], Any]) -> Tuple[Callable[[], Any], Callable[[], Optional[Why]]]:
        """What to call in the place of ``call``, and what tells its reason after that."""
        if self.texts is None:
            return call, lambda: None
        reason = Reason(self.texts, self.text)
        return lambda: reason.call(call), lambda: reason.why

    def hands_on(self, args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> bool:
        """Whether a shape is asked with the very claim, nodes and graph."""
        if len(args) == 3 and not kwargs:
            return args[0] is self.claim and args[1] is self.nodes and args[2] is self.graph
        return hands_on((self.claim, self.nodes, self.graph), args, tuple(kwargs.values()))

    def settle(self, verdict: object, verifier: str) -> None:
        """Say who owns the claim.

        The first grammar that answered a bool. A helper of the core that knows no ``None`` is a test, not
        a grammar: its ``False`` owns nothing, and its ``True`` only a supported claim that nobody else
        owns. What the verifier supports by itself is owned under its own name.
        """
        if self.owner or verdict is not True:
            return
        held = [name for name, answer in self.predicates if answer]
        self.owner = held[-1] if held else verifier
        self.steps.append(Step(self.owner, "True", -1))


class Verifier:
    """``function`` observed in this process: shapes and generic grammars that it asks become steps."""

    def __init__(
        self, function: Any, core: types.ModuleType, clock: Clock, handing: Optional[Handing] = None
    ) -> None:
        if inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function):
            raise BadVerifierError(
                "%s is async or a generator: a verifier is a plain function" % function.__name__
            )
        if not callable(function):
            raise BadVerifierError(
                "%s.%s cannot be called" % (core.__name__, getattr(function, "__name__", "?"))
            )
        self.function, self.core, self.clock = function, core, clock
        self.handing = handing or Handing(core)
        self.name = str(getattr(function, "__name__", type(function).__name__))
        self.parameters = roles_of(function)
        for parameter in inspect.signature(function).parameters.values():
            if needs(parameter) and parameter.name not in self.parameters.values():
                needed = self.name, parameter.name
                raise BadVerifierError("%s needs %r beside claim, nodes, graph and shapes" % needed)
        self._positional = [
            parameter.name
            for parameter in inspect.signature(function).parameters.values()
            if parameter.kind is inspect.Parameter.POSITIONAL_ONLY
        ]
        self.observations = Observations()
        self.deadly: Dict[str, str] = {}
        """Shapes that are not asked, by key, with why."""
        self.calls = 0
        self._local = threading.local()
        self._grammars: Dict[Any, bool] = {}
        self._steps: Dict[Tuple[str, int, Optional[bool]], Step] = {}
        self._watch_core()

    # ------------------------------------------------------------ what is watched

    def _watch_core(self) -> None:
        claim = self.parameters.get("claim", "claim")
        for value in list(vars(self.core).values()):
            if not is_plain(value) or value is self.function or value in self._grammars:
                continue
            names = list(value.__code__.co_varnames[: value.__code__.co_argcount])
            if not names or names[0] != claim or inspect.iscoroutinefunction(value):
                continue
            self._grammars[value] = knows_none(value)
            self.observations.add(value, self._grammar_hook(value))

    def _grammar_hook(self, function: Any) -> Callable[..., Any]:
        name = function.__name__

        def hook(real: Any, args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> Any:
            trace = self._trace()
            first = args[0] if args else kwargs.get(self.parameters.get("claim", "claim"))
            if trace is None or trace.depth or first is not trace.claim:
                return real(*args, **kwargs)
            trace.depth += 1
            call, why = trace.watched(lambda: real(*args, **kwargs))
            try:
                answer = call()
            finally:
                trace.depth -= 1
            if self._grammars[function] and is_tri_state(answer):
                trace.steps.append(Step(name, shown(answer), -1, why()))
                if answer is not None and not trace.owner:
                    trace.owner = name
            elif isinstance(answer, bool):
                trace.predicates.append((name, answer))
            return answer

        return hook

    def _shape_hook(self, shape: Any) -> Callable[..., Any]:
        def hook(real: Any, args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> Any:
            trace = self._trace()
            asked = trace.asked.get(id(shape)) if trace is not None else None
            if trace is None or asked is None or trace.depth:
                return real(*args, **kwargs)
            return self._ask(trace, asked, real, args, kwargs)

        return hook

    def _ask(self, trace: Trace, asked: Asked, real: Any, args: Any, kwargs: Any) -> Any:
        if asked.key in self.deadly:
            raise NotJudged(asked.key)
        memo = trace.memo
        as_given = trace.hands_on(args, kwargs)
        if self.handing.otherwise is None or not as_given:
            self.handing.note(as_given)
        if memo is not None:
            if kwargs or not as_given:
                memo.plain, memo = False, None
            elif memo.knows(asked.place):
                return self._told(trace, asked, memo.answer(asked.place))
            elif memo.raised is not None and memo.raised[0] == asked.place:
                trace.steps.append(Step(asked.name, "raised", asked.place))
                trace.failed = asked, memo.raised[1]
                raise memo.raised[1]
        trace.depth += 1
        self.calls += 1
        self.clock.call("shape", trace.battery, asked.key, trace.text)
        refused = refusals()
        why: Callable[[], Optional[Why]] = _no_reason
        try:
            if trace.texts is None:
                answer = SHAPES.call(real, *args, **kwargs)
            else:
                call, why = trace.watched(lambda: SHAPES.call(real, *args, **kwargs))
                answer = call()
        except BaseException as error:
            trace.steps.append(Step(asked.name, "raised", asked.place, why()))
            trace.failed = (asked, error)
            raise
        finally:
            self.clock.returned()
            trace.depth -= 1
        if refusals() > refused:
            trace.reached_out = trace.reached_out or (asked, refused)
        elif memo is not None and is_tri_state(answer):
            memo.note(asked.place, answer)
        return self._told(trace, asked, answer, why())

    def _told(self, trace: Trace, asked: Asked, answer: Any, why: Optional[Why] = None) -> Any:
        trace.steps.append(self._step(asked, answer, why))
        if not is_tri_state(answer):
            trace.odd = trace.odd or asked
        elif answer is not None and not trace.owner:
            trace.owner = asked.name
        return answer

    def _step(self, asked: Asked, answer: Any, why: Optional[Why]) -> Step:
        if why is not None or not is_tri_state(answer):
            return Step(asked.name, shown(answer), asked.place, why)
        known = self._steps.get((asked.key, asked.place, answer))
        if known is None:
            known = self._steps[asked.key, asked.place, answer] = Step(asked.name, str(answer), asked.place)
        return known

    def observed(self, shapes: Sequence[Any]) -> Tuple[Any, ...]:
        """``shapes`` to hand to the verifier: plain functions as they are, others wrapped."""
        handed = []
        for shape in shapes:
            if is_plain(shape):
                self.observations.add(shape, self._shape_hook(shape))
                handed.append(shape)
            else:
                handed.append(shape if type(shape) is Wrapped else Wrapped(shape, self._shape_hook(shape)))
        return tuple(handed)

    def _trace(self) -> Optional[Trace]:
        return getattr(self._local, "trace", None)

    # ------------------------------------------------------------ asking

    def ask(self, trace: Trace, call: Callable[[], Any]) -> Any:
        """Run ``call``, which leads to the verifier, under ``trace``. What it raises passes through."""
        before, self._local.trace = self._trace(), trace
        SHAPES.anew()
        self.clock.call("verifier", trace.battery, "", trace.text)
        try:
            verdict = call()
        finally:
            self.clock.returned()
            self._local.trace = before
        trace.settle(verdict, self.name)
        return verdict

    @property
    def busy(self) -> bool:
        """Whether this thread is inside a call of the verifier already."""
        return self._trace() is not None

    def arguments(self, claim: Any, nodes: Any, graph: Any, shapes: Tuple[Any, ...]) -> Dict[str, Any]:
        """What the verifier is called with, by the names of its own parameters."""
        values = {"claim": claim, "nodes": nodes, "graph": graph, "shapes": shapes}
        return {self.parameters[role]: value for role, value in values.items() if role in self.parameters}

    def call(self, claim: Any, nodes: Any, graph: Any, shapes: Tuple[Any, ...]) -> Any:
        """The verifier's own answer."""
        named = self.arguments(claim, nodes, graph, shapes)
        positional = [named.pop(name) for name in self._positional if name in named]
        return self.function(*positional, **named)


def asked_shapes(shapes: Sequence[Any], keys: Sequence[Tuple[str, str]]) -> Dict[int, Asked]:
    """What to note when one of ``shapes`` is called, by the identity of the callable."""
    return {
        id(unwrapped(shape)): Asked(unwrapped(shape), place, short_name(key), ":".join(key))
        for place, (shape, key) in enumerate(zip(shapes, keys))
    }
