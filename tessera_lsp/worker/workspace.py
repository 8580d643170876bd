"""What one process holds of the project: modules, batteries, graphs, claims. A fork goes on with a copy.

Each ``ensure_…`` builds what is not there yet, so that a child of any zygote, or of none, runs one path.
"""

import importlib
import os
import sys
from typing import Any, Dict, FrozenSet, Iterable, List, Optional, Sequence, Tuple

from ..wire import Fault, Load, Source
from .batteries import Held, call_registry
from .clock import Clock
from .dependencies import Dependencies
from .faults import SkippedImportError, chain, fault_of, refusals, swallowed
from .fingerprints import Fingerprints
from .handing import Handing
from .importing import Imports, digest, strays
from .kept import Kept
from .naming import resolve
from .observed import Observing
from .reachable import Reader
from .signatures import BadVerifierError
from .verifier import Verifier


class Workspace:
    """The project in this process."""

    def __init__(self, load: Load, clock: Clock) -> None:
        self.load, self.clock = load, clock
        self.imports = Imports((load.root, *load.paths), clock)
        self.dependencies = Dependencies(self.imports)
        self.failed: Dict[str, Fault] = {}
        """Modules of the configuration that do not import, with why."""
        self.faults: List[Fault] = []
        self.batteries: Optional[List[Held]] = None
        self.registry_calls = 0
        self.graphs = 0
        self.no_registry: Optional[Fault] = None
        self.no_graph: Dict[str, Fault] = {}
        """Batteries whose graph is not built again because that ended a process."""
        self.final: FrozenSet[str] = frozenset()
        """Modules and batteries that have ended a process under the very texts that count now: no edit gives
        them another try."""
        self._verifier: Optional[Verifier] = None
        self.handing = Handing()
        """What the core that is imported now is known to hand its shapes."""
        self.reader = Reader(self.imports)
        self.kept: Dict[str, Kept] = {}
        """What is kept of the measured claims, by battery."""
        self.observing: Optional[Observing] = None
        """Where it is asked for: what is seen of the machine."""

    @property
    def modules(self) -> Tuple[str, ...]:
        """The claims modules that can be looked into, and the registry's."""
        return tuple(name for name in (*self.load.claims, self.load.registry) if name in sys.modules)

    # ------------------------------------------------------------ modules

    def entries(self) -> List[str]:
        """The modules of the configuration, claims first: each is imported, whatever the others do."""
        core = self.load.core.partition(":")[0]
        found = [*self.load.claims, core, self.load.registry]
        return [name for place, name in enumerate(found) if name and name not in found[:place]]

    def ensure_imported(self, names: Optional[Sequence[str]] = None) -> None:
        """Import what the configuration names; what that raises is kept as a fault."""
        for name in self.entries() if names is None else names:
            if name not in sys.modules:
                self.failed.pop(name, None)
                fault = self.attempt(name)
                if fault is not None:
                    self.failed[name] = fault
                    self.note(fault)

    def attempt(self, name: str) -> Optional[Fault]:
        """Import one module; the fault if that fails."""
        self.clock.begin("import", name)
        refused = refusals()
        try:
            importlib.import_module(name)
            self._note_swallowed(refused, "import")
        except BaseException as error:
            if isinstance(error, ModuleNotFoundError) and error.name and _leads_to(name, error.name):
                return Fault("missing", "import", "there is no module %r" % name)
            kind = "skipped" if isinstance(error, SkippedImportError) else ""
            return fault_of(error, "import", kind=kind)
        finally:
            self.clock.end()
        return None

    def note(self, fault: Fault) -> None:
        """Keep a fault once: a module that fails to import fails all that import it, with the same words."""
        if fault.kind == "skipped":
            return
        last = fault.frames[-1:]
        for other in self.faults:
            same = other.kind == fault.kind and other.message == fault.message
            if same and (other.frames[-1:] == last or not last):
                return
        self.faults.append(fault)

    def sources(self) -> Tuple[Source, ...]:
        """The project's modules as they were imported, and those from below the watched folders."""
        imports = self.imports
        own = tuple(
            Source(path, module, digest(imports.texts[path]))
            for module, path in sorted(imports.modules.items())
            if path in imports.texts
        )
        found = strays(imports, self.load.watched) if self.load.watched else {}
        return own + tuple(Source(path, module, "") for path, module in sorted(found.items()))

    # ------------------------------------------------------------ batteries

    def ensure_batteries(self) -> List[Held]:
        """The registry's batteries, called for once; none where that fails."""
        if self.batteries is None:
            self.batteries = self.call_for_batteries()
        return self.batteries

    def call_for_batteries(self) -> List[Held]:
        """Ask the registry anew; what that raises is kept as a fault, and there is none then."""
        if not self.load.batteries or self.no_registry is not None:
            return []
        self.registry_calls += 1
        self.clock.begin("batteries", self.load.batteries)
        refused = refusals()
        try:
            made = call_registry(self.load.batteries, self.modules)
            self._note_swallowed(refused, "batteries")
            return self._told_apart(made)
        except BaseException as error:
            failed = self.failed.get(self.load.registry)
            if failed is not None and isinstance(error, Exception):
                return []  # said already: the registry's module does not import
            if any(isinstance(one, SkippedImportError) for one in chain(error)):
                return []  # said already: what it imports ended a process
            missing = type(error) is LookupError
            odd = isinstance(error, TypeError) and not fault_of(error, "batteries").frames
            kind = "missing" if missing else "contract" if odd else ""
            self.note(fault_of(error, "batteries", kind=kind))
            return []
        finally:
            self.clock.end()

    def _note_swallowed(self, refused: int, doing: str) -> None:
        fault = swallowed(refused, doing)
        if fault is not None:
            self.note(fault)

    def _told_apart(self, made: List[Held]) -> List[Held]:
        """The batteries that alone have their name; of the others it is said, and none is taken for another:
        all that is known of a battery is known by its name."""
        names = [held.name for held in made]
        for name in sorted({name for name in names if names.count(name) > 1}):
            message = "%d batteries are named %s: none of them is measured; name them apart" % (
                names.count(name),
                name,
            )
            self.note(Fault("contract", "batteries", message, battery=name))
        return [held for held in made if names.count(held.name) == 1]

    def ensure_graphs(self) -> None:
        """Build the graph of every battery that has none."""
        for held in self.ensure_batteries():
            self.ensure_graph(held)

    def ensure_graph(self, held: Held) -> None:
        """Build the graph of one battery, unless that is known to end the process."""
        if held.built:
            return
        if held.name in self.no_graph:
            held.built, held.fault = True, self.no_graph[held.name]
            return
        self.graphs += 1
        held.build(self.clock)

    def give_another_try(self, names: Iterable[str]) -> None:
        """Modules and batteries that ended a process may do better under the texts that count now."""
        for name in set(names) - self.final:
            self.imports.skipped.pop(name, None)
            self.no_graph.pop(name, None)
        if "batteries" not in self.final:
            self.no_registry = None

    def battery(self, name: str) -> Optional[Held]:
        """The battery of that name."""
        return next((held for held in self.ensure_batteries() if held.name == name), None)

    # ------------------------------------------------------------ the verifier

    @property
    def core(self) -> Tuple[str, str]:
        """Module and function name of the verifier."""
        module, _, function = self.load.core.partition(":")
        return module, function or "is_supported"

    def verifier(self) -> Verifier:
        """The project's verifier, observed from now on. Raises ``BadVerifierError`` with why not."""
        if self._verifier is None:
            module, name = self.core
            if not module:
                raise BadVerifierError("no core was found: set 'core' in [tool.tessera]")
            if module not in sys.modules:
                fault = self.failed.get(module)
                raise BadVerifierError(fault.message if fault else "the core %s is not imported" % module)
            try:
                function: Any = resolve(module + ":" + name)
            except LookupError as error:
                raise BadVerifierError("%s; set 'core' in [tool.tessera]" % error) from None
            if self.handing.core is not sys.modules[module]:
                self.handing = Handing(sys.modules[module])
            self._verifier = Verifier(function, sys.modules[module], self.clock, self.handing)
        return self._verifier

    def try_verifier(self) -> None:
        """See whether there is a verifier that can be asked; a fault is kept if not."""
        try:
            self.verifier()
        except BadVerifierError as error:
            if self.core[0] not in self.failed:
                kind = (
                    "missing"
                    if isinstance(error.__context__, LookupError) or not self.core[0]
                    else "contract"
                )
                self.note(Fault(kind, "verifier", str(error)))
        finally:
            self.forget_verifier()

    def forget_verifier(self) -> None:
        """The core is another one now, or nothing shall be observed."""
        if self._verifier is not None:
            self._verifier.observations.undo()
            self._verifier = None

    # ------------------------------------------------------------ what is kept

    def fingerprints(self) -> Fingerprints:
        """Names for what callables hang on, as they are now."""
        made = self._verifier.observations.made if self._verifier is not None else []
        observed = {id(one.function): one.code for one in made}
        return Fingerprints(self.imports, self.reader, observed)

    def kept_of(self, battery: str, count: int) -> Kept:
        """What is kept of a battery with so many measured claims."""
        known = self.kept.get(battery)
        if known is None or known.count != count:
            known = self.kept[battery] = Kept(count)
        return known

    def locate_folders(self, held: Held) -> List[str]:
        """Folders that a battery's relative data paths may start from."""
        return [*held.folders(self.load.root), *self.load.paths]


