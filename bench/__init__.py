"""How fast, how small, how strong: measured, and printed as one table by run.py."""
