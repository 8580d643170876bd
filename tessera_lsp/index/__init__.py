"""Static facts about claim grammars. Nothing here runs code of the project."""

from tessera_lsp.index.indexer import Indexer
from tessera_lsp.index.sources import Texts

__all__ = ["Indexer", "Texts"]
