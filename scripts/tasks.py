"""The project's tasks: what `make` calls, and what runs where there is no make.

    python scripts/tasks.py TASK [ARGUMENTS]

Standard library only; what each task does is in scripts/make. Everything runs in `.venv`, which is made from
requirements.lock at the first call and again whenever the lock changes.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST_PYTHON = (3, 11)
if sys.version_info < OLDEST_PYTHON:  # before anything that an older Python could not evaluate
    found, needed = sys.version.split()[0], ".".join(map(str, OLDEST_PYTHON))
    sys.exit(
        f"Paizhuo needs Python {needed} or newer, and {sys.executable} is Python {found}.\n"
        f"Name a newer one, for example: make test PYTHON=python{needed}"
    )

sys.path[0] = str(Path(__file__).resolve().parent.parent)

from scripts.make import client  # noqa: E402 - only now is it known that they can be read, and where they are
from scripts.make.environment import set_up, set_up_peers  # noqa: E402
from scripts.make.places import CACHE, CLIENT, MODULES, ROOT, VENV, executable  # noqa: E402
from scripts.make.play import play_in_browser  # noqa: E402
from scripts.make.running import run, run_suites  # noqa: E402
from scripts.make.steps import TaskError, refuse  # noqa: E402
from scripts.make.suites import suites  # noqa: E402


def play(arguments: list[str]) -> int:
    """play [--lan] [ARGS]: the table in the browser, on this machine or for the local network"""
    return play_in_browser(arguments)


def terminal(arguments: list[str]) -> int:
    """terminal [ARGS]: the table in the terminal"""
    set_up()
    by_make = "MAKELEVEL" in os.environ
    again = "make terminal ARGS=--resume" if by_make else f"python {sys.argv[0]} terminal --resume"
    os.environ["PAIZHUO_RESUME"] = again
    command = [str(executable("paizhuo")), "play", *arguments]
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(command[0], command)  # the game itself gets Ctrl-C, and its exit code is ours
    return subprocess.run(command, check=False).returncode


def build(arguments: list[str]) -> int:
    """build: build the web client into the package"""
    refuse(arguments)
    set_up()
    client.build(client.node())
    return 0


def test(arguments: list[str]) -> int:
    """test [SUITE ...]: lint and tests, all suites or the named ones"""
    return run_suites(suites(nightly=False), arguments, {})


def test_all(arguments: list[str]) -> int:
    """test-all [SUITE ...]: the same with the slow tests and larger random samples"""
    return run_suites(suites(nightly=True), arguments, {"PAIZHUO_NIGHTLY": "1"})


def lint(arguments: list[str]) -> int:
    """lint: style, types and layers"""
    return test(["lint", *arguments])


def pictures(arguments: list[str]) -> int:
    """pictures: the tests in a browser, with their pictures into docs/img"""
    refuse(arguments)
    return run_suites(suites(nightly=False), ["e2e"], {"PAIZHUO_PICTURES": "1"})


def bench(arguments: list[str]) -> int:
    """bench [ARGS]: measure speed, beside those other engines that are installed (see bench-peers)"""
    set_up()
    return run("python", "bench/run.py", *arguments)


def bench_peers(arguments: list[str]) -> int:
    """bench-peers: install the other engines to compare with"""
    refuse(arguments)
    set_up()
    set_up_peers()
    return 0


def node(arguments: list[str]) -> int:
    """node [ARGS]: the environment's Node, in web/"""
    set_up()
    return run("node", *arguments)


def npm(arguments: list[str]) -> int:
    """npm [ARGS]: the environment's npm, in web/; `npm run dev` serves the client while it is edited"""
    set_up()
    return run("npm", *arguments)


def lock(arguments: list[str]) -> int:
    """lock: resolve the newest dependencies into the lock files"""
    refuse(arguments)
    return subprocess.run([sys.executable, str(ROOT / "scripts" / "lock.py")], check=False).returncode


def clean(arguments: list[str]) -> int:
    """clean: remove the environment, caches and builds"""
    refuse(arguments)
    made = [VENV, CACHE, CLIENT, MODULES, ROOT / "build", ROOT / "dist", ROOT / ".hypothesis"]
    made += ROOT.glob(".*_cache")
    for folder in ("src", "tests", "scripts", "bench"):
        made += (ROOT / folder).rglob("__pycache__")
    for path in made:
        shutil.rmtree(path, ignore_errors=True)
    return 0


TASKS = {
    "play": play,
    "terminal": terminal,
    "build": build,
    "test": test,
    "test-all": test_all,
    "lint": lint,
    "pictures": pictures,
    "bench": bench,
    "bench-peers": bench_peers,
    "node": node,
    "npm": npm,
    "lock": lock,
    "clean": clean,
}


def usage() -> str:
    lines = ["Tasks (`make TASK`, or `python scripts/tasks.py TASK`):"]
    for task in TASKS.values():
        form, _, meaning = (task.__doc__ or "").partition(": ")
        lines.append(f"  {form:<24}{meaning}")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(usage())
        return 0
    if arguments[0] not in TASKS:
        print(f"There is no task {arguments[0]!r}.\n{usage()}")
        return 2
    try:
        return TASKS[arguments[0]](arguments[1:])
    except TaskError as error:
        print(error)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
