"""What `make` does: stamps, what counts as a passed suite, and `make play` up to its end by Ctrl-C."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from scripts.make import client, play, prepare, running, steps
from scripts.make.places import ROOT
from scripts.make.steps import TaskError
from scripts.make.suites import Suite, suites

JUNIT = (
    '<testsuites><testsuite tests="{tests}" failures="{failures}" errors="{errors}" skipped="{skipped}"/></testsuites>'
)
POSIX = os.name == "posix"


def reporting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exit_code: int = 0, **counts: int) -> Suite:
    """A suite whose only command writes this report and exits so."""
    report = JUNIT.format(**{"tests": 0, "failures": 0, "errors": 0, "skipped": 0, **counts})
    script = tmp_path / "suite.py"
    target = tmp_path / "fake.xml"
    script.write_text(
        f"from pathlib import Path\nPath({str(target)!r}).write_text({report!r})\nraise SystemExit({exit_code})\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(running, "report", lambda name: str(target))
    return Suite("fake", (("python", str(script)),))


@pytest.mark.parametrize(
    ("counts", "exit_code", "no_skips", "ok"),
    [
        ({"tests": 3}, 0, "1", True),
        ({"tests": 3}, 1, "1", False),
        ({"tests": 3, "failures": 1}, 0, "1", False),
        ({"tests": 3, "errors": 1}, 0, "1", False),
        ({"tests": 0}, 0, "", False),
        ({"tests": 3, "skipped": 3}, 0, "", False),
        ({"tests": 3, "skipped": 1}, 0, "1", False),
        ({"tests": 3, "skipped": 1}, 0, "", True),
    ],
)
def test_a_suite_passes_when_tests_ran_and_none_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, counts: dict[str, int], exit_code: int, no_skips: str, ok: bool
) -> None:
    monkeypatch.setenv("PAIZHUO_NO_SKIPS", no_skips)
    result = running.run_suite(reporting(tmp_path, monkeypatch, exit_code, **counts), {}, {})
    assert result.ok is ok
    failed = counts.get("failures", 0) + counts.get("errors", 0)
    skipped = counts.get("skipped", 0)
    assert (result.passed, result.failed, result.skipped) == (counts["tests"] - failed - skipped, failed, skipped)


def test_the_closing_table_names_each_failed_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "fake.xml"
    monkeypatch.setattr(running, "report", lambda name: str(target))
    script = tmp_path / "suite.py"
    told = (
        '<testsuites><testsuite tests="2" failures="1"><testcase classname="a.test" name="goes"/>'
        '<testcase classname="a.test" name="breaks"><failure message="3 is not 4&#10;more"/></testcase>'
        "</testsuite></testsuites>"
    )
    script.write_text(f"from pathlib import Path\nPath({str(target)!r}).write_text({told!r})\n", encoding="utf-8")
    result = running.run_suite(Suite("fake", (("python", str(script)),)), {}, {})
    running.tell([result], 1, 2)
    assert "FAILED: fake\n  fake: a.test breaks 3 is not 4\n" in capsys.readouterr().out


@pytest.mark.parametrize("told", ["", "<testsuites>"])
def test_a_report_that_broke_off_is_a_failed_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str) -> None:
    suite = reporting(tmp_path, monkeypatch)
    (tmp_path / "suite.py").write_text(
        f"from pathlib import Path\nPath({str(tmp_path / 'fake.xml')!r}).write_text({told!r})\n", encoding="utf-8"
    )
    assert not running.run_suite(suite, {}, {}).ok


def test_a_suite_whose_needs_cannot_be_had_fails_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    suite = reporting(tmp_path, monkeypatch, tests=1)._replace(needs=("browser",))
    result = running.run_suite(suite, {}, {"browser": "There is no browser.", "client": "There is no client."})
    assert (result.ok, result.passed) == (False, 0)
    assert "fake        | There is no browser." in capsys.readouterr().out
    assert not (tmp_path / "fake.xml").exists()


def test_every_test_file_is_in_one_suite_and_only_one() -> None:
    named = [word for suite in suites(nightly=False) for command in suite.commands for word in command]
    files = {str(file) for file in (ROOT / "tests").glob("test_*.py")}
    listed = [word for word in named if word in files]
    assert len(listed) == len(set(listed))
    ignored = {word.removeprefix("--ignore=") for word in named if word.startswith("--ignore=")}
    assert ignored == set(listed)  # whatever is in no suite of its own is in `unit`, which runs the whole folder
    names = [suite.name for suite in suites(nightly=True)]
    assert len(names) == len(set(names))
    assert {"web", "e2e", "server"} < set(names)


def test_what_cannot_be_had_is_told_and_the_rest_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise TaskError("No network.")

    brought = []
    monkeypatch.setattr(prepare, "modules", refuse)
    monkeypatch.setattr(prepare, "browser", lambda: brought.append("browser"))
    assert prepare.prepare(["browser", "modules", "browser"]) == {"modules": "No network."}
    assert brought == ["browser"]


@pytest.mark.skipif(not POSIX, reason="a script of the shell")
def test_no_browser_is_a_clear_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(TaskError, match=r"need Chromium 111 or newer; none was found\.\n.*CHROMIUM=/path"):
        prepare.browser()


def test_a_digest_changes_with_content_names_and_ends_of_files() -> None:
    one, two = ROOT / "README.md", ROOT / "LICENSE"
    assert steps.digest(one) == steps.digest([one])
    assert steps.digest([one, two]) == steps.digest([two, one])
    assert len({steps.digest([one]), steps.digest([two]), steps.digest([one, two]), steps.digest(one, "x")}) == 4


def test_the_client_depends_on_its_sources_the_texts_and_the_rule_pages() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in client.sources()}
    assert {"web/package-lock.json", "web/index.html", "docs/rules/nanchang.zh.md"} < found
    assert "src/paizhuo/rules/text/zh/reasons.json" in found
    assert not [path for path in found if "node_modules" in path or path.startswith(("web/e2e/", "web/tests/"))]


# ── make play ─────────────────────────────────────────────────────────────────


def test_what_play_reads_and_what_it_hands_on() -> None:
    assert play.read(["--lan", "--db", "sqlite:///x", "--port=9000"]) == (True, 9000, ["--db", "sqlite:///x"])
    assert play.read(["--port", "8123"]) == (False, 8123, [])
    for words in (["--port"], ["--port", "no"], ["--port=0"], ["--port=70000"], ["--host", "0.0.0.0"]):
        with pytest.raises(TaskError):
            play.read(words)


def test_the_next_free_port_is_taken_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        monkeypatch.setattr(play, "FIRST_PORT", taken)
        port = play.free_port("127.0.0.1")
        assert taken < port < taken + play.PORTS
        assert f"Port {taken} is taken" in capsys.readouterr().out
        monkeypatch.setattr(play, "PORTS", 1)
        with pytest.raises(TaskError, match="is free; name one with --port"):
            play.free_port("127.0.0.1")
    monkeypatch.setattr(play, "FIRST_PORT", port)
    assert play.free_port("127.0.0.1") == port
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("environment", "opens"),
    [
        ({"DISPLAY": ":0"}, True),
        ({"DISPLAY": ":0", "BROWSER": "none"}, False),
        ({"DISPLAY": ":0", "CI": "true"}, False),
    ],
)
def test_a_page_is_opened_only_where_somebody_sees_it(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], opens: bool
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "CI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert play.has_browser() is (os.name == "nt")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert play.has_browser() is opens


@pytest.mark.parametrize(
    ("lan", "address", "opened", "says"),
    [
        (False, "192.0.2.7", "http://127.0.0.1:8123/", ""),
        (True, "192.0.2.7", "http://192.0.2.7:8123/", "In the local network: http://192.0.2.7:8123/"),
        (True, "", "http://127.0.0.1:8123/", "in no network"),
    ],
)
def test_the_page_is_opened_by_the_address_that_friends_can_reach(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    lan: bool,
    address: str,
    opened: str,
    says: str,
) -> None:
    pages: list[str] = []
    monkeypatch.setattr(play, "lan_address", lambda: address)
    monkeypatch.setattr(play, "wait_for", lambda at, server: True)
    monkeypatch.setattr(play, "has_browser", lambda: True)
    monkeypatch.setattr("webbrowser.open", pages.append)
    with subprocess.Popen([sys.executable, "-c", ""]) as server:
        play.welcome(server, 8123, lan)
    assert pages == [opened]
    told = capfd.readouterr().out
    assert says in told
    assert ("In the local network" in told) is (lan and bool(address))


SERVER = """
import http.server, signal, sys