def _leads_to(name: str, missing: str) -> bool:
    return name == missing or name.startswith(missing + ".")


def enter_project(load: Load, before: Sequence[str]) -> None:
    """Make this process look like ``python -m pytest`` at the project's root, before its code is imported.

    ``before`` names the modules that Python itself had imported before ours. A module of the standard
    library that only we have imported, and that a file of the project shadows, is forgotten, so that the
    project gets its own.
    """
    os.chdir(load.root)
    folders = [load.root, *load.paths]
    sys.path[:] = folders + [path for path in sys.path if path not in folders]
    sys.argv[:] = ["pytest"]
    sys.path_importer_cache.clear()
    kept = {name.partition(".")[0] for name in before} | set(sys.builtin_module_names)
    ours = {name.partition(".")[0] for name in sys.modules} - kept - {"__main__", __name__.partition(".")[0]}
    for name in sorted(ours):
        files = [
            os.path.join(folder, name + end) for folder in folders for end in (".py", os.sep + "__init__.py")
        ]
        shadow = next((file for file in files if os.path.isfile(file)), None)
        if shadow is not None:
            print("the standard module %r is shadowed by %s" % (name, shadow), file=sys.stderr)
            for module in [m for m in sys.modules if m == name or m.startswith(name + ".")]:
                del sys.modules[module]
