"""Faults and penalties: applies the game's fault policy.

Only a `SeatError` is a fault. Errors of Croupier itself are never faults of a seat.
"""

import os
import traceback
from pathlib import Path
from typing import Final

import msgspec

from croupier.kernel.decision import Decision, Move, Seat, View
from croupier.kernel.errors import Crashed, Endless, Gone, Harness, RunEnding, SeatError, UsageError
from croupier.kernel.fault_policy import Penalty
from croupier.kernel.rng import new_chance, purpose
from croupier.match.match import Match

_FAULT = purpose("fault")
_OUR_FILES: Final = (f"{Path(__file__).parents[1]}{os.sep}", "src/croupier/")
"""Beginnings of the names of our files, also as compiled code has them."""
BENCHED = "benched"
ACTION_LIMIT: Final = 1000
"""Number of actions allowed in one turn."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """The outcome of a question: a move by index, or a penalty in its place."""

    index: int = 0
    say: tuple[str, ...] = ()
    note: str = ""
    seconds: float = 0.0
    faults: tuple[str, ...] = ()
    penalty: Penalty | None = None
    printed: str = ""


class Referee:
    """Counts the faults of each seat and applies the penalties."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._policy = match.game.policy
        self.faults: list[int] = [0] * match.table.seats
        """Number of answers that the referee gave for each seat."""
        self.benched: set[Seat] = set()
        """Seats that are no longer asked: the safe move is played for them to the end."""
        self.ends_runs = True
        """Whether a fault that will not pass ends all; at tables with people the safe move is played instead."""
        self._gone: set[Seat] = set()
        self._reasons: dict[Seat, str] = {}
        self.leaving: list[Seat] = []
        """Seats to expel once no sealed answer is open."""

    def bench(self, seat: Seat, fault: SeatError) -> None:
        """Bench a seat that was not asked anything yet."""
        self.faults[seat] += 1
        self.benched.add(seat)
        self._reasons[seat] = fault_text(fault)

    def judge(self, decision: Decision[Move, View], fault: SeatError, asked_again: int) -> Penalty:
        """The penalty for a fault. All but asking again are counted, except for faults of the harness."""
        if isinstance(fault, RunEnding) and self.ends_runs:
            raise UsageError(str(fault)) from fault
        penalty = self._policy.penalty(decision.question, fault, asked_again)
        if isinstance(fault, Harness):
            return penalty
        if penalty is not Penalty.ASK_AGAIN:
            self.faults[decision.seat] += 1
            if isinstance(fault, Gone):
                self._gone.add(decision.seat)
            if isinstance(fault, Gone) or self.faults[decision.seat] >= self._policy.faults:
                self.benched.add(decision.seat)
        return penalty

    def remove_absent(self, seat: Seat, fault: Gone) -> None:
        """Expel or bench a seat that left while it was not asked and no sealed answer is open."""
        if seat in self._gone or self._match.over:
            return
        self._gone.add(seat)
        self.bench(seat, fault)
        if self._policy.penalty("", fault, 0) is Penalty.EXPEL:
            self._match.expel(seat, (self._reasons.pop(seat),), Penalty.EXPEL.value)

    def apply_answer(self, seat: Seat, answer: Answer) -> None:
        """Play the answer, or what its penalty demands."""
        match, penalty = self._match, answer.penalty
        if penalty is None:
            match.play(answer.index, answer.say, answer.note, answer.seconds, answer.faults, "", seat, answer.printed)
        elif penalty is Penalty.EXPEL and match.state.sealed == 0:
            match.expel(seat, answer.faults, penalty.value, answer.printed)
        else:
            at_random = penalty in (Penalty.RANDOM_MOVE, Penalty.RANDOM_MOVE_AND_EXPEL)
            index = self._random_index(seat) if at_random else 0
            match.play(index, (), "", answer.seconds, answer.faults, penalty.value, seat, answer.printed)
            if penalty in (Penalty.EXPEL, Penalty.RANDOM_MOVE_AND_EXPEL):
                self.leaving.append(seat)
        if self.leaving:
            self.expel_leaving()

    def expel_leaving(self) -> None:
        """Expel the seats in `leaving`, unless sealed answers are open."""
        if self._match.state.sealed != 0:
            return
        for seat in self.leaving:
            if not self._match.over:
                self._match.expel(seat, (), Penalty.EXPEL.value)
        self.leaving = []

    def play_safe(self, seat: Seat) -> None:
        """Answer for a benched seat."""
        self._match.ask(seat)
        reason = self._reasons.pop(seat, None)
        self._match.play(0, faults=() if reason is None else (reason,), ruling=BENCHED, seat=seat)
        if self.leaving:
            self.expel_leaving()

    def end_turn(self, seat: Seat) -> None:
        """Play the safe move for a seat whose turn has too many actions; it counts as a fault."""
        decision = self._match.ask(seat)
        assert decision is not None
        fault = Endless(f"took {ACTION_LIMIT:,} actions in one turn, the last at '{decision.question}'")
        self.faults[seat] += 1
        if self.faults[seat] >= self._policy.faults:
            self.benched.add(seat)
        self._match.play(0, faults=(fault_text(fault),), ruling=Penalty.SAFE_MOVE.value, seat=seat)

    def _random_index(self, seat: Seat) -> int:
        decision = self._match.ask(seat)
        chance = new_chance(self._match.seed, _FAULT, len(self._match.steps))
        return 0 if decision is None else chance.below(len(decision.moves))


def fault_text(fault: SeatError) -> str:
    kind = Harness if isinstance(fault, Harness) else type(fault)
    return f"{kind.__name__}: {fault}"


def crash_fault(error: BaseException, doing: str) -> Crashed:
    """A bot's exception as a fault that names the place in its code."""
    frames = _frames_of_bot(traceback.extract_tb(error.__traceback__))
    place = (
        f" ({frames[-1].filename.rpartition('/')[2]}, line {frames[-1].lineno}, in {frames[-1].name})" if frames else ""
    )
    try:
        what = str(error)
    except BaseException:
        what = "an error without a text"
    return Crashed(f"{type(error).__name__}: {what[:200]}{place} while {doing}")


def crash_text(error: BaseException) -> str:
    """The traceback of a bot's exception, as Python prints it, without the frames of this package."""
    told = traceback.TracebackException(type(error), error, error.__traceback__)
    link: traceback.TracebackException | None = told
    while link is not None:
        link.stack = _frames_of_bot(link.stack)
        link = link.__cause__ or link.__context__
    return "".join(told.format())


def _frames_of_bot(frames: traceback.StackSummary) -> traceback.StackSummary:
    """The frames outside this package; all of them if there are no others."""
    own = [frame for frame in frames if not frame.filename.startswith(_OUR_FILES)]
    return traceback.StackSummary.from_list(own) if own else frames
