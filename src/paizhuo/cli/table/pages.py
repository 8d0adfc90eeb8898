"""The other pages over the rivers: keys, log, scores."""

from __future__ import annotations

from paizhuo.cli.cells import padded, wrapped
from paizhuo.cli.table.canvas import Row
from paizhuo.cli.table.happened import told
from paizhuo.cli.table.names import Names
from paizhuo.cli.table.scene import Scene
from paizhuo.ledger import LedgerLine
from paizhuo.match import HandRecord
from paizhuo.rules import Rules
from paizhuo.view import View

_KEYS = (
    "tiles",
    "arrows",
    "enter",
    "hu",
    "gang",
    "peng",
    "chi",
    "announce",
    "piao",
    "baojiao",
    "bai",
    "pass",
    "why",
    "hint",
    "log",
    "scores",
    "keys",
    "speed",
    "quit",
    "scroll",
)


def _has_key(name: str, rules: Rules) -> bool:
    """Some keys are of no use in some games."""
    needs = {
        "chi": rules.has("chi") and rules.options.get("chi") != "off",
        "announce": rules.has("announce_jingdiao"),
        "piao": rules.has_piao,
        "baojiao": rules.has_baojiao,
        "bai": rules.has_bai,
    }
    return needs.get(name, True)


def keys_rows(names: Names, rules: Rules, width: int) -> list[Row]:
    """Every key, and how to read the table."""
    rows: list[Row] = []
    for name in (name for name in _KEYS if _has_key(name, rules)):
        key, what = names.say(f"key.{name}").split("|")
        for place, line in enumerate(wrapped(what, width - 18)):
            rows.append((("  " + padded("" if place else key, 16), "key"), (line, "")))
    rows.append((("", ""),))
    legends = [names.say("key.legend")]
    legends += [names.say("key.legend_jing")] if rules.has_jing else []
    legends += [names.say("key.legend_bai")] if rules.has_bai else []
    for line in "\n".join(filter(None, legends)).split("\n"):
        rows += [(("  " + part, ""),) for part in wrapped(line, width - 4)]
    return rows


def log_rows(scene: Scene, width: int) -> list[Row]:
    """Everything that has happened in this hand, the newest last."""
    rows: list[Row] = []
    for number, line in enumerate(told(scene.events, scene.names), 1):
        for place, part in enumerate(wrapped(line, width - 8)):
            rows.append(((f"{number:>4}  " if place == 0 else " " * 6, "dim"), (part, "")))
    return rows


def score_rows(
    names: Names, records: list[HandRecord], totals: tuple[int, ...], ledger: list[LedgerLine], width: int
) -> list[Row]:
    """Every hand with its points, the sum, and what has been paid in this hand so far."""
    order = [(names.own + step) % 4 for step in range(4)]
    rows: list[Row] = [_columns(names.say("scores.hand"), [names.seat(seat) for seat in order], "strong")]
    for record in records:
        winner = " ".join(names.seat(seat) for seat in record.winners) or names.say("scores.drawn")
        label = names.say("scores.number", number=record.number + 1)
        points = [names.signed(record.scores[seat]) for seat in order]
        rows.append((*_columns(label, points, ""), ("  " + winner, "dim")))
    rows.append(_columns(names.say("scores.total"), [names.signed(totals[seat]) for seat in order], "strong"))
    rows.append((("", ""),))
    rows.append(((names.say("scores.paid" if ledger else "scores.nothing"), "strong" if ledger else "dim"),))
    for line in ledger:
        rows += payment_rows(line, names, width)
    return rows


def jing_rows(view: View, names: Names) -> list[Row]:
    """The turned tile and its successor, and the other jing pairs that everybody knows."""
    rows: list[Row] = []
    if view.zheng is not None and view.fu is not None:
        rows.append(_pair_row(names, "zheng", view.zheng, view.fu))
    if view.lower is not None:
        rows.append(_pair_row(names, "lower", *view.lower))
    if view.previous is not None:
        rows.append(_pair_row(names, "look_back", *view.previous))
    return rows


def declarations(view: View, names: Names, seat: int) -> Row:
    """飘, 报叫 and 摆 of a seat, in a game that has them."""
    flags: list[tuple[str, str]] = []
    if view.piao is not None:
        flags.append((names.say("flag.piao" if view.piao[seat] else "flag.no_piao", count=view.piao[seat]), ""))
    if view.baojiao[seat]:
        flags.append((names.say("flag.baojiao"), "strong"))
    if view.bai[seat]:
        flags.append((names.say("flag.bai"), "strong"))
    return tuple(span for flag in flags for span in (flag, (" ", "")))[:-1]


def _pair_row(names: Names, key: str, first: int, second: int) -> Row:
    """Only the upper pair is gilt: the others are no wildcards."""
    style = "jing" if key == "zheng" else ""
    return (
        (names.say(f"fact.{key}") + " ", "dim"),
        (names.tile(first), style or names.style(first)),
        ("  " + names.say("fact.fu") + " ", "dim"),
        (names.tile(second), style or names.style(second)),
    )


def _columns(label: str, cells: list[str], style: str) -> Row:
    return ((padded(label, 14), style), *((padded(cell, 11, right=True), style) for cell in cells))


def payment_rows(line: LedgerLine, names: Names, width: int) -> list[Row]:
    """One payment: from → to, points, arithmetic, clause; the arithmetic goes on below if it is long."""
    who = names.say("paid", giver=names.seat(line.giver), taker=names.seat(line.taker))
    left = padded(who, 18) + padded(str(line.points), 5, right=True) + "  "
    clause = f" {line.clause}"
    room = width - len(clause) - 25
    rows: list[Row] = []
    for place, part in enumerate(wrapped(line.text(names.lang), room)):
        own = names.own in (line.giver, line.taker)
        if place == 0:
            rows.append(((left, "strong" if own else ""), (padded(part, room), ""), (clause, "dim")))
        else:
            rows.append(((" " * 27 + part, ""),))
    return rows
