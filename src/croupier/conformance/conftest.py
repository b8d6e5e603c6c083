"""What the tests run over: `case` is each table of the games that --game names, `game` each game."""

import pytest

from croupier.conformance.cases import Case, cases_of
from croupier.games import GAMES, find_game
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each table, or for each game."""
    names: list[str] = metafunc.config.getoption("--game", None) or list(GAMES)
    try:
        games = [find_game(name) for name in names]
    except UsageError as error:
        raise pytest.UsageError(str(error)) from None
    if "case" in metafunc.fixturenames:
        cases: list[Case] = [case for game in games for case in cases_of(game)]
        metafunc.parametrize("case", cases, ids=str)
    elif "game" in metafunc.fixturenames:
        named: list[Game] = games
        metafunc.parametrize("game", named, ids=[game.name for game in named])
