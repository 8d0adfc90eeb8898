"""``paizhuo serve`` that ends itself with kill -9 when a point has been passed so many times.

    python kill_server.py FOLDER

Each line ``POINT NUMBER`` of the input starts a server in a process of its own, whose number and address are printed,
and then how it ended; ``-`` for POINT lives on. Processes are forked when the engine has been loaded, for that takes
longer than all else. The tables are quick: their pauses are a few hundredths of a second.
"""

import importlib
import os
import signal
import sys
from pathlib import Path

from paizhuo.cli.warming import ready
from paizhuo.server.config import Settings
from paizhuo.server.journal import set_up
from paizhuo.server.pace import Pace
from paizhuo.server.records import Hooks
from paizhuo.server.run import addresses, bind, run
from paizhuo.server.socket import Connection

PACE = Pace(pause=0.02, bot=0.01)


class Deadly(Hooks):
    """Counts one point. ``mid_tell`` lies between the first frame that is sent of several and the next."""

    def __init__(self, point: str, number: int) -> None:
        self._point, self._left = point, number
        self._telling = False

    def at(self, point: str) -> None:
        self._telling = point == "before_tell"
        if point == self._point:
            self._left -= 1
            if not self._left:
                os.kill(os.getpid(), signal.SIGKILL)

    def sent(self) -> None:
        if self._telling:
            self.at("mid_tell")


def serve(folder: Path, point: str, number: int) -> None:
    hooks = Deadly(point, number)
    if point == "mid_tell":
        send = Connection.send

        def told(connection: Connection, data: bytes) -> None:
            send(connection, data)
            hooks.sent()

        Connection.send = told
    settings = Settings(data_dir=folder, port=0, log_level="warning", log_format="json")
    set_up(settings.log_level, settings.log_format)
    listeners = bind(settings)
    run(settings, listeners, lambda: print(os.getpid(), *addresses(listeners), flush=True), pace=PACE, hooks=hooks)


def main(folder: Path) -> None:
    ready("en", bots=True, analysis=True)
    importlib.import_module("paizhuo.server.rooms")  # loaded at a start, if it were not here
    importlib.import_module("paizhuo.server.store")
    for line in sys.stdin:
        point, number = line.split()
        child = os.fork()
        if not child:
            serve(folder, point, int(number))
            os._exit(0)
        print("ended", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
