"""The law's vertical."""
