"""The benchmark runs, and prints every figure; how fast it is, it judges itself."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "bench" / "coup.py"


@pytest.mark.slow_pure
def test_every_figure_is_printed() -> None:
    done = subprocess.run([sys.executable, SCRIPT, "--quick"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for figure in ("random play, 6 seats", "4 bots, random", "six clients, first", "six clients, second"):
        assert figure in done.stdout
    assert done.stdout.count("the same lines, nothing behind") == 2
