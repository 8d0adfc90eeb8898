"""`make play`: the server on this machine, its address on the screen, and the browser on its page."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from types import FrameType

from scripts.make import client
from scripts.make.environment import set_up
from scripts.make.places import PYTHON, executable
from scripts.make.steps import TaskError

FIRST_PORT = 8000
PORTS = 100  # how many are tried from the first one on
START_SECONDS = 900.0  # the server compiles the engine first, with its own lines on the screen
STOP_SECONDS = 20.0  # the server itself takes no more than 10 to drain


def play_in_browser(arguments: list[str]) -> int:
    """Serve until Ctrl-C. ``--lan`` and ``--port`` are read here; whatever else is there goes to `paizhuo serve`."""
    lan, port, rest = read(arguments)
    set_up()
    client.build(client.node())
    host = "0.0.0.0" if lan else "127.0.0.1"
    if not port:
        port = free_port(host)
    quiet = [] if any(word.startswith("--log-level") for word in rest) else ["--log-level", "warning"]
    command = [str(executable("paizhuo")), "serve", "--host", host, "--port", str(port), *quiet, *rest]
    with subprocess.Popen(command) as server:
        return attend(server, port, lan)


def read(arguments: list[str]) -> tuple[bool, int, list[str]]:
    """Whether friends in the local network may come, the port asked for (0: any), and what is not for us."""
    lan, port = False, 0
    words, rest = iter(arguments), []
    for word in words:
        name, _, value = word.partition("=")
        if word == "--lan":
            lan = True
        elif name == "--port":
            value = value or next(words, "")
            if not value.isdecimal() or not 0 < int(value) < 2**16:
                raise TaskError(f"--port wants a number from 1 to 65535, not {value!r}")
            port = int(value)
        elif name == "--host":
            raise TaskError(
                "The table is on this machine alone, or with LAN=1 (--lan) in the local network.\n"
                "For any other address: .venv/bin/paizhuo serve --host …"
            )
        else:
            rest.append(word)
    return lan, port, rest


def free_port(host: str) -> int:
    """The first port from 8000 on that nobody has."""
    for port in range(FIRST_PORT, FIRST_PORT + PORTS):
        with socket.socket() as probe:
            if os.name == "posix":  # as the server does it: a port that was just left may be taken at once
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
        if port != FIRST_PORT:
            print(f"Port {FIRST_PORT} is taken, so this table is at port {port}.")
        return port
    raise TaskError(f"No port from {FIRST_PORT} to {FIRST_PORT + PORTS - 1} is free; name one with --port")


def attend(server: subprocess.Popen[bytes], port: int, lan: bool) -> int:
    """Welcome the user once the server answers, and stay with it to its end."""

    def stop(number: int, frame: FrameType | None) -> None:
        server.terminate()

    signal.signal(signal.SIGTERM, stop)
    threading.Thread(target=welcome, args=(server, port, lan), daemon=True).start()
    try:
        return server.wait()
    except KeyboardInterrupt:  # the terminal has told the server, too
        return finish(server)


def finish(server: subprocess.Popen[bytes]) -> int:
    """Let the server write down what is under way. That somebody has stopped it is no failure."""
    try:
        server.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
        return 1
    except KeyboardInterrupt:  # a second time: at once
        server.kill()
        server.wait()
    return 0


def welcome(server: subprocess.Popen[bytes], port: int, lan: bool) -> None:
    """When the server answers (it tells its own address), say how friends come and how to stop, and open the page."""
    here = f"http://127.0.0.1:{port}/"
    if not wait_for(f"{here}readyz", server):
        return
    page = page_for(port, lan)
    if lan:
        invite(page if page != here else "")
    print("Ctrl-C ends it; its rooms go on where they were when it is started again.", flush=True)
    if has_browser():
        webbrowser.open(page)


def wait_for(address: str, server: subprocess.Popen[bytes]) -> bool:
    """Whether the server answers before it ends."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # a proxy does not know this machine
    end = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < end:
        try:
            with direct.open(address, timeout=2):
                return True
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    return False


def page_for(port: int, lan: bool) -> str:
    """The page to open: by the address that friends can reach, too, as links and QR codes are made from it."""
    return f"http://{(lan_address() if lan else '') or '127.0.0.1'}:{port}/"


def invite(page: str) -> None:
    """The address for friends, also as a QR code, which their telephones read off the screen."""
    if not page:
        print("This machine is in no network, so friends cannot come.")
        return
    print(f"In the local network: {page}", flush=True)
    code = "import segno, sys; segno.make(sys.argv[1], micro=False).terminal(compact=True, border=2)"
    subprocess.run([str(PYTHON), "-c", code, page], env={**os.environ, "PYTHONIOENCODING": "utf-8"}, check=False)


def lan_address() -> str:
    """The address by which this machine goes out into its network; nothing is sent. Empty if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is nobody's
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith("127.") else address


def has_browser() -> bool:
    """Whether there is a screen to open a page on, and nobody has said not to."""
    if os.environ.get("CI") or os.environ.get("BROWSER") == "none":
        return False
    if os.name == "nt" or sys.platform == "darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
