"""Levels that come from a learned policy: weaker ones choose among plausible moves, and see what is obvious."""

import pytest

from croupier.ai.learned.bot import LearnedBot
from croupier.ai.registry import BUILT_IN, LEVELS
from croupier.ai.search.bots import ExpertBot, IsmctsBot
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.ui.web.catalogue import made_of

CUTTLE = find_game("cuttle")
COUP = find_game("coup")


def play(game, seed, bots, on_decision):
    match = Match(game, game.settings(), [f"p{seat}" for seat in range(len(bots))], seed, talk=False)
    for seat, bot in enumerate(bots):
        bot.sit(match.table, seat, 10 * seed + seat)
    number = 0
    while (decision := match.ask()) is not None:
        number += 1
        bots[decision.seat].face(number)
        index = bots[decision.seat].decide(decision)
        on_decision(match, decision, index)
        match.play(index)


def test_even_a_noob_takes_most_wins_that_are_at_hand():
    had, took = 0, 0

    def count(match, decision, index):
        nonlocal had, took
        after = [match.state.after(CUTTLE.moves.index(move)) for move in decision.moves]
        wins = [i for i, state in enumerate(after) if state.to_act < 0 and state.place(decision.seat) == 1]
        if 0 < len(wins) < len(after):
            had += 1
            took += index in wins

    for seed in range(40):
        play(CUTTLE, seed, [BUILT_IN["noob"](CUTTLE) for _ in range(2)], count)
    assert had > 20
    assert took > 0.65 * had


def test_a_noob_of_coup_shows_the_card_it_claimed():
    shown = []

    def note(match, decision, index):
        texts = [str(move) for move in decision.moves]
        if decision.question == "show" and any(text.startswith("show") for text in texts):
            shown.append(texts[index].startswith("show"))

    for seed in range(60):
        play(COUP, seed, [BUILT_IN["noob"](COUP) for _ in range(2)], note)
    assert len(shown) > 10
    assert sum(shown) > 0.85 * len(shown)


def test_heat_spreads_plausible_moves_and_turns_their_order_below_zero():
    weights = [1 << 30, 1 << 28, 1 << 20, 1]

    def shares(*options):
        bot = LearnedBot(COUP, "", *options)
        bot._chance.start(7, 7, 0)
        drawn = [bot._draw_heated(weights) for _ in range(600)]
        return [drawn.count(index) / 600 for index in range(4)]

    assert shares(100, 0.1)[2:] == [0, 0]
    assert shares(100, 0.1)[0] == pytest.approx(0.5, abs=0.08)
    cold = shares(-1, 0.1)
    assert cold[1] > 2 * cold[0]
    assert shares(-1, 0.0005)[2] > 0.9
    assert shares(-1, 0.0005, 0.7)[0] == 1


@pytest.mark.parametrize("options", [(0.0,), (1.0, 2.0), (2.0, 0.1, -1.0)])
def test_options_out_of_range_are_refused(options):
    with pytest.raises(UsageError, match="must be"):
        LearnedBot(COUP, "", *options)


def test_the_strong_levels_of_learned_games_are_what_was_measured():
    """docs/ai.md and docs/strength.md name these; a search of the other family would be another bot."""
    made = {}
    for name in ("cuttle", "kittens", "coup", "bluff", "belote"):
        for level in ("hard", "insane"):
            bot = BUILT_IN[level](find_game(name))
            made[name, level] = (type(bot), getattr(bot, "iterations", 0))
    assert made == {
        ("cuttle", "hard"): (ExpertBot, 100),
        ("cuttle", "insane"): (ExpertBot, 1400),
        ("kittens", "hard"): (LearnedBot, 0),
        ("kittens", "insane"): (ExpertBot, 600),
        ("coup", "hard"): (LearnedBot, 0),
        ("coup", "insane"): (ExpertBot, 300),
        ("bluff", "hard"): (LearnedBot, 0),
        ("bluff", "insane"): (ExpertBot, 300),
        ("belote", "hard"): (IsmctsBot, 1000),
        ("belote", "insane"): (IsmctsBot, 10_000),
    }


def test_the_page_says_what_a_level_is_made_of_in_each_game():
    hard = {name: made_of(find_game(name), "hard") for name in ("cuttle", "kittens", "bluff", "belote")}
    assert hard == {
        "cuttle": "search with a learned policy, 100 iterations",
        "kittens": "learned policy",
        "bluff": "learned policy",
        "belote": "ISMCTS, 1,000 iterations",
    }
    assert "random" not in made_of(COUP, "noob"), "levels of a policy make no random moves"
    for level in LEVELS:
        for name in ("cuttle", "kittens", "coup"):
            bot = BUILT_IN[level](find_game(name))
            assert made_of(find_game(name), level).startswith("search") == isinstance(bot, ExpertBot)
