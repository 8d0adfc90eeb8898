"""``paizhuo serve`` with waits of a test's choosing: bots that do not think, people who are away after a second.

    python quick_server.py SETTINGS

SETTINGS is a JSON object: ``dataDir``, ``host``, ``port``, ``allowHost`` as for ``paizhuo serve``, and ``pace``,
seconds by the names of ``paizhuo.server.pace.Pace``.
"""

import json
import sys
from pathlib import Path
from typing import Any

from paizhuo.cli.warming import ready
from paizhuo.server.config import Settings
from paizhuo.server.journal import set_up
from paizhuo.server.pace import Pace
from paizhuo.server.run import bind, run


def main(told: dict[str, Any]) -> None:
    settings = Settings(
        data_dir=Path(told["dataDir"]),
        host=told["host"],
        port=told["port"],
        allow_host=tuple(told["allowHost"]),
        log_level="warning",
        log_format="json",
    )
    listeners = bind(settings)
    ready("en", bots=True, analysis=True)
    set_up(settings.log_level, settings.log_format)
    run(settings, listeners, pace=Pace(**told["pace"]))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
