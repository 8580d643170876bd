"""``tessera-lsp review``: what a change of the grammar does."""
