"""`croupier compile`, with the kernel alone for a core: all of it takes minutes and would show nothing more."""

import shutil
from pathlib import Path

import pytest
from frames.outside import EXAMPLES, Environment, has_pip

BUILD = """
from croupier.ui import compile_games as games
kernel = ["bits", "event_bits", "layout", "rng", "state"]
names = [*(f"croupier.kernel.{name}" for name in kernel), "croupier.arena.bench.loops"]
print(games.compile_games(["hearts"], print, {name: games._source_of(name) for name in names}))
"""
SPEED = """
import time
from croupier.arena.bench import loops
from croupier.games import find_game
game = find_game("hearts")
state = game.new_state(game.settings({"deals": 1}), 4)
state.watching = False
began = time.process_time()
print(loops.playouts(state, 100, 1) / (time.process_time() - began))
"""


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.skipif(not has_pip() or shutil.which("gcc") is None, reason="needs pip and a C compiler")
def test_a_game_of_another_package_is_compiled_into_the_cache(tmp_path: Path):
    package, cache = tmp_path / "hearts", {"CROUPIER_CACHE": str(tmp_path / "cache")}
    shutil.copytree(EXAMPLES / "hearts", package, ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
    environment = Environment(tmp_path / "venv")
    environment.install(package)
    environment.run("-c", BUILD, timeout=1700, CROUPIER_PURE="1", **cache)

    assert "compiled core with hearts" in environment.croupier("--version", **cache)
    assert not list(package.rglob("*.so"))
    compiled = float(environment.run("-c", SPEED, **cache))
    assert compiled > 5 * float(environment.run("-c", SPEED, CROUPIER_PURE="1", **cache))

    # A changed source is not shadowed by what was compiled from the old one.
    codes = package / "src/hearts/core/codes.py"
    codes.write_text(codes.read_text("utf-8") + "\n# changed\n", "utf-8")
    assert "with hearts" not in environment.croupier("--version", **cache)
    assert "Removed" in environment.croupier("compile", "--remove", **cache)
