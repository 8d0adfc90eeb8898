"""A scoreboard in the terminal: the same file, the same operations and the same words as on the page."""
