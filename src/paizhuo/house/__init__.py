"""House rules as people talk about them: a quiz, a sheet to print, two tables compared. Rows and words, no rule."""
