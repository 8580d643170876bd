"""What several verticals use; no vertical itself, since no battery is its own."""
