"""The worker's parent: starts it, tells it what to judge, ends it."""
