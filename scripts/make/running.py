"""Runs suites side by side, with their output line by line, and tells in one table what they found."""

import os
import subprocess
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from scripts.make import client
from scripts.make.environment import set_up
from scripts.make.places import CACHE, ROOT, WEB, executable
from scripts.make.prepare import find_browser, prepare
from scripts.make.steps import TaskError
from scripts.make.suites import BROWSER, Command, Suite, report

NODE_PROGRAMS = ("node", "npm")


class Result(NamedTuple):
    name: str
    ok: bool
    seconds: float
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    broken: tuple[str, ...] = ()  # each failed test and the first line of what it said


def run_suites(known: list[Suite], wanted: list[str], env: dict[str, str]) -> int:
    """Run them all, whatever fails on the way; then a table, and one closing line that counts the tests."""
    names = [suite.name for suite in known]
    for name in wanted:
        if name not in names:
            raise TaskError(f"There is no suite {name!r}; the suites are: {', '.join(names)}")
    start = time.monotonic()
    set_up()
    CACHE.mkdir(exist_ok=True)
    chosen = [suite for suite in known if suite.name in wanted or not wanted]
    problems = prepare(need for suite in chosen for need in suite.needs)
    ready = time.monotonic()
    # One more at a time than there are cores, since browsers and servers are mostly waited for.
    with ThreadPoolExecutor(min(len(chosen), (os.cpu_count() or 1) + 1)) as lanes:
        results = list(lanes.map(lambda suite: run_suite(suite, env, problems), chosen))
    tell(results, ready - start, time.monotonic() - start)
    return 0 if all(result.ok for result in results) else 1


def run_suite(suite: Suite, env: Mapping[str, str], problems: Mapping[str, str]) -> Result:
    """One suite: all its commands, and what its report counted."""
    start = time.monotonic()
    say(suite.name, "begins")
    in_the_way = [problems[need] for need in suite.needs if need in problems]
    if in_the_way:
        for line in "\n".join(in_the_way).splitlines():
            say(suite.name, line)
        return Result(suite.name, False, time.monotonic() - start)
    if BROWSER in suite.needs:
        env = {**env, "CHROMIUM": find_browser()}
    written = Path(report(suite.name))
    written.unlink(missing_ok=True)
    codes = [run_beside(suite.name, command, {**env, **suite.env}) for command in suite.commands]
    passed, failed, skipped, broken = read_report(written)
    ok = not any(codes) and not failed
    if ok and suite.counted and not passed:
        say(suite.name, "FAILED: no test ran")
        ok = False
    if ok and skipped and os.environ.get("PAIZHUO_NO_SKIPS") == "1":
        say(suite.name, "FAILED: a test was skipped, and PAIZHUO_NO_SKIPS=1 forbids that")
        ok = False
    return Result(suite.name, ok, time.monotonic() - start, passed, failed, skipped, broken)


def read_report(file: Path) -> tuple[int, int, int, tuple[str, ...]]:
    """Passed, failed and skipped, from a runner's own JUnit report; and which failed, each with what it said first."""
    totals = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
    try:
        root = ET.parse(file).getroot()
    except (FileNotFoundError, ET.ParseError):  # the runner never came to its end
        return 0, 0, 0, ()
    for suite in root.iter("testsuite"):
        for key in totals:
            totals[key] += int(suite.get(key, "0"))
    failed = totals["failures"] + totals["errors"]
    broken = tuple(
        " ".join((test.get("classname", ""), test.get("name", ""), *wrong.get("message", "").splitlines()[:1]))
        for test in root.iter("testcase")
        for wrong in (*test.iter("failure"), *test.iter("error"))
    )
    return totals["tests"] - failed - totals["skipped"], failed, totals["skipped"], broken


def tell(results: list[Result], preparing: float, whole: float) -> None:
    """The table of suites, with the time of each; they run side by side, so the whole is less than their sum."""
    print(f"\n{'suite':<14}{'result':<8}{'passed':>8}{'failed':>8}{'skipped':>9}{'seconds':>9}")
    print(f"{'(set-up)':<47}{preparing:>9.1f}")
    for r in results:
        verdict = "ok" if r.ok else "FAILED"
        print(f"{r.name:<14}{verdict:<8}{r.passed:>8}{r.failed:>8}{r.skipped:>9}{r.seconds:>9.1f}")
    print(f"{'(whole run)':<47}{whole:>9.1f}")
    broken = [r.name for r in results if not r.ok]
    if broken:
        print(f"\nFAILED: {', '.join(broken)}")
        for r in results:
            for test in r.broken:
                print(f"  {r.name}: {test}")
    passed, failed, skipped = map(sum, zip(*((r.passed, r.failed, r.skipped) for r in results), strict=True))
    if passed or failed or skipped:
        print(f"\n{passed} passed, {failed} failed, {skipped} skipped")


_SAYING = threading.Lock()  # suites run side by side; their lines must not mix


def say(name: str, text: str) -> None:
    with _SAYING:
        print(f"{name:<12}| {text}", flush=True)


def run_beside(name: str, command: Command, env: Mapping[str, str]) -> int:
    """Run a program beside others: each line that it prints is shown with the suite's name before it."""
    words, more, folder = resolve(command)
    with subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        cwd=folder,
        env={**os.environ, **more, **env},
    ) as started:
        assert started.stdout is not None
        for line in started.stdout:
            say(name, line.rstrip())
    return started.returncode


def run(*command: str) -> int:
    """Run a program of the environment, with its output on the screen."""
    words, more, folder = resolve(command)
    return subprocess.run(words, cwd=folder, env={**os.environ, **more}, check=False).returncode


def resolve(command: Command) -> tuple[list[str], Mapping[str, str], Path]:
    """The whole command line of a program of the environment, what it wants around it, and where it runs.

    Node's run in web/, all others in the project's folder.
    """
    program, *arguments = command
    if program not in NODE_PROGRAMS:
        return [str(executable(program)), *arguments], {}, ROOT
    node = client.node()
    before = node.npm if program == "npm" else (node.program,)
    return [*map(str, before), *arguments], node.env, WEB
