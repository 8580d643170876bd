"""What shapes have said to samples and other sentences, remembered from judgement to judgement of one load.

By the fingerprint of the shape, then by a name for what it was asked; see ``kept`` for measured claims.
"""

from typing import Dict, List, NamedTuple, Optional, Set

from ..wire import Item
from .batteries import Held
from .fingerprints import changed
from .identity import Identity, identify
from .importing import digest
from .kept import Memo
from .preparing import Prepared
from .signatures import BadVerifierError
from .workspace import Workspace

SHAPES, ANSWERS = 48, 20_000
"""How many shapes of a battery, and answers in all, the supervisor remembers."""

Answers = Dict[str, Dict[str, Dict[str, str]]]
"""Battery, fingerprint, question: the letter of the answer."""


class Recalled(NamedTuple):
    """What is known of one question."""

    memo: Memo
    battery: str
    question: str
    names: List[Optional[str]]
    columns: List[Optional[bytearray]]


class Remembering:
    """One process's part: ``known`` came from earlier ones, ``news`` is what it has learnt."""

    def __init__(self, workspace: Workspace, deadly: Dict[str, str]) -> None:
        self._workspace, self._deadly = workspace, deadly
        self.known: Answers = {}
        self.news: Answers = {}
        self._identities: Dict[str, Identity] = {}
        self._used: Set[str] = set()

    def recall(self, held: Held, item: Item, prepared: Prepared) -> Optional[Recalled]:
        """What the battery's shapes have said to an item. None where all is to be asked: its calls are to be
        watched, or nothing may be kept."""
        if item.why or item.reverse_nodes or held.broken or prepared.call is None:
            return None
        identity = self.name(held)
        if identity.context is None:
            return None
        kind = type(prepared.call.claim)
        question = digest("\0".join([item.text, kind.__module__, kind.__qualname__, *item.citations]))
        known = self.known.get(held.name, {})
        kept = self._workspace.kept.get(held.name)
        columns: List[Optional[bytearray]] = []
        for name, key in zip(identity.names, held.keys):
            unsteady = name is None or (kept is not None and name in kept.unsteady)
            letter = known.get(name or "", {}).get(question, "-")
            columns.append(None if unsteady or ":".join(key) in self._deadly else bytearray(letter, "ascii"))
            if letter != "-" and name is not None and not unsteady:
                self._used.add(name)
        return Recalled(Memo(columns, 0), held.name, question, identity.names, columns)

    def note(self, recalled: Optional[Recalled]) -> None:
        """The item has been judged with what was recalled; keep what the memo knows now."""
        if recalled is None:
            return
        known = self.known.get(recalled.battery, {})
        for name, column in zip(recalled.names, recalled.columns):
            letter = column.decode("ascii") if column is not None else "-"
            if name is not None and letter != "-" and known.get(name, {}).get(recalled.question) != letter:
                news = self.news.setdefault(recalled.battery, {})
                news.setdefault(name, {})[recalled.question] = letter

    def steady(self) -> bool:
        """Whether no shape has changed what it reaches. One that has is told from then on, and forgotten;
        False where its remembered answers were used: they hang on what was not asked now."""
        used = False
        for battery, identity in self._identities.items():
            for walked in identity.ladder:
                if walked.name is not None and changed(self._workspace.reader, walked):
                    held = self._workspace.battery(battery)
                    count = len(held.measured) if held is not None else 0
                    self._workspace.kept_of(battery, count).unsteady[walked.name] = True
                    self.news.get(battery, {}).pop(walked.name, None)
                    used = used or walked.name in self._used
        return not used

    def identity(self, held: Held) -> Optional[Identity]:
        """The battery as it was named for its items: it still is so, where ``steady`` has found nothing."""
        known = self._identities.get(held.name)
        kept = self._workspace.kept.get(held.name)
        if known is None or (kept is not None and any(name in kept.unsteady for name in known.names)):
            return None
        return known

    def name(self, held: Held) -> Identity:
        """What the battery hangs on, named once."""
        known = self._identities.get(held.name)
        if known is None:
            try:
                known = identify(self._workspace, held, held.measured)
            except BadVerifierError:
                known = Identity(None, ())
            self._identities[held.name] = known
        return known


def together(known: Answers, news: Answers) -> Answers:
    """What the supervisor remembers: what was known and what is new, the oldest left out."""
    found: Answers = {}
    for battery in [*known, *(name for name in news if name not in known)]:
        answers = dict(known.get(battery, {}))
        for name, more in news.get(battery, {}).items():
            answers[name] = {**answers.pop(name, {}), **more}
        found[battery] = dict(list(answers.items())[-SHAPES:])
    count = sum(len(one) for answers in found.values() for one in answers.values())
    return found if count <= ANSWERS else news
