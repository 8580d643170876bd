"""A court's decisions, with wiring of every odd kind."""
