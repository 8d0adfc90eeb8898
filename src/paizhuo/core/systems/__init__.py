"""What no number and no row can say, one file a game."""
