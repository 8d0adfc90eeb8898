"""Settings of the server: what ``paizhuo serve`` was told, or ``PAIZHUO_*`` in the environment."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from paizhuo.errors import PaizhuoError, Phrase, as_json, wrong

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

DEFAULT_PORT = 8000
WILDCARDS = ("", "0.0.0.0", "::")  # every address of the machine
_PREFIX = "PAIZHUO_"
_HOST_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?")


class SettingError(PaizhuoError, ValueError):
    """A setting that cannot be used. ``name`` is the option or the variable that holds it."""

    def __init__(self, name: str, value: object, expected: str) -> None:
        super().__init__(name, value, expected)
        self.name, self.value, self.expected = name, value, expected

    def message(self) -> Phrase:
        return wrong(self.name, self.expected, as_json(self.value))


@dataclass(frozen=True, slots=True)
class Rate:
    """``burst`` at once, then ``a_second`` more."""

    a_second: float
    burst: int


@dataclass(frozen=True, slots=True)
class Limits:
    """What one address (an IPv6 one counts by its /64) or one connection may ask for."""

    requests: Rate = Rate(20, 240)
    rooms: Rate = Rate(1 / 60, 12)  # made
    codes: Rate = Rate(1 / 10, 12)  # guessed
    codes_of_all: Rate = Rate(5, 60)  # guessed by all addresses together
    passwords: Rate = Rate(1 / 10, 12)
    joins: Rate = Rate(1 / 3, 20)
    uploads: Rate = Rate(1 / 10, 6)  # logs to be verified
    replays: Rate = Rate(2, 30)  # finished hands, played again for their page
    drills: Rate = Rate(2, 40)  # questions of the score quiz, and answers to them
    settles: Rate = Rate(10, 240)  # told hands, settled or looked at; a table of what-ifs counts as several
    boards: Rate = Rate(1 / 60, 20)  # scoreboards made
    syncs: Rate = Rate(10, 240)  # visits of a scoreboard's pages; each 16 operations count as one more
    openings: Rate = Rate(2, 60)  # WebSockets opened
    sockets: int = 64  # WebSockets open at a time
    connections: int = 200  # TCP connections open at a time
    messages: Rate = Rate(8, 60)  # of one WebSocket
    messages_of_address: Rate = Rate(64, 480)
    bytes_in: Rate = Rate(8 * 1024, 64 * 1024)  # of one WebSocket
    bytes_of_address: Rate = Rate(64 * 1024, 512 * 1024)
    strikes: int = 12  # messages not understood or too many, before a WebSocket is closed
    local_factor: int = 200  # how much more a loopback address may


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. Lists hold what is allowed beside the defaults."""

    data_dir: Path
    db: str = ""  # empty: SQLite in the data folder
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    allow_host: tuple[str, ...] = ()  # names under which the server may be asked for
    allow_origin: tuple[str, ...] = ()  # other sites whose pages may talk to it
    trust_proxy: tuple[str, ...] = ()  # addresses or networks whose forwarding headers are believed
    metrics_from: tuple[str, ...] = ("127.0.0.0/8", "::1/128")
    retention_days: int = 30  # a finished or left room stays as long; 0 = for ever
    board_retention_days: int = 365  # a scoreboard stays as long after its last entry; 0 = for ever
    log_level: str = "info"
    log_format: str = "auto"  # json, text; auto = text on a terminal
    drain_seconds: float = 6.0  # for rooms to finish; sockets and requests get two more
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        for name in self.allow_host:
            if not _is_host(name):
                raise SettingError("--allow-host", name, Phrase("a host name or an address, without a port"))
        for origin in self.allow_origin:
            if not re.fullmatch(r"https?://[^/\s?#@]+", origin):
                raise SettingError("--allow-origin", origin, Phrase("an origin such as https://example.org"))
        for name, values in (("--trust-proxy", self.trust_proxy), ("--metrics-from", self.metrics_from)):
            for value in values:
                network(value, name)
        if not 0 <= self.port <= 65535:
            raise SettingError(
                "--port", self.port, Phrase("a whole number from {least} to {most}", least=0, most=65535)
            )
        for name, days in (
            ("--retention-days", self.retention_days),
            ("--board-retention-days", self.board_retention_days),
        ):
            if days < 0:
                raise SettingError(name, days, Phrase("a number of days, 0 for ever"))
        for name, value, choices in (
            ("--log-level", self.log_level, ("debug", "info", "warning", "error")),
            ("--log-format", self.log_format, ("auto", "json", "text")),
        ):
            if value not in choices:
                raise SettingError(name, value, " · ".join(choices))

    @property
    def database(self) -> str:
        """The database's URL."""
        return self.db or f"sqlite:///{self.data_dir / 'server.sqlite'}"

    @property
    def binds_all(self) -> bool:
        """Is it open to other machines at every address?"""
        return self.host in WILDCARDS


def network(text: str, name: str) -> Network:
    """An address or a network of addresses."""
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        expected = Phrase("an address or a network such as 10.0.0.0/8")
        raise SettingError(name, text, expected) from None


def within(address: str, networks: tuple[Network, ...]) -> bool:
    """Does the address lie in one of the networks?"""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return any((mapped or found) in each or found in each for each in networks)


def from_environment(environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The settings that ``PAIZHUO_DB``, ``PAIZHUO_ALLOW_HOST`` … hold; lists are separated by commas."""
    given = os.environ if environment is None else environment
    found: dict[str, Any] = {}
    for setting in fields(Settings):
        text = given.get(_PREFIX + setting.name.upper())
        if text is None or setting.name == "limits":
            continue
        found[setting.name] = _read(setting.name, str(setting.type), text)
    return found


def _read(name: str, kind: str, text: str) -> Any:
    if kind.startswith("tuple"):
        return tuple(word.strip() for word in text.split(",") if word.strip())
    try:
        if kind == "Path":
            return Path(text)
        return {"int": int, "float": float}.get(kind, str)(text)
    except ValueError:
        raise SettingError(_PREFIX + name.upper(), text, Phrase("a number that can be read")) from None


def _is_host(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return len(name) < 254 and _HOST_NAME.fullmatch(name.lower()) is not None
    return True
