"""One command a file: it reads what was typed, asks the library, and shows the answer."""
