"""Questions about regular expressions of ``re``, answered from their text: which sentence matches, which one
matches two of them, which one takes exponential time. Pure: knows nothing of claims or projects.

Every answer comes with a witness that was tried; what cannot be told within a budget is answered with None.
"""

from tessera_lsp.patterns.exponential import Attack, exponential
from tessera_lsp.patterns.overlap import common_sentence
from tessera_lsp.patterns.sentences import compiled, is_quick, open_ends, sentence
from tessera_lsp.patterns.tree import Method, is_valid

__all__ = [
    "Attack",
    "Method",
    "common_sentence",
    "compiled",
    "exponential",
    "is_quick",
    "is_valid",
    "open_ends",
    "sentence",
]
