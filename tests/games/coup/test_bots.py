"""The built-in bots keep their word; how strong they are is measured, see docs/games/coup.md."""

import pytest
from games.coup.play import dealt
from librt.vecs import vec
from mypy_extensions import i64

from croupier.ai.baselines import RandomBot
from croupier.games.coup import GAME, Bluffer, Honest
from croupier.games.coup.core import codes
from croupier.games.coup.core.belief import belief, odds, weight
from croupier.kernel.state import LEGAL_LIMIT
from croupier.match.match import Match
from croupier.match.run_players import run_bots


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("window", ["official", "joint"])
def test_honest_never_lies_and_nobody_faults(seats: int, window: str) -> None:
    for seed in range(25):
        match = Match(GAME, GAME.settings({"window": window}), [f"p{seat}" for seat in range(seats)], seed)
        bots = [Honest() if seat % 2 == seed % 2 else [Bluffer, RandomBot][seat % 4 // 2]() for seat in range(seats)]
        run_bots(match, bots)
        assert not any(step.faults for step in match.steps)
        for seat, bot in enumerate(bots):
            if isinstance(bot, Honest):
                assert all(record.failed == 0 for record in match.view(0).rival(seat).claims.values())


def test_honest_challenges_what_is_impossible() -> None:
    for seed in range(20):
        play = dealt("DD", "CC", court="AD", seed=seed)
        decision = play.do("income", "tax").ask()
        bot = Honest()
        bot.sit(play.match.table, 0, 1)
        assert bot.decide(decision) == "allow"
    play = dealt("DD", "CC", "DA")
    play.match.expel(2)
    assert Honest().decide(play.do("income", "tax").ask()) == "challenge"


def test_odds_count_cards() -> None:
    words = dealt("DD", "CC", "AA").match.state.words
    places = 9 + 4
    assert odds(words, 0, 1, codes.DUKE) == 1000 - 1000 * (places - 1) // places * (places - 2) // (places - 1)
    assert odds(words, 1, 0, codes.DUKE) > odds(words, 0, 1, codes.DUKE)
    play = dealt("DB", "AE", "EA", court="DD").do("exchange").allowed().do("keep ambassador duke")
    assert odds(play.match.state.words, 0, 1, codes.DUKE) == 0


def test_belief_weighs_the_record() -> None:
    play = dealt("DC", "AE", "BB").do("tax").answers()
    before = belief(play.match.state.words, 2, 1, codes.DUKE)
    play.do("tax").answers(s2="challenge").do("lose contessa").do("income").do("income")
    words = play.match.state.words
    caught = 1000 * belief(words, 2, 1, codes.DUKE) // max(1, odds(words, 2, 1, codes.DUKE))
    assert caught < 1000 * before // odds(dealt("DC", "AE", "BB").match.state.words, 2, 1, codes.DUKE)


def test_weight_prefers_worlds_that_explain_the_claims() -> None:
    true = dealt("DC", "AE", "BB").do("tax").answers().match.state.words
    false = dealt("CC", "AE", "BB").do("tax").answers().match.state.words
    assert weight(true, 1) > weight(false, 1) >= 1


def test_the_last_influence_is_always_defended() -> None:
    play = dealt("AD", "CC", "BB").rich(7).do("coup 1", "lose captain", "income", "income").rich(3).do("assassinate 1")
    state, moves = play.match.state, vec[i64]([0] * LEGAL_LIMIT)
    for word in range(0, 2**32, 2**27 + 12345):
        asked = state.fresh()
        asked.copy_from(state)
        while asked.question in (codes.Q_RESPOND, codes.Q_BLOCK):
            n = asked.legal(moves)
            asked.apply(asked.hint(word, moves, n) if asked.to_act == 1 else codes.M_ALLOW)
        assert asked.question in (codes.Q_SHOW, codes.Q_CHALLENGE_BLOCK)
