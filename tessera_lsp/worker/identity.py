"""What a battery's verdicts hang on, under the texts that count now: by name, for what is kept of them."""

import types
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

from .batteries import Held, Measured
from .fingerprints import Fingerprints, Walked
from .importing import digest
from .workspace import Workspace


class Identity(NamedTuple):
    """``context``: verifier, graph and what the verifier can see of its shapes without asking them; None
    where nothing may be kept. ``ladder``: the shapes, in their order."""

    context: Optional[str]
    ladder: Tuple[Walked, ...]

    @property
    def names(self) -> List[Optional[str]]:
        """The fingerprints of the shapes; None of one that nothing may be kept of."""
        return [walked.name for walked in self.ladder]


def identify(workspace: Workspace, held: Held, claims: Sequence[Measured]) -> Identity:
    """Of the battery with those measured claims. Raises ``BadVerifierError``."""
    verifier = workspace.verifier()
    prints = workspace.fingerprints()  # only now: what the verifier observes has other code
    function = getattr(verifier.function, "__func__", verifier.function)
    asking = prints.of(function, *held.classes)
    # A graph or a claim that was made for these texts is of these texts.
    made = held.stale or any(claim.call is None for claim in claims)
    token = (prints.world if made else "") + ("" if claims else "unmeasured")
    ladder = []
    for shape in held.shapes:
        walked = prints.of(shape, *held.classes)
        name = None if walked.name is None else digest(walked.name + token)
        ladder.append(Walked(name, walked.mutable))
    if asking.name is None:
        return Identity(None, tuple(ladder))
    core = workspace.imports.text_of(workspace.imports.modules.get(workspace.core[0], "")) or ""
    faces = [_face(shape, prints) for shape in held.shapes]
    context = digest("\0".join([asking.name, digest(core), token, *faces]))
    return Identity(context, tuple(ladder))


def _face(shape: Any, prints: Fingerprints) -> str:
    """What can be seen of a shape without calling it, its code and docstring apart."""
    parts: List[Any] = [type(shape).__qualname__]
    if isinstance(shape, types.FunctionType):
        code = shape.__code__
        count = code.co_argcount + code.co_kwonlyargcount
        parts += [shape.__module__, shape.__qualname__, code.co_argcount, code.co_varnames[:count]]
        shown = {key: value for key, value in vars(shape).items() if key != "__wrapped__"}
        if shown:
            parts.append(prints.of(*shown, *shown.values()).name)
    return repr(parts)
