"""Pairs of hands that one seat cannot tell apart: other hidden tiles, the same open play.

A hand is played; then hidden tiles are exchanged (other hands, tiles that others drew, the wall) and the open moves
are played again: every discard, gang and claim that could be seen. Whoever is asked in one of the two hands only
passes, which nobody sees. What the observed seat is told at each of its decisions must not differ by one letter.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from paizhuo.cases.reader import open_case
from paizhuo.cases.scenario import open_scenario
from paizhuo.core.actions import A_BAI, A_PIAO, ACTIONS
from paizhuo.core.choices import AN_GANG_SHOWN_AFTER_ROUND, AN_GANG_SHOWN_AT_ONCE
from paizhuo.core.layout import ACT, BAOJIAO, CLAIM, PIAO, ROB
from paizhuo.errors import IllegalAction
from paizhuo.game import Game
from paizhuo.tiles import format_tiles, parse_tiles

Case = dict[str, Any]

EVENTS_EVERY = 5  # reading all events is slow: at every fifth decision and the last one


class Told(AssertionError):
    """The observed seat was told something that it cannot know."""


class Impossible(Exception):
    """The other tiles do not allow the same open play: no pair."""


@dataclass
class Move:
    """A move on somebody's own turn, and how the window after it was answered."""

    seat: int
    text: str
    own_answer: str | None = None  # of the observed seat, None = not asked
    claim: tuple[int, str] | None = None  # what another seat was seen to claim


@dataclass
class Snapshot:
    """Everything that the observed seat can ask for at one of its decisions."""

    view: Any
    legal: list[str]
    reasons: list[object]
    events: list[dict[str, Any]] | None


@dataclass
class First:
    """The hand that was played first."""

    case: Case
    floor: int
    seat: int
    opening: list[object]  # what was paid on the dealt tiles: everybody sees it
    before: dict[tuple[int, int], str] = field(default_factory=dict)  # answers before play: phase, seat → text
    moves: list[Move] = field(default_factory=list)
    snapshots: list[Snapshot] = field(default_factory=list)
    asked: list[tuple[int, ...]] = field(default_factory=list)  # others awaited in each window; nobody sees that
    live: list[int] = field(default_factory=list)  # who drew each of the draws
    replaced: list[int] = field(default_factory=list)  # who drew each of the replacements, -1 = put aside
    kept: list[Counter[int]] = field(default_factory=list)  # what each seat still conceals at the end
    gangs: list[tuple[int, int]] = field(default_factory=list)  # face-down gangs: move, kind


def acting(game: Game) -> bool:
    """Does the hand wait for a seat's own turn?"""
    return bool(game.arrays.tables[0].phase == ACT)


def window_open(game: Game) -> bool:
    """Does the hand wait for answers about a tile?"""
    return bool(game.arrays.tables[0].phase in (CLAIM, ROB))


def before_play(game: Game) -> int:
    """The phase, if everybody is asked before play; else 0."""
    phase = int(game.arrays.tables[0].phase)
    return phase if phase in (PIAO, BAOJIAO) else 0


def paid(game: Game) -> list[object]:
    return [(line.clause, line.giver, line.taker, line.points) for line in game.ledger]


def asked_numbers(decision: int) -> list[int]:
    """Which actions are asked about at a decision: a third of all numbers each time, of 摆 fewer."""
    return [*range(decision % 3, A_PIAO, 3), *range(A_PIAO, A_BAI), *range(A_BAI + decision % 41, ACTIONS, 41)]


def look(game: Game, seat: int, decision: int) -> Snapshot:
    every = decision % EVENTS_EVERY == 0
    return Snapshot(
        game.view(seat),
        [str(action) for action in game.actions(seat)],
        [game.why_not(seat, number) for number in asked_numbers(decision)],
        game.events(seat) if every else None,
    )


# --- the first hand -----------------------------------------------------------------------------------------------


