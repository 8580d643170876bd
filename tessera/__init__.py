"""Tessera: a deterministic verifier of claims that cite records."""
