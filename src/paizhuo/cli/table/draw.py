"""The table on a page of 80 × 24 cells, or more.

::

    0       game, hand of the match, wall, speed
    1-8     previous | across | next: name, 飘 報叫 摆, melds, river
    9-13    jing and wall | own river | what happened
    14      own name, scores, state
    15-18   own hand: mark, tile in two rows, key; own melds at the right
    19-22   whose turn, what may be done, answer to the last key
    23      keys
"""

from __future__ import annotations

from paizhuo.cli.cells import cut, width_of, wrapped
from paizhuo.cli.table.asking import offers, question
from paizhuo.cli.table.canvas import Canvas, Row, row_width
from paizhuo.cli.table.happened import lying_discard, new_meld, told, turn_of
from paizhuo.cli.table.names import PLACE_KEYS, Names
from paizhuo.cli.table.pages import declarations, jing_rows
from paizhuo.cli.table.scene import Panel, Scene
from paizhuo.cli.table.terminal import LEAST_HEIGHT, LEAST_WIDTH
from paizhuo.melds import Meld

_MOST_WIDTH, _MOST_HEIGHT = 116, 34
_TILE_CELLS = 4  # a tile in a river, the mark before it included
_HAND_CELLS = 5


class Frame:
    """Where things stand on a page of a certain size."""

    def __init__(self, width: int, height: int) -> None:
        self.width = min(width, _MOST_WIDTH)
        self.height = min(height, _MOST_HEIGHT)
        self.left = (width - self.width) // 2
        self.column = self.width // 3
        self.across = (self.column - 2) // _TILE_CELLS  # tiles in a row of a river
        spare = self.height - LEAST_HEIGHT
        self.river_rows = 4 + spare // 2
        self.middle = 5 + self.river_rows  # first row of the lower half
        self.own = self.height - 10  # own name; the hand follows

    def columns(self) -> tuple[int, int, int]:
        return self.left + 1, self.left + self.column + 1, self.left + 2 * self.column + 1


def draw(scene: Scene, width: int, height: int) -> Canvas:
    """The whole page."""
    canvas = Canvas(width, height)
    if _too_small(canvas, scene.names):
        return canvas
    frame = Frame(width, height)
    _header(scene, canvas, frame)
    if scene.panel is not None:
        draw_panel(scene.panel, canvas, frame.left, 1, frame.width, frame.own - 1, scene.names)
    else:
        _others(scene, canvas, frame)
        _facts(scene, canvas, frame)
        _own_river(scene, canvas, frame)
        _happened(scene, canvas, frame)
        for x in frame.columns()[1:]:
            for y in range(2, frame.own):
                canvas.put(x - 1, y, scene.names.say("upright"), "dim")
    _own_name(scene, canvas, frame)
    _hand(scene, canvas, frame)
    _asking(scene, canvas, frame)
    return canvas


def _header(scene: Scene, canvas: Canvas, frame: Frame) -> None:
    names, view = scene.names, scene.view
    left = names.say("header", game=names.text(f"game.{view.rules.name}"), preset=view.rules.preset)
    x = canvas.put(frame.left + 1, 0, left, "title")
    canvas.put(x + 3, 0, names.say("header.hand", number=scene.hand_number, length=scene.length))
    right = names.say("header.wall", left=view.wall_left) if view.choosing != "piao" else ""
    canvas.put(frame.left + frame.width - 1 - width_of(right), 0, right, "strong")


def panel_room(height: int) -> int:
    """Rows of a page over the rivers, on a screen of that height."""
    return Frame(LEAST_WIDTH, max(height, LEAST_HEIGHT)).own - 2


def page_room(height: int) -> int:
    """Rows of a page of its own."""
    return max(height, LEAST_HEIGHT) - 5


def draw_page(panel: Panel, head: str, foot: str, names: Names, width: int, height: int) -> Canvas:
    """A page of its own: title, headline, rows, and the keys below."""
    canvas = Canvas(width, height)
    if _too_small(canvas, names):
        return canvas
    left = (width - LEAST_WIDTH) // 2
    draw_panel(panel, canvas, left, 2 if head else 0, LEAST_WIDTH, page_room(height) + 1, names)
    canvas.put(left + 1, 0, head, "strong")
    canvas.put(left + 1, height - 1, foot, "act")
    return canvas


def _too_small(canvas: Canvas, names: Names) -> bool:
    """Says so where the table does not fit."""
    if canvas.width >= LEAST_WIDTH and canvas.height >= LEAST_HEIGHT:
        return False
    sizes = {"width": canvas.width, "height": canvas.height, "least_width": LEAST_WIDTH, "least_height": LEAST_HEIGHT}
    text = names.say("too_small", **sizes)
    for y, line in enumerate(wrapped(text, max(canvas.width - 1, 2))):
        canvas.put(0, y, line, "strong")
    return True


