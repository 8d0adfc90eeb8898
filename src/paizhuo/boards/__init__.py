"""A scoreboard for the table at home: operations in, a settled board out. Pure: no clock, no database, no network.

``operations`` (what may be sent) → ``standing`` (whose operations count) → ``fold`` (hands, conflicts, seats, rules) →
``order`` (which hand follows which, what must be asked) → ``board`` (every hand settled by the engine, totals).
"""
