"""What `make test` consists of: each suite is one row of its table."""

from typing import NamedTuple

from scripts.make.places import CACHE, PYTHON, ROOT

Command = tuple[str, ...]

# What a suite may need beside .venv; `prepare.py` brings it.
MODULES = "modules"  # the web client's packages
CLIENT = "client"  # the built client
BROWSER = "browser"  # Chromium and fonts with Chinese


class Suite(NamedTuple):
    """Commands that all run, whatever the first ones say; one of them may write a JUnit report to ``report``."""

    name: str
    commands: tuple[Command, ...]
    counted: bool = True
    env: dict[str, str] = {}  # noqa: RUF012 - a NamedTuple has no factories; nobody changes it
    needs: tuple[str, ...] = ()


LINT = (
    ("python", "-m", "ruff", "check", "--quiet"),
    ("python", "-m", "ruff", "format", "--check", "--quiet"),
    ("python", "-m", "mypy", "--no-error-summary"),
    ("lint-imports", "--no-logo"),
)

# The same tests on the compiled core, on one that checks every index, and on plain Python.
MODES = ("tests/test_modes.py", "tests/test_golden.py")

PLAIN = {"NO_COLOR": "1"}  # Vitest would colour its lines even where no terminal shows them

# What people see without a browser: the command line, the table in the terminal, logs. Mostly they wait for programs.
SURFACES = ("cli", "table", "replay", "analysis", "match", "examples", "readme", "bench")
# The engine beside its references, over many random hands.
PROOFS = ("differential", "clauses", "metamorphic", "views", "signature", "perft")
# Rooms, sockets, the store: whatever `paizhuo serve` is made of; and the wheel that brings it.
SERVER = (
    "clocks", "fold", "forms", "kill", "leak", "room", "rooms", "seats", "server", "serve", "state", "store", "told",
    "tutorial", "viewers", "wheel", "wire",
)  # fmt: skip


def vitest(name: str, *arguments: str) -> Command:
    return (
        "node", "node_modules/vitest/vitest.mjs", "run", *arguments,
        "--reporter=default", "--reporter=junit", f"--outputFile.junit={report(name)}",
    )  # fmt: skip


def report(name: str) -> str:
    """Where the suite's runner writes what it counted."""
    return str(CACHE / f"{name}.xml")


# Types; then hands that the engine plays now, on which the client's table must come out as the server's.
WEB = (
    ("npm", "run", "check", "--silent"),
    ("python", "scripts/recorded.py", str(CACHE / "recorded")),
    vitest("web"),
)

# The engine first, so that no test in the browser has to wait for it while its own time runs.
E2E = (
    ("paizhuo", "warm"),
    vitest("e2e", "--config", "e2e/vitest.config.ts"),
)


def suites(nightly: bool) -> list[Suite]:
    """The suites in the order in which they begin. The nightly run takes the slow tests along."""
    speed = () if nightly else ("-m", "not slow")
    surfaces, proofs, server = tests_named(SURFACES), tests_named(PROOFS), tests_named(SERVER)
    others = [f"--ignore={file}" for file in surfaces + proofs + server]
    return [
        *([postgres(tests_named(("store",)))] if nightly else []),
        # On a new machine the first suite compiles the engine, and the next one another kind of it, on its own; the
        # third needs none, and by its end the others have one.
        pytest("proofs", *proofs, *speed),
        pytest("boundscheck", *MODES, env={"NUMBA_BOUNDSCHECK": "1"}),
        Suite("lint", LINT, counted=False),
        Suite("e2e", E2E, env=PLAIN, needs=(CLIENT, BROWSER)),
        pytest("surfaces", *surfaces, *speed),
        pytest("server", *server, *speed, needs=(CLIENT,)),
        pytest("unit", "tests", *others, *speed),
        Suite("web", WEB, env=PLAIN, needs=(MODULES,)),
        pytest("nojit", *MODES, env={"NUMBA_DISABLE_JIT": "1"}),
    ]


def pytest(name: str, *arguments: str, env: dict[str, str] | None = None, needs: tuple[str, ...] = ()) -> Suite:
    command = ("python", "-m", "pytest", f"--junitxml={report(name)}", *arguments)
    return Suite(name, (command,), env=env or {}, needs=needs)


def postgres(tests: list[str]) -> Suite:
    """The tests of the store once more, on PostgreSQL."""
    command = ("python", "tests/postgres.py", str(PYTHON), "-m", "pytest", f"--junitxml={report('postgres')}", *tests)
    return Suite("postgres", (command,))


def tests_named(names: tuple[str, ...]) -> list[str]:
    """Every test file that is called so: ``test_room.py`` and ``test_room_votes.py`` for ``room``."""
    tests = ROOT / "tests"
    return sorted({str(file) for name in names for end in ("", "_*") for file in tests.glob(f"test_{name}{end}.py")})