def draw_panel(panel: Panel, canvas: Canvas, left: int, top: int, width: int, height: int, names: Names) -> None:
    """A titled page with as many of its rows as fit; says where it stands if there are more."""
    room = height - 1
    panel.top = max(0, min(panel.top, len(panel.rows) - room))
    x = canvas.put(left + 1, top, f" {panel.title} ", "act")
    if len(panel.rows) > room:
        last = min(panel.top + room, len(panel.rows))
        where = names.say("panel.more", first=panel.top + 1, last=last, rows=len(panel.rows))
    else:
        where = names.say("panel.close") if panel.closes else ""
    canvas.put(max(x + 1, left + width - 1 - width_of(where)), top, where, "dim")
    for y, row in enumerate(panel.rows[panel.top : panel.top + room]):
        canvas.put_row(left + 1, top + 1 + y, row)


# --- the other seats -----------------------------------------------------------------------------------------------


def _others(scene: Scene, canvas: Canvas, frame: Frame) -> None:
    own, rules = scene.names.own, scene.view.rules
    declares = rules.has_piao or rules.has_baojiao or rules.has_bai
    for column, step in zip(frame.columns(), (3, 2, 1), strict=True):
        seat = (own + step) % 4
        canvas.put_row(column, 1 if declares else 2, _name_row(scene, seat, frame.column - 1))
        for y, row in enumerate(_meld_rows(scene, seat, frame.column - 1)):
            canvas.put_row(column, 3 + y, row)
        if declares:
            x = canvas.put_row(column, 2, declarations(scene.view, scene.names, seat))
            shown = scene.names.spread(scene.view.shown[seat])
            fits = x + 1 + width_of(shown) < column + frame.column  # else there is a row without melds
            canvas.put(x + 1 if fits else column, 2 if fits else 4, shown, "strong")
        _river(scene, canvas, column, 5, seat, frame)


def _name_row(scene: Scene, seat: int, width: int) -> Row:
    """Name, dealer, score, tiles in hand where there is room; whose turn it is has an arrow as well as a colour."""
    names, view = scene.names, scene.view
    turn = turn_of(scene.events) == seat and not view.over
    row = [(names.say("turn_arrow") + names.seat(seat), "turn") if turn else (names.seat(seat), "strong")]
    if view.dealer == seat:
        row.append((" " + names.say("dealer"), "strong"))
    row.append((" " + names.signed(scene.totals[seat]), ""))
    if view.announced[seat]:
        row.append((" " + names.say("announced"), "strong"))
    held = " " + names.say("tiles_held", count=view.tiles_held[seat])
    if seat != names.own and view.tiles_held[seat] and row_width(row) + width_of(held) <= width:
        row.append((held, "dim"))
    return tuple(row)


def _meld_rows(scene: Scene, seat: int, width: int) -> list[Row]:
    """A seat's melds in at most two rows; a meld that has just been made is underlined."""
    melds = scene.view.melds[seat]
    rows: list[list[tuple[str, str]]] = [[]]
    for place, meld in enumerate(melds):
        text, style = scene.names.meld(meld)
        fresh = place == len(melds) - 1 and new_meld(scene.events) == seat
        if row_width(rows[-1]) + width_of(text) > width and len(rows) < 2:
            rows.append([])
        rows[-1] += [(text, "last" if fresh else style), (" ", "")]
    return [tuple(row) for row in rows]


def _river(scene: Scene, canvas: Canvas, x: int, y: int, seat: int, frame: Frame) -> None:
    """Six tiles a row. ``*`` stands before a jing, ``<`` behind the newest discard."""
    river = scene.view.rivers[seat]
    newest = len(river) - 1 if lying_discard(scene.events) == seat else -1
    room = frame.across * frame.river_rows
    first = 0
    while len(river) - first > room:
        first += frame.across  # the oldest rows leave the page
    for place in range(first, len(river)):
        kind = river[place]
        row, column = divmod(place - first, frame.across)
        at = x + column * _TILE_CELLS
        if kind in scene.names.jing:
            canvas.put(at, y + row, "*", "strong")
        short = scene.names.short(kind)
        at += _TILE_CELLS - 1 - width_of(short) if scene.names.lang == "zh" else 0
        end = canvas.put(at + 1, y + row, short, "last" if place == newest else scene.names.style(kind))
        if place == newest:
            canvas.put(end, y + row, "<", "turn")


# --- the lower half ------------------------------------------------------------------------------------------------


def _facts(scene: Scene, canvas: Canvas, frame: Frame) -> None:
    """The turned tile and what else everybody can see."""
    names, view = scene.names, scene.view
    rows = jing_rows(view, names)
    rows.append(((names.say("fact.dealer", who=names.seat(view.dealer)), ""),))
    forced = int(view.rules.options.get("forced_hu_tiles", 0))
    if view.wall_left <= forced > 0 and not view.over:
        rows += [((line, "strong"),) for line in wrapped(names.say("fact.forced", count=forced), frame.column - 2)]
    if view.rules.plays_floors:
        rows.append(((names.say("fact.floor", floor=view.floor), ""),))
    for y, row in enumerate(rows[: frame.own - frame.middle]):
        canvas.put_row(frame.columns()[0], frame.middle + y, row)


