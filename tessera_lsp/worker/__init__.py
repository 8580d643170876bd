"""Runs the project's code, in the project's interpreter. Launched as a script, never imported by the rest."""
