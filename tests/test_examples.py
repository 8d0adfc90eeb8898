"""The examples run, and say what they are there to say."""

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
SAID = {  # words of each one's output
    "play_a_hand.py": ("jing ", "winner ", " → ", "points "),
    "settle_a_hand.py": ("seat 1 → seat 0   37", "points +91 -41 -25 -25", "read as qidui", "without deguo"),
    "compare_rules.py": ("deguo_flat=0", "points a hand", " ± "),
}


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_an_example_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    said = capsys.readouterr().out
    assert [words for words in SAID[name] if words not in said] == []
