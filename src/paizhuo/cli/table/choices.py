"""The legal actions of a seat, sorted by the key that plays them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from paizhuo.action import Action


@dataclass(frozen=True, slots=True)
class Choices:
    """What may be done now. Several gangs, chi and 摆 are told apart by their tiles."""

    hu: Action | None = None
    passing: Action | None = None
    peng: Action | None = None
    gangs: tuple[Action, ...] = ()
    chis: tuple[Action, ...] = ()
    announces: tuple[Action, ...] = ()
    discards: tuple[Action, ...] = ()
    piaos: tuple[Action, ...] = ()  # 飘, from none on
    baojiao: Action | None = None  # 报叫
    bais: tuple[Action, ...] = ()  # 摆: every discard with every set of waits

    @classmethod
    def of(cls, actions: Iterable[Action]) -> Choices:
        found: dict[str, list[Action]] = {}
        for action in actions:
            found.setdefault(action.verb.partition(" ")[0], []).append(action)

        def one(verb: str) -> Action | None:
            return found[verb][0] if verb in found else None

        def all_of(verb: str) -> tuple[Action, ...]:
            return tuple(found.get(verb, ()))

        return cls(
            one("hu"),
            one("pass"),
            one("peng"),
            all_of("gang"),
            all_of("chi"),
            all_of("jingdiao"),
            all_of("discard"),
            all_of("piao"),
            one("baojiao"),
            all_of("bai"),
        )