def _turn_choice(rng: Random, game: Game, seat: int, observed: bool) -> str:
    legal = sorted(str(action) for action in game.actions(seat))
    if "hu" in legal and rng.random() < 0.04:
        return "hu"
    for verb, chance in (("gang", 0.8), ("jingdiao", 0.4), ("bai", 0.4)):
        found = [text for text in legal if text.startswith(verb)]
        if found and rng.random() < chance:
            return rng.choice(found)
    drawn = int(game.arrays.tables[0].drawn)
    if drawn >= 0 and rng.random() < (0.5 if observed else 0.8):
        return f"discard {format_tiles([drawn])}"
    return rng.choice([text for text in legal if text.startswith("discard")])


def _answer_choice(rng: Random, game: Game, seat: int, observed: bool) -> str:
    claims = [text for text in game.legal_texts(seat) if text not in ("pass", "hu")]
    if claims and rng.random() < (0.4 if observed else 0.25):
        return rng.choice(claims)
    wins = "hu" in game.legal_texts(seat) and rng.random() < 0.03
    return "hu" if wins or "pass" not in game.legal_texts(seat) else "pass"


def play_first(rng: Random, case: Case, floor: int, seat: int) -> First:
    """Play a hand to its end and keep what is needed to play it again."""
    game = open_scenario(open_case(case), floor=floor)
    first = First(case, floor, seat, paid(game))
    while before_play(game):
        actor = rng.choice(game.awaiting())
        if actor == seat:
            first.snapshots.append(look(game, seat, len(first.snapshots)))
        first.before[before_play(game), actor] = answer = rng.choice(game.legal_texts(actor))
        game.play(actor, answer)
    while not game.over:
        if acting(game):
            actor = game.awaiting()[0]
            if actor == seat:
                first.snapshots.append(look(game, seat, len(first.snapshots)))
            text = _turn_choice(rng, game, actor, actor == seat)
            if text.startswith("gang") and game.table_hands()[actor].count(parse_tiles(text[5:])[0]) == 4:
                first.gangs.append((len(first.moves), parse_tiles(text[5:])[0]))
            first.moves.append(Move(actor, text))
            game.play(actor, text)
            first.asked.append(_others(game, seat))
        else:
            _answer_window(rng, game, first)
    _who_drew(game, first)
    first.kept = [Counter(hand) for hand in game.table_hands()]
    return first


def _others(game: Game, seat: int) -> tuple[int, ...]:
    """Whom else an open window waits for."""
    return tuple(other for other in game.awaiting() if other != seat) if window_open(game) else ()


def _answer_window(rng: Random, game: Game, first: First) -> None:
    move = first.moves[-1]
    before = [len(game.melds(seat)) for seat in range(4)]
    answers: dict[int, str] = {}
    while window_open(game):
        seat = rng.choice(game.awaiting())
        if seat == first.seat:
            first.snapshots.append(look(game, seat, len(first.snapshots)))
        answers[seat] = _answer_choice(rng, game, seat, seat == first.seat)
        game.play(seat, answers[seat])
    move.own_answer = answers.get(first.seat)
    for seat, text in answers.items():
        claimed = text.split()[0] in ("chi", "peng", "gang") and len(game.melds(seat)) > before[seat]
        if seat != first.seat and (claimed or (text == "hu" and game.over)):
            move.claim = (seat, text)


def _who_drew(game: Game, first: First) -> None:
    for event in game.events():
        if event["type"] == "aside":
            first.replaced.append(-1)
        elif event["type"] == "draw":
            (first.replaced if event.get("replacement") else first.live).append(event["seat"])


# --- the second hand ----------------------------------------------------------------------------------------------


