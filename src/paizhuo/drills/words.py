"""A question in words: who the players are, and how the hand ended."""

from __future__ import annotations

from paizhuo.drills.drill import Drill
from paizhuo.text import translate
from paizhuo.tiles import parse_tiles, tile_name


def seat_names(lang: str) -> list[str]:
    """The four players; the first one is who looks."""
    return [translate(lang, f"drill.seat.{seat}") for seat in range(4)]


def end_text(drill: Drill, lang: str) -> str:
    """``你自摸五万，杠后的牌。``"""
    end, who = drill.case["end"], seat_names(lang)
    values: dict[str, object] = {}
    if "winners" in end:
        values["who"] = translate(lang, "drill.and").join(who[seat] for seat in end["winners"])
        values["tile"] = tile_name(parse_tiles(end["tile"])[0], "chinese" if lang == "zh" else "mpsz")
    if "from" in end:
        values["giver"] = who[end["from"]]
    said = [translate(lang, f"drill.end.{end['by']}", **values)]
    said += [translate(lang, f"drill.flag.{flag}") for flag in end.get("flags", ())]
    if drill.case.get("chaozhuang"):
        said.append(translate(lang, "drill.flag.chaozhuang"))
    return translate(lang, "drill.sentence", text=translate(lang, "drill.comma").join(said))
