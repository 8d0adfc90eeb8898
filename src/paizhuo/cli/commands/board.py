"""``paizhuo board``: a scoreboard in a file, the same that the page exports and opens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paizhuo.cli.arguments import FIRST_GAME, Json, Lang, Preset, Set
from paizhuo.errors import PaizhuoError, as_json, wrong

if TYPE_CHECKING:
    from paizhuo.cli.board.kept import Kept

SETTINGS = {"ignore_unknown_options": True}  # -3,1,1,1 are points


def board(
    file: Annotated[str, typer.Argument(metavar="FILE", help="cli.help.board_file")],
    verb: Annotated[str, typer.Argument(metavar="[VERB]", help="cli.help.board_verb")] = "show",
    args: Annotated[list[str] | None, typer.Argument(metavar="WORD", help="cli.help.board_words")] = None,
    end: Annotated[str, typer.Option("--end", metavar="WHO", help="cli.help.board_end")] = "",
    next_dealer: Annotated[int | None, typer.Option("--next", min=0, max=3, help="cli.help.board_next")] = None,
    dealer: Annotated[int | None, typer.Option("--dealer", min=0, max=3, help="cli.help.board_dealer")] = None,
    floor: Annotated[int | None, typer.Option("--floor", min=1, help="cli.help.board_floor")] = None,
    after: Annotated[str, typer.Option("--after", metavar="N", help="cli.help.board_after")] = "",
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="cli.help.board_note")] = "",
    game: Annotated[str, typer.Option("--rules", metavar="GAME", help="cli.help.board_rules")] = FIRST_GAME,
    preset: Preset = "classic",
    setting: Set = None,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="cli.help.board_title")] = "",
    json: Json = False,
    lang: Lang = "",
) -> int:
    from paizhuo.boards.words import words
    from paizhuo.cli.board.alone import alone
    from paizhuo.cli.board.kept import Kept

    asked = Asked(
        list(args or ()), end, next_dealer, dealer, floor, after, note, game, preset, setting or [], title, json, lang
    )
    if verb == "new":
        with alone(file):
            return _new(file, asked)
    if verb not in VERBS:
        raise PaizhuoError(wrong("VERB", words("cli.verb"), as_json(verb)))
    if verb in READING:
        return VERBS[verb](Kept.read(file), asked)
    with alone(file):
        return VERBS[verb](Kept.read(file), asked)


@dataclass(frozen=True, slots=True)
class Asked:
    """What was typed behind the verb."""

    args: list[str]
    end: str
    next: int | None
    dealer: int | None
    floor: int | None
    after: str
    note: str
    game: str
    preset: str
    setting: list[str]
    title: str
    json: bool
    lang: str

    def entry(self, told: dict[str, Any]) -> dict[str, Any]:
        """An entry with what the options say of it."""
        from paizhuo.cli.board.typed import end_of

        more: dict[str, Any] = {
            "next": self.next,
            "dealer": self.dealer,
            "floor": self.floor,
            "note": self.note or None,
        }
        if self.end:
            more["end"] = end_of(self.end)
        return told | {name: value for name, value in more.items() if value is not None}


# ── what changes nothing ──────────────────────────────────────────────────────


def _show(kept: Kept, asked: Asked) -> int:
    """The board, or as JSON what the page is told."""
    _nothing_more(asked)
    found = _settled(kept, asked.lang)
    if asked.json:
        from paizhuo.cli.board.told import write_told

        write_told(kept.id, found, asked.lang)
    else:
        from paizhuo.cli.board.show import show_board

        show_board(found, asked.lang)
    return 0


def _sum(kept: Kept, asked: Asked) -> int:
    from paizhuo.cli.board.show import show_sum

    _nothing_more(asked)
    show_sum(_settled(kept, asked.lang), asked.lang)
    return 0


def _csv(kept: Kept, asked: Asked) -> int:
    import sys

    from paizhuo.boards.files import write_csv

    _nothing_more(asked)
    sys.stdout.flush()
    sys.stdout.buffer.write(write_csv(_settled(kept, asked.lang), asked.lang))
    return 0


def _settled(kept: Kept, lang: str) -> Any:
    """The board; the engine is compiled first where it is not yet."""
    from paizhuo.cli.warming import ready

    if any(op.kind in ("add", "edit") for op in kept.door.ops):
        ready(lang)
    return kept.board()


def _nothing_more(asked: Asked) -> None:
    from paizhuo.boards.words import words

    if asked.args:
        raise PaizhuoError(wrong("WORD", words("cli.nothing_more"), as_json(asked.args[0])))


# ── what writes ───────────────────────────────────────────────────────────────


def _new(file: str, asked: Asked) -> int:
    """``new NAME NAME NAME NAME``"""
    from paizhuo.boards.operations import read_setup
    from paizhuo.boards.words import words
    from paizhuo.cli.board.kept import Kept
    from paizhuo.cli.setting import rules_of
    from paizhuo.text import say

    chosen = rules_of(asked.game, asked.preset, asked.setting)
    setup = read_setup(
        {
            "names": asked.args,
            "game": chosen.name,
            "preset": chosen.preset,
            "options": chosen.differences(),
            "title": asked.title,
            "dealer": asked.dealer or 0,
        }
    )
    Kept.new(file, setup).save()
    print(say(asked.lang, words("cli.made", file=file)))
    return 0


def _write(kept: Kept, asked: Asked, kind: str, **more: Any) -> int:
    """One operation, and what it has changed."""
    from paizhuo.boards.words import words
    from paizhuo.cli.board.show import show_changes, show_sum
    from paizhuo.text import say

    before = _settled(kept, asked.lang)
    kept.write(kind, **more)
    after = _settled(kept, asked.lang)
    kept.save()
    print(say(asked.lang, words("cli.done")))
    show_changes(before, after, asked.lang)
    show_sum(after, asked.lang)
    return 0


def _add(kept: Kept, asked: Asked) -> int:
    """``add POINTS|FILE|LINK``"""
    from paizhuo.boards.words import words
    from paizhuo.cli.board.typed import entry_of, needed

    needed("add", asked.args, 1, words("cli.points"))
    return _append(kept, asked, asked.entry(entry_of(asked.args[0], kept.board(), asked.lang)))


def _fine(kept: Kept, asked: Asked) -> int:
    """``fine POINTS``, by player"""
    from paizhuo.boards.words import words
    from paizhuo.cli.board.typed import needed, numbers

    needed("fine", asked.args, 1, words("cli.points"))
    points = numbers(asked.args[0])
    if points is None:
        raise PaizhuoError(wrong("fine", words("cli.points"), as_json(asked.args[0])))
    return _append(kept, asked, {"entry": "fine", "points": points, "note": asked.note})


def _append(kept: Kept, asked: Asked, body: dict[str, Any]) -> int:
    """At the end, or with ``--after`` behind a hand (0: in front of all)."""
    from paizhuo.cli.board.kept import new_id
    from paizhuo.cli.board.typed import row_of

    found = kept.board()
    place = {"after": found.last}
    if asked.after:
        counted = [row for row in found.rows if row.status in ("counted", "problem")]
        row = None if asked.after == "0" else row_of(asked.after, found)
        behind = counted[counted.index(row) + 1 :] if row in counted else counted if row is None else []
        place = {"after": row.hand.hand if row is not None else "", "before": behind[0].hand.hand if behind else ""}
    return _write(kept, asked, "add", hand=new_id(), body=body, **place)


def _edit(kept: Kept, asked: Asked) -> int:
    """``edit N POINTS|FILE|LINK``"""
    from paizhuo.boards.words import words
    from paizhuo.cli.board.typed import entry_of, needed, numbers, row_of

    needed("edit", asked.args, 2, words("cli.edit"))
    found = kept.board()
    row = row_of(asked.args[0], found)
    points = numbers(asked.args[1])
    fine = row.entry.entry == "fine" and points is not None
    told = {"entry": "fine", "points": points} if fine else entry_of(asked.args[1], found, asked.lang)
    return _write(kept, asked, "edit", hand=row.hand.hand, base=row.hand.version, body=asked.entry(told))


def _withdraw(kept: Kept, asked: Asked) -> int:
    """``withdraw N``"""
    row = _row(kept, asked, "withdraw")
    return _write(kept, asked, "withdraw", hand=row.hand.hand, base=row.hand.version)


def _undo(kept: Kept, asked: Asked) -> int:
    """``undo``: what this terminal did last."""
    from paizhuo.boards.words import words
    from paizhuo.cli.board.kept import TERMINAL

    _nothing_more(asked)
    last = kept.board().folded.standing.last_of(TERMINAL)
    if last is None:
        raise PaizhuoError(words("cli.nothing_to_undo"))
    return _write(kept, asked, "undo", body={"op": last.id})


def _choose(kept: Kept, asked: Asked) -> int:
    """``choose N SIDE``"""
    from paizhuo.boards.words import words
    from paizhuo.cli.board.typed import needed, number, row_of

    needed("choose", asked.args, 2, words("cli.side"))
    row = row_of(asked.args[0], kept.board())
    sides = [row.hand.head, *row.hand.rivals]
    side = number(asked.args[1])
    if not row.hand.rivals or not 1 <= side <= len(sides):
        raise PaizhuoError(wrong("choose", words("cli.side"), as_json(asked.args[1])))
    return _write(kept, asked, "choose", hand=row.hand.hand, body={"op": sides[side - 1].id})


def _same(kept: Kept, asked: Asked) -> int:
    """``same N``: the hand that is asked about is the other one; what was entered first counts."""
    row = _row(kept, asked, "same")
    return _write(kept, asked, "same", hand=row.hand.hand, body={"other": _other(row.other), "keep": _other(row.other)})


def _two(kept: Kept, asked: Asked) -> int:
    """``two N``: it is another hand."""
    row = _row(kept, asked, "two")
    return _write(kept, asked, "two", hand=row.hand.hand, body={"other": _other(row.other)})


def _renew(kept: Kept, asked: Asked) -> int:
    """``renew N``: settle it by the engine of now."""
    from paizhuo.signature import SIGNATURE

    row = _row(kept, asked, "renew")
    return _write(kept, asked, "renew", hand=row.hand.hand, body={"engine": SIGNATURE})


def _row(kept: Kept, asked: Asked, verb: str) -> Any:
    from paizhuo.boards.words import words
    from paizhuo.cli.board.typed import needed, row_of

    needed(verb, asked.args, 1, words("cli.hand_number"))
    return row_of(asked.args[0], kept.board())


def _other(name: str) -> str:
    """The hand that one is taken for."""
    from paizhuo.boards.words import words

    if not name:
        raise PaizhuoError(words("not_asked"))
    return name


def _after(kept: Kept, asked: Asked) -> str:
    """From which hand on: behind the last one, or ``--after``."""
    from paizhuo.cli.board.typed import row_of

    found = kept.board()
    if not asked.after:
        return found.last
    return "" if asked.after == "0" else row_of(asked.after, found).hand.hand


def _seats(kept: Kept, asked: Asked) -> int:
    """``seats 0,1,2,4``: players, from the next hand on"""
    from paizhuo.boards.words import words
    from paizhuo.cli.board.typed import needed, numbers

    needed("seats", asked.args, 1, words("seats"))
    return _write(kept, asked, "seats", after=_after(kept, asked), body={"seats": numbers(asked.args[0]) or []})


def _player(kept: Kept, asked: Asked) -> int:
    """``player NUMBER NAME``"""
    from paizhuo.boards.words import words
    from paizhuo.cli.board.typed import needed, number

    needed("player", asked.args, 2, words("cli.player"))
    return _write(kept, asked, "player", body={"player": number(asked.args[0]), "name": asked.args[1]})


def _rules(kept: Kept, asked: Asked) -> int:
    """``rules --rules GAME --preset P --set option=value``: from the next hand on"""
    from paizhuo.cli.setting import rules_of

    _nothing_more(asked)
    chosen = rules_of(asked.game, asked.preset, asked.setting)
    told = {"game": chosen.name, "preset": chosen.preset, "options": chosen.differences()}
    return _write(kept, asked, "rules", after=_after(kept, asked), body=told)


READING = ("show", "csv", "sum")  # change nothing
VERBS: dict[str, Callable[[Kept, Asked], int]] = {
    "show": _show,
    "add": _add,
    "fine": _fine,
    "edit": _edit,
    "withdraw": _withdraw,
    "undo": _undo,
    "choose": _choose,
    "same": _same,
    "two": _two,
    "seats": _seats,
    "player": _player,
    "rules": _rules,
    "renew": _renew,
    "csv": _csv,
    "sum": _sum,
}
