"""How difficult a puzzle is: measured with the levels, as a rating on the scale of people's own.

The rating of a puzzle is the one at which players with the ratings of the levels would have solved it as often as the
levels did.
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from croupier.ai.registry import BUILT_IN, LEVELS
from croupier.kernel.game import Game
from croupier.players.spec import load_bots
from croupier.puzzles.exam import sit_exam
from croupier.puzzles.puzzle import Puzzle
from croupier.puzzles.solver_rating import expected_score

LEVEL_RATINGS: Final = {"noob": 800, "easy": 1100, "medium": 1400, "hard": 1700, "insane": 2000}
"""Where the scale is fixed."""
REPEATS: Final = {"noob": 4, "easy": 4, "medium": 4, "hard": 2, "insane": 1}
"""How often each level is asked, with other random numbers; the strong ones take longer and vary less."""
USUAL: Final = 1400.0
LOWEST: Final = 200.0
HIGHEST: Final = 3000.0


def measure_levels(
    game: Game,
    puzzles: Sequence[Puzzle],
    observe: Callable[[int], None] = lambda done: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> list[Puzzle]:
    """The puzzles with the scores of all levels and a rating; as they were if it was stopped early."""
    right: dict[str, list[int]] = {puzzle.id: [] for puzzle in puzzles}
    done = 0
    for level in LEVELS:
        (entrant,) = load_bots(game, [level], BUILT_IN)
        counts = dict.fromkeys(right, 0)
        for luck in range(REPEATS[level]):
            sheet = sit_exam(entrant, puzzles, is_stopped=is_stopped, luck=luck)
            done += len(puzzles)
            observe(done)
            if is_stopped():
                return list(puzzles)
            for answer in sheet.answers:
                counts[answer.puzzle.id] += answer.is_right
        for name, times in counts.items():
            right[name].append(round(100 * times / REPEATS[level]))
    return [
        msgspec.structs.replace(puzzle, levels=tuple(right[puzzle.id]), rating=rating_of(right[puzzle.id]))
        for puzzle in puzzles
    ]


def discriminates(puzzle: Puzzle) -> bool:
    """Whether stronger levels find the answer at least as often as weaker ones, on the whole.

    Where it is the other way round, the answer may depend on who the rivals are, and a solver learns nothing from it.
    """
    middle = (len(puzzle.levels) - 1) / 2
    return sum((rank - middle) * share for rank, share in enumerate(puzzle.levels)) >= 0


def exams_needed(puzzles: int) -> int:
    """How many answers `measure_levels` asks for."""
    return puzzles * sum(REPEATS.values())


def rating_of(percent: Sequence[int]) -> int:
    """The rating of a puzzle that the levels solved in these percentages of their attempts.

    A win and a loss of an average player are added, so that a puzzle that all or none solve has a rating too.
    """
    players = [*LEVEL_RATINGS.values(), USUAL, USUAL]
    scores = sum(percent) / 100 + 1.0
    low, high = LOWEST, HIGHEST
    while high - low > 0.5:
        middle = (low + high) / 2
        if sum(expected_score(player, middle) for player in players) > scores:
            low = middle  # solved less often than that: it is more difficult
        else:
            high = middle
    return round((low + high) / 2)
