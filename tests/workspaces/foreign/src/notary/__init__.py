"""Another project, with names of its own."""
