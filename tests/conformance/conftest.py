"""The conformance tests of the package for our games and for the small games of the tests."""

import kuhn
import liar
import pennies
import pytest

from croupier._build import is_compiled
from croupier.conformance.cases import Case, cases_of
from croupier.games import GAMES
from croupier.kernel.game import Game

OURS = [game for game in GAMES.values() if GAMES.is_built_in(game.name)]
CASES = [case for game in (*OURS, kuhn.GAME, liar.GAME, pennies.GAME) for case in cases_of(game)]

# Uncompiled, one table of each game: the rules are the same, and they are fifty times slower.
FIRST_CASES = list({case.game.name: case for case in reversed(CASES)}.values())


@pytest.fixture(params=CASES if is_compiled() else FIRST_CASES, ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    return request.param


@pytest.fixture(params=OURS, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    return request.param


@pytest.fixture(autouse=True)
def _the_games_of_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "liar", liar.GAME)
    monkeypatch.setitem(GAMES, "kuhn", kuhn.GAME)
    monkeypatch.setitem(GAMES, "pennies", pennies.GAME)
