"""The client: its files, its pages, and what is said where there is none."""

from __future__ import annotations

from html import escape

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Match, Route

from paizhuo.server.http.answers import lang_of
from paizhuo.server.site import INDEX, File, Site
from paizhuo.text import translate

# Every page of the client is the same file; it looks at the address by itself.
PAGES = (
    "/", "/new", "/r/{room}", "/hand/{hand}", "/rules", "/rules/{game}", "/learn", "/open",
    "/calc", "/board", "/board/{board}", "/house", "/sheet/{game}", "/compare", "/drill", "/api",
)  # fmt: skip


async def page(request: Request) -> Response:
    """One of :data:`PAGES`."""
    site: Site = request.app.state.site
    if not site.built:
        return words(request, "not_built", 503)
    return _file(request, site.files[INDEX])


async def file(request: Request) -> Response:
    """Any other path: a file of the client, or no page; to a browser the client says so."""
    path = request.path_params["path"]
    if path.startswith(("api/", "r/")):
        raise HTTPException(405)  # or 404: who answers it looks at what is there
    site: Site = request.app.state.site
    found = site.files.get(path)
    if found is not None:
        return _file(request, found)
    if site.built and "text/html" in request.headers.get("accept", ""):
        return _file(request, site.files[INDEX], 404)
    return words(request, "no_page", 404)


def methods_at(request: Request) -> list[str]:
    """With which methods there is something at this address; none where nothing is."""
    site: Site = request.app.state.site
    found = {"GET", "HEAD"} if request.url.path.lstrip("/") in site.files else set()
    for route in request.app.routes:
        if (
            isinstance(route, Route)
            and route.endpoint is not file
            and route.matches(request.scope)[0] is not Match.NONE
        ):
            found |= route.methods or set()
    return sorted(found)


def words(request: Request, code: str, status: int) -> Response:
    """A page without the client: two sentences and the way home, in both languages."""
    first = lang_of(request)
    said = []
    for lang in (first, "en" if first == "zh" else "zh"):
        title, text, home = (escape(translate(lang, f"web.server.{code}.{part}")) for part in ("title", "text", "home"))
        said.append(f'<section lang="{lang}"><h1>{title}</h1><p>{text}</p><p><a href="/">{home}</a></p></section>')
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>牌桌 Paizhuo</title>'
    body = f"<body><main>{''.join(said)}</main></body>"
    return HTMLResponse(f'<!doctype html><html lang="{first}"><head>{head}</head>{body}</html>', status)


def _file(request: Request, found: File, status: int = 200) -> Response:
    headers = {
        "cache-control": "public, max-age=31536000, immutable" if found.lasting else "no-cache",
        "etag": found.tag,
        "vary": "accept-encoding",
    }
    if status == 200 and found.tag in request.headers.get("if-none-match", "").replace("W/", "").split(", "):
        return Response(status_code=304, headers=headers)
    encoding, content = found.pick(request.headers.get("accept-encoding", ""))
    if encoding:
        headers["content-encoding"] = encoding
    headers["content-type"] = found.kind
    return Response(content, status, headers)
