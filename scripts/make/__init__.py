"""What the tasks of ``scripts/tasks.py`` do. Standard library only: it runs before there is an environment."""
