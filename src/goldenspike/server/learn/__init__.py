"""Learning to play: the path of lessons, and the coach at a table."""
