"""Which puzzle comes next: one near the solver's rating that is not known yet, or the puzzle of the day."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Final

from croupier.games import GAMES
from croupier.kernel.bot_rng import BotRandom, derived_seed
from croupier.kernel.errors import UsageError
from croupier.puzzles.puzzle import Puzzle, shipped_puzzles, usable

NEAREST: Final = 20
"""The next puzzle is one of so many whose ratings are nearest."""
DAILY_SPAN: Final = (900, 1900)
"""Ratings of puzzles of the day."""


def games_with_puzzles() -> list[str]:
    return [name for name in GAMES if shipped_puzzles(name)]


def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The shipped puzzles of a game that fit its rules; a UsageError if there are none."""
    puzzles, reason = usable(shipped_puzzles(game))
    if not puzzles:
        names = ", ".join(games_with_puzzles())
        raise UsageError(reason or f"there are no puzzles of {game}; there are some of {names}")
    return puzzles


def next_puzzle(puzzles: Sequence[Puzzle], rating: float, known: Collection[str] = (), seed: object = 0) -> Puzzle:
    """A puzzle near `rating`; one of those already known only if all are."""
    fresh = [puzzle for puzzle in puzzles if puzzle.id not in known] or list(puzzles)
    near = sorted(fresh, key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.id))[:NEAREST]
    return near[BotRandom(derived_seed("next puzzle", seed)).below(len(near))]


def daily_puzzle(day: date, game: str | None = None) -> Puzzle:
    """The puzzle of a day: the same for everybody, of another game every day unless one is named."""
    games = games_with_puzzles()
    if game is None and not games:
        raise UsageError("there are no puzzles")
    name = game or games[day.toordinal() % len(games)]
    puzzles = puzzles_of(name)
    low, high = DAILY_SPAN
    fitting = [puzzle for puzzle in puzzles if low <= puzzle.rating <= high] or list(puzzles)
    order = sorted(fitting, key=lambda puzzle: derived_seed("daily", puzzle.id))
    # One after the other, so that none comes back before all have been there.
    return order[day.toordinal() // (1 if game else max(1, len(games))) % len(order)]
