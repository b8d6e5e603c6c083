"""What happens to a seat that does not answer as it must: one table per game, read by the referee."""

from collections.abc import Mapping
from enum import Enum

import msgspec

from croupier.kernel.errors import BadMessage, Harness, IllegalMove, SeatError


class Penalty(Enum):
    """What the referee may do about a fault, besides counting it."""

    ASK_AGAIN = "ask again"
    SAFE_MOVE = "safe move"
    RANDOM_MOVE = "random move"
    EXPEL = "expel"
    RANDOM_MOVE_AND_EXPEL = "random move and expel"


class FaultPolicy(msgspec.Struct, frozen=True):
    """The penalties by question and fault.

    `table` maps (question, name of the fault) to a penalty; "*" stands for any. The most specific entry holds:
    question and fault, then question, then fault. What it does not cover is punished by `SAFE_MOVE`, and so is what was
    no fault of the player at all (`Harness`).
    """

    table: Mapping[tuple[str, str], Penalty] = {}
    patience: int = 1
    """How often a seat may be asked again about one question when the answer was illegal or unreadable."""
    faults: int = 3
    """After so many faults a seat is no longer asked: the safe move is played for it to the end."""

    def penalty(self, question: str, fault: SeatError, asked_again: int) -> Penalty:
        """What to do about this fault; `asked_again` counts how often this question was asked again already."""
        if isinstance(fault, Harness):
            return Penalty.SAFE_MOVE
        kind = type(fault).__name__
        patience = self.patience if fault.may_be_asked_again else 0
        if isinstance(fault, IllegalMove | BadMessage) and asked_again < patience:
            return Penalty.ASK_AGAIN
        for key in ((question, kind), (question, "*"), ("*", kind)):
            if key in self.table:
                return self.table[key]
        return Penalty.SAFE_MOVE