def _own_river(scene: Scene, canvas: Canvas, frame: Frame) -> None:
    x = frame.columns()[1]
    canvas.put(x, frame.middle, scene.names.say("own_river"), "dim")
    _river(scene, canvas, x, frame.middle + 1, scene.names.own, frame)


def _happened(scene: Scene, canvas: Canvas, frame: Frame) -> None:
    """The newest events, the newest one last."""
    room = frame.own - frame.middle
    lines = told(scene.events, scene.names, brief=True)[-room:]
    for y, line in enumerate(lines):
        newest = y == len(lines) - 1
        x = frame.columns()[2]
        canvas.put(x, frame.middle + y, cut(line, frame.left + frame.width - x), "strong" if newest else "dim")


# --- the own seat --------------------------------------------------------------------------------------------------


def _own_name(scene: Scene, canvas: Canvas, frame: Frame) -> None:
    names, view = scene.names, scene.view
    row = list(_name_row(scene, names.own, frame.width))
    if any(view.scores):
        row.append(("  " + names.say("this_hand", points=names.signed(view.scores[names.own])), "dim"))
    declared = declarations(view, names, names.own)
    row += [("  ", ""), *declared] if declared else []
    if len(view.may_not_hu) >= view.rules.tile_kinds:
        row.append(("  " + names.say("barred.any"), "strong"))
    elif view.may_not_hu:
        tiles = " ".join(names.tile(kind) for kind in view.may_not_hu)
        row.append(("  " + names.say("barred.same", tiles=tiles), "strong"))
    canvas.rule(frame.own, names.say("rule"))
    canvas.put_row(frame.left + 1, frame.own, [(" ", ""), *row, (" ", "")])


def _hand(scene: Scene, canvas: Canvas, frame: Frame) -> None:
    """Marks, tiles in two rows, keys. The selected tile stands in brackets."""
    names, top = scene.names, frame.own + 1
    x = frame.left + 2
    if not scene.places:
        canvas.put(x, top + 1, names.say("not_dealt") if scene.view.choosing else "", "dim")
    laid = scene.laid
    may_go = {action.tiles[0] for action in scene.choices.discards}
    ready = {action.tiles[0] for action in scene.choices.bais}
    for place, kind in enumerate(scene.places):
        drawn = scene.view.drawn is not None and place == len(scene.view.hand) - 1
        if drawn:
            x += 2
        chosen = place == scene.selected
        mark, mark_style = names.mark(kind), "jing"
        if not mark:
            mark = names.say("mark.laid") if place in laid else names.say("mark.bai") if kind in ready else ""
            mark_style = "strong" if place in laid else "dim"
        mark = (names.say("mark.drawn") if drawn else "") + mark
        canvas.put(x + 1 if width_of(mark) <= 2 else x, top, mark, mark_style)
        for y, half in enumerate(names.halves(kind), 1):
            style = "chosen" if chosen else names.style(kind)
            if chosen and half.strip():
                canvas.put(x, top + y, "[", "strong")
                canvas.put(x + 3, top + y, "]", "strong")
            canvas.put(x + 1, top + y, half, style)
        if not may_go or kind in may_go:  # a fixed hand gives only what it draws
            canvas.put(x + 1, top + 3, PLACE_KEYS[place], "act" if chosen else "dim")
        x += _HAND_CELLS
    _own_melds(scene, canvas, frame)


def _own_melds(scene: Scene, canvas: Canvas, frame: Frame) -> None:
    """At the right end of the hand, the oldest one outermost, as on a table."""
    x = frame.left + frame.width - 1
    for meld in scene.view.melds[scene.names.own]:
        x -= 2 * len(meld.tiles) + 2
        _own_meld(scene.names, canvas, x, frame.own + 1, meld)


def _own_meld(names: Names, canvas: Canvas, x: int, top: int, meld: Meld) -> None:
    canvas.put(x, top, names.say(f"meld.{meld.kind}.name"), "dim")
    for place, kind in enumerate(meld.tiles):
        for y, half in enumerate(names.halves(kind), 1):
            canvas.put(x + 2 * place, top + y, half, names.style(kind))
    if meld.giver is not None:
        canvas.put(x, top + 3, names.say("meld.giver", who=names.seat(meld.giver)), "dim")


def _asking(scene: Scene, canvas: Canvas, frame: Frame) -> None:
    x, y = frame.left + 1, frame.own + 5
    acting = scene.view.awaited
    asked = cut(question(scene), frame.width - 4)
    canvas.put(x, y, f" {asked} " if acting else asked, "act" if acting else "dim")
    canvas.put_row(x + 1, y + 1, offers(scene))
    for place, line in enumerate(wrapped(scene.note, frame.width - 3)[:2]):
        canvas.put(x + 1, y + 2 + place, line, "note")
    canvas.put(x, y + 4, scene.names.say("footer", speed=scene.names.say(f"speed.{scene.speed}")), "dim")
