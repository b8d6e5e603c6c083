"""The C twin of the playout: it must make the very same moves. Its speed is the bench's business."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "bench" / "belote.py"


@pytest.mark.slow_pure
def test_the_core_and_its_twin_play_the_same_hands() -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, "--quick"], capture_output=True, text=True, check=False, env={**os.environ}
    )
    assert done.returncode == 0, done.stderr
    assert "random hands after the bidding" in done.stdout
