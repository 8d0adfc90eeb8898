"""Several hands: who deals, floors 爬楼, running scores, how long it goes on."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from paizhuo import arguments, engine
from paizhuo.action import Action
from paizhuo.errors import PaizhuoError, Phrase, as_json, wrong
from paizhuo.game import HIGHEST_FLOOR, Game, Start
from paizhuo.rules import Rules
from paizhuo.signature import SIGNATURE
from paizhuo.wall import first_dealer, highest_roll

DEFAULT_HANDS = 8
LONGEST = 100_000  # hands or rounds of one match
LONGEST_NAME = 60
STATE_VERSION = 1
NAMES = ("0", "1", "2", "3")


class MatchError(PaizhuoError, ValueError):
    """A match that cannot be, or a saved one that cannot be taken up again. ``where`` names the part."""

    def __init__(self, where: str, expected: str, found: str = "") -> None:
        super().__init__(where, expected, found)
        self.where = where
        self.expected = expected
        self.found = found

    def message(self) -> Phrase:
        found = Phrase("{json}", json=self.found) if self.found else ""
        return wrong(Phrase("match, {where}", where=self.where), self.expected, found)


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A finished hand of a match."""

    number: int  # from 0
    start: Start
    history: tuple[tuple[int, int], ...]  # every answer: (seat, action number)
    scores: tuple[int, ...]  # points of this hand, per seat
    winner: int | None  # of several the first after the giver
    next_dealer: int
    winners: tuple[int, ...] = ()  # all of them


@dataclass(frozen=True, slots=True)
class Opening:
    """Who deals first, drawn from the first hand's key so that it can be checked later.

    NC-SEAT-01, XY-DLR-01, NCH-DLR-01.
    """

    dealer: int
    roll: tuple[int, int] | None  # seat 0's two dice; None where he does not roll
    rolls: tuple[tuple[int, ...], ...] = ()  # where all roll: a die for each still in the running, in seat order


def opening(rules: Rules, key: bytes) -> Opening:
    """The first dealer of a match whose first hand has this key; nothing of the key can be told from it."""
    how = rules.first_dealer
    if how == "seat0":
        return Opening(0, None)
    stream = hashlib.sha256(b"paizhuo first dealer" + key).digest()
    if how == "random":
        return Opening(stream[0] % 4, None)
    if how == "highest_roll":
        return _highest(key)
    fair = [byte % 6 + 1 for byte in stream if byte < 252] + [1, 1]
    roll = (fair[0], fair[1])
    return Opening(first_dealer(roll), roll)


