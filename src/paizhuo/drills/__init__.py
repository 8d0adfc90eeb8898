"""The score quiz: finished hands to be settled by head, from easy to nasty, and what somebody may have forgotten."""
