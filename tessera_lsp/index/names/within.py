"""A function that is written within another one: what means it stands in its own module."""

from __future__ import annotations

from tessera_lsp.index.names.denoting import Denoting, Reference
from tessera_lsp.index.names.model import MODULE, ModuleNames, Occurrence, Variable
from tessera_lsp.text import Span


class Within(Denoting):
    """What means the function that ``variable`` is bound to in a module. What it is handed on as, by a return
    or an assignment, is another name."""

    def __init__(self, names: ModuleNames, variable: Variable) -> None:
        super().__init__((names.module, variable.name), names.path, (names,))
        self._names, self._variable = names, variable

    def references(self) -> list[Reference]:
        """All of it, by place."""
        found = [each for each in self._names.occurrences if _is(each, self._variable)]
        return [Reference(self.path, occurrence, True) for occurrence in found]


def variable_of(names: ModuleNames, name_span: Span) -> Variable | None:
    """The variable of the function that is defined at ``name_span``, where that is within another one."""
    for each in names.occurrences:
        if each.span == name_span and each.kind == "definition" and each.variable is not None:
            return each.variable if each.variable.scope != MODULE else None
    return None


def definitions_of(names: ModuleNames, occurrence: Occurrence) -> frozenset[Span]:
    """Where the functions are defined that a name within a function means."""
    variable = occurrence.variable
    if variable is None or variable.scope == MODULE or occurrence.kind == "attribute":
        return frozenset()
    defined = (each for each in names.occurrences if each.kind == "definition")
    return frozenset(each.span for each in defined if each.variable == variable)


def _is(occurrence: Occurrence, variable: Variable) -> bool:
    return occurrence.variable == variable and occurrence.kind != "attribute"
