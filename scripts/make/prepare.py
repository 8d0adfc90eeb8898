"""What suites need beside the environment. What cannot be had fails the suites that need it, never skips them."""

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from scripts.make import client
from scripts.make.places import ROOT
from scripts.make.steps import TaskError
from scripts.make.suites import BROWSER, CLIENT, MODULES

# The shell is the same browser without windows and what belongs to them: pages open in two thirds of the time.
BROWSERS = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome",
)  # fmt: skip
DEBIAN = ROOT / "scripts" / "debian-packages"


def prepare(needs: Iterable[str]) -> dict[str, str]:
    """Bring all that; returns what could not be had, each with the sentence that says why."""
    bring = {MODULES: modules, CLIENT: built, BROWSER: browser}
    problems = {}
    for need in sorted(set(needs)):
        try:
            bring[need]()
        except TaskError as error:
            problems[need] = str(error)
    return problems


def modules() -> None:
    client.install_modules(client.node())


def built() -> None:
    node = client.node()
    client.install_modules(node)  # the tests need them too, even where nothing has to be built
    client.build(node)


def browser() -> None:
    """Chromium by Debian's packages, where they can be had; else whatever browser of the family there is."""
    answer = ""
    if shutil.which("apt-get"):
        answer = install("chromium-headless-shell", "fonts-noto-cjk")
        if answer and not find_browser():  # an elder Debian has no shell
            answer = install("chromium", "fonts-noto-cjk")
    if not find_browser():
        raise TaskError(
            "\n".join(filter(None, [answer, "The tests in a browser need Chromium 111 or newer; none was found."]))
            + "\nInstall one, or name it: CHROMIUM=/path/to/chromium make test"
        )


def install(*packages: str) -> str:
    """Debian packages that are missing; what is in the way, if they still are."""
    done = subprocess.run(
        ["sh", str(DEBIAN), *packages],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    said = done.stdout.strip()
    print(said, end="\n" if said else "", flush=True)
    return said if done.returncode else ""


def find_browser() -> str:
    """The browser that CHROMIUM names, else the first one on the path; nothing if there is none."""
    named = os.environ.get("CHROMIUM", "")
    if named:
        return named if Path(named).is_file() else ""
    return next((found for found in map(shutil.which, BROWSERS) if found), "")
