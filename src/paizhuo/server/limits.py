"""How much one address may ask for: rates by the time at which the next request is due, and counts of what is open."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from paizhuo.server.config import Limits, Rate

Now = Callable[[], float]

MOST_KEYS: Final = 50_000  # addresses that one rate remembers
_SWEEP: Final = 1_000  # requests between two looks for addresses that are at rest again


class Pace:
    """A rate for many keys. Kept is one number a key: when its burst will be whole again (GCRA)."""

    __slots__ = ("_burst", "_due", "_each", "_now", "_until_sweep")

    def __init__(self, rate: Rate, factor: float = 1, now: Now = time.monotonic) -> None:
        self._each = 1 / (rate.a_second * factor)
        self._burst = rate.burst * factor * self._each
        self._due: dict[str, float] = {}
        self._now = now
        self._until_sweep = _SWEEP

    def take(self, key: str, cost: float = 1) -> float:
        """Take ``cost`` if it is there. Returns 0, or the seconds after which it will be."""
        now = self._now()
        due = max(self._due.get(key, now), now) + cost * self._each
        late = due - now - self._burst
        if late > 1e-9:
            return late
        self._due[key] = due
        self._until_sweep -= 1
        if self._until_sweep <= 0 or len(self._due) > MOST_KEYS:
            self._sweep(now)
        return 0.0

    def _sweep(self, now: float) -> None:
        self._until_sweep = _SWEEP
        self._due = {key: due for key, due in self._due.items() if due > now}
        if len(self._due) > MOST_KEYS:  # the ones nearest to rest are forgotten
            busiest = sorted(self._due.items(), key=lambda pair: -pair[1])[: MOST_KEYS // 2]
            self._due = dict(busiest)

    def __len__(self) -> int:
        return len(self._due)


class Single:
    """A rate for one key: a connection's own."""

    __slots__ = ("_burst", "_due", "_each", "_now")

    def __init__(self, rate: Rate, factor: float = 1, now: Now = time.monotonic) -> None:
        self._each = 1 / (rate.a_second * factor)
        self._burst = rate.burst * factor * self._each
        self._due = 0.0
        self._now = now

    def take(self, cost: float = 1) -> float:
        """As :meth:`Pace.take`."""
        now = self._now()
        due = max(self._due, now) + cost * self._each
        late = due - now - self._burst
        if late > 1e-9:
            return late
        self._due = due
        return 0.0


class Open:
    """How many of something an address holds open."""

    __slots__ = ("_count", "_most")

    def __init__(self, most: int) -> None:
        self._most = most
        self._count: dict[str, int] = {}

    def enter(self, key: str, factor: int = 1) -> bool:
        """One more, if that is allowed."""
        count = self._count.get(key, 0)
        if count >= self._most * factor:
            return False
        self._count[key] = count + 1
        return True

    def leave(self, key: str) -> None:
        """One less."""
        left = self._count.get(key, 0) - 1
        if left > 0:
            self._count[key] = left
        else:
            self._count.pop(key, None)

    @property
    def total(self) -> int:
        return sum(self._count.values())


class Guard:
    """All limits of the server. Addresses of the machine itself have wider ones, so that a table at home has none."""

    def __init__(self, limits: Limits, now: Now = time.monotonic) -> None:
        self.limits = limits
        self._now = now
        names = (
            "requests", "rooms", "codes", "passwords", "joins", "uploads", "replays", "drills", "openings",
            "boards", "syncs", "settles",
            "messages_of_address", "bytes_of_address",
        )  # fmt: skip
        self._paces = {name: Pace(getattr(limits, name), 1, now) for name in names}
        self._local = {name: Pace(getattr(limits, name), limits.local_factor, now) for name in names}
        self._codes = Single(limits.codes_of_all, 1, now)
        self.sockets = Open(limits.sockets)
        self.connections = Open(limits.connections)

    def take(self, name: str, address: str, cost: float = 1) -> float:
        """0, or the seconds after which this address may."""
        paces = self._local if is_local(address) else self._paces
        return paces[name].take(key_of(address), cost)

    def guess_code(self, address: str) -> float:
        """A guess at a room's code: limited for the address and, since codes are short, for all together."""
        wait = self.take("codes", address)
        return wait or (0.0 if is_local(address) else self._codes.take())

    def own(self, rate: Rate, address: str) -> Single:
        """A connection's own rate."""
        return Single(rate, self.factor(address), self._now)

    def factor(self, address: str) -> int:
        return self.limits.local_factor if is_local(address) else 1


@lru_cache(maxsize=4096)
def key_of(address: str) -> str:
    """An IPv6 address counts by its /64: one household has that many."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)).network_address)
    return address


@lru_cache(maxsize=4096)
def is_local(address: str) -> bool:
    """Is it this machine itself?"""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)
