"""The server's commands: what each takes and gives, and the pure part of their work."""
