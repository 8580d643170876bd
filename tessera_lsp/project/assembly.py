"""Put a project together: configuration, files, and what the names of the configuration lead to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tessera_lsp.project.config import LoadedConfig
from tessera_lsp.project.keys import KeyLines
from tessera_lsp.project.logs import read_logs
from tessera_lsp.project.model import Config, ConfigProblem, Project
from tessera_lsp.project.modules import (
    find_by_suffix,
    find_module,
    import_root,
    imported_names,
    module_name,
)
from tessera_lsp.project.registry import Candidates, battery_package, find_core, takes_in, text_of
from tessera_lsp.project.tree import matches

_VERIFIER = "is_supported"


def assemble(
    root: Path, loaded: LoadedConfig, files: Sequence[Path], found: Candidates, config_path: Path | None
) -> Project:
    """The project at ``root``, whose Python files are ``files``."""
    return _Assembly(root, loaded, files, found, config_path).project()


@dataclass
class _Assembly:
    root: Path
    loaded: LoadedConfig
    files: Sequence[Path]
    found: Candidates
    config_path: Path | None
    problems: list[ConfigProblem] = field(default_factory=list)

    @property
    def config(self) -> Config:
        return self.loaded.config

    def project(self) -> Project:
        claims = tuple(
            file
            for file in self.files
            if any(matches(glob, self._relative(file)) for glob in self.config.claims)
        )
        self._idle_globs(claims)
        registry = self._registry()
        roots = self._roots(registry, claims)
        core, core_module, verifier = self._core(registry, roots)
        registry_module = module_name(registry, roots) if registry else ""
        logs = read_logs(self.root, self.config.logs)
        for problem in logs.problems:
            known, info = problem.kind != "missing", problem.kind == "cut"
            self._report("logs", problem.message, warning=known, info=info)
        return Project(
            root=self.root,
            config=self.config,
            claims=claims,
            import_roots=tuple(folder for folder in roots if folder != self.root),
            registry=registry,
            registry_module=registry_module,
            core=core,
            core_module=core_module,
            verifier=verifier,
            batteries=self.config.batteries or (f"{registry_module}.batteries" if registry else ""),
            eval=self.config.eval or self._eval(registry, registry_module, roots),
            problems=(*self.loaded.problems, *self.problems),
            config_path=self.config_path,
            config_readable=self.loaded.readable,
            config_whole=self.loaded.whole,
            refusal=self.loaded.refusal or Project.refusal,
            sites=self.found.sites,
            logged=logs.claims,
            logs=logs.files,
        )

    def _idle_globs(self, claims: Sequence[Path]) -> None:
        """Say which globs match nothing; without any claims file that is an error, unless none was named."""
        globs = self.config.claims
        if globs == Config.claims:
            return
        hint = "globs are relative to the project's root and lead to files below it; see `tessera-lsp doctor`"
        if not claims:
            said = f"claims = {list(globs)!r} matches no Python file" if globs else "claims is empty"
            default = ", ".join(Config.claims)
            self._report(
                "claims", f"no claims file is found: {said}; {hint}; without the key it is {default}"
            )
            return
        relative = [self._relative(file) for file in claims]
        for glob in globs:
            if not any(matches(glob, file) for file in relative):
                self._report("claims", f"{glob!r} in claims matches no Python file; {hint}", warning=True)

    def _relative(self, file: Path) -> str:
        name, top = file.as_posix(), self.root.as_posix().rstrip("/") + "/"
        return name[len(top) :] if name.startswith(top) else ""

    def _roots(self, registry: Path | None, files: Iterable[Path]) -> list[Path]:
        """The import roots of the registry, of ``files``, and ``root`` itself: ``src`` first, then deeper
        before outer."""
        roots = {self.root}
        if (self.root / "src").is_dir():
            roots.add(self.root / "src")
        text = text_of(registry) if registry else ""
        beside = import_root(registry, self.root, text, self._written_names()) if registry else None
        if beside is not None:
            roots.add(beside)
        named = list(imported_names(text))
        known: dict[Path, Path] = {}
        for file in files:
            if file.parent not in known:
                known[file.parent] = import_root(file, self.root, text_of(file), named, beside)
            roots.add(known[file.parent])
        src = self.root / "src"
        return sorted(roots, key=lambda folder: (folder != src, -len(folder.parts), folder.as_posix()))

    def _written_names(self) -> list[str]:
        """The dotted names of modules that the configuration writes out whole, from the root or ``src``."""
        config = self.config
        written = [config.registry, config.core.partition(":")[0]]
        written += [dotted.rpartition(".")[0] for dotted in (config.batteries, config.eval)]
        return [name for name in written if name and find_module(name, (self.root / "src", self.root))]

    def _registry(self) -> Path | None:
        if self.config.registry:
            return self._named("registry", self.config.registry)
        if self.config.batteries:
            module = self.config.batteries.rpartition(".")[0]
            return self._named("batteries", module) if module else None
        registries = self.found.registries
        if len(registries) > 1:
            names = ", ".join(self._relative(file) for file in registries)
            message = f'several modules build batteries ({names}): name the registry with registry = "…"'
            self._report("registry", message, registries[0])
            return None
        return registries[0] if registries else None

    def _named(self, key: str, value: str) -> Path | None:
        """The file that a key means: a path, or a dotted name from the root, ``src``, or anywhere once."""
        if value.endswith(".py") or "/" in value:
            file = self.root / value
            if file.is_file():
                return file.resolve()
            self._report(key, f"{key} names {value!r}, and there is no such file below the project's root")
            return None
        found = find_module(value, (self.root / "src", self.root))
        if found:
            return found.resolve()
        elsewhere = find_by_suffix(value, self.files)
        if len(elsewhere) == 1:
            return elsewhere[0]
        names = ", ".join(self._relative(file) for file in elsewhere)
        why = f"several files are it ({names}): give its path" if names else "no file of the project is it"
        self._report(key, f"{key} names the module {value!r}, and {why}")
        return None

    def _core(self, registry: Path | None, roots: Sequence[Path]) -> tuple[Path | None, str, str]:
        """File, dotted name and function of the verifier; an installed core has no file of the project."""
        module, _, function = self.config.core.partition(":")
        verifier = function or _VERIFIER
        if module and self._is_installed(module, roots):
            return None, module, verifier
        if module:
            core = self._named("core", module)
            if core and not all(part in text_of(core) for part in verifier.split(".")):
                self._report("core", f'{module} has no {verifier}: name it as "{module}:function"')
            return core, module_name(core, roots) if core else "", verifier
        if registry is None:
            return None, "", verifier
        found = find_core(registry, self.files, verifier, self.root)
        if len(found) > 1:
            names = ", ".join(self._relative(file) for file in found)
            message = f'several modules define {verifier} ({names}): name one with core = "…"'
            self._report("core", message, found[0])
            return None, "", verifier
        if found:
            return found[0], module_name(found[0], roots), verifier
        package = self._installed_package(registry, roots)
        return None, f"{package}.metrics" if package else "", verifier

    def _is_installed(self, module: str, roots: Sequence[Path]) -> bool:
        """Whether a dotted name can only be an installed package's: the project has none of its name."""
        if module.endswith(".py") or "/" in module or find_by_suffix(module, self.files):
            return False
        top = module.partition(".")[0]
        return not any((root / top).is_dir() or (root / f"{top}.py").is_file() for root in roots)

    def _installed_package(self, registry: Path, roots: Sequence[Path]) -> str:
        """The installed package that the registry takes its battery class from: its core and its harness
        stand beside that class, as ours do. Empty where there is none."""
        package = battery_package(text_of(registry))
        return package if package and self._is_installed(package, roots) else ""

    def _eval(self, registry: Path | None, registry_module: str, roots: Sequence[Path]) -> str:
        if registry is None:
            return ""
        if not takes_in(text_of(registry.with_name("harness.py")), "run_eval"):
            installed = self._installed_package(registry, roots)
            return f"{installed}.harness.run_eval" if installed else ""
        package = registry_module if registry.name == "__init__.py" else registry_module.rpartition(".")[0]
        return f"{package}.harness.run_eval" if package else "harness.run_eval"

    def _report(
        self, key: str, message: str, file: Path | None = None, *, warning: bool = False, info: bool = False
    ) -> None:
        """A problem on the key's line, or on the table's; without a configuration, on the file's first."""
        if self.config_path is None:
            place = str(file or self.root)
            self.problems.append(ConfigProblem(place, 0, 0, 0, message, False))
            return
        line, column, end = KeyLines(text_of(self.config_path)).find((key,))
        self.problems.append(
            ConfigProblem(str(self.config_path), line, column, end, message, warning, info=info)
        )
