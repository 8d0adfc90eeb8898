"""Make ``tests/golden/database_N.sqlite``: what a server of schema N leaves behind when it is killed in mid-hand.

    python scripts/database_fixture.py [FILE]

Two rooms: one on a match of Nanchang with one hand finished and the next in play, one that waits for players. From
schema 2 on a scoreboard with two hands, and what was settled of them. Every later version must open the file and go on.
A file that is there is never written again: once released, a schema stays as it is.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import time
from pathlib import Path

import msgspec

from paizhuo.boards.board import settled
from paizhuo.boards.dealing import Results
from paizhuo.boards.operations import public_name, read_operation, read_setup
from paizhuo.logs.write import Played, commitment, secret_line
from paizhuo.server import proposals, wire
from paizhuo.server.boards import hashes_of
from paizhuo.server.members import Config, RowData
from paizhuo.server.names import new_id
from paizhuo.server.schema import HEAD
from paizhuo.server.starts import start_data
from paizhuo.server.state import RoomState
from paizhuo.server.store import FinishedHand, RoomSummary, Row, Store
from paizhuo.signature import SIGNATURE
from paizhuo.simulation import Bot

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"
LIVE_ANSWERS = 12  # of the second hand


class Writer:
    """A room that is played as the server would: judge, append, apply."""

    def __init__(self, store: Store, config: Config) -> None:
        self.store = store
        self.config = config
        self.room = new_id()
        self.state = RoomState()
        self.bot = Bot("steady", seed=7)

    async def create(self) -> None:
        """The room and its maker."""
        first = self._rows([("create", msgspec.to_builtins(self.config))])
        await self.store.create_room(self.room, self.config.code, self.config.public, first[0].at, first)
        self._apply(first)
        await self.join("小明")

    async def join(self, name: str) -> None:
        """One more person."""
        await self.append(proposals.join_rows(self.state, name, False))

    async def append(self, told: list[RowData], finished: FinishedHand | None = None) -> None:
        """Rows, and what the lobby shows after them."""
        rows = self._rows(told)
        self._apply(rows)
        await self.store.append(self.room, 1, rows, finished=finished, card=self._card())

    async def play(self, answers: int) -> None:
        """So many answers by the bot, or until the hand is over."""
        for _ in range(answers):
            game, streams = self.state.game, self.state.streams
            assert game is not None and streams is not None
            seat = game.awaiting()[0]
            draft = proposals.Draft(self.state)
            draft.play(seat, self.bot.choose(game, seat), "person" if seat < 2 else "bot", streams.decisions[seat])
            draft.close()
            if not draft.game.over:
                await self.append(draft.rows)
                continue
            await self.append(draft.rows, self._finished(draft))
            return

    def _finished(self, draft: proposals.Draft) -> FinishedHand:
        game, state, end = draft.game, self.state, draft.rows[-1][1]
        return FinishedHand(
            id=end["id"],
            room=self.room,
            match=state.match,
            number=state.hand,
            finished_at=now(),
            game=state.config.game,
            preset=state.config.preset,
            options=dict(state.rules.options),
            names=tuple(state.seat_names()),
            engine=SIGNATURE,
            length={"hands": 8},
            start=start_data(game.start),
            history=game.history,
            scores=tuple(game.scores),
            totals=tuple(old + new for old, new in zip(state.totals, game.scores, strict=True)),
            commitment=commitment(secret_line(state.rules, Played(state.hand, game.start, ()))),
        )

    def _rows(self, told: list[RowData]) -> list[Row]:
        return [Row(self.room, self.state.seq + n, kind, now(), data) for n, (kind, data) in enumerate(told, 1)]

    def _apply(self, rows: list[Row]) -> None:
        for row in rows:
            self.state.apply(row.seq, row.kind, row.at, row.data)

    def _card(self) -> RoomSummary:
        state, config = self.state, self.config
        return RoomSummary(
            room=self.room,
            phase=state.phase,
            title=config.title,
            game=config.game,
            preset=config.preset,
            host=state.people[state.host].name if state.host is not None else "",
            people=sum(seat.person is not None for seat in state.seats),
            free=sum(seat.person is None and seat.bot is None for seat in state.seats),
            password=bool(config.password),
            spectators=config.spectators,
            locked=state.locked,
        )


def now() -> int:
    return time.time_ns() // 1_000_000


async def make_board(store: Store) -> None:
    """A scoreboard whose three keys follow from ``h`` 22 times: a case, and plain points from another phone."""
    board, setup = "b" * 22, read_setup({"names": ["小明", "Ann", "阿梅", "老赵"], "game": "nanchang", "dealer": 3})
    case = {
        "indicator": "5z",
        "seats": [{"hand": "333m555567p22z57z"}, {"melds": ["peng 9s", "chi 123s", "an 1p"], "river": "3m7z"}, {}, {}],
        "end": {"by": "discard", "winners": [0], "from": 1, "tile": "6z"},
    }
    points = {"entry": "points", "points": [-3, 1, 1, 1], "end": {"by": "exhausted"}}
    told = [
        {"id": "1" * 22, "kind": "add", "hand": "a" * 22, "body": {"entry": "case", "case": case}},
        {"id": "2" * 22, "kind": "add", "hand": "c" * 22, "after": "a" * 22, "body": points},
    ]
    await store.boards.create(board, hashes_of("h" * 22), setup, now())
    ops = [
        read_operation(one, device=public_name(str(place) * 22), role="write", at=now())
        for place, one in enumerate(told)
    ]
    await store.boards.append(board, 0, ops)
    results = Results()
    settled(setup, ops, results)
    await store.boards.keep(board, 0, [(hand, key, found) for (hand, key, _), found in results.used.items()])


async def make(path: Path) -> None:
    store = await Store.open(f"sqlite:///{path}")
    eight = wire.Length(hands=8)
    friends = Config(
        code="KEPT22",
        game="nanchang",
        preset="classic",
        options={"gang_an": 4},
        length=eight,
        title="周末牌局",
        clock=wire.ClockRules(),
    )
    played = Writer(store, friends)
    await played.create()
    await played.join("Ann")
    await played.append(proposals.start_rows(played.state))
    await played.play(1_000)
    await played.append(proposals.next_hand_rows(played.state))
    await played.play(LIVE_ANSWERS)
    if played.state.phase != "playing":
        raise SystemExit("the second hand was over at once; try again")
    waiting = Writer(
        store, Config(code="KEPT33", game="xinyu", preset="classic", options={}, length=eight, public=True)
    )
    await waiting.create()
    await make_board(store)
    await store.close()
    file = sqlite3.connect(path)  # everything into the one file
    file.execute("PRAGMA journal_mode = DELETE")
    file.execute("VACUUM")
    file.close()


def main(arguments: list[str]) -> int:
    path = Path(arguments[0]) if arguments else GOLDEN / f"database_{int(HEAD)}.sqlite"
    if path.exists():
        print(f"{path} is there already: a schema that was released does not change")
        return 1
    asyncio.run(make(path))
    path.chmod(0o644)
    print(f"{path}: {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
