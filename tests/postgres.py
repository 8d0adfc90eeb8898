"""A PostgreSQL server for tests: in a folder of its own, on a free port of this machine, gone afterwards.

    python tests/postgres.py COMMAND [ARGUMENT ...]

runs a command with PAIZHUO_POSTGRES set to the server's address. Takes Debian's package, and installs it where it may.
Standard library only.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

VARIABLE = "PAIZHUO_POSTGRES"
USER = "postgres"  # the server refuses to run as root


class NoPostgres(Exception):
    """There is none, and none can be installed; the text says why."""


@contextlib.contextmanager
def server() -> Iterator[str]:
    """The address of a running, empty server."""
    tools = find_tools() or install()
    folder = Path(tempfile.mkdtemp(prefix="paizhuo-postgres-"))
    root = os.geteuid() == 0
    if root:
        shutil.chown(folder, USER, USER)
    # Tests end the server before they read what it kept, so it need not wait for the disk.
    options = f"-p {free_port()} -c listen_addresses=127.0.0.1 -c fsync=off -c unix_socket_directories={folder}"

    def call(tool: str, *arguments: str) -> None:
        command = [str(tools / tool), "-D", str(folder / "data"), *arguments]
        done = subprocess.run(
            command, user=USER if root else None, cwd=folder, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise NoPostgres(f"{tool} failed: {done.stdout}{done.stderr}")

    try:
        call("initdb", "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        call("pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql://{USER}@127.0.0.1:{options.split()[1]}/postgres"
        finally:
            call("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def find_tools() -> Path | None:
    """The folder with initdb and pg_ctl: of the newest version, where there are several."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    debian = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    folders += sorted(debian, key=lambda path: int(path.parent.name), reverse=True)
    return folders[0] if folders else None


def install() -> Path:
    """Install Debian's package without its ready-made cluster."""
    if os.geteuid() or not shutil.which("apt-get"):
        raise NoPostgres("PostgreSQL is not installed. On Debian: apt-get install postgresql")
    configuration = Path("/etc/postgresql-common/createcluster.conf")
    if not configuration.exists():
        configuration.parent.mkdir(parents=True, exist_ok=True)
        configuration.write_text("create_main_cluster = false\n", encoding="utf-8")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "postgresql"]):
        done = subprocess.run(["apt-get", *words], env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NoPostgres(f"apt-get {words[0]} failed: {done.stderr}")
    tools = find_tools()
    if tools is None:
        raise NoPostgres("Debian's package postgresql has brought no initdb")
    return tools


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main(command: list[str]) -> int:
    if not command:
        print(__doc__)
        return 2
    try:
        with server() as address:
            return subprocess.run(command, env={**os.environ, VARIABLE: address}, check=False).returncode
    except NoPostgres as problem:
        print(problem, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