def other_tiles(rng: Random, first: First) -> Case:
    """The same script with some hidden tiles in other places; no jing among the replacements, where it may lie open."""
    case = first.case
    jing = {kind for snapshot in first.snapshots[:1] for kind in (snapshot.view.zheng, snapshot.view.fu)}
    hands = [parse_tiles(text) for text in case["hands"]]
    draws, replacements = parse_tiles(case["draws"]), parse_tiles(case["replacements"])
    owners = [*first.live, *[-2] * len(draws)][: len(draws)]  # -2: still in the wall
    behind = [*first.replaced, *[-2] * len(replacements)][: len(replacements)]
    hidden = [(hands[seat], at, seat) for seat in range(4) if seat != first.seat for at in range(13)]
    hidden += [(draws, at, owner) for at, owner in enumerate(owners) if owner != first.seat]
    hidden += [(replacements, at, owner) for at, owner in enumerate(behind) if owner not in (first.seat, -1)]
    free = [(part, at) for part, at, owner in hidden if owner == -2 or first.kept[owner][part[at]]]
    for _ in range(rng.choice((1, 2, 3, 5, 8))):
        (one, here), (other, there) = rng.sample(free, 2)
        if (one is replacements or other is replacements) and jing & {one[here], other[there]}:
            continue
        one[here], other[there] = other[there], one[here]
    return _with_tiles(case, hands, draws, replacements)


def _with_tiles(case: Case, hands: list[list[int]], draws: list[int], replacements: list[int]) -> Case:
    def in_order(tiles: list[int]) -> str:
        return " ".join(format_tiles([kind]) for kind in tiles)

    told = {"hands": [format_tiles(hand) for hand in hands]}
    return {**case, **told, "draws": in_order(draws), "replacements": in_order(replacements)}


def other_gang(rng: Random, first: First) -> tuple[Case, int, dict[str, str]] | None:
    """A face-down gang becomes one of another kind: the script, the last move that holds, and what texts become.

    The other kind is one that nobody has seen before some move; all its copies and the gang's change places.
    """
    jing = {kind for snapshot in first.snapshots[:1] for kind in (snapshot.view.zheng, snapshot.view.fu)}
    found = [(at, kind) for at, kind in first.gangs if first.moves[at].seat != first.seat and kind not in jing]
    if not found or not first.snapshots:
        return None
    at, kind = rng.choice(found)
    kinds = first.snapshots[0].view.rules.tile_kinds
    own = {tile for snapshot in first.snapshots for tile in snapshot.view.hand}
    best: tuple[int, int] = (0, -1)
    for other in range(kinds):
        if other in jing or other == kind or other in own or format_tiles([other]) in _named(first.case):
            continue
        best = max(best, (min(_first_seen(first, other), _first_shown(first, at)), other))
    until, other = best
    if until <= at + 1:
        return None
    names = {format_tiles([kind]): format_tiles([other]), format_tiles([other]): format_tiles([kind])}
    swap = {kind: other, other: kind}

    def exchanged(tiles: list[int]) -> list[int]:
        return [swap.get(tile, tile) for tile in tiles]

    case = _with_tiles(
        first.case,
        [exchanged(parse_tiles(hand)) for hand in first.case["hands"]],
        exchanged(parse_tiles(first.case["draws"])),
        exchanged(parse_tiles(first.case["replacements"])),
    )
    return case, until, {f"gang {here}": f"gang {there}" for here, there in names.items()}


def _named(case: Case) -> set[str]:
    """Tiles that lie open from the start."""
    return {case[key] for key in ("indicator", "lower_indicator", "previous_indicator") if key in case}


def _first_seen(first: First, kind: int) -> int:
    """The number of the first move in which a tile of this kind is seen."""
    for at, move in enumerate(first.moves):
        texts = [move.text, *([move.claim[1]] if move.claim else [])]
        words = [word for text in texts for word in text.split()[1:] if word != "show"]
        if any(kind in parse_tiles(word) for word in words):
            return at
    return len(first.moves)


