"""Other engines, where they are installed: other games and other work, so the figures are no race."""
