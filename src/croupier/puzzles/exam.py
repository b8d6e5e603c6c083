"""An exam: every puzzle of a game put to one bot, each to a fresh instance of it that has seen nothing before.

Any kind of bot sits it, sandboxed as in a run. A fault is a wrong answer.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

import msgspec

from croupier.ai.registry import LEVELS
from croupier.arena.results.intervals import wilson
from croupier.arena.run.time_limits import Alarm
from croupier.kernel.bot_rng import derived_seed
from croupier.kernel.decision import NO_CLOCK, Clock
from croupier.kernel.errors import SeatError
from croupier.match.ask import ask_player
from croupier.match.match import Match
from croupier.match.playback import policy_judge
from croupier.players.connections import Connections
from croupier.players.entrant import Entrant
from croupier.players.seating import NO_WRAPPERS, PlayerWrappers, seat_entrant
from croupier.puzzles.puzzle import Puzzle, PuzzlePosition

ALL: Final = "all"
"""In place of a theme."""


class ExamAnswer(msgspec.Struct, frozen=True):
    """What a bot answered to one puzzle."""

    puzzle: Puzzle
    move: str
    """In its notation; empty after a fault."""
    fault: str = ""

    @property
    def is_right(self) -> bool:
        return self.move in self.puzzle.answers


class Score(msgspec.Struct, frozen=True):
    """Right answers among puzzles; parts of an answer where a level was asked several times."""

    right: float
    total: int

    @property
    def rate(self) -> float:
        return self.right / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 %, as if the puzzles were drawn at random from all that could be mined."""
        return wilson(self.rate, self.total) if self.total else (0.0, 1.0)


class ExamSheet(msgspec.Struct, frozen=True):
    """The answers of one bot."""

    bot: str
    answers: tuple[ExamAnswer, ...]

    @property
    def score(self) -> Score:
        return self.theme_score(ALL)

    def theme_score(self, theme: str) -> Score:
        own = [answer for answer in self.answers if theme in (ALL, *answer.puzzle.themes)]
        return Score(sum(answer.is_right for answer in own), len(own))

    @property
    def misses(self) -> list[ExamAnswer]:
        """The wrong answers, those to the easiest puzzles first."""
        wrong = [answer for answer in self.answers if not answer.is_right]
        return sorted(wrong, key=lambda answer: (answer.puzzle.rating, answer.puzzle.id))

    @property
    def faults(self) -> list[ExamAnswer]:
        return [answer for answer in self.answers if answer.fault]


def themes_of(puzzles: Iterable[Puzzle]) -> list[str]:
    """The themes of the puzzles, the most frequent first."""
    counts: dict[str, int] = {}
    for puzzle in puzzles:
        for theme in puzzle.themes:
            counts[theme] = counts.get(theme, 0) + 1
    return sorted(counts, key=lambda theme: (-counts[theme], theme))


def level_score(puzzles: Iterable[Puzzle], level: str, theme: str = ALL) -> Score | None:
    """The stored score of a level; None if it was not measured for all of the puzzles."""
    number = list(LEVELS).index(level)
    own = [puzzle for puzzle in puzzles if theme in (ALL, *puzzle.themes)]
    if not own or any(len(puzzle.levels) <= number for puzzle in own):
        return None
    return Score(sum(puzzle.levels[number] for puzzle in own) / 100, len(own))


def sit_exam(
    entrant: Entrant,
    puzzles: Sequence[Puzzle],
    clock: Clock = NO_CLOCK,
    observe: Callable[[int], None] = lambda done: None,
    is_stopped: Callable[[], bool] = lambda: False,
    luck: int = 0,
    wrappers: PlayerWrappers = NO_WRAPPERS,
) -> ExamSheet:
    """Put the puzzles to a bot, one after the other; `luck` changes its random numbers.

    `clock` limits each answer. What was answered before `is_stopped` counts.
    """
    is_timed = entrant.cells is not None or entrant.guest is not None
    limit = nullcontext() if is_timed or clock.answer is None else Alarm(clock.answer, "did not answer in time")
    answers: list[ExamAnswer] = []

    async def ask_all() -> None:
        for puzzle in puzzles:
            if is_stopped():
                return
            answers.append(await _ask(entrant, puzzle, clock if is_timed else NO_CLOCK, luck, wrappers, limit))
            observe(len(answers))

    with Connections([entrant], clock) as outside:
        outside.do(ask_all())
    return ExamSheet(entrant.name, tuple(answers))


async def _ask(
    entrant: Entrant,
    puzzle: Puzzle,
    clock: Clock,
    luck: int,
    wrappers: PlayerWrappers,
    limit: AbstractContextManager[None],
) -> ExamAnswer:
    position = PuzzlePosition(puzzle)
    game, decision = position.game, position.decision(clock)
    match = Match(game, position.settings, position.table.names, derived_seed("exam", puzzle.id, luck))
    try:
        async with seat_entrant(entrant, match, puzzle.seat, wrappers, clock) as player:
            with limit:
                answer = await ask_player(player, decision, policy_judge(game.policy), clock.answer)
    except SeatError as fault:
        return ExamAnswer(puzzle, "", f"{type(fault).__name__}: {fault}")
    if answer.penalty is not None:
        return ExamAnswer(puzzle, "", answer.faults[-1])
    return ExamAnswer(puzzle, str(decision.moves[answer.index]))


class ThemeChange(msgspec.Struct, frozen=True):
    """How two bots differ in a theme, on the same puzzles."""

    theme: str
    total: int
    old: float
    new: float
    gained: int
    """Puzzles that only the new one solves."""
    lost: int
    """Puzzles that only the old one solves."""

    @property
    def is_clear(self) -> bool:
        """Whether chance alone makes such a difference in less than about 5 of 100 cases: a sign test."""
        return max(0, abs(self.gained - self.lost) - 1) ** 2 > SIGN_TEST * (self.gained + self.lost)


SIGN_TEST: Final = 3.84
"""The 95 % point of chi-square with one degree of freedom."""


def compare_sheets(old: ExamSheet, new: ExamSheet) -> list[ThemeChange]:
    """All puzzles, then theme by theme; both bots must have sat the same exam."""
    pairs = list(zip(old.answers, new.answers, strict=True))
    changes: list[ThemeChange] = []
    for theme in [ALL, *themes_of(answer.puzzle for answer in old.answers)]:
        own = [(a.is_right, b.is_right) for a, b in pairs if theme in (ALL, *a.puzzle.themes)]
        gained = sum(b and not a for a, b in own)
        lost = sum(a and not b for a, b in own)
        changes.append(
            ThemeChange(theme, len(own), old.theme_score(theme).rate, new.theme_score(theme).rate, gained, lost)
        )
    return changes


def answers_document(sheet: ExamSheet) -> list[dict[str, Any]]:
    """All answers for a JSON document."""
    return [
        {
            "puzzle": answer.puzzle.id,
            "themes": answer.puzzle.themes,
            "rating": answer.puzzle.rating,
            "answer": answer.move or None,
            "right": answer.is_right,
            "answers": answer.puzzle.answers,
            "fault": answer.fault or None,
        }
        for answer in sheet.answers
    ]