def _first_shown(first: First, gang: int) -> int:
    """The number of the move before which an an gang is turned up: never, or at its owner's next turn, or at once."""
    how = int(first.snapshots[0].view.rules.record[0].an_gang_shown)
    if how != AN_GANG_SHOWN_AFTER_ROUND:
        return gang if how == AN_GANG_SHOWN_AT_ONCE else len(first.moves)
    owner = first.moves[gang].seat
    away = False
    for at, move in enumerate(first.moves[gang:], gang):
        if (away and move.seat == owner) or (move.claim and move.claim[0] == owner):
            return at
        away = away or move.seat != owner
    return len(first.moves)


@dataclass
class Compared:
    decisions: int  # of the observed seat that were compared
    asked_otherwise: bool  # was somebody asked in one of the two hands alone?


def play_again(rng: Random, first: First, case: Case, until: int, names: dict[str, str]) -> Compared:
    """Play the open moves in the other hand; Told where the observed seat notices, Impossible where it cannot be."""
    game = open_scenario(open_case(case), floor=first.floor)
    if paid(game) != first.opening:
        raise Impossible
    seen, otherwise = _before_again(rng, first, game)
    for at, move in enumerate(first.moves[:until]):
        if not acting(game) or game.awaiting() != [move.seat]:
            raise Told(f"move {at}: another seat acts")
        if move.seat == first.seat:
            compare(game, first, seen)
            seen += 1
        melds_before = [len(game.melds(seat)) for seat in range(4)]
        _others_play(game, move.seat, names.get(move.text, move.text), first.seat)
        otherwise = otherwise or _others(game, first.seat) != first.asked[at]
        asked = window_open(game) and first.seat in game.awaiting()
        if asked != (move.own_answer is not None) and not game.over:
            raise Told(f"move {at}: the seat is {'' if asked else 'not '}asked")
        while window_open(game):
            seat = rng.choice(game.awaiting())
            if seat == first.seat:
                compare(game, first, seen)
                seen += 1
                _others_play(game, seat, move.own_answer or "", first.seat)
            else:
                text = move.claim[1] if move.claim and move.claim[0] == seat else "pass"
                _others_play(game, seat, text, first.seat)
        if game.over and at + 1 < until:
            raise Impossible
        if move.claim and not game.over and len(game.melds(move.claim[0])) == melds_before[move.claim[0]]:
            raise Impossible  # the claimer was not asked here
    return Compared(seen, otherwise)


def _before_again(rng: Random, first: First, game: Game) -> tuple[int, bool]:
    """The answers before play, in another order; 报叫 is seen, and nobody sees who was asked about it and passed."""
    seen = 0
    asked = set()
    while phase := before_play(game):
        seat = rng.choice(game.awaiting())
        asked.add((phase, seat))
        if seat == first.seat:
            compare(game, first, seen)
            seen += 1
        _others_play(game, seat, first.before.get((phase, seat), "pass"), first.seat)
    declared = {who for who, text in first.before.items() if text != "pass"}
    if not declared <= asked:
        raise Impossible
    return seen, asked != set(first.before)


def _others_play(game: Game, seat: int, text: str, observed: int) -> None:
    """A move that may be impossible with the other tiles, unless it is the observed seat's own."""
    try:
        game.play(seat, text)
    except IllegalAction as refusal:
        if seat == observed:
            raise Told(str(refusal)) from None
        raise Impossible from None


def compare(game: Game, first: First, decision: int) -> None:
    """What is the observed seat told at this decision, and what was it told in the first hand?"""
    if decision >= len(first.snapshots):
        raise Told(f"decision {decision}: there was none")
    before, now = first.snapshots[decision], look(game, first.seat, decision)
    if now.view != before.view:
        parts = [name for name in before.view.__slots__ if getattr(now.view, name) != getattr(before.view, name)]
        raise Told(f"decision {decision}: view differs in {parts}")
    for name in ("legal", "reasons", "events"):
        if getattr(now, name) != getattr(before, name):
            raise Told(f"decision {decision}: {name} differ: {getattr(before, name)} / {getattr(now, name)}")
