"""Where things are: the project, its environment, Node, and what a build leaves behind."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CACHE = ROOT / ".cache"

VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCK = ROOT / "requirements.lock"
BENCH_LOCK = ROOT / "requirements-bench.lock"

WEB = ROOT / "web"
WEB_LOCK = WEB / "package-lock.json"
MODULES = WEB / "node_modules"
CLIENT = ROOT / "src" / "paizhuo" / "server" / "client"  # the built client; in the wheel, not in the repository


def executable(program: str) -> Path:
    """A program of the environment."""
    return BIN / (program + ".exe" if os.name == "nt" else program)
