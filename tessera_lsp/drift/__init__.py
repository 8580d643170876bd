"""Drift: the verdicts and owners that a change of the grammar changes, sentence by sentence.

Pure values. ``state_of`` and ``saved_state`` make a ``State`` of what was judged; ``compare`` takes two. The
editor compares the unsaved text with what is saved, a review two trees.
"""

from tessera_lsp.drift.comparison import compare
from tessera_lsp.drift.model import NOBODY, Answer, Drift, Entry, Sentence, Stand, State
from tessera_lsp.drift.states import saved_drift, saved_state, state_of

__all__ = [
    "NOBODY",
    "Answer",
    "Drift",
    "Entry",
    "Sentence",
    "Stand",
    "State",
    "compare",
    "saved_drift",
    "saved_state",
    "state_of",
]
