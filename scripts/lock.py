"""Write the lock files from pyproject.toml: pinned, hashed, good for every platform.

    make lock

The resolver (uv) is installed into a throw-away environment, so that nobody needs it except here. The lock
files name no package index: whichever one pip is set up for is used, and the hashes say that it serves the
same files.
"""

import os
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESOLVE = (
    "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes",
    "--no-emit-index-url", "--no-annotate", "--no-header", "--upgrade",
)  # fmt: skip


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    # The back end, and what it needs to install the project in editable mode, belong to the locked set: they
    # are used without build isolation, because an isolated build would fetch them again, unpinned.
    backend = [*project["build-system"]["requires"], "editables"]
    with tempfile.TemporaryDirectory() as folder:
        uv = install_uv(Path(folder))
        lock(uv, ROOT / "requirements.lock", [*project["project"]["dependencies"], *extras["dev"], *backend])
        # What a server needs and no more, in the same versions: for the container, and whoever installs the wheel.
        server = [*project["project"]["dependencies"], *extras["postgres"]]
        lock(uv, ROOT / "requirements-server.lock", server, constraint=ROOT / "requirements.lock")
        lock(uv, ROOT / "requirements-bench.lock", extras["bench"], constraint=ROOT / "requirements.lock")


def install_uv(folder: Path) -> Path:
    venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([scripts / "python", "-m", "pip", "install", "--quiet", "uv"], check=True)
    return scripts / "uv"


def lock(uv: Path, target: Path, requirements: list[str], constraint: Path | None = None) -> None:
    """Resolve `requirements` into `target`; versions that `constraint` pins are kept."""
    options = [] if constraint is None else ["--constraint", str(constraint)]
    done = subprocess.run(
        [uv, *RESOLVE, *options, "-"],
        input="\n".join(requirements),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        check=False,
    )
    if done.returncode:
        sys.exit(f"lock: {target.name} cannot be resolved")
    if "://" in done.stdout:
        sys.exit(f"lock: {target.name} would name a host; take the direct reference out of pyproject.toml")
    comment = "# Made by `make lock` from pyproject.toml; do not edit.\n"
    target.write_text(comment + done.stdout, encoding="utf-8", newline="\n")
    pins = [line for line in done.stdout.splitlines() if line[:1].isalnum()]
    print(f"{target.name}: {len(pins)} pins")


if __name__ == "__main__":
    main()
