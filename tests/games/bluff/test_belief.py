"""What claims tell about imagined worlds: a belief for searches, never a part of the rules."""

from games.bluff.play import dealt, do

from croupier.ai.baselines import HeuristicBot
from croupier.games.bluff import GAME
from croupier.games.bluff.core.lanes import total
from croupier.games.bluff.core.rules import BluffState
from croupier.games.bluff.core.table import LAID, OUT, ROW
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
        table = state.table
        cards = [sum(table.held(s, rank) + table.laid_by(s, rank) for s in range(4)) for rank in range(13)]
        assert cards == [4] * 13
        assert total(table.pending_low) + total(table.pending_high) == table.claim_count
        for other in range(4):
            row = ROW * other
            assert total(table.rows[row + LAID]) + total(table.rows[row + LAID + 1]) == table.rows[row + OUT]


def test_who_can_say_the_truth_mostly_did():
    match = dealt("A 2 3", "5 6 7", "8 9 10")
    do(match, "lay A")
    true = sum(imagined(match, 1, seed).table.is_true() for seed in range(400))
    drawn = sum(imagined(match, 1, seed, believing=False).table.is_true() for seed in range(400))
    could = sum(
        state.table.held(0, 0) + state.table.laid_by(0, 0) > 0
        for state in (imagined(match, 1, seed) for seed in range(400))
    )
    assert drawn < 0.6 * could
    assert 0.75 * could < true < could


def test_a_liar_lays_what_is_asked_for_last():
    """Bob has three Aces. Every third rank comes to Ann, and a Jack would be the last of all that she could have."""
    match = dealt("2 3 J", "A A A", "A 6 7")
    do(match, "lay J")
    tables = [imagined(match, 1, seed).table for seed in range(300)]
    lies = [table for table in tables if not table.is_true()]
    laid = sum(table.laid_by(0, JACK) for table in lies)
    kept = sum(table.held(0, JACK) > 0 for table in lies)
    assert laid > kept > 0


def test_it_comes_nearer_to_the_truth():
    believed_error = drawn_error = 0.0
    for match, seat in windows(range(60)):
        truth = match.state.table.is_true()  # type: ignore[attr-defined]
        for believing in (True, False):
            worlds = [imagined(match, seat, seed, believing).table.is_true() for seed in range(60)]
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
    assert imagined(match, 1, 3).table.laid_by(0, 0) == 1
