"""Which name means what, in any Python file: scopes, imports, and what leads to a shape."""
