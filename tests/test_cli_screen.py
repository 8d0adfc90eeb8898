"""The program in a process of its own: its screen, its streams, how it starts and how it is ended."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from cases import GOLDEN
from commands import GOOD_CASE, NANCHANG, WRONG, program, write

NIGHTLY = os.environ.get("PAIZHUO_NIGHTLY") == "1"

# ── the screen ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("words", [("settle", GOLDEN / "nanchang.json"), ("rules",)], ids=["settle", "rules"])
def test_columns_align(call: Any, words: tuple[Any, ...]) -> None:
    """Every row of a table is as wide as its rule, Chinese characters counted twice."""
    rows = call(*words).out.splitlines()
    tables = 0
    for place, row in enumerate(rows):
        if not row.startswith(" ──"):
            continue
        tables += 1
        for other in (place - 1, place + 1):
            assert cell_len(rows[other]) == cell_len(row)
        head, first = rows[place - 1], rows[place + 1]
        assert len(re.findall(r"\S+", head)) >= 2
        assert cell_len(first) <= 120
    assert tables > 3


def test_no_colour_in_pipes_nor_with_no_color(tmp_path: Path) -> None:
    path = write(tmp_path, [NANCHANG[0], WRONG])
    piped = program("settle", str(path), "--lang", "zh")
    assert piped.returncode == 1
    assert b"\x1b" not in piped.stdout
    assert "不符".encode() in piped.stdout
    coloured = program("settle", str(path), FORCE_COLOR="1", NO_COLOR="")
    assert b"\x1b[" in coloured.stdout
    plain = program("settle", str(path), FORCE_COLOR="1", NO_COLOR="1")
    assert not re.search(rb"\x1b\[[0-9;]*3[0-9]m", plain.stdout)  # bold may stay, colours may not


def test_output_is_utf8_in_any_locale(tmp_path: Path) -> None:
    found = program("rules", LC_ALL="C", LANG="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert found.returncode == 0
    assert "首庄" in found.stdout.decode()


@pytest.mark.parametrize(
    "words",
    [("settle", "{file}", "--json"), ("settle", "{file}"), ("rules",), ("--help",), ("play", "--help")],
    ids=str,
)
def test_a_reader_that_goes_away(tmp_path: Path, words: tuple[str, ...]) -> None:
    path = write(tmp_path, [NANCHANG[0]] * 300)
    command = [sys.executable, "-m", "paizhuo.cli.main", *(word.format(file=path) for word in words)]
    reader, writer = os.pipe()
    os.close(reader)
    found = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (found.returncode, found.stderr) == (141, b"")


@pytest.mark.skipif(os.name == "nt", reason="a shell closes the streams")
@pytest.mark.parametrize(
    ("words", "closed", "code"),
    [
        ("rules", ">&-", 0),
        ("rules", "<&- >&- 2>&-", 0),
        ("settle {file}", ">&-", 0),
        ("settle -", "<&-", 2),
        ("rules riichi", "2>&-", 2),
        ("rules riichi", "2>/dev/full", 2),
        ("rules --colour", ">&- 2>&-", 2),
    ],
)
def test_closed_streams(tmp_path: Path, words: str, closed: str, code: int) -> None:
    command = f"exec {sys.executable} -m paizhuo.cli.main {words.format(file=write(tmp_path, [GOOD_CASE]))} {closed}"
    found = subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=False)
    assert found.returncode == code
    assert b"Traceback" not in found.stderr and b"Exception" not in found.stderr


@pytest.mark.skipif(os.name == "nt", reason="no signals")
def test_ctrl_c_while_compiling(tmp_path: Path) -> None:
    """The process ends at once, wherever the compiler is, and does not say that it is done."""
    command = [sys.executable, "-m", "paizhuo.cli.main", "warm", "--lang", "en"]
    environment = {**os.environ, "PAIZHUO_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None and process.stderr is not None
        assert b" s  " in process.stderr.readline()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == b"" and b"Traceback" not in err and b"Exception" not in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk() -> None:
    command = [sys.executable, "-m", "paizhuo.cli.main", "rules"]
    with Path("/dev/full").open("wb") as full:
        found = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert found.returncode == 2
    assert len(found.stderr.splitlines()) == 1
    assert "标准输出：磁盘已满".encode() in found.stderr and b"Errno" not in found.stderr


# ── starting ──────────────────────────────────────────────────────────────────

LIGHT = """
import sys
from paizhuo.cli.main import main
code = main(sys.argv[1:])
heavy = [name for name in ("numba", "numpy", "llvmlite", "msgspec") if name in sys.modules]
sys.exit(f"imported {heavy}" if heavy else code)
"""


@pytest.mark.parametrize(
    "words", [("--help",), ("--version",), ("settle", "--help"), ("rules",), ("rules", "--json")], ids=str
)
def test_no_compiler_where_none_is_needed(words: tuple[str, ...]) -> None:
    found = subprocess.run([sys.executable, "-c", LIGHT, *words], capture_output=True, check=False)
    assert found.returncode == 0, found.stderr.decode()


def test_a_cache_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """A file stands where the folder should be, and no other place can be written."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    path = write(tmp_path, [GOOD_CASE])
    environment = {"PAIZHUO_CACHE_DIR": str(blocked), "TMPDIR": str(blocked)}
    if not NIGHTLY:
        environment["NUMBA_DISABLE_JIT"] = "1"
    found = program("settle", str(path), "--json", **environment)
    assert found.returncode == 0, found.stderr.decode()
    assert json.loads(found.stdout)["ok"] is True


@pytest.mark.slow
def test_two_cold_processes_at_once(tmp_path: Path) -> None:
    path = write(tmp_path, [GOOD_CASE])
    cache = tmp_path / "cache"
    command = [sys.executable, "-m", "paizhuo.cli.main", "settle", str(path), "--json", "--lang", "en"]
    environment = {**os.environ, "PAIZHUO_CACHE_DIR": str(cache)}
    both = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) for _ in range(2)
    ]
    told = [process.communicate(timeout=300) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert all(json.loads(out)["ok"] is True for out, _ in told)
    assert sum(b"compiling" in err for _, err in told) == 1  # one compiled, the other waited
    assert all(len(err.splitlines()) <= 1 for _, err in told)
