"""Compiled players. Each is handed what its seat knows (:mod:`paizhuo.core.observe`) and picks a legal action."""

BOT_NAMES = ("random", "greedy", "steady")
