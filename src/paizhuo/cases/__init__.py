"""Hands that are told: finished ones to be settled, scripted ones to be played and looked at."""
