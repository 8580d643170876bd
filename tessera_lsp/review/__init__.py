"""The command line: the editor's findings as lint."""
