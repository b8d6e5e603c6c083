"""The compiled core does not tire. That it plays like the plain one is tested with determinism."""

import pytest

from croupier._build import is_compiled
from croupier.arena.bench import loops
from croupier.games import GAMES

CASES = [(name, game.seats[0], {}) for name, game in GAMES.items()] + [("cuttle", 2, {"rules": "online"})]

pytestmark = pytest.mark.skipif(not is_compiled(), reason="not installed: the compiled core")


@pytest.mark.parametrize(("name", "seats", "values"), CASES)
def test_a_hundred_thousand_random_games_without_an_error(name: str, seats: int, values: dict[str, str]) -> None:
    state = GAMES[name].new_state(GAMES[name].settings(values), seats)
    assert loops.playouts(state, 100_000, 12345) > 1_000_000
