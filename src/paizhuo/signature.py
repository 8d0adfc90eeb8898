"""The engine's signature: one hash over what it does with a fixed set of games.

It changes exactly when a rule's outcome changes, and with a commit that names the clause. Written by
``scripts/signature.py --write``; logs carry it.
"""

SIGNATURE: str = "169cbc9936e7d4ce"