def _highest(key: bytes) -> Opening:
    """NCH-DLR-01: all roll, ties roll again."""
    rolls: list[tuple[int, ...]] = []
    running = 4
    block = 0
    dice: list[int] = []
    while running > 1:
        while len(dice) < running:
            stream = hashlib.sha256(b"paizhuo first dealer" + key + block.to_bytes(4, "big")).digest()
            dice += [byte % 6 + 1 for byte in stream if byte < 252]
            block += 1
        roll, dice = tuple(dice[:running]), dice[running:]
        rolls.append(roll)
        running = roll.count(max(roll))
    dealer = highest_roll(rolls)
    assert dealer is not None
    return Opening(dealer, None, tuple(rolls))


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a match has come. It needs no hand: what was booked is enough."""

    first_dealer: int
    hands: int | None  # its length in hands
    rounds: int | None  # or in rounds
    played: int = 0  # hands
    rounds_played: int = 0
    scores: tuple[int, ...] = (0, 0, 0, 0)

    @property
    def over(self) -> bool:
        """Was the last hand the last one?"""
        return self.played >= self.hands if self.hands is not None else self.rounds_played >= (self.rounds or 1)

    def after(self, dealer: int, following: int, scores: Iterable[int]) -> Standing:
        """With one more hand, dealt by ``dealer``; ``following`` deals next."""
        return replace(
            self,
            played=self.played + 1,
            rounds_played=self.rounds_played + (following == self.first_dealer != dealer),
            scores=tuple(total + points for total, points in zip(self.scores, scores, strict=True)),
        )


def following_start(game: Game) -> Start:
    """Dealer, floor (NC-PL-01) and the indicator to look back at (NC-SX-03) of the hand after this one; no key yet."""
    following = game.next_dealer
    assert following is not None
    zheng = game.jing[0] if game.jing is not None else None
    return start_after(game.rules, game.start.floor, game.dealer, game.won_by, following, zheng)


def start_after(
    rules: Rules, floor: int, dealer: int, won_by: int | None, following: int, indicator: int | None
) -> Start:
    """The same of a hand that was not played here, but told: the engine has said that ``following`` deals next."""
    if won_by == dealer:
        floor = min(floor + 1, HIGHEST_FLOOR)
    else:
        floor = max(1, floor - 1) if rules.options.get("floors") == "slow" else 1
    previous = indicator if rules.looks_back else None
    return Start(following, floor=floor if rules.plays_floors else 1, previous_indicator=previous)


class Match:
    """Several hands at one table.

    ``hands`` (8 where neither is told) or ``rounds`` say how long it is; a round ends when the deal comes back to the
    first dealer after leaving him. With ``seed`` hand n has the key of (seed, n); without, the operating system draws
    every key (a :class:`~paizhuo.game.Game` alone never does). ``keys`` hands them in (a replayed log).

    ``match.game`` is the hand in play; when it is over :meth:`finish_hand` books it and deals the next one.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        hands: int | None = None,
        rounds: int | None = None,
        seed: int | str | None = None,
        names: tuple[str, ...] = NAMES,
        keys: Iterable[bytes] | None = None,
    ) -> None:
        self.rules = arguments.instance("rules", rules, Rules)
        hands, rounds = checked_length(hands, rounds)
        self.seed = None if seed is None else arguments.seed(seed)
        self.names = checked_names(names)
        self._keys = None if keys is None else _iterator(keys)
        self.records: list[HandRecord] = []
        key = self._key_of(0)
        self.opening = opening(rules, key)
        self.standing = Standing(self.opening.dealer, hands, rounds)
        self.game = Game.of(rules, Start(self.opening.dealer, key))
        self.last_game: Game | None = None  # the hand booked last

    def _key_of(self, number: int) -> bytes:
        """The key of the next hand, which has this number."""
        if self._keys is not None:
            key = next(self._keys, None)
            if key is None:
                raise MatchError("keys", Phrase("one a hand"), Phrase("none for hand {number}", number=number))
            return arguments.key(key, f"match, key of hand {number}")
        if self.seed is not None:
            return engine.key_of_hand(self.seed, number)
        return secrets.token_bytes(32)

    @property
    def hands(self) -> int | None:
        """Its length in hands; None where rounds are counted."""
        return self.standing.hands

    @property
    def rounds(self) -> int | None:
        """Its length in rounds; None where hands are counted."""
        return self.standing.rounds

    @property
    def scores(self) -> list[int]:
        """Points of the booked hands, per seat."""
        return list(self.standing.scores)

    @property
    def rounds_played(self) -> int:
        return self.standing.rounds_played

    @property
    def length(self) -> dict[str, int]:
        """``{"hands": 8}`` or ``{"rounds": 1}``."""
        return {"hands": self.hands} if self.hands is not None else {"rounds": self.rounds or 1}

    @property
    def number(self) -> int:
        """Number of the hand in play, from 0."""
        return len(self.records) - (1 if self.over else 0)

    @property
    def over(self) -> bool:
        """Has the last hand been booked?"""
        return self.standing.over

    def play(self, seat: int, what: int | str | Action) -> HandRecord | None:
        """Play in the hand at the table; an answer that ends it books it and deals the next one."""
        self.game.play(seat, what)
        return self.finish_hand() if self.game.over else None

    def finish_hand(self) -> HandRecord:
        """Book the finished hand and, unless that was the last one, deal the next."""
        if self.over:
            raise PaizhuoError(Phrase("match: it is over; expected no further hand"))
        game = self.game
        if not game.over:
            raise PaizhuoError(Phrase("match: the hand is not over yet; expected an answer of the awaited seats first"))
        start = following_start(game)
        scores = tuple(game.scores)
        record = HandRecord(
            len(self.records), game.start, game.history, scores, game.won_by, start.dealer, game.winners
        )
        standing = self.standing.after(game.dealer, start.dealer, scores)
        if not standing.over:  # first, so that nothing is booked where there is no key
            self.game = Game.of(self.rules, replace(start, key=self._key_of(record.number + 1)))
        self.records.append(record)
        self.standing = standing
        self.last_game = game
        return record

    # --- saving ------------------------------------------------------------------------------------------------

    def to_state(self) -> dict[str, Any]:
        """All of it as JSON values; :meth:`from_state` goes on at the same answer. It holds the keys: a secret."""
        hands = [(record.start, record.history) for record in self.records]
        if not self.over:
            hands.append((self.game.start, self.game.history))
        return {
            "match": STATE_VERSION,
            "engine": SIGNATURE,
            "rules": self.rules.name,
            "preset": self.rules.preset,
            "options": dict(self.rules.options),
            "names": list(self.names),
            "length": self.length,
            "seed": self.seed,
            "hands": [
                {"key": start.key.hex() if start.key else "", "answers": [list(answer) for answer in history]}
                for start, history in hands
            ],
        }

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Match:
        """Take a saved match up again; MatchError says what is wrong with it."""
        try:
            return _restored(cls, state)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            if isinstance(error, PaizhuoError):
                raise
            raise MatchError(
                Phrase("saved state"), Phrase("an object as Match.to_state makes it"), arguments.described(error)
            ) from None


