"""The project's tasks: what `make` calls, and what runs where there is no make.

    python scripts/tasks.py TASK [ARGUMENTS]

Standard library only. Everything runs in `.venv`, which is made from requirements.lock at the first call and
again whenever the lock changes.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

OLDEST_PYTHON = (3, 11)
if sys.version_info < OLDEST_PYTHON:  # before anything that an older Python could not evaluate
    found, needed = sys.version.split()[0], ".".join(map(str, OLDEST_PYTHON))
    sys.exit(
        f"Paizhuo needs Python {needed} or newer, and {sys.executable} is Python {found}.\n"
        f"Name a newer one, for example: make test PYTHON=python{needed}"
    )

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCK = ROOT / "requirements.lock"
BENCH_LOCK = ROOT / "requirements-bench.lock"
CACHE = ROOT / ".cache"

LINT = (
    ("python", "-m", "ruff", "check", "--quiet"),
    ("python", "-m", "ruff", "format", "--check", "--quiet"),
    ("python", "-m", "mypy", "--no-error-summary"),
    ("lint-imports", "--no-logo"),
)

# The same tests on the compiled core, on one that checks every index, and on plain Python.
MODES = ("tests/test_modes.py", "tests/test_golden.py")


# What people see: the command line, the table, logs. Its tests mostly wait for programs that they start.
SURFACES = ("cli", "table", "replay", "analysis", "match", "examples", "readme", "bench")
# The engine beside its references, over many random hands.
PROOFS = ("differential", "clauses", "metamorphic", "views", "signature", "perft")


class Suite(NamedTuple):
    """One row of the test table: a pytest run of its own, or the linters (no pytest arguments)."""

    name: str
    pytest: tuple[str, ...] = ()
    env: dict[str, str] = {}  # noqa: RUF012 - a NamedTuple has no factories; nobody changes it


def suites(nightly: bool) -> list[Suite]:
    """The suites in the order in which they begin. The nightly run takes the slow tests along."""
    speed = () if nightly else ("-m", "not slow")
    surfaces, proofs = tests_named(SURFACES), tests_named(PROOFS)
    others = [f"--ignore={file}" for file in surfaces + proofs]
    return [
        Suite("proofs", (*proofs, *speed)),
        Suite("surfaces", (*surfaces, *speed)),
        Suite("unit", ("tests", *others, *speed)),
        Suite("boundscheck", MODES, {"NUMBA_BOUNDSCHECK": "1"}),
        Suite("lint"),
        Suite("nojit", MODES, {"NUMBA_DISABLE_JIT": "1"}),
    ]


def tests_named(names: tuple[str, ...]) -> list[str]:
    """Every test file whose name begins so."""
    return sorted(str(file) for name in names for file in (ROOT / "tests").glob(f"test_{name}*.py"))


# ── tasks ─────────────────────────────────────────────────────────────────────


def play(arguments: list[str]) -> int:
    """play [ARGS]: play a match in the terminal"""
    set_up()
    by_make = "MAKELEVEL" in os.environ
    os.environ["PAIZHUO_RESUME"] = "make play ARGS=--resume" if by_make else f"python {sys.argv[0]} play --resume"
    command = [str(executable("paizhuo")), "play", *arguments]
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(command[0], command)  # the game itself gets Ctrl-C, and its exit code is ours
    return subprocess.run(command, check=False).returncode


def test(arguments: list[str]) -> int:
    """test [SUITE ...]: lint and tests, all suites or the named ones"""
    return run_suites(suites(nightly=False), arguments, {})


def test_all(arguments: list[str]) -> int:
    """test-all [SUITE ...]: the same with the slow tests and larger random samples"""
    return run_suites(suites(nightly=True), arguments, {"PAIZHUO_NIGHTLY": "1"})


def lint(arguments: list[str]) -> int:
    """lint: style, types and layers"""
    return test(["lint", *arguments])


def bench(arguments: list[str]) -> int:
    """bench [ARGS]: measure speed, beside those other engines that are installed (see bench-peers)"""
    set_up()
    return run("python", "bench/run.py", *arguments)


def bench_peers(arguments: list[str]) -> int:
    """bench-peers: install the other engines to compare with"""
    set_up()
    refuse(arguments)
    with Step("Installing the peers of requirements-bench.lock"):
        quietly(PYTHON, "-m", "pip", "install", "--require-hashes", "-r", BENCH_LOCK)
    return 0


def lock(arguments: list[str]) -> int:
    """lock: resolve the newest dependencies into the lock files"""
    refuse(arguments)
    return subprocess.run([sys.executable, str(ROOT / "scripts" / "lock.py")], check=False).returncode


def clean(arguments: list[str]) -> int:
    """clean: remove the environment, caches and builds"""
    refuse(arguments)
    made = [VENV, CACHE, ROOT / "build", ROOT / "dist", ROOT / ".hypothesis"]
    made += ROOT.glob(".*_cache")
    for folder in ("src", "tests", "scripts", "bench"):
        made += (ROOT / folder).rglob("__pycache__")
    for path in made:
        shutil.rmtree(path, ignore_errors=True)
    return 0


TASKS = {
    "play": play,
    "test": test,
    "test-all": test_all,
    "lint": lint,
    "bench": bench,
    "bench-peers": bench_peers,
    "lock": lock,
    "clean": clean,
}


# ── set-up ────────────────────────────────────────────────────────────────────


def set_up() -> None:
    """Bring `.venv` up to date. Costs a few milliseconds when it already is."""
    venv_stamp, project_stamp = VENV / ".lock-stamp", VENV / ".project-stamp"
    # The folder is part of it: an environment that was copied or moved still points at its old place.
    environment = digest(LOCK, str(ROOT), f"{sys.version_info.major}.{sys.version_info.minor}")
    if not PYTHON.exists() or not holds(venv_stamp, environment):
        # Made anew, not added to: what the lock no longer names must not linger and hide a missing entry.
        with Step(f"Making .venv with Python {sys.version.split()[0]}"):
            quietly(sys.executable, "-m", "venv", "--clear", VENV, hint="On Debian: install python3-venv")
        with Step(f"Installing the packages of {LOCK.name} (a minute or two)"):
            quietly(PYTHON, "-m", "pip", "install", "--require-hashes", "-r", LOCK)
        venv_stamp.write_text(environment, encoding="utf-8")
    project = digest(ROOT / "pyproject.toml", environment)
    if not holds(project_stamp, project):
        with Step("Installing paizhuo itself (editable)"):
            quietly(PYTHON, "-m", "pip", "install", "--no-deps", "--no-build-isolation", "-e", ROOT)
        project_stamp.write_text(project, encoding="utf-8")


def digest(file: Path, *more: str) -> str:
    return hashlib.sha256(b"\0".join([file.read_bytes(), *(text.encode() for text in more)])).hexdigest()


def holds(stamp: Path, value: str) -> bool:
    return stamp.exists() and stamp.read_text(encoding="utf-8") == value


class Step:
    """One line on the screen: what is being done, and how long it took."""

    def __init__(self, what: str) -> None:
        self.what = what

    def __enter__(self) -> None:
        print(f"{self.what} ... ", end="", flush=True)
        self.start = time.monotonic()

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        print("failed" if kind else f"{time.monotonic() - self.start:.1f} s", flush=True)


class TaskError(Exception):
    """A step that did not work; its text is all that the user needs."""


def quietly(*command: str | Path, hint: str = "") -> None:
    """Run a command and show its output only if it fails."""
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    done = subprocess.run(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        env=environment,
        cwd=ROOT,
        check=False,
    )
    if done.returncode:
        line = " ".join(str(word) for word in command)
        raise TaskError("\n".join(filter(None, [done.stdout.rstrip(), f"This command failed: {line}", hint])))


# ── running ───────────────────────────────────────────────────────────────────


class Result(NamedTuple):
    name: str
    ok: bool
    seconds: float
    passed: int = 0
    failed: int = 0
    skipped: int = 0


def run_suites(known: list[Suite], wanted: list[str], env: dict[str, str]) -> int:
    """Run them all, whatever fails on the way; then a table, and one closing line that counts the tests."""
    names = [suite.name for suite in known]
    for name in wanted:
        if name not in names:
            raise TaskError(f"There is no suite {name!r}; the suites are: {', '.join(names)}")
    set_up()
    CACHE.mkdir(exist_ok=True)
    chosen = [suite for suite in known if suite.name in wanted or not wanted]
    with ThreadPoolExecutor(min(len(chosen), os.cpu_count() or 1)) as lanes:  # longest first
        results = list(lanes.map(lambda suite: run_suite(suite, env), chosen))
    print(f"\n{'suite':<14}{'result':<8}{'passed':>8}{'failed':>8}{'skipped':>9}{'seconds':>9}")
    for r in results:
        verdict = "ok" if r.ok else "FAILED"
        print(f"{r.name:<14}{verdict:<8}{r.passed:>8}{r.failed:>8}{r.skipped:>9}{r.seconds:>9.1f}")
    passed, failed, skipped = map(sum, zip(*((r.passed, r.failed, r.skipped) for r in results), strict=True))
    broken = [r.name for r in results if not r.ok]
    if broken:
        print(f"\nFAILED: {', '.join(broken)}")
    if passed or failed or skipped:
        print(f"\n{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if broken else 0


def run_suite(suite: Suite, env: dict[str, str]) -> Result:
    start = time.monotonic()
    say(suite.name, "begins")
    if not suite.pytest:
        codes = [run_beside(suite.name, *command, env=env) for command in LINT]  # all, whatever the first ones say
        return Result(suite.name, not any(codes), time.monotonic() - start)
    report = CACHE / f"{suite.name}.xml"
    report.unlink(missing_ok=True)
    pytest = ("python", "-m", "pytest", f"--junitxml={report}", *suite.pytest)
    code = run_beside(suite.name, *pytest, env={**env, **suite.env})
    counts = read_report(report) if report.exists() else (0, 0, 0)
    return Result(suite.name, code == 0, time.monotonic() - start, *counts)


def read_report(report: Path) -> tuple[int, int, int]:
    """Passed, failed and skipped, from pytest's own report."""
    totals = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
    for suite in ET.parse(report).getroot().iter("testsuite"):
        for key in totals:
            totals[key] += int(suite.get(key, "0"))
    failed = totals["failures"] + totals["errors"]
    return totals["tests"] - failed - totals["skipped"], failed, totals["skipped"]


