"""The ``Samples:`` notation of docstrings, parsed from source text with exact positions."""

from tessera_lsp.samples.block import docstring_literal, parse_block
from tessera_lsp.samples.model import WORDS, Block, Citation, Sample, SampleProblem, SampleSuppression

__all__ = [
    "WORDS",
    "Block",
    "Citation",
    "Sample",
    "SampleProblem",
    "SampleSuppression",
    "docstring_literal",
    "parse_block",
]