def _restored(kind: type[Match], state: Mapping[str, Any]) -> Match:
    if state["match"] != STATE_VERSION:
        raise MatchError(
            Phrase("saved state"), Phrase("version {number}", number=STATE_VERSION), as_json(state["match"])
        )
    rules = Rules(state["rules"], state["preset"], state["options"])
    keys = [bytes.fromhex(hand["key"]) for hand in state["hands"]]
    if not keys:
        raise MatchError(Phrase("saved state"), Phrase("at least one hand"))
    seed = state["seed"]
    if not (seed is None or isinstance(seed, str) or type(seed) is int):
        raise MatchError(Phrase("saved state"), Phrase("a seed that is a number, a text or null"), as_json(seed))
    match = kind(rules, **state["length"], names=tuple(state["names"]), keys=iter(keys))
    for number, hand in enumerate(state["hands"]):
        for place, (seat, action) in enumerate(hand["answers"]):
            try:
                match.game.play(seat, arguments.whole("answer", action, 0, arguments.MOST))
            except PaizhuoError as error:
                where = Phrase("hand {number}, answer {place}", number=number, place=place)
                same = state["engine"] == SIGNATURE
                note = "" if same else Phrase("; it was saved by another version of the engine")
                raise MatchError(
                    where, Phrase("an answer that the rules allow{note}", note=note), error.message()
                ) from None
        last = number == len(keys) - 1
        if match.over or (last and not match.game.over):
            continue
        if last:
            match._keys, match.seed = None, seed
        match.finish_hand()
    match._keys, match.seed = None, seed
    return match


def checked_length(hands: int | None, rounds: int | None) -> tuple[int | None, int | None]:
    """The length as it is kept; MatchError for one that cannot be."""
    if hands is not None and rounds is not None:
        raise MatchError("length", Phrase("either hands or rounds, not both"))
    for name, value in (("hands", hands), ("rounds", rounds)):
        if value is not None and (type(value) is not int or not 1 <= value <= LONGEST):
            raise MatchError(
                name, Phrase("a whole number from {least} to {most}", least=1, most=LONGEST), arguments.described(value)
            )
    return (DEFAULT_HANDS, None) if hands is None and rounds is None else (hands, rounds)


def _iterator(keys: object) -> Iterator[object]:
    """The keys one by one; each is checked when its turn comes."""
    if not isinstance(keys, Iterable):
        raise MatchError("keys", Phrase("keys of 32 bytes, one a hand"), arguments.described(keys))
    return iter(keys)


def checked_names(names: object) -> tuple[str, ...]:
    """The four names; MatchError for anything else."""
    told = names if isinstance(names, Sequence) and not isinstance(names, str) else ()
    good = [name for name in told if isinstance(name, str) and len(name) <= LONGEST_NAME and name.isprintable()]
    if len(told) != 4 or len(good) != 4:
        expected = Phrase("four printable names of at most {count} characters", count=LONGEST_NAME)
        raise MatchError("names", expected, arguments.described(names))
    return tuple(good)
