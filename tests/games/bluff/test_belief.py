"""What claims tell about imagined worlds: a belief for searches, never a part of the rules."""

from games.bluff.play import Words, dealt, do, number_of

from croupier.ai.baselines import HeuristicBot
from croupier.games.bluff import GAME
from croupier.games.bluff.core import layout as w
from croupier.games.bluff.core.rules import BluffState
from croupier.match.match import Match

JACK = 10


def imagined(match: Match, seat: int, seed: int, believing: bool = True) -> BluffState:
    state = match.state.fresh()
    assert isinstance(state, BluffState)
    state.restore(seat, match.state.snapshot(seat))
    state.imagine(seat, seed)
    if believing:
        state.believe(seat)
    return state


def windows(seeds: range) -> list[tuple[Match, int]]:
    """Matches of heuristics that wait for an answer to a claim, and the seat that is asked."""
    found: list[tuple[Match, int]] = []
    for seed in seeds:
        match = Match(GAME, GAME.settings(), ("a", "b", "c", "d"), seed)
        bots = [HeuristicBot(GAME) for _ in range(4)]
        for seat, bot in enumerate(bots):
            bot.sit(match.table, seat, seed)
        while (decision := match.ask()) is not None:
            if len(match.steps) > 20 + 7 * (seed % 20) and decision.question == "challenge":
                found.append((match, decision.seat))
                break
            bots[decision.seat].face(decision.id)
            match.play(bots[decision.seat].decide(decision))
    return found


def test_hard_facts_stay():
    for seed, (match, seat) in enumerate(windows(range(30))):
        state = imagined(match, seat, seed)
        assert state.snapshot(seat) == match.state.snapshot(seat)
        words = Words(state)
        cards = [sum(words.held(s, rank) + words.laid_by(s, rank) for s in range(4)) for rank in range(13)]
        assert cards == [4] * 13
        assert number_of(words.cards(w.PENDING)) == words[w.CLAIM_COUNT]
        for other in range(4):
            assert number_of(words.cards_of(other, w.LAID)) == words.of(other, w.LAID_SIZE)


def test_who_can_say_the_truth_mostly_did():
    match = dealt("A 2 3", "5 6 7", "8 9 10")
    do(match, "lay A")
    true = sum(Words(imagined(match, 1, seed)).is_true for seed in range(400))
    drawn = sum(Words(imagined(match, 1, seed, believing=False)).is_true for seed in range(400))
    could = sum(
        words.held(0, 0) + words.laid_by(0, 0) > 0 for words in (Words(imagined(match, 1, seed)) for seed in range(400))
    )
    assert drawn < 0.6 * could
    assert 0.75 * could < true < could


def test_a_liar_lays_what_is_asked_for_last():
    """Bob has three Aces. Every third rank comes to Ann, and a Jack would be the last of all that she could have."""
    match = dealt("2 3 J", "A A A", "A 6 7")
    do(match, "lay J")
    worlds = [Words(imagined(match, 1, seed)) for seed in range(300)]
    lies = [words for words in worlds if not words.is_true]
    laid = sum(words.laid_by(0, JACK) for words in lies)
    kept = sum(words.held(0, JACK) > 0 for words in lies)
    assert laid > kept > 0


def test_it_comes_nearer_to_the_truth():
    believed_error = drawn_error = 0.0
    for match, seat in windows(range(60)):
        truth = Words(match.state).is_true  # type: ignore[arg-type]
        for believing in (True, False):
            worlds = [Words(imagined(match, seat, seed, believing)).is_true for seed in range(60)]
            error = (sum(worlds) / 60 - truth) ** 2
            if believing:
                believed_error += error
            else:
                drawn_error += error
    assert believed_error < 0.8 * drawn_error


def test_nobody_doubts_where_nobody_can_lie():
    match = dealt("A 2 3", "5 6 7", "8 9 10", mode="truth")
    do(match, "lay A")
    state = imagined(match, 1, 3, believing=False)
    assert imagined(match, 1, 3).snapshot(1) == state.snapshot(1)
    assert Words(imagined(match, 1, 3)).laid_by(0, 0) == 1
