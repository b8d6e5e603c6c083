"""The benchmark runs, and prints every figure with its limit; how fast it is, it judges itself."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "bench" / "sandbox.py"


@pytest.mark.parametrize(
    "figure",
    [
        "per decision of a sandboxed bot",
        "4 bots, a process per chunk",
        "4 bots, --fresh match",
        "the sandbox against a plain process",
        "start of a bot, cold",
        "start of a bot, from the zygote",
    ],
)
def test_every_figure_is_printed_with_its_limit(figure: str, printed: list[str]) -> None:
    (line,) = [line for line in printed if line.strip().startswith(figure)]
    assert " at most " in line or " at least " in line


def test_the_cost_of_padding_is_printed_beside(printed: list[str]) -> None:
    (line,) = [line for line in printed if line.strip().startswith("rated play, where reaction windows are padded")]
    assert line.endswith("times as long as without")


@pytest.fixture(scope="module")
def printed() -> list[str]:
    done = subprocess.run([sys.executable, SCRIPT, "--quick"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
