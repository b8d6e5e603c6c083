"""The benchmark runs, and prints every figure; how fast it is, it judges itself."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "bench" / "learning.py"


def test_every_figure_is_printed():
    done = subprocess.run([sys.executable, SCRIPT, "--quick"], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    for game in ("cuttle", "belote", "kittens", "coup", "bluff"):
        assert f"{game:8} " in done.stdout
        assert f" {game}: " in done.stdout
    assert done.stdout.count("times faster") == 5
    assert "gin rummy" in done.stdout
