"""A place for every question of every game."""

import liar
import pytest

from croupier.arena.check.positions import POSITIONS_PER_QUESTION, question_positions, variants
from croupier.games import GAMES
from croupier.kernel.game import Game
from croupier.match.playback import apply_step, replay_from_deal


@pytest.mark.parametrize("game", [*GAMES.values(), liar.GAME], ids=lambda game: game.name)
def test_every_question_is_asked_where_the_spot_says(game: Game) -> None:
    found = question_positions(game)
    assert list(found) == list(game.questions)
    for question, places in found.items():
        assert 1 <= len(places) <= POSITIONS_PER_QUESTION, question
        for position in places:
            match = replay_from_deal(position.script)
            for step in position.script.steps[: position.step]:
                apply_step(match, step)
            decision = match.ask()
            assert decision is not None
            assert (decision.question, decision.seat) == (question, position.seat)


def test_a_real_choice_is_preferred_where_there_can_be_one() -> None:
    for game in GAMES.values():
        for question, places in question_positions(game).items():
            if (game.name, question) != ("kittens", "last_words"):
                first = places[0]
                match = replay_from_deal(first.script)
                for step in first.script.steps[: first.step]:
                    apply_step(match, step)
                decision = match.ask()
                assert decision is not None
                assert len(decision.moves) > 1, (game.name, question)


def test_variants_try_every_choice_of_every_setting() -> None:
    tried = list(variants(GAMES["cuttle"]))
    assert tried[0] == GAMES["cuttle"].settings()
    assert GAMES["cuttle"].settings({"rules": "online"}) in tried
    assert GAMES["cuttle"].settings({"any_sweep": True}) in tried
