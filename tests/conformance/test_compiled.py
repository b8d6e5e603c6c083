"""The compiled core and the plain one are the same game, and the compiled one does not tire."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.checksum import checksum
from croupier._build import is_compiled
from croupier.arena.bench import loops
from croupier.games import GAMES

MATCHES = 1000
CASES = [(name, game.seats[0], {}) for name, game in GAMES.items()] + [("cuttle", 2, {"rules": "online"})]

pytestmark = pytest.mark.skipif(not is_compiled(), reason="not installed: the compiled core")


@pytest.mark.parametrize(("name", "seats", "values"), CASES)
def test_compiled_equals_uncompiled(name: str, seats: int, values: dict[str, str]) -> None:
    pairs = [f"{key}={value}" for key, value in values.items()]
    script = Path(__file__).parent / "checksum.py"
    plain = subprocess.run(
        [sys.executable, script, name, str(seats), str(MATCHES), *pairs],
        env={**os.environ, "CROUPIER_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.strip() == checksum(GAMES[name], seats, MATCHES, values)


@pytest.mark.parametrize(("name", "seats", "values"), CASES)
def test_a_hundred_thousand_random_games_without_an_error(name: str, seats: int, values: dict[str, str]) -> None:
    state = GAMES[name].new_state(GAMES[name].settings(values), seats)
    assert loops.playouts(state, 100_000, 12345) > 1_000_000
