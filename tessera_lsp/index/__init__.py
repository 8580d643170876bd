"""Static facts about claim grammars. Nothing here runs code of the project."""
