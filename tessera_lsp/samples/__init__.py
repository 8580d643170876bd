"""The ``Samples:`` notation of docstrings, parsed from source text with exact positions."""

from tessera_lsp.samples.block import docstring_literal
from tessera_lsp.samples.late import LateBlock, late_block, parse_block
from tessera_lsp.samples.model import WORDS, Block, Citation, Sample, SampleProblem, SampleSuppression

__all__ = [
    "WORDS",
    "Block",
    "Citation",
    "LateBlock",
    "Sample",
    "SampleProblem",
    "SampleSuppression",
    "docstring_literal",
    "late_block",
    "parse_block",
]
