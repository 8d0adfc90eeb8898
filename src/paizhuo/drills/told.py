"""A hand that bots have played to its end, told as a settlement case: the language of calculator, boards and links."""

from __future__ import annotations

from typing import Any

from paizhuo.cases.told import ENDS
from paizhuo.core import layout as lay
from paizhuo.engine import Arrays
from paizhuo.melds import Meld, melds_of
from paizhuo.rules import Rules
from paizhuo.tiles import format_tiles, kinds_of

_END_NAMES = {number: name for name, number in ENDS.items()}


def case_of(rules: Rules, arrays: Arrays) -> dict[str, Any]:
    """The finished hand as a case with everything that it pays by."""
    table = arrays.tables[0]
    case: dict[str, Any] = {
        "rules": rules.name,
        "preset": rules.preset,
        "options": rules.differences(),
        "dealer": int(table.dealer),
        "seats": [_seat(rules, table, seat) for seat in range(4)],
        "end": _end(rules, table),
    }
    if rules.has_jing:
        case["indicator"] = format_tiles([int(table.zheng)])
        if table.lower_zheng >= 0:
            case["lower_indicator"] = format_tiles([int(table.lower_zheng)])
        if table.chaozhuang:
            case["chaozhuang"] = True
        if rules.lower_jing == "open":
            case["opening_hands"] = [format_tiles(sorted(hand)) for hand in opening_hands(arrays)]
    return case


def opening_hands(arrays: Arrays) -> list[list[int]]:
    """The dealt tiles, of the dealer his fourteenth too."""
    table = arrays.tables[0]
    hands = [[int(tile) for tile in table.dealt[seat]] for seat in range(4)]
    events = arrays.logs[0].rows[: int(table.events)]
    first = next(int(row.tile) for row in events if row.kind == lay.E_DRAW)
    hands[int(table.dealer)].append(first)
    return hands


def waiting_hand(table: Any, seat: int) -> list[int]:
    """Concealed tiles without the won one, which a case tells apart."""
    counts = [int(count) for count in table.hand[seat]]
    if table.winners >> seat & 1:
        counts[int(table.win_tile)] -= 1
    return list(kinds_of(counts))


def _seat(rules: Rules, table: Any, seat: int) -> dict[str, Any]:
    told: dict[str, Any] = {
        "hand": format_tiles(waiting_hand(table, seat)),
        "melds": [meld_text(meld) for meld in melds_of(table, seat)],
        "river": river_text(table, seat),
    }
    if rules.has_piao and table.piao[seat]:
        told["piao"] = int(table.piao[seat])
    if rules.has_baojiao and table.baojiao[seat]:
        told["baojiao"] = True
    if rules.has_bai and table.bai[seat]:
        told["bai"] = {"shown": format_tiles(kinds_of(table.shown[seat].tolist()))}
    return told


def river_text(table: Any, seat: int) -> str:
    """A river in the order of the discards; the tile that was won stands last, so that no other is taken for it."""
    river = [int(tile) for tile in table.river[seat, : int(table.river_count[seat])]]
    if table.end_by == lay.END_DISCARD and table.giver == seat:
        river.append(int(table.win_tile))
    return format_tiles(river, keep_order=True)


def meld_text(meld: Meld) -> str:
    """``chi 789p <8p @2``: claimed tile and giver included."""
    if meld.taken is None or meld.giver is None:
        return str(meld)
    claimed = f" <{format_tiles([meld.taken])}" if meld.kind == "chi" else ""
    return f"{meld}{claimed} @{meld.giver}"


def _end(rules: Rules, table: Any) -> dict[str, Any]:
    by = _END_NAMES[int(table.end_by)]
    end: dict[str, Any] = {"by": by}
    if table.winners:
        giver = max(int(table.giver), 0)
        turns = [(giver + step) % 4 for step in range(4)]
        end["winners"] = [seat for seat in turns if table.winners >> seat & 1]
        end["tile"] = format_tiles([int(table.win_tile)])
    if by in ("discard", "robbed_gang"):
        end["from"] = int(table.giver)
    flags = [flag for flag in rules.system.ends[by] if _flag(table, by, flag)]
    return end | ({"flags": flags} if flags else {})


def _flag(table: Any, by: str, flag: str) -> bool:
    """Has it happened at the end of this hand?"""
    if by not in ("zimo", "discard"):
        return flag == "jingdiao_declared" and bool(table.announced[int(table.winner)])
    drawn = by == "zimo"
    happened = {
        "after_gang": table.after_gang if drawn else table.thrown_after_gang,
        "last_tile": table.last_tile if drawn else table.thrown_last,
        "dealt": table.win_first,
        "first_discard": table.win_first,
        "jingdiao_declared": table.announced[int(table.winner)],
    }
    return bool(happened[flag])
