"""Signed tokens: their claims are of another kind."""
