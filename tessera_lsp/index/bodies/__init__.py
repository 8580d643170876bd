"""What the bodies of shapes do, read from the text: how they answer, what they reach, how they hold money."""
