"""``paizhuo serve``: the table in the browser."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Annotated, Any

import typer

from paizhuo.cli.arguments import Lang
from paizhuo.text import translate

_Many = list[str] | None


def serve(
    db: Annotated[str, typer.Option("--db", metavar="URL", help="web.server.help.db")] = "",
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="web.server.help.host")] = "",
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help="web.server.help.port")] = None,
    data_dir: Annotated[str, typer.Option("--data-dir", metavar="FOLDER", help="web.server.help.data_dir")] = "",
    allow_host: Annotated[
        _Many, typer.Option("--allow-host", metavar="NAME", help="web.server.help.allow_host")
    ] = None,
    allow_origin: Annotated[
        _Many, typer.Option("--allow-origin", metavar="ORIGIN", help="web.server.help.allow_origin")
    ] = None,
    trust_proxy: Annotated[
        _Many, typer.Option("--trust-proxy", metavar="ADDRESS", help="web.server.help.trust_proxy")
    ] = None,
    metrics_from: Annotated[
        _Many, typer.Option("--metrics-from", metavar="ADDRESS", help="web.server.help.metrics_from")
    ] = None,
    retention_days: Annotated[
        int | None, typer.Option("--retention-days", min=0, help="web.server.help.retention_days")
    ] = None,
    board_retention_days: Annotated[
        int | None, typer.Option("--board-retention-days", min=0, help="web.server.help.board_retention_days")
    ] = None,
    log_level: Annotated[str, typer.Option("--log-level", metavar="LEVEL", help="web.server.help.log_level")] = "",
    log_format: Annotated[str, typer.Option("--log-format", metavar="FORMAT", help="web.server.help.log_format")] = "",
    lang: Lang = "",
) -> int:
    gc.disable()  # while modules are loaded there is nothing to collect, and looking for it takes a fifth of the time
    from paizhuo.cli.table.store import data_folder
    from paizhuo.server.config import Settings, from_environment

    told: dict[str, Any] = {
        "db": db,
        "host": host,
        "port": port,
        "data_dir": Path(data_dir) if data_dir else None,
        "allow_host": tuple(allow_host or ()),
        "allow_origin": tuple(allow_origin or ()),
        "trust_proxy": tuple(trust_proxy or ()),
        "metrics_from": tuple(metrics_from or ()),
        "retention_days": retention_days,
        "board_retention_days": board_retention_days,
        "log_level": log_level,
        "log_format": log_format,
    }
    wanted = {name: value for name, value in told.items() if value not in (None, "", ())}
    settings = Settings(**({"data_dir": data_folder()} | from_environment() | wanted))
    from paizhuo.cli.warming import ready
    from paizhuo.server.journal import set_up
    from paizhuo.server.run import addresses, bind, run

    listeners = bind(settings)
    ready(lang, bots=True, analysis=True)
    set_up(settings.log_level, settings.log_format)

    def tell() -> None:
        for address in addresses(listeners):
            print(translate(lang, "web.server.ready", address=address), flush=True)

    run(settings, listeners, tell)
    return 0
