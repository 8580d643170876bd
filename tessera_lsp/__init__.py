"""The language server, linter and pytest plugin for claim grammars. It imports nothing of ``tessera``."""

__version__ = "0.1.0"
