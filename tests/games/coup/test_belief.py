"""The belief: how an imagined world is weighed by claims, records and exchanges. It is never a part of `imagine`."""

import pytest
from games.coup.play import Play, dealt

from croupier.games.coup import GAME, Bluffer, Character
from croupier.games.coup.core.belief import belief, odds
from croupier.games.coup.core.codes import CAPTAIN, CONTESSA, DUKE
from croupier.games.coup.core.table import holds
from croupier.kernel.state import State
from croupier.match.match import Match
from croupier.match.run_players import run_bots

WORLDS = 300


def worlds(play: Play, seat: int, n: int = WORLDS) -> list[State]:
    """Imagined by a seat from its view alone."""
    found: list[State] = []
    for seed in range(n):
        state = play.match.state.fresh()
        state.restore(seat, play.match.state.snapshot(seat))
        state.imagine(seat, seed)
        found.append(state)
    return found


def share(play: Play, seat: int, of: int, character: int) -> tuple[float, float]:
    """In how many of the worlds a rival holds the character: counted, and weighed."""
    imagined = worlds(play, seat)
    held = [state for state in imagined if holds(state.words, of, character)]
    weight = sum(state.weight(seat) for state in imagined)
    return len(held) / len(imagined), sum(state.weight(seat) for state in held) / weight


def test_nothing_happened_and_every_world_weighs_the_same() -> None:
    play = dealt("DC", "AE", "BB")
    assert {state.weight(1) for state in worlds(play, 1)} == {1000}


def test_a_claim_speaks_for_the_character_and_more_so_when_it_is_rarely_a_lie() -> None:
    duke = dealt("DC", "AE", "BB").do("tax").allowed()
    captain = dealt("DC", "AE", "BB").do("steal 1").allowed()
    counted, weighed = share(duke, 1, 0, DUKE)
    assert counted + 0.02 < weighed < 1
    assert share(captain, 1, 0, CAPTAIN)[1] > weighed + 0.15


def test_who_says_it_again_is_believed_more() -> None:
    once = dealt("DC", "AE", "BB").do("tax").allowed()
    often = dealt("DC", "AE", "BB")
    for _turn in range(3):
        often.do("tax").allowed().do("income", "income")
    assert share(often, 1, 0, DUKE)[1] > share(once, 1, 0, DUKE)[1] + 0.05


def test_who_must_block_or_be_out_is_not_believed() -> None:
    play = dealt("AD", "CC", "BB").rich(7).do("coup 1", "lose captain", "income", "income").rich(3)
    play.do("assassinate 1").answers().answers(s1="block contessa")
    counted, weighed = share(play, 0, 1, CONTESSA)
    assert weighed < counted


def test_who_was_caught_is_believed_less() -> None:
    fresh = dealt("DC", "AE", "BB").do("tax").allowed()
    caught = dealt("DC", "AE", "BB").do("exchange").answers(s1="challenge").do("lose captain")
    caught.do("income", "income", "tax").allowed()
    believed, doubted = (share(play, 1, 0, DUKE) for play in (fresh, caught))
    assert doubted[1] - doubted[0] < believed[1] - believed[0]


def test_after_an_exchange_old_claims_say_nothing_and_good_cards_are_likely() -> None:
    play = dealt("BC", "AE", "BB").do("steal 1").allowed().do("income", "income", "exchange").allowed()
    play.do("keep ambassador captain")
    counted, weighed = share(play, 1, 0, DUKE)
    assert counted + 0.02 < weighed < counted + 0.2


def test_the_heuristic_believes_claims_too() -> None:
    play = dealt("DC", "AE", "BB").do("tax").allowed()
    assert belief(play.match.state.words, 1, 0, DUKE) > odds(play.match.state.words, 1, 0, DUKE)


def test_a_game_without_a_belief_weighs_all_worlds_alike() -> None:
    from croupier.games.cuttle import GAME as CUTTLE

    state = CUTTLE.new_state(CUTTLE.settings(), 2)
    state.start(1)
    assert State.weight(state, 0) == 1000


@pytest.mark.slow_pure
def test_weighed_worlds_are_nearer_to_the_truth_than_counted_ones() -> None:
    """Over matches of the bluffer: the squared error of "the rival holds what it claimed last" is smaller."""
    counted_error = weighed_error = 0.0
    cases = 0
    for seed in range(60):
        match = Match(GAME, GAME.settings(), ("a", "b", "c"), seed)
        run_bots(match, [Bluffer(), Bluffer(), Bluffer()])
        steps = [step.move for step in match.steps]
        again = Match(GAME, GAME.settings(), ("a", "b", "c"), seed)
        for move in steps[: len(steps) // 2]:
            decision = again.ask()
            assert decision is not None
            again.play(decision.moves.index(GAME.moves[move]))
        play = Play(again)
        viewer = next(seat for seat in range(3) if play.view(seat).is_alive(seat))
        for rival in play.view(viewer).rivals:
            for index, character in enumerate(Character):
                if play.view(viewer).recent_claims(rival, character):
                    counted, weighed = share(play, viewer, rival, index)
                    truth = float(holds(again.state.words, rival, index))
                    counted_error += (counted - truth) ** 2
                    weighed_error += (weighed - truth) ** 2
                    cases += 1
    assert cases > 40
    assert weighed_error < 0.9 * counted_error
