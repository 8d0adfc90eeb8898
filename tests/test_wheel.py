"""The wheel holds whatever a server needs: the built client, catalogues, migrations."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLIENT = "paizhuo/server/client/"


def test_the_wheel_can_serve(tmp_path: Path) -> None:
    words = [
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "--wheel-dir",
        str(tmp_path),
        str(ROOT),
    ]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as content:
        names = content.namelist()
        page = content.read(CLIENT + "index.html").decode()
    scripts = [name for name in names if name.startswith(CLIENT + "assets/") and name.endswith(".js")]
    assert any(name.removeprefix(CLIENT) in page for name in scripts)
    assert {name + ".br" for name in names if name.endswith("/index.html")} <= set(names)
    assert [name for name in names if name.startswith("paizhuo/server/migrations/versions/")]
    assert "paizhuo/rules/text/zh/reasons.json" in names
    assert not [name for name in names if name.startswith(("web/", "scripts/", "tests/")) or "node_modules" in name]
