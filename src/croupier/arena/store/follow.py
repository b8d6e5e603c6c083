"""A stored run followed by polling while other processes play it; read only."""

from collections import deque
from time import monotonic
from typing import Final

from croupier.arena.plan.run_plan import Plan
from croupier.arena.results.totals import RatedTotals
from croupier.arena.run.task import Played
from croupier.arena.store.store import Store
from croupier.arena.tournament.setup import setup_in, terms_in
from croupier.kernel.errors import UsageError

LATEST_MATCHES: Final = 5
"""Number of latest matches to remember."""


class RunFollower:
    """The state of a run as of the last `look`."""

    def __init__(self, store: Store, run: int | None = None) -> None:
        """Without a number the latest run that is not finished, or else the latest."""
        self._store = store
        self.run = _latest(store) if run is None else run
        self.plan = store.plan(self.run)
        self.planned = planned_matches(self.plan)
        self.totals = RatedTotals(len(self.plan.names))
        self.latest: deque[Played] = deque(maxlen=LATEST_MATCHES)
        self.finished = False
        self._seen: set[int] = set()
        self._gapless = -1
        self._began: float | None = None
        self._before = 0

    def look(self) -> bool:
        """Take in what was committed since the last time; whether that was anything."""
        was_finished = self.finished
        # In this order: what is committed before the end is seen by one who looks after it.
        self.finished = self._store.is_finished(self.run)
        # Matches come in any order, but far behind the first gap there is nothing yet.
        new = [played for played in self._store.games(self.run, self._gapless) if played.number not in self._seen]
        for played in new:
            self.totals.add(played)
            self.latest.append(played)
            self._seen.add(played.number)
        skipped = self._store.skipped(self.run)
        while self._gapless + 1 in self._seen or self._gapless + 1 in skipped:
            self._gapless += 1
        if self._began is None:
            self._began, self._before = monotonic(), self.totals.matches
        return bool(new) or self.finished != was_finished

    @property
    def rate(self) -> float | None:
        """Matches in a second since the first look; None before the second."""
        played = self.totals.matches - self._before
        seconds = monotonic() - self._began if self._began is not None else 0.0
        return played / seconds if played and seconds > 0 else None

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the end at the current rate; None if the rate or the end is unknown."""
        rate = self.rate
        if rate is None or self.planned is None:
            return None
        return max(0, self.planned - self.totals.matches) / rate


def planned_matches(plan: Plan) -> int | None:
    """How many matches a run will have; None for one that stops by itself or never."""
    if plan.kind == "run":
        return plan.schedule().matches
    if plan.kind != "tournament":
        return None
    terms = terms_in(plan)
    best_of = terms.best_of or terms.blocks
    return setup_in(plan).matches(best_of if terms.format == "knockout" else terms.blocks)


def _latest(store: Store) -> int:
    runs = store.runs()
    if not runs:
        raise UsageError(f"no runs in {store} yet. To start one: croupier tournament GAME BOT ...")
    return next((run.id for run in runs if run.state != "finished"), runs[0].id)
