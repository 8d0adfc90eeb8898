"""What the stack can do without Paizhuo: uvicorn with our protocols and one endpoint that knows groups of four.

    python bench/echo.py

Prints its port. What one page says all four of its group hear at once, and something of the same size a pause later,
as after a discard.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from paizhuo.server.config import Limits
from paizhuo.server.limits import Guard
from paizhuo.server.metrics import Metrics
from paizhuo.server.pace import ORDINARY
from paizhuo.server.protocol import EXTENSION, Doors

EVENT = b'{"type":"event","hand":0,"seq":17,"event":{"type":"discard","seat":2,"tile":"5m","drawn":false}}'
LATER = EVENT.replace(b"discard", b"draw")
WELCOME = b'{"type":"welcome"}'

groups: defaultdict[str, set[Any]] = defaultdict(set)


async def page(websocket: WebSocket) -> None:
    door = websocket.scope["extensions"][EXTENSION]
    group = groups[websocket.path_params["group"]]
    loop = asyncio.get_running_loop()

    def tell(data: bytes) -> None:
        for other in group:
            other.say(data)

    await websocket.accept()
    group.add(door)
    try:
        await websocket.receive_text()
        door.say(WELCOME)
        while True:
            await websocket.receive_text()
            tell(EVENT)
            loop.call_later(ORDINARY.pause, tell, LATER)
    except WebSocketDisconnect:
        group.discard(door)


async def main() -> None:
    app = Starlette(routes=[WebSocketRoute("/{group}/{page}", page)])
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    print(listener.getsockname()[1], flush=True)
    doors = Doors(app, Guard(Limits()), Metrics(), ())
    await uvicorn.Server(doors).serve(sockets=[listener])


if __name__ == "__main__":
    import uvloop

    uvloop.run(main())
