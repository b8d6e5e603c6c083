"""The time of each seat: so much for every answer, and a bank for what takes longer. It measures nothing itself.

A driver asks for the clock that goes with a question, stops the player when `limit` is over, and says what it took.
"""

from collections.abc import Sequence

from croupier.kernel.decision import NO_CLOCK, Clock, Seat


class TimeControl:
    """The clocks of one match, seat by seat, each beginning with its own allowance.

    What an answer takes beyond `Clock.answer` is taken from the bank, and who has no bank left has only that.
    """

    def __init__(self, allowances: Sequence[Clock]) -> None:
        self._clocks = list(allowances)

    def clock(self, seat: Seat) -> Clock:
        """What the seat has now."""
        return self._clocks[seat]

    def limit(self, seat: Seat) -> float | None:
        """The longest that an answer of this seat may take now; None for as long as it likes."""
        clock = self._clocks[seat]
        return None if clock.answer is None else clock.answer + (clock.bank or 0.0)

    def spend(self, seat: Seat, seconds: float) -> None:
        """The seat took so long for an answer."""
        clock = self._clocks[seat]
        bank = clock.bank
        if bank is not None and clock.answer is not None:
            bank = max(0.0, bank - max(0.0, seconds - clock.answer))
        self._clocks[seat] = Clock(clock.answer, bank, seconds)


def same_for_all(seats: int, allowance: Clock = NO_CLOCK) -> TimeControl:
    return TimeControl([allowance] * seats)
