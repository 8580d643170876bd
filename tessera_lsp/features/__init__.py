"""What the editor asks for, as pure functions of (snapshot, parameters). One file a feature."""
