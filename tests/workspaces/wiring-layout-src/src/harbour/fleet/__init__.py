"""Its ships."""
