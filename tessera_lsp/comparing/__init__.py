"""Two states of a project under git, judged and compared: what a change of the grammar does."""
