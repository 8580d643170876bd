"""The yard."""
