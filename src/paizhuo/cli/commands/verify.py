"""``paizhuo verify``: a log played again, every byte and every point compared."""

from __future__ import annotations

from paizhuo.cli.arguments import Json, Lang
from paizhuo.cli.commands.replay import LogFile
from paizhuo.cli.output import write_json
from paizhuo.cli.streams import GOOD, MISMATCH, one_line


def verify(log: LogFile, json: Json = False, lang: Lang = "") -> int:
    from paizhuo.cli.warming import ready
    from paizhuo.logs.verification import verify as verify_log

    ready(lang)
    found = verify_log(log)
    if json:
        write_json(found.as_json(lang))
    else:
        for sentence in found.text(lang):
            print(one_line(sentence))
    return GOOD if found.ok else MISMATCH
