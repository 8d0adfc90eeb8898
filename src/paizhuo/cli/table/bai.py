"""摆 before it is confirmed: every discard with every set of waits, and the tiles that would be laid down."""

from __future__ import annotations

from collections import Counter

from paizhuo.action import Action
from paizhuo.analysis import Situation
from paizhuo.cli.cells import wrapped
from paizhuo.cli.table.canvas import Row
from paizhuo.cli.table.names import Names
from paizhuo.cli.table.scene import Panel, Scene
from paizhuo.cli.table.terminal import PAGE_WIDTH
from paizhuo.view import View

_STEPS = {"up": -1, "left": -1, "down": 1, "right": 1, "b": 1}
_DIGITS = "123456789"


class BaiPage:
    """The page behind ``b``: one way is looked at, Enter confirms it."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        chosen = scene.chosen
        left = unseen(scene.view)
        ways = scene.choices.bais
        self.left = left
        self.ways = sorted(ways, key=lambda way: (way.tiles[0] != chosen, way.tiles, -_left(way, left), way.number))
        self.place = 0
        self.look()

    @property
    def way(self) -> Action:
        return self.ways[self.place]

    def key(self, key: str) -> int | None:
        """The action number that a key confirms; None where it only moves or goes back."""
        scene = self.scene
        if key in ("esc", "x"):
            self.close()
        elif key in ("enter", "space"):
            self.close()
            return self.way.number
        elif key in _STEPS:
            self.place = (self.place + _STEPS[key]) % len(self.ways)
            self.look()
        elif key in _DIGITS and int(key) <= len(self.ways):
            self.place = int(key) - 1
            self.look()
        else:
            scene.note = scene.names.say("bai.keys")
        return None

    def look(self) -> None:
        """Show the way that is looked at, on the page and in the hand."""
        scene, tile = self.scene, self.way.tiles[0]
        places = scene.places
        if scene.chosen != tile:
            scene.selected = len(places) - 1 - places[::-1].index(tile)
        scene.bai = self.way
        rows, first = self._rows()
        scene.panel = Panel("bai", scene.names.say("panel.bai"), rows, max(0, first - 4), closes=False)

    def close(self) -> None:
        self.scene.bai = self.scene.panel = None

    def _rows(self) -> tuple[list[Row], int]:
        """All ways, and the row of the one that is looked at."""
        names = self.scene.names
        rows: list[Row] = []
        first = 0
        for number, way in enumerate(self.ways):
            looked_at = number == self.place
            if looked_at:
                first = len(rows)
            key = _DIGITS[number] if number < len(_DIGITS) else " "
            for place, line in enumerate(wrapped(option_text(way, self.left, names), PAGE_WIDTH - 6)):
                mark = (f" {key} " if place == 0 else "   ", "act" if looked_at and place == 0 else "strong")
                rows.append((mark, (" " + line, "strong" if looked_at else "")))
        rows.append((("", ""),))
        rows += [(("  " + line, "dim"),) for line in wrapped(names.say("bai.legend"), PAGE_WIDTH - 4)]
        return rows, first


def option_text(way: Action, left: Counter[int], names: Names) -> str:
    """``打 九條   听 二萬×3 五萬×2   亮 34萬``."""
    waits = "  ".join(names.say("bai.wait", tile=names.tile(kind), left=left[kind]) for kind in way.waits)
    return names.say("bai.option", tile=names.tile(way.tiles[0]), waits=waits, shown=names.spread(way.shown))


def unseen(view: View) -> Counter[int]:
    """Copies of each kind that this seat has not seen."""
    seen = Situation.of(view).seen()
    return Counter({kind: 4 - seen[kind] for kind in range(view.rules.tile_kinds)})


def _left(way: Action, left: Counter[int]) -> int:
    return sum(left[kind] for kind in way.waits)
