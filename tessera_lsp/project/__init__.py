"""Which project a file belongs to: configuration, discovery, trust. Reads files, runs nothing."""

from tessera_lsp.project.config import LoadedConfig, has_table, load_config
from tessera_lsp.project.discovery import discover, discover_all, project_of_file, with_roots_below
from tessera_lsp.project.model import Config, ConfigProblem, Project, Severity
from tessera_lsp.project.modules import find_module, import_root, module_name
from tessera_lsp.project.reading import decode, read_document
from tessera_lsp.project.registry import forget_searched
from tessera_lsp.project.trust import Decision, Trust, decide

__all__ = [
    "Config",
    "ConfigProblem",
    "Decision",
    "LoadedConfig",
    "Project",
    "Severity",
    "Trust",
    "decide",
    "decode",
    "discover",
    "discover_all",
    "find_module",
    "forget_searched",
    "has_table",
    "import_root",
    "load_config",
    "module_name",
    "project_of_file",
    "read_document",
    "with_roots_below",
]
