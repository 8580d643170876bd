"""What the harness has shown of the saved code, kept: so that no edit asks again what it does not touch."""

from typing import Dict, List, NamedTuple, Sequence, Tuple

from .batteries import Held
from .fingerprints import Walked, changed
from .identity import identify
from .kept import Kept, Memo, Outcome, Table
from .workspace import Workspace


class Shown(NamedTuple):
    """What came of one measured claim, where it may be kept."""

    at: int
    outcome: Outcome


class Keeping:
    """Begun before the harness runs, so that what it changes is seen."""

    def __init__(self, workspace: Workspace, batteries: Sequence[Held]) -> None:
        self._workspace = workspace
        prints = workspace.fingerprints()
        self._before: Dict[str, List[Walked]] = {
            held.name: [prints.of(shape, *held.classes) for shape in held.shapes] for held in batteries
        }

    def done(self, held: Held, shown: Sequence[Shown]) -> None:
        """The harness has measured the battery's claims: keep what it has shown."""
        workspace, count = self._workspace, len(held.measured)
        identity = identify(workspace, held, held.measured)
        kept = workspace.kept[held.name] = Kept(count)
        for before, walked in zip(self._before.get(held.name, ()), identity.ladder):
            if walked.name is not None and (before.name is None or changed(workspace.reader, before)):
                kept.unsteady[walked.name] = True
        if identity.context is None:
            return
        columns = [kept.column(name) for name in identity.names]
        outcomes: List[Outcome] = []
        places: Dict[Outcome, int] = {}
        which = [-1] * count
        for at, outcome in shown:
            memo = Memo(columns, at)
            for place, letter in enumerate(outcome.said):
                memo.write(place, letter)
            if all(letter == "-" or columns[place] is not None for place, letter in enumerate(outcome.said)):
                if outcome not in places:
                    places[outcome] = len(outcomes)
                    outcomes.append(outcome)
                which[at] = places[outcome]
        ladder: Tuple[str, ...] = tuple(
            name or "" if column is not None else "" for name, column in zip(identity.names, columns)
        )
        kept.add(Table(identity.context, ladder, outcomes, which))
