"""The Python environment ``.venv``, made from the locks."""

import sys

from scripts.make.places import BENCH_LOCK, LOCK, PYTHON, ROOT, VENV
from scripts.make.steps import Step, digest, holds, quietly


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
    project = digest([ROOT / "pyproject.toml", ROOT / "scripts" / "hatch_build.py"], environment)
    if not holds(project_stamp, project):
        with Step("Installing paizhuo itself (editable)"):
            quietly(PYTHON, "-m", "pip", "install", "--no-deps", "--no-build-isolation", "-e", ROOT)
        project_stamp.write_text(project, encoding="utf-8")


def set_up_peers() -> None:
    """The other engines that the benchmarks compare with."""
    with Step(f"Installing the peers of {BENCH_LOCK.name}"):
        quietly(PYTHON, "-m", "pip", "install", "--require-hashes", "-r", BENCH_LOCK)
