"""``POST /api/verify``: a log that somebody dropped on the page, played again."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from paizhuo.server.http.answers import Refusal, body, lang_of
from paizhuo.server.http.rooms import parts_of, pay
from paizhuo.server.wire import Lang

MOST_LOG: Final = 8 * 1024 * 1024  # bytes


async def verify(request: Request) -> Response:
    """The log is the body. Answers :class:`~paizhuo.server.wire.Verified`."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in ("application/jsonl", "application/json", "application/octet-stream"):
        raise Refusal(415, "not_log")  # a form of another site could send text/plain
    pay(request, "uploads")
    parts = parts_of(request)
    data = await body(request, MOST_LOG)
    found = await parts.uploads.do(_verified, data, lang_of(request))
    return Response(found, media_type="application/json")


def _verified(data: bytes, lang: Lang) -> bytes:
    from paizhuo.server.uploads import verified

    with tempfile.TemporaryDirectory(prefix="paizhuo-") as folder:
        path = Path(folder) / "log.jsonl"
        path.write_bytes(data)
        return msgspec.json.encode(verified(path, lang))
