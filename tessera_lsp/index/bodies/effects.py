"""What makes a function impure: what it reads beyond its arguments, and what it changes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence

from tessera_lsp.index.bodies.globals import GlobalChanges
from tessera_lsp.index.bodies.impure import FILE_METHODS, READS, VERBS, sort_of_call
from tessera_lsp.index.bodies.model import Effect
from tessera_lsp.index.bodies.names import Names, cache_of, parameter_names
from tessera_lsp.index.bodies.reach import MUTATORS, RESULTLESS, Reach
from tessera_lsp.index.facts import Assigned, FunctionFacts
from tessera_lsp.text import Span

_GRAPHS = ("nodes", "graph")
_Change = ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Delete
_READ = frozenset(name.rpartition(".")[2] for name in READS)
_AT_IMPORT = frozenset({"clock", "chance", "environment"})
"""What a constant of the module may not hold either. Data is often read when a module is imported."""


class Effects:
    """Finds the effects of one function. ``effects_of`` gives those of another one of the module."""

    def __init__(
        self,
        function: FunctionFacts,
        names: Names,
        changes: GlobalChanges,
        span_of: Callable[[ast.expr | ast.stmt], Span],
        effects_of: Callable[[FunctionFacts], Sequence[Effect]],
    ) -> None:
        self._function = function
        self._names = names
        self._changes = changes
        self._span_of = span_of
        self._effects_of = effects_of
        self._reach = Reach(function, names)
        self._found: list[Effect] = []
        self._constants: set[str] = set()

    def find(self) -> tuple[Effect, ...]:
        """The effects in the order of the text, each place once."""
        assert self._function.node is not None
        self._own_cache()
        names = self._names
        for call in names.nodes(ast.Call):
            self._call(call)
        attributes = [node for node in names.nodes(ast.Attribute) if node.attr in _READ]
        reads: list[ast.Attribute | ast.Name] = [*attributes, *names.nodes(ast.Name)]
        silent: set[str] = set()
        """Names of which it is known that reading them is nothing to tell of."""
        for read in reads:
            if not isinstance(read.ctx, ast.Load) or (isinstance(read, ast.Name) and read.id in silent):
                continue
            told = len(self._found)
            self._read(read)
            if isinstance(read, ast.Name) and len(self._found) == told:
                silent.add(read.id)
        changes: list[_Change] = [*names.nodes(ast.Assign), *names.nodes(ast.AugAssign)]
        for change in [*changes, *names.nodes(ast.AnnAssign), *names.nodes(ast.Delete)]:
            self._change(change)
        for statement in names.nodes(ast.Expr):
            self._dropped(statement.value)
        once = {(effect.span, effect.sort): effect for effect in reversed(self._found)}
        return tuple(sorted(once.values(), key=lambda effect: effect.span))

    # ------------------------------------------------------------------ reading

    def _call(self, node: ast.Call) -> None:
        name = self._names.dotted(node.func)
        sort = sort_of_call(name, bool(node.args or node.keywords)) if name else None
        if sort is not None:
            self._found.append(Effect(sort, self._span_of(node), f"{VERBS[sort]} ({name})"))
        elif not name and isinstance(node.func, ast.Attribute) and node.func.attr in FILE_METHODS:
            words = f"{VERBS['files']} ({node.func.attr})"
            self._found.append(Effect("files", self._span_of(node), words))
        if isinstance(node.func, ast.Name):
            target = self._names.meaning(node.func.id)
            if isinstance(target, FunctionFacts) and target is not self._function and target.kind != "async":
                self._through(node, target)
        if isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS - RESULTLESS:
            self._mutation(node, node.func)

    def _through(self, node: ast.Call, helper: FunctionFacts) -> None:
        """What a function of the same module does when it is called."""
        effects, cache = self._effects_of(helper), cache_of(helper)
        if not effects and cache is None:
            return
        parameters = parameter_names(helper)
        given = {
            **dict(zip(parameters, node.args, strict=False)),
            **{k.arg or "": k.value for k in node.keywords},
        }
        for effect in effects:
            if effect.sort != "argument":
                label = effect.helper or helper.qualname
                self._found.append(Effect(effect.sort, effect.span, effect.words, label))
                continue
            root = self._reach.root(given[effect.parameter]) if effect.parameter in given else ""
            if root:
                words = f"changes its argument {root}"
                self._found.append(
                    Effect("argument", effect.span, words, effect.helper or helper.qualname, root)
                )
        kept = next((a.id for a in given.values() if isinstance(a, ast.Name) and a.id in self._graphs()), "")
        if cache is not None and kept:
            words = f"keeps answers by {kept}"
            self._found.append(Effect("memo", self._span_of(cache), words, helper.qualname))

    def _graphs(self) -> tuple[str, ...]:
        """The parameters that hold nodes or a graph."""
        names = self._names.parameters
        return names[1:3] if len(names) == 3 and not self._function.in_class else _GRAPHS

    def _own_cache(self) -> None:
        cache = cache_of(self._function)
        kept = next((name for name in self._names.parameters if name in self._graphs()), "")
        if cache is not None and kept:
            self._found.append(Effect("memo", self._span_of(cache), f"keeps answers by {kept}"))

    def _read(self, node: ast.Attribute | ast.Name) -> None:
        written = node.attr if isinstance(node, ast.Attribute) else node.id
        name = self._names.dotted(node) if written in _READ or isinstance(node, ast.Name) else ""
        if name in READS:
            sort = READS[name]
            self._found.append(Effect(sort, self._span_of(node), f"{VERBS[sort]} ({name})"))
        if not isinstance(node, ast.Name) or node.id in self._constants or self._names.is_local(node.id):
            return
        target = self._names.meaning(node.id)
        if isinstance(target, Assigned) and self._names.is_module_name(node.id):
            self._constants.add(node.id)
            self._imported_state(node.id, target)
        changer = self._changes.by_name.get(node.id)
        if changer and changer != self._function.qualname and self._names.is_module_name(node.id):
            words = f"reads {node.id}, which {changer} changes"
            self._found.append(Effect("global", self._span_of(node), words))

    def _imported_state(self, name: str, target: Assigned) -> None:
        """A constant that was filled by the clock, by chance or from the environment."""
        module = Names(self._names.module)
        for node in ast.walk(target.value):
            sort = None
            if isinstance(node, ast.Call):
                sort = sort_of_call(module.dotted(node.func), bool(node.args or node.keywords))
            elif isinstance(node, ast.Attribute):
                sort = READS.get(module.dotted(node))
            if sort in _AT_IMPORT and isinstance(node, ast.expr):
                words = f"{VERBS[sort]} for {name} when the module is imported"
                self._found.append(Effect(sort, self._span_of(node), words, name))

    # ------------------------------------------------------------------ changing

    def _change(self, node: _Change) -> None:
        if isinstance(node, ast.AnnAssign) and node.value is None:
            return
        targets = node.targets if isinstance(node, ast.Assign | ast.Delete) else [node.target]
        for target in _flat(targets):
            if isinstance(target, ast.Name):
                if target.id in self._changes.rebound.get(self._function.qualname, ()):
                    self._found.append(
                        Effect("global", self._span_of(node), f"changes the global {target.id}")
                    )
            elif isinstance(target, ast.Attribute | ast.Subscript):
                self._change_within(target, node)

    def _change_within(self, target: ast.Attribute | ast.Subscript, node: ast.stmt) -> None:
        root = self._reach.root(target.value)
        if root:
            if not self._is_memo(target, node):
                words = f"changes its argument {root}"
                self._found.append(Effect("argument", self._span_of(node), words, parameter=root))
            return
        name = self._changes.container(self._names, target.value)
        is_counter = isinstance(node, ast.AugAssign) or isinstance(target, ast.Attribute)
        if name and is_counter:
            self._found.append(Effect("global", self._span_of(node), f"changes the global {name}"))
        elif name and isinstance(target, ast.Subscript) and self._by_graph(target.slice):
            kept = self._by_graph(target.slice)
            self._found.append(Effect("memo", self._span_of(node), f"keeps answers in {name} by {kept}"))

    def _is_memo(self, target: ast.expr, node: ast.stmt) -> bool:
        """``self.kept[text] = …``: what an instance keeps by a key may be a memo."""
        plain = isinstance(target, ast.Subscript) and isinstance(node, ast.Assign)
        return plain and self._function.in_class and not isinstance(node, ast.AugAssign)

    def _by_graph(self, key: ast.expr) -> str:
        names = {part.id for part in ast.walk(key) if isinstance(part, ast.Name)}
        return next((name for name in self._graphs() if name in names), "")

    def _dropped(self, node: ast.expr) -> None:
        """A call whose result is dropped: a change, by its name."""
        method = node.func if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and isinstance(method, ast.Attribute) and method.attr in RESULTLESS:
            self._mutation(node, method)

    def _mutation(self, node: ast.Call, method: ast.Attribute) -> None:
        root = self._reach.root(method.value)
        if root:
            words = f"changes its argument {root} ({method.attr})"
            self._found.append(Effect("argument", self._span_of(node), words, parameter=root))
            return
        name = self._changes.grown(self._names, method)
        if name:
            words = f"changes the global {name} ({method.attr})"
            self._found.append(Effect("global", self._span_of(node), words))


def _flat(targets: Iterable[ast.expr]) -> Iterator[ast.expr]:
    for target in targets:
        if isinstance(target, ast.Tuple | ast.List):
            yield from _flat(target.elts)
        else:
            yield target.value if isinstance(target, ast.Starred) else target
