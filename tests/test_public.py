"""The public names, and what they cost."""

import subprocess
import sys
import types

import pytest

import paizhuo


def test_every_public_name_is_there() -> None:
    assert sorted(paizhuo._HOME) == sorted(paizhuo.__all__)
    for name in paizhuo.__all__:
        found = getattr(paizhuo, name)
        assert not isinstance(found, types.ModuleType), name
        assert name in dir(paizhuo)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = paizhuo.nothing  # type: ignore[attr-defined]


def test_no_module_hides_a_public_name() -> None:
    """A submodule of the same name would take its place once it is imported."""
    assert not set(paizhuo.__all__) & set(paizhuo._HOMES)


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize(
    "use",
    ["pass", "paizhuo.parse_tiles('123m')", "paizhuo.Rules.nanchang('hall', gang_an=4).digest", "paizhuo.TileError"],
)
def test_light_uses_load_no_compiler(use: str) -> None:
    found = run(f"import sys, paizhuo; {use}; print(sorted({{'numba', 'numpy', 'rich', 'typer'}} & set(sys.modules)))")
    assert found.strip() == "[]"


def test_importing_the_package_loads_none_of_it() -> None:
    found = run("import sys, paizhuo; print([name for name in sys.modules if name.startswith('paizhuo.')])")
    assert found.strip() == "[]"


def test_a_hand_in_ten_lines() -> None:
    rules = paizhuo.Rules.nanchang("classic", gang_an=4)
    game = paizhuo.Game(rules, seed=7)
    while not game.over:
        for seat in game.awaiting():
            game.play(seat, int(game.legal(seat)[-1]))
    assert sum(game.scores) == 0
    assert all(paizhuo.explain(line, "en").endswith(f"= {line.points}") for line in game.ledger)
