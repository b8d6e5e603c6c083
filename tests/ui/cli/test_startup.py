"""How long it takes to begin: measured as processor time of a new process, the best of several."""

import os
import sys
from pathlib import Path

import pytest

SRC = Path(__file__).parents[3] / "src"
TRIES = 5


def seconds(*arguments: str) -> float:
    """What Python takes for this, its own start included; what else the machine does can only make it longer."""
    return min(_once(arguments) for _ in range(TRIES))


def _once(arguments: tuple[str, ...]) -> float:
    environment = {**os.environ, "PYTHONPATH": str(SRC)}
    nowhere = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    pid = os.posix_spawn(sys.executable, [sys.executable, *arguments], environment, file_actions=nowhere)
    _, status, used = os.wait4(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize(
    ("arguments", "most"),
    [
        (("-c", "import croupier"), 0.150),
        (("-m", "croupier", "--help"), 0.300),
        (("-m", "croupier", "--version"), 0.300),
        (("-m", "croupier", "run", "--help"), 0.300),
        (("-m", "croupier", "play", "--help"), 0.300),
    ],
    ids=["import croupier", "croupier --help", "croupier --version", "croupier run --help", "croupier play --help"],
)
def test_it_begins_quickly(arguments: tuple[str, ...], most: float):
    assert seconds(*arguments) < most
