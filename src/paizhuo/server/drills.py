"""Questions of the score quiz and answers to them, in words."""

from __future__ import annotations

from collections.abc import Sequence

from paizhuo.drills.drill import Drill, DrillError, Verdict, again, judge
from paizhuo.drills.words import end_text, seat_names
from paizhuo.errors import Phrase, wrong
from paizhuo.links import write_link
from paizhuo.melds import Meld
from paizhuo.rules import Rules
from paizhuo.server.told import line_told, winner_told
from paizhuo.server.wire import Lang, MeldSeen
from paizhuo.server.wire_drill import DrillAnswer, DrillChecked, DrillChoice, DrillSeat, DrillTold
from paizhuo.text import game_key, translate
from paizhuo.tiles import format_tiles, parse_tiles

MOST_POINTS = 1_000_000  # in an answer


def told(drill: Drill, lang: Lang) -> DrillTold:
    """The question without its answer."""
    case, end = drill.case, drill.case["end"]
    return DrillTold(
        id=drill.id,
        game=drill.rules.name,
        preset=drill.rules.preset,
        differences=drill.rules.differences(),
        rules=_differences(drill.rules, lang),
        level=drill.grade.level,
        names=seat_names(lang),
        dealer=case["dealer"],
        jing=[_text(tile) for tile in drill.jing],
        lower=[_text(tile) for tile in drill.lower],
        opening=[_tiles(hand) for hand in case.get("opening_hands", [])],
        seats=[_seat(drill, seat) for seat in range(4)],
        by=end["by"],
        winners=end.get("winners", []),
        giver=end.get("from"),
        tile=end.get("tile"),
        text=end_text(drill, lang),
        choices=[list(points) for points in drill.choices],
    )


def _text(tile: int) -> str:
    return format_tiles([tile])


def _tiles(text: str) -> list[str]:
    return [_text(tile) for tile in sorted(parse_tiles(text))]


def _seat(drill: Drill, seat: int) -> DrillSeat:
    case = drill.case["seats"][seat]
    declared = "jingdiao_declared" in drill.case["end"].get("flags", ())
    return DrillSeat(
        hand=_tiles(case["hand"]),
        melds=[_meld(meld) for meld in drill.melds[seat]],
        river=[_text(tile) for tile in parse_tiles(case["river"])],
        piao=case.get("piao", 0),
        baojiao=case.get("baojiao", False),
        shown=_tiles(case.get("bai", {}).get("shown", "")),
        announced=declared and seat in drill.case["end"]["winners"],
    )


def _meld(meld: Meld) -> MeldSeen:
    return MeldSeen(
        kind=meld.kind,  # type: ignore[arg-type]  # the core's words are those of the wire
        tiles=[_text(tile) for tile in meld.tiles],
        taken=None if meld.taken is None else _text(meld.taken),
        giver=meld.giver,
    )


def _differences(rules: Rules, lang: Lang) -> list[str]:
    """``德国加分：0``"""
    found = []
    for name, value in rules.differences().items():
        key = game_key(rules.name, f"option.{name}")
        try:
            said = translate(lang, f"{key}.{value}")
        except KeyError:  # an amount that has no word
            said = str(value)
        found.append(translate(lang, "drill.option", option=translate(lang, key), value=said))
    return found


# ── answers ───────────────────────────────────────────────────────────────────


def checked(rules: Rules, answer: DrillAnswer, lang: Lang) -> DrillChecked:
    """Grade an answer and explain the hand; DrillError for what is none."""
    drill = again(rules, answer.id)
    verdict = judge(drill, _given(drill, answer))
    settlement, who = drill.settlement, seat_names(lang)
    return DrillChecked(
        right=verdict.right,
        seats=list(verdict.seats),
        text=_wrong(verdict, lang, who),
        missed=list(_missed(verdict)),
        choices=[
            DrillChoice(list(points), drill.wrong[points].text(lang, who) if points in drill.wrong else "")
            for points in drill.choices
        ],
        deltas=list(settlement.deltas),
        lines=[line_told(line, lang) for line in settlement.lines],
        winners=[
            winner_told(
                rules.name,
                seat,
                drill.case["end"]["tile"],
                drill.case["end"].get("from"),
                reading,
                settlement.lines,
                lang,
            )
            for seat, reading in settlement.readings.items()
        ],
        clauses={c: translate(lang, f"clause.{c}") for line in settlement.lines for c in line.clauses},
        level=drill.grade.level,
        reasons=drill.grade.reasons(lang),
        link=write_link(drill.case),
    )


def _given(drill: Drill, answer: DrillAnswer) -> Sequence[int]:
    """The four numbers that were meant."""
    if (answer.choice is None) == (answer.points is None):
        raise DrillError(wrong("answer", Phrase("either choice or points")))
    if answer.choice is not None:
        if not 0 <= answer.choice < len(drill.choices):
            most = len(drill.choices) - 1
            expected = Phrase("a whole number from {least} to {most}", least=0, most=most)
            raise DrillError(wrong("choice", expected, str(answer.choice)))
        return drill.choices[answer.choice]
    points = answer.points or []
    if len(points) != 4 or any(abs(number) > MOST_POINTS for number in points):
        raise DrillError(wrong("points", Phrase("four whole numbers, one a seat")))
    return points


def _wrong(verdict: Verdict, lang: Lang, who: Sequence[str]) -> str:
    if verdict.right:
        return ""
    if verdict.slip is not None:
        return verdict.slip.text(lang, who)
    return translate(lang, "drill.sum", sum=verdict.sum) if verdict.sum else ""


def _missed(verdict: Verdict) -> set[int]:
    """Places of the lines that the slips behind an answer leave out or change."""
    slip, found = verdict.slip, set[int]()
    while slip is not None:
        found |= set(slip.lines)
        slip = slip.also
    return found
