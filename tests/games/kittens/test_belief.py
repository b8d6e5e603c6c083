"""What others did about the top card of the pile: a belief for searches, never a part of the rules."""

from croupier.games.kittens import GAME
from croupier.games.kittens.codes import KITTEN
from croupier.games.kittens.rules import KittensState
from croupier.kernel.luck import Luck
from croupier.match.core import Match


def after_a_defuse() -> tuple[Match, int]:
    """A match right after somebody put a kitten back, and the seat whose turn it is then."""
    luck = Luck(3)
    for seed in range(100):
        match = Match(GAME, GAME.settings(), ("a", "b", "c"), seed)
        while (decision := match.ask()) is not None:
            match.play(luck.below(len(decision.moves)))
            following = match.ask() if decision.question == "defuse" else None
            if following is not None and following.seat != decision.seat and following.question == "turn":
                return match, following.seat
    raise AssertionError("nobody defused a kitten")


def weights(match: Match, seat: int) -> dict[bool, set[int]]:
    """By whether a kitten lies on top: the weights of the worlds that the seat imagines."""
    state = match.state.fresh()
    assert isinstance(state, KittensState)
    found: dict[bool, set[int]] = {}
    for seed in range(300):
        state.restore(seat, match.state.snapshot(seat))
        state.imagine(seat, seed)
        top = state.table.pile[state.table.pile_size - 1]
        found.setdefault(top == KITTEN, set()).add(state.weight(seat))
    return found


def test_the_next_player_expects_it_on_top():
    match, seat = after_a_defuse()
    assert weights(match, seat) == {True: {100_000}, False: {1000}}


def test_before_the_first_defuse_nothing_is_expected():
    match = Match(GAME, GAME.settings(), ("a", "b", "c"), 1)
    assert set().union(*weights(match, 0).values()) == {1000}
