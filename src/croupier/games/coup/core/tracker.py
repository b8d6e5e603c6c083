"""Changes to the words of a state, one at a time, for code that is not compiled and follows a match from outside.

Such code must not hand a vector to a compiled function, which would never let go of it (see `legal_buffer`).
"""

from typing import Final, final

from mypy_extensions import i64

from croupier.games.coup.core import legal, table
from croupier.games.coup.core.rules import CoupState


@final
class Tracker:
    """The functions of table.py and legal.py for one state."""

    def __init__(self, state: CoupState) -> None:
        self.state: Final = state

    def respondents(self, question: i64) -> i64:
        return legal.respondents(self.state.words, question)

    def claimant(self) -> i64:
        return legal.claimant(self.state.words)

    def claimed_character(self) -> i64:
        return legal.claimed_character(self.state.words)

    def forget_action(self) -> None:
        table.forget_action(self.state.words)

    def put(self, seat: i64, low: i64, high: i64) -> None:
        table.put(self.state.words, seat, low, high)

    def swap(self, seat: i64, old: i64, new: i64) -> None:
        table.swap(self.state.words, seat, old, new)

    def lay_open(self, seat: i64, character: i64) -> None:
        table.lay_open(self.state.words, seat, character)

    def remember(self, viewer: i64, character: i64) -> None:
        table.remember(self.state.words, viewer, character)

    def recognise(self, viewer: i64, character: i64, holder: i64) -> None:
        table.recognise(self.state.words, viewer, character, holder)

    def seen_at(self, holder: i64, character: i64) -> None:
        table.seen_at(self.state.words, holder, character)

    def may_hold_more(self, seat: i64) -> None:
        table.may_hold_more(self.state.words, seat)

    def holds_nothing(self, seat: i64) -> None:
        table.holds_nothing(self.state.words, seat)

    def claim(self, seat: i64, character: i64) -> None:
        table.claim(self.state.words, seat, character)

    def unclaim(self, seat: i64, character: i64) -> None:
        table.unclaim(self.state.words, seat, character)

    def claim_ended(self, seat: i64, character: i64, shown: bool) -> None:
        table.claim_ended(self.state.words, seat, character, shown)
