"""The schedule of a tournament from its plan and its results, without playing anything.

The rounds of a tournament follow from the results of those before, so the schedule is found by running the tournament
with an executor that looks matches up instead of playing them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from croupier.arena.plan.run_plan import Plan
from croupier.arena.plan.schedule import Seating
from croupier.arena.run.task import Chunk, Played, Skipped
from croupier.arena.tournament.play import RoundRunner
from croupier.arena.tournament.setup import setup_in, terms_in


class StoredMatches:
    """An executor that gives back matches that were played before, and remembers which were asked for."""

    def __init__(self, matches: Sequence[Played]) -> None:
        self._matches = {played.number: played for played in matches}
        self.wanted: dict[int, tuple[int, Seating]] = {}
        self.skipped: list[Skipped] = []
        self.idle: Callable[[], None] = lambda: None

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        for chunk in chunks:
            for task in chunk:
                self.wanted[task.number] = (task.pairing.block, task.pairing.seating)
                found = self._matches.get(task.number)
                if found is not None and found.block == task.pairing.block:
                    yield found


def scheduled_seatings(plan: Plan, matches: Sequence[Played]) -> dict[int, tuple[int, Seating]]:
    """By match: the block and the seating that the tournament's schedule gives, given these results."""
    tournament = setup_in(plan, playing=plan.playing)
    executor = StoredMatches(matches)
    runner = RoundRunner(executor, tournament.entries, plan.secret, terms_in(plan).blocks)
    runner.play(tournament.form, lambda played: None)
    return executor.wanted