class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
    def log_message(self, *words): pass

def stop(number, frame):
    print("drained", flush=True)
    raise SystemExit(0)

signal.signal(signal.SIGINT, stop)
signal.signal(signal.SIGTERM, stop)
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Answer).serve_forever()
"""
ATTEND = "import subprocess, sys; from scripts.make.play import attend; port = sys.argv[2]; " + (
    "sys.exit(attend(subprocess.Popen([sys.executable, sys.argv[1], port]), int(port), True))"
)


@pytest.mark.skipif(not POSIX, reason="signals of a terminal")
@pytest.mark.parametrize(("number", "to_group"), [(signal.SIGINT, True), (signal.SIGTERM, False)])
def test_the_server_is_waited_for_when_somebody_stops_it(tmp_path: Path, number: int, to_group: bool) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVER, encoding="utf-8")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {**os.environ, "CI": "true", "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", ATTEND, str(script), str(port)],
        stdout=subprocess.PIPE,
        text=True,
        env=env,
        cwd=ROOT,
        start_new_session=True,  # a terminal of its own, as it were: its Ctrl-C reaches all of the group
    ) as task:
        assert task.stdout is not None
        seen = ""
        while "Ctrl-C ends it" not in seen:
            line = task.stdout.readline()
            assert line, f"it ended: {seen}"
            seen += line
        assert re.search(
            r"In the local network: http://[0-9.]+:\d+/\n(.*[█▀▄].*\n)+|This machine is in no network", seen
        )
        (os.killpg if to_group else os.kill)(task.pid, number)
        start = time.monotonic()
        assert "drained" in task.stdout.read()
        assert task.wait() == 0
        assert time.monotonic() - start < play.STOP_SECONDS
