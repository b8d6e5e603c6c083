"""Time control: seconds for each answer, and a bank for longer ones. It measures nothing itself.

A driver asks for the clock of a question, stops the player at `limit`, and reports the seconds spent.
"""

from collections.abc import Sequence

from croupier.kernel.decision import NO_CLOCK, Clock, Seat


class TimeControl:
    """The clocks of one match, one for each seat, each starting with its allowance.

    Time beyond `Clock.answer` is taken from the bank; with an empty bank only `Clock.answer` is left.
    """

    def __init__(self, allowances: Sequence[Clock]) -> None:
        self._clocks = list(allowances)
        self._current = list(allowances)
        """The clocks, less what was charged since the last answer."""

    def clock(self, seat: Seat) -> Clock:
        """The current clock of the seat."""
        return self._current[seat]

    def limit(self, seat: Seat) -> float | None:
        """Seconds that the next answer of this seat may take; None for no limit."""
        clock = self._current[seat]
        return None if clock.answer is None else clock.answer + (clock.bank or 0.0)

    def charge(self, seat: Seat, seconds: float) -> None:
        """Take `seconds` off the time of the seat's next answer; `spend` is then told of them as well."""
        clock = self._current[seat]
        if clock.answer is not None:
            bank = None if clock.bank is None else max(0.0, clock.bank - max(0.0, seconds - clock.answer))
            self._current[seat] = Clock(max(0.0, clock.answer - seconds), bank, clock.last)

    def spend(self, seat: Seat, seconds: float) -> None:
        """Charge the seat `seconds` for an answer."""
        clock = self._clocks[seat]
        bank = clock.bank
        if bank is not None and clock.answer is not None:
            bank = max(0.0, bank - max(0.0, seconds - clock.answer))
        self._clocks[seat] = self._current[seat] = Clock(clock.answer, bank, seconds)


def same_for_all(seats: int, allowance: Clock = NO_CLOCK) -> TimeControl:
    return TimeControl([allowance] * seats)


def charge_text(seconds: float) -> str:
    """What is said about a time limit that was shortened by `seconds`; empty if it was not."""
    return f"; {seconds:.2g} s were charged for work between questions" if seconds else ""
