"""Completion: shapes in a declared tuple, sample words, record ids, rule codes. Text may be half typed."""

from tessera_lsp.features.completion.complete import TRIGGERS, completion
from tessera_lsp.features.completion.place import Client

__all__ = ["TRIGGERS", "Client", "completion"]
