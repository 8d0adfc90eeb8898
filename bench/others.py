"""The peers in the same run: whichever are installed."""

from __future__ import annotations

from bench.figures import Figure, Sizes
from bench.peers import mahjong_peer, pymahjong_peer, riichienv_peer, rlcard_peer
from bench.peers.common import installed

PEERS = (riichienv_peer, pymahjong_peer, rlcard_peer, mahjong_peer)


def peers(sizes: Sizes) -> list[Figure]:
    """A peer that is not there, or does not work here, is a row that says so."""
    found: list[Figure] = []
    for peer in PEERS:
        if installed(peer.PACKAGE) is None:
            found.append(Figure(peer.PACKAGE, "", note="not installed"))
            continue
        try:
            found += peer.measure(sizes)
        except Exception as error:
            found.append(Figure(peer.PACKAGE, "", note=f"does not run here: {type(error).__name__}: {error}"[:100]))
    return found