def run(program: str, *arguments: str, env: dict[str, str] | None = None) -> int:
    """Run a program of the environment in the project's folder, with its output on the screen."""
    command = [str(executable(program)), *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **(env or {})}, check=False).returncode


_SAYING = threading.Lock()  # suites run side by side; their lines must not mix


def say(name: str, text: str) -> None:
    with _SAYING:
        print(f"{name:<12}| {text}", flush=True)


def run_beside(name: str, program: str, *arguments: str, env: dict[str, str]) -> int:
    """Run a program beside others: each line that it prints is shown with the suite's name before it."""
    done = subprocess.Popen(
        [str(executable(program)), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        cwd=ROOT,
        env={**os.environ, **env},
    )
    assert done.stdout is not None
    for line in done.stdout:
        say(name, line.rstrip())
    return done.wait()


def executable(program: str) -> Path:
    return BIN / (program + ".exe" if os.name == "nt" else program)


# ── command line ──────────────────────────────────────────────────────────────


def refuse(arguments: list[str]) -> None:
    if arguments:
        raise TaskError(f"This task takes no arguments, but got: {' '.join(arguments)}")


def usage() -> str:
    lines = ["Tasks (`make TASK`, or `python scripts/tasks.py TASK`):"]
    for task in TASKS.values():
        form, _, meaning = (task.__doc__ or "").partition(": ")
        lines.append(f"  {form:<22}{meaning}")
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
