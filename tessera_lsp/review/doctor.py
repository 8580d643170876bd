"""``tessera-lsp doctor``: what was found, what will run, and why something does not show."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from tessera_lsp.project import Project, Trust, decide, discover, has_table, read_document
from tessera_lsp.project.tree import NEVER, python_files
from tessera_lsp.review.output import complain
from tessera_lsp.review.run import verify
from tessera_lsp.wording import counted, visible

SHOWN = 50
"""Claims files, and files that are none, of each of which so many are listed."""

WAY_OUT = """\
way out      write into the project's pyproject.toml, with its own names:
               [tool.tessera]
               registry = "acme.wiring"               # the module that builds the batteries
               batteries = "acme.wiring.BATTERIES"    # a function without arguments, or a constant
               core = "acme.verify:holds"             # (claim, nodes, graph, shapes): True or False
               eval = "acme.measure.measure"          # the harness, where there is one
             docs/own-verifier.md says what each of them must have"""


def doctor(start: str) -> int:
    """Print the report; 0 when everything that verifying needs is there, else 2."""
    path = Path(os.path.realpath(start))
    if not path.exists():
        complain(f"{start}: no such file or folder")
        return 2
    project = discover(path)
    if project is None:
        print(visible(f"project      none at {path} or above"))
        print("             neither a pyproject.toml with [tool.tessera] nor a module that builds batteries")
        print(WAY_OUT)
        return 2
    for line in (*_found(project), *_claims(project), *_trust(project)):
        print(visible(line))
    ready = _running(project)
    wrong = any(not problem.warning for problem in project.problems)
    return 0 if ready and not wrong else 2


def _found(project: Project) -> Iterator[str]:
    configured = project.config_path is not None
    why = (
        "nearest pyproject.toml with [tool.tessera]" if configured else "by its registry: nothing configured"
    )
    yield f"project      {project.root} ({why})"
    yield f"settings     {project.config_path or 'none: all defaults'}"
    for problem in project.problems:
        kind = "info" if problem.info else "warning" if problem.warning else "error"
        yield f"             {kind} {problem.path}:{problem.line + 1}: {problem.message}"
    yield _file("registry", project.registry, project.registry_module, project.root)
    yield _file("core", project.core, f"{project.core_module}:{project.verifier}", project.root)
    yield f"batteries    {project.batteries or 'none'}"
    yield f"harness      {project.eval or 'none was found: only samples are judged; eval = … names it'}"
    if project.config.logs:
        logged = counted(sum(claim.times for claim in project.logged), "claim")
        yield f"logs         {', '.join(project.config.logs)} ({logged}, {len(project.logged):,} different)"
    roots = [_relative(root, project.root) for root in (project.root, *project.import_roots)]
    yield f"import roots {', '.join(roots)}"


def _file(what: str, path: Path | None, module: str, root: Path) -> str:
    if path is None and module.partition(":")[0]:
        return f"{what:<12} {module}, of an installed package"
    if path is None:
        return f"{what:<12} none was found; set {what} = … in [tool.tessera]"
    return f"{what:<12} {_relative(path, root)} ({module})"


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _claims(project: Project) -> Iterator[str]:
    yield f"claims       {counted(len(project.claims), 'file')} (claims = {', '.join(project.config.claims)})"
    for file in project.claims[:SHOWN]:
        broken = getattr(read_document(file), "problem", "")
        yield f"             {_relative(file, project.root)}{f': {broken}' if broken else ''}"
    if len(project.claims) > SHOWN:
        yield f"             and {len(project.claims) - SHOWN:,} more"
    for file, why in list(_left_out(project))[:SHOWN]:
        yield f"             not {_relative(file, project.root)}: {why}"


def _left_out(project: Project) -> Iterator[tuple[Path, str]]:
    """Files below the root that are called like a claims file and are none, and why."""
    names = {Path(glob).name for glob in project.config.claims} | {"claims.py"}
    searched = set(python_files(project.root))
    taken = set(project.claims)
    for folder, folders, files in os.walk(project.root):
        folders[:] = sorted(name for name in folders if name not in NEVER and name != ".git")
        for name in sorted(names.intersection(files)):
            file = Path(os.path.realpath(Path(folder, name)))
            if file not in taken:
                yield file, _reason(project, file, searched)


def _reason(project: Project, file: Path, searched: set[Path]) -> str:
    if file in searched:
        return "matches no glob of claims"
    for folder in reversed(file.parents):
        if not folder.is_relative_to(project.root) or folder == project.root:
            continue
        if folder.name.startswith("."):
            return f"{folder.name} is hidden"
        if (folder / "pyvenv.cfg").exists() or (folder / "conda-meta").exists():
            return f"{_relative(folder, project.root)} is an environment"
        if has_table(folder / "pyproject.toml"):
            return f"{_relative(folder, project.root)} is a project of its own"
    return "git ignores it"


def _trust(project: Project) -> Iterator[str]:
    store = Trust()
    remembered = store.granted(project.root)
    decision = decide(project.config.run, None, remembered, store.remedy(project.root))
    refused = decision.reason if project.config.run else project.refusal
    asks = f"asks first; {store.remedy(project.root)}"
    words = {"run": "it has been trusted", "refuse": refused, "ask": asks}
    yield f"trust        in an editor: {words[decision.action]}"
    if store.note:
        yield f"             {store.note}"
    if project.config.run:
        harvest = "" if project.config.harvest else ", without its harness (harvest = false)"
        yield f"             on the command line: check runs the project{harvest}; --static does not"
    else:
        yield f"             on the command line: nothing runs ({project.refusal})"


def _running(project: Project) -> bool:
    """Says which interpreter would run and whether the worker starts; starts it only where it may."""
    if not project.config.run:
        print(visible(f"worker       not started: {project.refusal}"))
        return project.config_whole
    # Late: what only looks at files has no use for the code that starts processes.
    from tessera_lsp.verify import Keeping, find_interpreter

    interpreter = find_interpreter(project)
    if isinstance(interpreter, str):
        print(visible(f"interpreter  none: {interpreter}"))
        return False
    print(visible(f"interpreter  {interpreter.path}, Python {interpreter.version} ({interpreter.reason})"))
    place = Keeping.place(project)
    print(visible(f"cache        {place} (check --no-cache takes and keeps no verdicts)"))
    # With the harness, where it may run: it may hand over records that no graph holds.
    verdicts = verify(project, (), measured=False)
    if verdicts.state != "ready":
        print(visible(f"worker       failed: {verdicts.reason}"))
        return False
    print("worker       starts, and has loaded the project")
    for battery in verdicts.batteries:
        shapes = counted(len(battery.shapes), "shape")
        fault = f": {battery.fault.message}" if battery.fault else ""
        print(visible(f"             battery {battery.name}: {shapes}, {battery.records:,} records{fault}"))
    for met in verdicts.load_faults:
        print(visible(f"             {met.doing} failed: {met.message}"))
    return not verdicts.load_faults
