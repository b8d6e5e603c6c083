"""The last step of docs/sixth-game.md: the game moves into the package, is compiled, and is the same game."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMPILED = """[tool.croupier]
compiled = [
    "src/croupier/kernel/bits.py",
    "src/croupier/kernel/rng.py",
    "src/croupier/kernel/event_bits.py",
    "src/croupier/kernel/state.py",
    "src/croupier/arena/bench/loops.py",
    "src/croupier/games/kuhn/codes.py",
    "src/croupier/games/kuhn/rules.py",
]
"""
"""The kernel and the new game: the rest of the core takes minutes and would show nothing more."""
SPEED = """
import time
from croupier.games import find_game
from croupier.arena.bench import loops
game = find_game("kuhn")
state = game.new_state(game.settings(), 2)
began = time.process_time()
print(loops.playouts(state, 3000, 1) / (time.process_time() - began))
"""


def python(folder: Path, *arguments: str, pure: bool = False) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "CROUPIER_PURE": "1" if pure else "0"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs a C compiler, and there is no gcc")
def test_the_game_of_the_tutorial_is_compiled(tmp_path: Path):
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "_compiled.json", "static"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    game = tmp_path / "src/croupier/games/kuhn"
    shutil.copytree(ROOT / "tests/kuhn", game)
    for path in game.glob("*.py"):
        path.write_text(path.read_text("utf-8").replace("from kuhn", "from croupier.games.kuhn"), "utf-8")
    games = tmp_path / "src/croupier/games/__init__.py"
    games.write_text(games.read_text("utf-8").replace('"belote")', '"belote", "kuhn")'), "utf-8")
    project = tmp_path / "pyproject.toml"
    project.write_text(
        re.sub(r"^\[tool\.croupier\]\n.*?^\]\n", COMPILED, project.read_text("utf-8"), flags=re.M | re.S), "utf-8"
    )

    python(tmp_path, "setup.py", "--quiet", "build_ext", "--inplace")
    assert list(game.glob("rules.*.so"))
    checksum = ("-m", "croupier.conformance.checksum", "kuhn", "2", "1000")
    assert python(tmp_path, *checksum) == python(tmp_path, *checksum, pure=True)
    assert float(python(tmp_path, "-c", SPEED)) > 5 * float(python(tmp_path, "-c", SPEED, pure=True))
