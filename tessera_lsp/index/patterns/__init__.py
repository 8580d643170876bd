"""Which patterns a claims file applies to what, and which of its shapes ignore text around a sentence."""
