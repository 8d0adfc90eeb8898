"""What all tests share: the `clause` marker, random samples, and that in CI a skipped test is a failure."""

import os
import signal
from pathlib import Path
from typing import Any

import hypothesis
import pytest

NO_SKIPS = os.environ.get("PAIZHUO_NO_SKIPS") == "1"
UNDONE = ("skipped", "xfailed")
RUN = ("passed", "failed", "error", "xpassed")

# A plain run tries the same samples each time, the nightly run many new ones. A deadline would only measure
# how busy the machine is.
hypothesis.settings.register_profile("plain", deadline=None, derandomize=True)
hypothesis.settings.register_profile("nightly", deadline=None, max_examples=1000)
hypothesis.settings.load_profile("nightly" if os.environ.get("PAIZHUO_NIGHTLY") == "1" else "plain")


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Calls the command line in this process, in Chinese where no language is asked for."""
    from commands import Answer
    from paizhuo.cli.main import main

    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")

    def run(*words: str | Path) -> Answer:
        code = main([str(word) for word in words])
        told = capsys.readouterr()
        return Answer(code, told.out, told.err)

    return run


def pytest_configure(config: pytest.Config) -> None:
    # A run in the background inherits that Ctrl-C is ignored, and so would the programs that tests interrupt.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "clause(id, ...): the rulebook clauses that this test holds, by id")


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not NO_SKIPS or reporter is None or session.config.option.collectonly:
        return
    if session.exitstatus == pytest.ExitCode.OK and (count(reporter, UNDONE) or not count(reporter, RUN)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped, ran = count(terminalreporter, UNDONE), count(terminalreporter, RUN)
    terminalreporter.write_line(f"skipped or expected to fail: {skipped}")
    if NO_SKIPS and (skipped or not ran):
        reason = "a test was skipped" if skipped else "no test ran"
        terminalreporter.write_line(f"FAILED: {reason}, and PAIZHUO_NO_SKIPS=1 forbids that", red=True)


def count(reporter: pytest.TerminalReporter, outcomes: tuple[str, ...]) -> int:
    return sum(len(reporter.stats.get(outcome, ())) for outcome in outcomes)
