"""What is shown of steps, seat by seat."""

from croupier.games import GAMES
from croupier.kernel.event_bits import PUBLIC
from croupier.match.match import Match
from croupier.match.reaction_windows import ShownSteps, redact_steps


def test_a_fault_and_the_move_of_the_referee_are_told_in_full_to_their_own_seat_only() -> None:
    match = Match(GAMES["bluff"], GAMES["bluff"].settings(), ["Ann", "Bob"], 1)
    decision = match.ask()
    assert decision is not None
    seat, move = decision.seat, str(decision.moves[0])
    match.play(0, faults=(f"IllegalMove: legal moves: {move}",), ruling="safe move")
    steps = ShownSteps(1, 1, (True,))
    own = redact_steps(match, steps, seat, notes=False).lines
    assert sum(move in line for line in own) == 2
    for other in (1 - seat, PUBLIC):
        lines = redact_steps(match, steps, other, notes=False).lines
        assert any(line.endswith("IllegalMove") for line in lines)
        assert any(line.endswith("the referee answers") for line in lines)
        assert not any(move in line for line in lines)
