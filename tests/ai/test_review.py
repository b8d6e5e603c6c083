"""A review adds up: chances to 1, luck to 0, and partners share."""

import pytest

from croupier.ai.review import review, win_shares
from croupier.arena.api import play

CASES = [("kittens", 3, {}), ("coup", 3, {}), ("belote", 4, {"deals": 1}), ("bluff", 3, {"max_turns": 12})]


@pytest.mark.parametrize(("game", "seats", "settings"), CASES)
def test_a_review_adds_up(game: str, seats: int, settings: dict[str, object]):
    match = play(game, ["random"] * seats, seed=3, settings=settings, seats=seats)
    whole = review(match, 10)
    assert len(whole.forecasts) == len(match.steps) + 1
    assert all(sum(chances) == pytest.approx(1) for chances in whole.forecasts)
    assert all(min(chances) >= 0 for chances in whole.forecasts)
    assert sum(each.start for each in whole.accounts) == pytest.approx(1)
    assert sum(each.mistakes + each.gifts for each in whole.accounts) == pytest.approx(0)
    assert sum(each.luck for each in whole.accounts) == pytest.approx(0)
    assert sum(each.result for each in whole.accounts) == pytest.approx(1)
    for each in whole.accounts:
        assert each.start + each.mistakes + each.gifts + each.luck == pytest.approx(each.result)
        assert each.mistakes <= 0 <= each.gifts
    teams = match.game.teams(match.settings, seats)
    partners = [whole.accounts[teams.index(team)] for team in teams]
    assert list(whole.accounts) == partners, "partners have the same account"


@pytest.mark.parametrize(
    ("teams", "places", "shares"),
    [
        ((0, 1, 2), (2, 1, 3), (0, 1, 0)),
        ((0, 1, 2), (1, 1, 3), (0.5, 0.5, 0)),
        ((0, 1, 0, 1), (1, 2, 1, 2), (0.5, 0, 0.5, 0)),
        ((0, 1, 0, 1), (1, 1, 1, 1), (0.25, 0.25, 0.25, 0.25)),
    ],
)
def test_ties_and_partners_share_the_win(teams: tuple[int, ...], places: tuple[int, ...], shares: tuple[float, ...]):
    assert win_shares(teams, places) == shares
