"""Claims about the yard, saved as Latin-1 without saying so."""

NAME = "Übersicht"
