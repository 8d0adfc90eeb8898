"""Record hands for the client's tests: what each viewer was told, and the table that the server would show meanwhile.

    python scripts/recorded.py FOLDER

Hands of every game and preset are played by bots, and the scripted hands of the rules' tests are added, until every
kind of thing that can happen has happened; one JSON file a hand. ``steps`` are the moments between two answers: for
each viewer (seats 0-3, then who sits at none) the number of stream messages so far, the table, and the number of the
decision that is asked of him.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import msgspec

from paizhuo import engine
from paizhuo.cases.scenario import run_scenario
from paizhuo.game import Game, Start
from paizhuo.logs.write import Played, commitment, secret_line, start_line
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.server.viewers import VIEWERS, Limits, Streams, table_seen
from paizhuo.simulation import Bot

SCENARIOS = Path(__file__).resolve().parent.parent / "tests/golden"
HANDS = 24  # of one set of rules that are played in the search
HALF = HANDS // 2  # the first by bots that know the game, the rest by such as do anything

# Rules beside the presets: options under which things happen that presets leave out.
MORE: tuple[tuple[str, str, dict[str, str | int]], ...] = (
    ("nanchang", "classic", {"lower_jing": "open", "look_back": "on", "floors": "fast", "manual_hu": "on"}),
    ("nanchang", "hall", {"lower_jing": "end", "replacement_jing": "take", "gang_on_draw": "yes", "pass_hu": "any"}),
    ("nanchong", "classic", {"an_gang_shown": "at_once", "gang_cash": "rain_wind", "piao_max": 0}),
    (
        "xinyu",
        "classic",
        {"chi": "on", "hu_on": "any", "rob_gang": "on", "gang_points": "at_once", "replacement": "tail"},
    ),
    ("xinyu", "discards", {"multi_hu": "all", "rob_gang": "on", "gang_points": "at_end"}),
)


class Recording(msgspec.Struct):
    """One hand. ``streams[viewer]``: the messages; ``steps[n]``: per viewer [messages told, table, decision]."""

    name: str
    happened: list[str]
    streams: list[list[msgspec.Raw]]
    steps: list[list[tuple[int, msgspec.Raw, int | None]]]


def all_rules() -> Iterator[tuple[str, Rules]]:
    """Every preset of every game, and some more; with a name for its files."""
    for name, system in SYSTEMS.items():
        for preset in system.presets:
            yield f"{name}-{preset}", Rules.of(name, preset, {})
    for number, (name, preset, options) in enumerate(MORE):
        yield f"{name}-{preset}-{number}", Rules.of(name, preset, options)


def happened(game: Game) -> set[str]:
    """Words for the kinds of things that happened in a hand."""
    words: set[str] = set()
    wins = 0
    for event in game.events(None):
        word = event["type"]
        wins += word == "hu"
        if word == "deal":
            words |= {key for key in ("lower", "previous", "floor", "jing", "break") if key in event}
        word += f" {event['kind']}" if "kind" in event else ""
        word += " replacement" if event.get("replacement") else ""
        word += " die" if "die" in event else ""
        word += " from" if "from" in event else ""
        words.add(word)
    if wins > 1:
        words.add(f"{wins} winners")
    words.add(f"end {int(game.arrays.tables[0].end_by)}")
    words |= {f"line {line.kind}" for line in game.ledger}
    return words


def played(rules: Rules, number: int) -> Game:
    """Hand ``number`` of these rules, played to its end."""
    look_back = number % 34 if rules.has("look_back") and rules.options["look_back"] == "on" else None
    floor = 1 + number % 3 if rules.plays_floors else 1
    game = Game.of(rules, Start(number % 4, engine.key_of_hand(11, number), None, floor, look_back))
    names = ("steady",) * 4 if number < HALF else ("random",) * 3 + ("steady",)
    bots = [Bot(name, seed=number * 4 + seat) for seat, name in enumerate(names)]
    while not game.over:
        seat = game.awaiting()[-1]
        game.play(seat, bots[seat].choose(game, seat))
    return game


def record(name: str, game: Game) -> Recording:
    """The same hand once more, written down as the server would tell it."""
    whole = Played(0, game.start, ())
    secret = secret_line(game.rules, whole)
    streams = Streams(0, [0, 0, 0, 0], start_line(game.start, 0) | {"commitment": commitment(secret)})
    again = Game.of(game.rules, game.start)
    recording = Recording(name, sorted(happened(game)), [], [])

    def step() -> None:
        streams.tell(again, Limits(), secret if again.over else None)
        now = []
        for viewer in VIEWERS:
            asked = streams.open[viewer] if viewer >= 0 else None
            table = msgspec.Raw(msgspec.json.encode(table_seen(again, viewer)))
            now.append((len(streams.of(viewer).frames), table, asked.asked.decision if asked else None))
        recording.steps.append(now)

    step()
    for seat, action in game.history:
        again.play(seat, action)
        streams.answered(seat)
        step()
    recording.streams = [[msgspec.Raw(frame) for frame in streams.of(viewer).frames] for viewer in VIEWERS]
    return recording


def hands() -> Iterator[tuple[str, Game, bool]]:
    """Names of hands, the hands, and whether they are kept whatever happens in them."""
    for name, rules in all_rules():
        for number in range(HANDS):
            yield f"{name}-{number}", played(rules, number), number == 0
    for file in sorted(SCENARIOS.glob("*_play.json")):
        for case in json.loads(file.read_text(encoding="utf-8")):
            yield case["id"], run_scenario(case).game, False


def recordings() -> Iterator[Recording]:
    """For every set of rules its first hand, and each hand in which something new happens in its game."""
    seen: dict[str, set[str]] = {}
    for name, game, kept in hands():
        known = seen.setdefault(game.rules.name, set())
        new = happened(game) - known
        if kept or new:
            known |= new
            yield record(name, game)


def main() -> None:
    """Write one file a hand into a folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    for recording in recordings():
        (folder / f"{recording.name}.json").write_bytes(msgspec.json.encode(recording))


if __name__ == "__main__":
    main()
