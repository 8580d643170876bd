"""What the parts of a module say together: anew, or with what has changed put in the place of what was."""

from __future__ import annotations

from collections.abc import Sequence

from tessera_lsp.index.ends import same_ends
from tessera_lsp.index.facts import Binding, FunctionFacts, ModuleFacts, Part


class Together:
    """Of one module. Its values are those of the facts, which hold them until the next text is read."""

    def __init__(self) -> None:
        self._parts: Sequence[Part] = ()
        self._names: dict[str, list[Binding]] = {}
        self._functions: list[FunctionFacts] = []
        self._calls: dict[str, int] = {}

    def put(self, facts: ModuleFacts, parts: list[Part]) -> None:
        """Let the facts hold what the parts say."""
        if not self._exchange(parts):
            self._again(parts)
        self._parts = parts
        facts.clear()
        facts.parts, facts.functions, facts.calls = parts, self._functions, self._calls
        facts.scope.names = self._names
        for part in parts:
            if part.has_more:
                facts.scope.stars += part.stars
                facts.classes += part.classes
                facts.sites += part.sites
                facts.imports += part.imports
                facts.mutations += part.mutations

    def _again(self, parts: Sequence[Part]) -> None:
        names: dict[str, list[Binding]] = {}
        functions: list[FunctionFacts] = []
        calls: dict[str, int] = {}
        for part in parts:
            for name, found in part.names.items():
                names[name] = [*names[name], *found] if name in names else found
            functions += part.functions
        for function in functions:
            for name in function.scope.mentioned:
                calls[name] = calls.get(name, 0) + 1
        self._names, self._functions, self._calls = names, functions, calls

    def _exchange(self, parts: Sequence[Part]) -> bool:
        """Where as many parts as before bind the same names, which no other binds, and call the same: put
        what is new in its place; whether that is so."""
        before = self._parts
        if len(parts) != len(before):
            return False
        head, tail = same_ends(before, parts)
        gone, new = before[head : len(before) - tail], parts[head : len(parts) - tail]
        if not all(self._is_alike(old, part) for old, part in zip(gone, new, strict=True)):
            return False
        start = sum([len(part.functions) for part in parts[:head]])
        for part in new:
            self._names.update(part.names)
            self._functions[start : start + len(part.functions)] = part.functions
            start += len(part.functions)
        return True

    def _is_alike(self, old: Part, part: Part) -> bool:
        """Whether one part can stand in the place of another."""
        return (
            [*old.names] == [*part.names]
            and all(self._names[name] is found for name, found in old.names.items())
            and len(old.functions) == len(part.functions)
            and [each.scope.mentioned for each in old.functions]
            == [each.scope.mentioned for each in part.functions]
        )
