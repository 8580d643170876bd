"""A project as the worker is told of it."""

from __future__ import annotations

from tessera_lsp import wire
from tessera_lsp.project import Project
from tessera_lsp.wire.requests import Logged


def load_message(project: Project, watched: tuple[str, ...] = ()) -> wire.Load:
    """What the worker needs to know to load the project."""
    config = project.config
    claims = [(project.module_name(path), str(path)) for path in project.claims]
    core = f"{project.core_module}:{project.verifier}" if project.core_module else ""
    return wire.Load(
        root=str(project.root),
        paths=tuple(str(root) for root in project.import_roots if root != project.root),
        registry=project.registry_module,
        core=core,
        batteries=project.batteries,
        eval=project.eval,
        claims=tuple(module for module, _ in claims if module),
        claims_paths=tuple(path for module, path in claims if module),
        harvest=config.harvest,
        network=config.network,
        timeout=config.timeout,
        import_timeout=config.import_timeout,
        load_timeout=config.load_timeout,
        harvest_timeout=config.harvest_timeout,
        memory=config.memory,
        watched=watched,
        logged=tuple(Logged(*claim) for claim in project.logged),
    )
