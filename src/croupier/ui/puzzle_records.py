"""What a person has solved at this computer: rating, streak and known puzzles, in one small file."""

from datetime import date
from pathlib import Path
from typing import Final

import msgspec

from croupier.puzzles.puzzle import Puzzle
from croupier.puzzles.solver_rating import FIRST_DEVIATION, FIRST_RATING, SolverRating, after_puzzle

MOST_KNOWN: Final = 2000
"""Puzzles that are remembered; the oldest are forgotten first."""


class SolverRecord(msgspec.Struct, frozen=True):
    """One person."""

    rating: float = FIRST_RATING
    deviation: float = FIRST_DEVIATION
    solved: int = 0
    missed: int = 0
    streak: int = 0
    best_streak: int = 0
    known: tuple[str, ...] = ()
    days: int = 0
    """Days in a row on which the puzzle of the day was solved."""
    last_day: str = ""
    """The last of them, as 2026-11-18."""

    def after(self, puzzle: Puzzle, is_solved: bool, day: date | None = None) -> "SolverRecord":
        """The record after one answer; with `day`, to the puzzle of that day. A known puzzle changes no rating."""
        now = SolverRating(self.rating, self.deviation)
        new = now if puzzle.id in self.known else after_puzzle(now, puzzle.rating or FIRST_RATING, is_solved)
        streak = self.streak + 1 if is_solved else 0
        days, last_day = self._days_after(day, is_solved)
        return SolverRecord(
            rating=new.rating,
            deviation=new.deviation,
            solved=self.solved + is_solved,
            missed=self.missed + (not is_solved),
            streak=streak,
            best_streak=max(streak, self.best_streak),
            known=(*(each for each in self.known if each != puzzle.id), puzzle.id)[-MOST_KNOWN:],
            days=days,
            last_day=last_day,
        )

    def _days_after(self, day: date | None, is_solved: bool) -> tuple[int, str]:
        if day is None or self.last_day == day.isoformat():
            return self.days, self.last_day
        if not is_solved:
            return 0, self.last_day
        follows = bool(self.last_day) and (day - date.fromisoformat(self.last_day)).days == 1
        return self.days + 1 if follows else 1, day.isoformat()


Records = dict[str, SolverRecord]


def read_record(path: Path, name: str) -> SolverRecord:
    """The record of a person; a new one for one who is not known."""
    return _read(path).get(name, SolverRecord())


def write_record(path: Path, name: str, record: SolverRecord) -> None:
    records = {**_read(path), name: record}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(records)))


def _read(path: Path) -> Records:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Records)
    except (FileNotFoundError, msgspec.DecodeError):
        return {}


def record_text(before: SolverRecord, now: SolverRecord) -> str:
    """Rating and streak in one line."""
    change = round(now.rating) - round(before.rating)
    text = f"Your rating: {now.rating:.0f} ({change:+d})"
    text += f". {now.streak} in a row" if now.streak > 1 else ""
    return f"{text}. Solved: {now.solved} of {now.solved + now.missed}."
