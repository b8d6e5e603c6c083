"""Win chances for people: corrections keep the order, sum to 1, and say where nothing is known."""

from typing import Any

import pytest

from croupier.ai import calibration
from croupier.ai.calibration import NO_CORRECTION, Calibration, calibration_of
from croupier.ai.review import make_critic, review
from croupier.ai.search.analyst import Analyst, ExpertAnalyst, make_analyst
from croupier.ai.search.bots import IsmctsBot
from croupier.arena.api import play
from croupier.games import find_game
from croupier.match.match import Match
from croupier.ui.advice import find_advice

TOO_SURE = Calibration(slope=0.5, shift=0.0, rollouts=0.5, policy=0.25, matches=100)
UNKNOWN = Calibration(slope=0.05, shift=0.0, rollouts=0.1, policy=0.0, matches=100)


@pytest.mark.parametrize("sides", [2, 4])
def test_no_correction_changes_nothing(sides: int):
    for value in (0.01, 0.25, 0.5, 0.9):
        assert NO_CORRECTION.chance(value, sides) == pytest.approx(value)
        assert NO_CORRECTION.steepness(value, sides) == pytest.approx(1)


@pytest.mark.parametrize("sides", [2, 4])
def test_a_search_that_is_too_sure_is_drawn_to_an_even_share(sides: int):
    even = 1 / sides
    assert TOO_SURE.chance(even, sides) == pytest.approx(even)
    values = [0.0, 0.05, 0.2, 0.6, 0.95, 1.0]
    chances = [TOO_SURE.chance(value, sides) for value in values]
    assert chances == sorted(chances)
    for value, chance in zip(values, chances, strict=True):
        assert abs(chance - even) < abs(value - even)


def test_shares_sum_to_one_and_hear_both_opinions():
    alone = TOO_SURE.shares([0.7, 0.2, 0.1], None)
    both = TOO_SURE.shares([0.7, 0.2, 0.1], [0.1, 0.8, 0.1])
    assert sum(alone) == pytest.approx(1)
    assert sum(both) == pytest.approx(1)
    assert both[1] > alone[1]
    assert min(TOO_SURE.shares([1.0, 0.0], [0.0, 1.0])) > 0


def test_only_tables_that_were_measured_are_corrected(monkeypatch: pytest.MonkeyPatch):
    fitted = {("coup", 2): TOO_SURE, ("coup", 4): UNKNOWN}
    monkeypatch.setattr(calibration, "FITTED", fitted)
    assert calibration_of("coup", 2) is TOO_SURE
    assert calibration_of("coup", 4) is UNKNOWN
    assert calibration_of("coup", 3) is NO_CORRECTION
    assert calibration_of("hearts", 4) is NO_CORRECTION


def first_choice(game: Any, seats: int) -> tuple[Match, Any]:
    match = Match(game, game.settings(), [f"p{seat}" for seat in range(seats)], 5)
    decision = match.ask()
    while len(decision.moves) == 1:
        match.play(0)
        decision = match.ask()
    return match, decision


def test_the_strongest_search_of_a_game_judges_moves():
    assert isinstance(make_analyst(find_game("coup"), 100), ExpertAnalyst)
    assert isinstance(make_analyst(find_game("belote"), 100), ExpertAnalyst)
    assert isinstance(make_analyst(find_game("bluff"), 100), Analyst)
    assert isinstance(make_analyst(find_game("bluff"), 100), IsmctsBot)
    assert make_analyst(find_game("coup"), 1000).iterations == 100


def test_values_are_corrected_and_the_order_of_moves_stays(monkeypatch: pytest.MonkeyPatch):
    coup = find_game("coup")
    match, decision = first_choice(coup, 2)

    def found() -> list[float]:
        analyst = make_analyst(coup, 200)
        analyst.sit(match.table, decision.seat, 1)
        analyst.face(decision.id)
        return [stats.value for stats in analyst.select_move_with_stats(decision)[1].moves if stats.visits]

    monkeypatch.setattr(calibration, "FITTED", {})
    raw = found()
    monkeypatch.setattr(calibration, "FITTED", {("coup", 2): TOO_SURE})
    corrected = found()
    assert corrected == pytest.approx([TOO_SURE.chance(value, 2) for value in raw])


def test_a_hint_does_not_name_a_chance_that_nobody_knows(monkeypatch: pytest.MonkeyPatch):
    bluff = find_game("bluff")
    match, decision = first_choice(bluff, 2)
    monkeypatch.setattr(calibration, "FITTED", {("bluff", 2): UNKNOWN})
    text = find_advice(bluff, match.table, decision).text(decision, match.table.names)
    assert "win chance unknown" in text
    assert "%" not in text
    monkeypatch.setattr(calibration, "FITTED", {})
    assert "% win chance" in find_advice(bluff, match.table, decision).text(decision, match.table.names)


def test_a_review_with_corrections_still_adds_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(calibration, "FITTED", {("coup", 3): TOO_SURE})
    match = play("coup", ["random"] * 3, seed=3, seats=3)
    whole = review(match, 100)
    assert all(sum(chances) == pytest.approx(1) for chances in whole.forecasts)
    assert sum(each.luck for each in whole.accounts) == pytest.approx(0)
    assert all(judgement.noise >= 0 for judgement in whole.judgements)
    assert any(judgement.noise > 0 for judgement in whole.judgements if judgement.best is not judgement.played)


def test_the_policy_has_an_opinion_about_every_side():
    coup = find_game("coup")
    match, decision = first_choice(coup, 3)
    critic = make_critic(coup, 100)
    critic.sit(match.table, decision.seat, 1)
    opinion = critic.opinion(match)
    assert opinion is not None
    assert sum(opinion) == pytest.approx(1, abs=0.01)
