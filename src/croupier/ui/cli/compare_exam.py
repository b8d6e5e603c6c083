"""Which themes changed: the exams of two bots that are compared, side by side."""

from time import perf_counter
from typing import Any, Final

import msgspec

from croupier.kernel.decision import Clock
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant
from croupier.puzzles.exam import ALL, ThemeChange, compare_sheets, sit_exam
from croupier.puzzles.puzzle import shipped_puzzles, usable

MAX_SECONDS: Final = 4.0
"""Both exams together; bots that think longer are left to croupier exam."""


class ExamComparison(msgspec.Struct, frozen=True):
    """The exams of two bots."""

    old: str
    new: str
    changes: tuple[ThemeChange, ...]
    """All puzzles first, then theme by theme."""

    def sentence(self) -> str:
        """The scores, and the themes in which the bots clearly differ."""
        every, *themes = self.changes
        told = f"Puzzles: {self.new} solves {_percent(every.new)} of {every.total}, {self.old} {_percent(every.old)}"
        clear = [each for each in themes if each.is_clear]
        if not clear:
            return f"{told}; no theme differs clearly."
        listed = ", ".join(f"{each.theme} ({(each.new - each.old) * 100:+.0f} points)" for each in clear)
        return f"{told}. Themes that differ clearly: {listed}."

    def rows(self) -> list[list[str]]:
        """A table with a heading."""
        heading = ["theme", "puzzles", self.old, self.new, "change", "clear?"]
        return [heading, *(_row(each) for each in self.changes)]

    def document(self) -> list[dict[str, Any]]:
        return [
            {
                "theme": each.theme,
                "puzzles": each.total,
                "old": round(each.old, 4),
                "new": round(each.new, 4),
                "gained": each.gained,
                "lost": each.lost,
                "clear": each.is_clear,
            }
            for each in self.changes
        ]


def _row(each: ThemeChange) -> list[str]:
    change = f"{(each.new - each.old) * 100:+.0f} points ({each.gained} gained, {each.lost} lost)"
    name = "all puzzles" if each.theme == ALL else each.theme
    return [name, str(each.total), _percent(each.old), _percent(each.new), change, "yes" if each.is_clear else "no"]


def _percent(rate: float) -> str:
    return f"{rate * 100:.0f} %"


def compare_exams(game: Game, old: Entrant, new: Entrant, clock: Clock) -> ExamComparison | None:
    """Put the puzzles of the game to both bots; None if there are none, or one of the bots takes too long.

    Bots that run elsewhere are left out: an answer may cost money there.
    """
    puzzles, _ = usable(shipped_puzzles(game.name))
    if not puzzles or old.guest is not None or new.guest is not None or old.make().thinks_aside:
        return None
    clock = msgspec.structs.replace(clock, answer=min(MAX_SECONDS, clock.answer or MAX_SECONDS))
    ends = perf_counter() + MAX_SECONDS
    sheets = [sit_exam(each, puzzles, clock, is_stopped=lambda: perf_counter() > ends) for each in (old, new)]
    if any(len(sheet.answers) < len(puzzles) for sheet in sheets):
        return None
    return ExamComparison(old.name, new.name, tuple(compare_sheets(*sheets)))
