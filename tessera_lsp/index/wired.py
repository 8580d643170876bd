"""The wiring of a project, kept until an edit may have changed it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from tessera_lsp.index.facts import ModuleFacts
from tessera_lsp.index.lookup import Modules
from tessera_lsp.index.skeleton import Outlined, are_alike, outlined, skeleton
from tessera_lsp.index.wiring import Wiring, read_wiring
from tessera_lsp.project import Project

_NOWHERE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Kept:
    wiring: Wiring
    skeletons: Mapping[str, int]
    """By path of each module that it was read from, what of its text it can depend on."""
    missing: tuple[str, ...]


class Wired:
    """Keeps the wiring. ``resolutions`` counts how often it was evaluated."""

    def __init__(self, modules: Callable[[], Modules]) -> None:
        self.resolutions = 0
        self._modules = modules
        self._kept: _Kept | None = None
        self._outlined: dict[str, Outlined] = {}
        """Of edited files, by path, what says the same to the wiring as their skeletons."""

    def forget(self) -> None:
        """Evaluate it again."""
        self._kept = None

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of modules that were looked for in vain."""
        return self._kept.missing if self._kept is not None else ()

    @property
    def paths(self) -> Collection[str]:
        """The files that it was read from."""
        return self._kept.skeletons.keys() if self._kept is not None else ()

    def wiring(
        self, project: Project, changed: Collection[str], head: Callable[[str], ModuleFacts]
    ) -> Wiring:
        """The wiring: the same value as before where the ``changed`` texts say the same to it. ``head`` gives
        the facts or the head of a file."""
        kept = self._kept
        if kept is not None:
            edited = [path for path in changed if path in kept.skeletons]
            if all(self._is_alike(head(path), kept) for path in edited):
                return kept.wiring
        self.resolutions += 1
        modules = self._modules()
        wiring = read_wiring(project, modules)
        skeletons = {path: _outline(facts, wiring) for path, facts in modules.used.items()}
        self._kept, self._outlined = _Kept(wiring, skeletons, modules.missing()), {}
        return wiring

    def _is_alike(self, facts: ModuleFacts, kept: _Kept) -> bool:
        """Whether an edited file says the same to the wiring. Looks at what has changed first."""
        path, wiring = facts.path, kept.wiring
        now = outlined(facts, wiring.entered_in.get(path, _NOWHERE))
        before = self._outlined.get(path)
        alike = before is not None and are_alike(
            facts, before, now, path in wiring.pointed_into, wiring.settled
        )
        if alike or _outline(facts, wiring) == kept.skeletons[path]:
            self._outlined[path] = now
            return True
        return False


def _outline(facts: ModuleFacts, wiring: Wiring) -> int:
    entered = wiring.entered_in.get(facts.path, _NOWHERE)
    found = hash(skeleton(facts, entered, facts.path in wiring.pointed_into, wiring.settled))
    if facts.document.version is None:
        facts.document.let_go()
    return found
