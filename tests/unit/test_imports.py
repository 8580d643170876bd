"""Who may import whom: the table of docs/architecture.md, held over every module of both packages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

VALUES = {
    "text",
    "wire",
    "probed",
    "project",
    "samples",
    "patterns",
    "index",
    "verdicts",
    "wording",
    "reasons",
}
ABOVE = VALUES | {"ladder", "drift", "rules", "findings", "fixes", "snapshot"}
MAY: dict[str, set[str]] = {
    "entry": set(),
    "text": set(),
    "wire": set(),
    "wording": set(),
    "reasons": {"wire", "wording"},
    "storage": set(),
    "project": {"text", "storage"},
    "samples": {"text"},
    "patterns": set(),
    "index": {"text", "wire", "project", "samples", "patterns"},
    "worker": {"wire"},
    "probed": {"wire"},
    "verdicts": {"wire", "text", "probed"},
    "verify": {"wire", "text", "storage", "project", "verdicts"},
    "ladder": VALUES | {"ladder"},
    "drift": VALUES,
    "rules": VALUES | {"rules"},
    "findings": VALUES | {"rules", "findings"},
    "snapshot": ABOVE - {"fixes"},
    "probing": VALUES | {"rules"},
    "fixes": VALUES | {"rules", "findings", "fixes"},
    "comparing": (ABOVE - {"fixes"}) | {"verify"},
    "features": ABOVE,
    "server": ABOVE | {"features", "probing", "verify", "comparing"},
    "review": ABOVE | {"storage", "probing", "verify", "comparing"},
    "pytest_plugin": ABOVE | {"verify", "review"},
}
"""Part of ``tessera_lsp`` to the parts that it may import, itself apart."""
PROTOCOL = {"lsprotocol": {"features", "server"}, "pygls": {"server"}}
LATE = {("review/cli.py", "server"), ("entry.py", "review")}
"""Starting the server is the command line's only way into it, and the entry's only way into that."""


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """The dotted names that a module imports, and whether within a function."""
    tree = ast.parse(path.read_bytes())
    inner = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    package = path.parent.relative_to(ROOT).parts
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, id(node) in inner) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*above, *([node.module] if node.module else [])))
            for alias in node.names:
                yield f"{base}.{alias.name}", id(node) in inner


def part(path: Path) -> str:
    """The part of ``tessera_lsp`` that a module belongs to; empty for the package's own ``__init__``."""
    name = path.relative_to(ROOT / "tessera_lsp").parts[0]
    return "" if name == "__init__.py" else name.removesuffix(".py")


def imported_part(name: str) -> str | None:
    """The part of ``tessera_lsp`` that a dotted name belongs to."""
    parts = name.split(".")
    inside = parts[0] == "tessera_lsp" and len(parts) > 1 and not parts[1].startswith("__")
    return parts[1] if inside else None


def test_every_part_is_in_the_table():
    parts = {part(path) for path in modules("tessera_lsp")} - {""}
    assert parts - set(MAY) == set()


@pytest.mark.parametrize("path", modules("tessera_lsp"), ids=lambda path: str(path.relative_to(ROOT)))
def test_parts_import_only_what_they_may(path):
    own = part(path)
    relative = path.relative_to(ROOT / "tessera_lsp").as_posix()
    for name, late in imports(path):
        top, other = name.split(".")[0], imported_part(name)
        assert top != "tessera", f"{relative} imports {name}"
        if top in PROTOCOL:
            assert own in PROTOCOL[top], f"{relative} imports {name}"
        if other is not None and other != own and not (late and (relative, other) in LATE):
            assert other in MAY.get(own, set()), f"{relative} imports {name}"


@pytest.mark.parametrize("path", modules("tessera"), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_verifier_knows_nothing_of_its_tooling(path):
    assert [name for name, _ in imports(path) if name.split(".")[0] == "tessera_lsp"] == []


@pytest.mark.parametrize("path", modules("tessera_lsp/worker"), ids=lambda path: path.name)
def test_the_worker_needs_the_standard_library_alone(path):
    import sys

    known = sys.stdlib_module_names | {"tessera_lsp"}
    assert [name for name, _ in imports(path) if name.split(".")[0] not in known] == []


def test_the_table_is_held_against_real_imports():
    """The reader of imports sees late, relative and renamed ones; a rule over nothing would hold too."""
    found = dict(imports(ROOT / "tessera_lsp" / "review" / "cli.py"))
    assert found["tessera_lsp.server.main.serve"] is True
    assert found["argparse"] is False
