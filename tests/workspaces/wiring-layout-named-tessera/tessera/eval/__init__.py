"""Ours, and not the verifier."""
