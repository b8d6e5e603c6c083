"""The same rules in another process, compiled or not: equal seeds and answers give equal matches there."""

import os
import subprocess
import sys

import pytest

from croupier.conformance.cases import IS_COMPILED, cases_of
from croupier.conformance.checksum import checksum
from croupier.games import GAMES
from croupier.kernel.game import Game

MATCHES = 1000 if IS_COMPILED else 60


def test_another_process_plays_the_same_matches(game: Game) -> None:
    if game.name not in GAMES.modules:
        pytest.skip("another process does not know the game: it is not installed")
    case = cases_of(game)[0]
    matches = MATCHES if GAMES.is_built_in(game.name) else MATCHES // 10
    pairs = [f"{key}={value}" for key, value in case.values.items()]
    arguments = [game.name, str(case.seats), str(matches), *pairs]
    other = subprocess.run(
        [sys.executable, "-m", "croupier.conformance.checksum", *arguments],
        env={**os.environ, "CROUPIER_PURE": "1", "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = checksum(game, case.seats, matches, {key: str(value) for key, value in case.values.items()})
    assert other.stdout.strip() == here, "another process deals or plays otherwise from the same seed"
