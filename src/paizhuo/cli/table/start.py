"""``paizhuo play`` from its options to its exit code: a new match or a saved one, and what is kept of it."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import sys
from pathlib import Path

from paizhuo.cli.streams import BAD_INPUT, INTERRUPTED, say_error, write_line
from paizhuo.cli.table import store
from paizhuo.cli.table.choose import choose_rules
from paizhuo.cli.table.names import Names
from paizhuo.cli.table.options import PlayOptions
from paizhuo.cli.table.plain import print_rows, run_auto
from paizhuo.cli.table.session import OWN, Leave, Session
from paizhuo.cli.table.settlement import ranking_rows
from paizhuo.cli.table.terminal import Ended, Terminal
from paizhuo.cli.table.welcome import Welcome, ask_what_to_do
from paizhuo.cli.warming import ready
from paizhuo.errors import LogError, PaizhuoError
from paizhuo.logs.write import write_log
from paizhuo.match import Match
from paizhuo.rules import Rules
from paizhuo.simulation import bot_number
from paizhuo.text import say


def start(options: PlayOptions) -> int:
    """Play at the terminal; without one, or with ``auto``, one hand by bots."""
    rules = Rules(options.game, options.preset, options.options)
    bot_number(options.bot)
    if options.resume:
        _must_be_possible(options)
    elif options.auto or options.json or not _is_screen():
        ready(options.lang, bots=True)
        return run_auto(_new_match(rules, options, tuple(f"{options.bot} {seat}" for seat in range(4))), options)
    return _Play(rules, options).run()


def _must_be_possible(options: PlayOptions) -> None:
    """Going on needs a saved match and a terminal."""
    names = Names(options.lang, OWN)
    if not store.is_saved():
        raise PaizhuoError(names.say("nothing_saved", path=store.save_path()))
    if options.auto or options.json or not _is_screen():
        raise PaizhuoError(names.say("needs_terminal"))


def _is_screen() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"


def _new_match(rules: Rules, options: PlayOptions, players: tuple[str, ...]) -> Match:
    return Match(rules, hands=options.hands, rounds=options.rounds, seed=options.seed, names=players)


def _at_the_table(options: PlayOptions) -> tuple[str, ...]:
    """The person, and the bots by where they sit: ``steady 下家``."""
    names = Names(options.lang, OWN)
    return (names.seat(OWN), *(f"{options.bot} {names.seat(seat)}" for seat in range(1, 4)))


def _resume_command() -> str:
    """What to type to go on, the way the program was started."""
    told = os.environ.get("PAIZHUO_RESUME")  # scripts/tasks.py
    if told and told.isprintable():
        return told
    name = sys.argv[0]
    if Path(name).name == "main.py":
        return f"{Path(sys.executable).name} -m paizhuo.cli.main play --resume"
    if not os.access(name, os.X_OK) or Path(name).is_dir():
        return "paizhuo play --resume"
    found = shutil.which(Path(name).name)
    short = found is not None and Path(found).resolve() == Path(name).resolve()
    return f"{Path(name).name if short else shlex.quote(name)} play --resume"


class _Play:
    """One sitting at the table."""

    def __init__(self, rules: Rules, options: PlayOptions) -> None:
        self.rules, self.options = rules, options
        self.names = Names(options.lang, OWN)
        self.log = options.log
        self.terminal = Terminal()
        self.session: Session | None = None
        self.problem = ""  # why the match or its log is not where it should be
        self.written = False  # the log of a match that is over

    def run(self) -> int:
        options = self.options
        ready(options.lang, bots=True, analysis=True)
        saved = self._saved()
        code = 0
        try:
            with self.terminal.open():
                if saved is not None and not options.resume:
                    what = ask_what_to_do(self.terminal, self.names, saved.match)
                    if what is Welcome.LEAVE:
                        return 0
                    saved = saved if what is Welcome.RESUME else None
                if saved is None and options.choose:
                    self.rules = choose_rules(self.terminal, self.names)
                self._sit_down(saved)
        except Leave:
            pass
        except KeyboardInterrupt:
            code = INTERRUPTED
        except Ended as end:
            code = end.code
        finally:
            self._keep_at_last()
        self._tell()
        return BAD_INPUT if self.problem else code

    def _saved(self) -> store.Saved | None:
        """The saved match. Unless it was asked for, a broken one is put aside instead of being an error."""
        if not store.is_saved():
            return None
        try:
            saved = store.load()
        except store.SaveError as error:
            if self.options.resume:
                raise
            say_error(error, self.options.lang)
            self._notice("put_aside", path=store.put_aside())
            return None
        if not saved.same_engine:
            self._notice("other_engine")
        return saved

    def _notice(self, key: str, **values: object) -> None:
        """A line on stderr: it stands on the ordinary screen afterwards."""
        with contextlib.suppress(OSError):
            write_line(sys.stderr, self.names.say(key, **values))

    def _sit_down(self, saved: store.Saved | None) -> None:
        if saved is None:
            match = _new_match(self.rules, self.options, _at_the_table(self.options))
            self.session = Session(match, self.options.bot, self.terminal, self.options.lang)
        else:
            self.log = self.log or (Path(saved.log) if saved.log else None)
            self.session = Session(saved.match, saved.bot, self.terminal, self.options.lang, saved.speed)
        self.session.run(self._keep_meanwhile)

    def _keep(self) -> None:
        """Save the match if anything has been played; of a match that is over its log is kept instead."""
        assert self.session is not None
        match = self.session.match
        if match.over:
            self._write_log(match)
            store.forget()
        elif match.records or match.game.history:
            log = str(self.log.absolute()) if self.log is not None else None
            store.save(store.Saved(match, self.session.bot, self.session.speed, log))

    def _write_log(self, match: Match) -> None:
        """Once, to its file; where that cannot be written any more, to the default folder."""
        if self.written:
            return
        self.problem = ""
        asked, self.log = self.log, self.log or store.new_log_path()
        try:
            _write(match, self.log)
        except LogError as error:
            if asked is None:
                self.log = None
                raise
            self.problem, self.log = say(self.options.lang, error), store.new_log_path()
            try:
                _write(match, self.log)
            except LogError:
                self.log = asked
                raise
        self.written = True

    def _keep_meanwhile(self) -> None:
        """After each hand; a folder that cannot be written is no reason to stop playing, the end will tell."""
        with contextlib.suppress(store.SaveError, LogError):
            self._keep()

    def _keep_at_last(self) -> None:
        if self.session is None:
            return
        try:
            self._keep()
        except (store.SaveError, LogError) as error:
            self.problem = say(self.options.lang, error)

    def _tell(self) -> None:
        """What the person is left with, on the ordinary screen."""
        if self.session is None:
            return
        match = self.session.match
        if self.problem:
            say_error(self.problem, self.options.lang)
        with contextlib.suppress(OSError):
            if match.over:
                print_rows(ranking_rows(self.names, tuple(match.scores)))
                if self.written:
                    sys.stdout.write(self.names.say("log_written", path=self.log) + "\n")
            elif not self.problem and (match.records or match.game.history):
                sys.stdout.write(self.names.say("kept", path=store.save_path(), command=_resume_command()) + "\n")


def _write(match: Match, path: Path) -> None:
    with contextlib.suppress(OSError):  # writing will say what is wrong
        path.parent.mkdir(parents=True, exist_ok=True)
    write_log(match, path)
