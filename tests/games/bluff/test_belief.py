"""What a claim on the pile tells about imagined worlds: a belief for searches, never a part of the rules."""

from croupier.games.bluff import GAME
from croupier.games.bluff.rules import BluffState
from croupier.match.core import Match


def worlds_after_a_claim() -> dict[tuple[bool, bool], set[int]]:
    """By (the claim is a lie, the claimer holds the truth): the weights of the worlds that the next seat imagines."""
    match = Match(GAME, GAME.settings(), ("a", "b", "c"), 4)
    while (decision := match.ask()) is not None and decision.question != "challenge":
        match.play(0)
    assert decision is not None
    state = GAME.new_state(GAME.settings(), 3)
    assert isinstance(state, BluffState)
    found: dict[tuple[bool, bool], set[int]] = {}
    for seed in range(2000):
        state.restore(decision.seat, decision.view.ints)
        state.imagine(decision.seat, seed)
        table = state.table
        lie = not table.is_true()
        holds = table.held(table.turn, table.claim_rank) > 0
        found.setdefault((lie, holds), set()).add(state.weight(decision.seat))
    return found


def test_a_lie_is_less_likely_than_the_truth_and_a_wanton_lie_least():
    found = worlds_after_a_claim()
    assert found[False, False] | found.get((False, True), set()) == {1_000_000}
    (lie,), (wanton,) = found[True, False], found[True, True]
    assert 1_000_000 > lie > wanton > 0


def test_an_empty_pile_tells_nothing():
    match = Match(GAME, GAME.settings(), ("a", "b", "c"), 4)
    decision = match.ask()
    assert decision is not None
    state = GAME.new_state(GAME.settings(), 3)
    state.restore(decision.seat, decision.view.ints)
    state.imagine(decision.seat, 1)
    assert state.weight(decision.seat) == 1000
