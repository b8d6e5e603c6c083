"""Bots with habits, and the zoo that is made of them."""

import pytest

from croupier.ai.styles import StyleBot, habits_of
from croupier.arena.bench.zoo import maker_of, zoo
from croupier.games import GAMES, find_game
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.match.run_players import run_bots

COUP = find_game("coup")


def moves_of(habits: dict[str, float], matches: int) -> list[tuple[str, list[str]]]:
    """What a bot with these habits answered, and what it might have."""
    asked: list[tuple[str, list[str]]] = []

    class Watched(StyleBot):
        def decide(self, decision):
            index = super().decide(decision)
            asked.append((str(decision.moves[index]), [str(move) for move in decision.moves]))
            return index

    for seed in range(matches):
        match = Match(COUP, COUP.settings(), ["a", "b"], seed)
        run_bots(match, [Watched(COUP, habits), StyleBot(COUP, {"challenge": 0.2})])
    return asked


def test_a_habit_of_one_is_always_followed_and_one_of_zero_never():
    for played, legal in moves_of({"challenge": 0, "tax": 1}, 5):
        assert played != "challenge"
        assert played == "tax" or "tax" not in legal


def test_a_habit_is_followed_as_often_as_it_says():
    turns = [played == "tax" for played, legal in moves_of({"tax": 0.3}, 40) if "tax" in legal and len(legal) > 1]
    assert len(turns) > 150
    assert 0.15 < sum(turns) / len(turns) < 0.45


@pytest.mark.parametrize("text", ["tax", "tax=often", "=1"])
def test_what_is_no_habit_is_refused(text: str):
    with pytest.raises(UsageError, match="a habit is written like"):
        habits_of(text)


def test_a_habit_must_be_about_a_move_and_a_probability():
    with pytest.raises(UsageError, match="no move that begins with 'sing'"):
        StyleBot(COUP, {"sing": 1})
    with pytest.raises(UsageError, match="0 to 1"):
        StyleBot(COUP, {"tax": 2})


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_zoo_has_forty_opponents_in_every_game(name: str):
    game = find_game(name)
    names = zoo(game)
    assert len(names) == len(set(names)) >= 40
    for each in names:
        assert maker_of(game, each)() is not None
