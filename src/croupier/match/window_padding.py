"""Padding of reaction windows between bots: a window takes the same time, up to random noise, no matter who can react.

Only seats that can react are asked, so a bot could tell from the time of a window who holds what. For every seat that
might have been asked and was not, a time is waited that an earlier reaction of the same bot took. Which one follows
from the key of the match, which no bot knows. A random wait in every window hides the small differences that are left.

No rules are here, and no questions are asked: `run_bots` has the padding watch the match, `run_players` waits itself.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter, sleep
from typing import Any, Final

from croupier.kernel.decision import Event, Seat
from croupier.kernel.event_bits import DEALER
from croupier.kernel.rng import Chance, new_chance, purpose
from croupier.match.match import Match
from croupier.match.run_bots import Watch

KEPT: Final = 64
"""Answers of each bot whose times are kept."""
UNKNOWN_SECONDS: Final = 0.0001
"""Taken for a reaction of a bot that has not answered anything yet."""
_SPIN_SECONDS: Final = 0.0005  # the end of a wait, which sleeping would miss
_PADDING: Final = purpose("padding")

Times = defaultdict[int, deque[float]]


def wait_for(seconds: float) -> None:
    """Wait to the microsecond."""
    until = perf_counter() + seconds
    if seconds > 2 * _SPIN_SECONDS:
        sleep(seconds - _SPIN_SECONDS)
    while perf_counter() < until:
        pass


class WindowPadding:
    """The times that the bots of a run take to react, by the number of the entrant."""

    def __init__(self, clock: Callable[[], float] = perf_counter, wait: Callable[[float], None] = wait_for) -> None:
        self.clock = clock
        self.wait = wait
        self._reactions: Times = defaultdict(partial(deque[float], maxlen=KEPT))
        self._answers: Times = defaultdict(partial(deque[float], maxlen=KEPT))

    def add(self, entrant: int, seconds: float, is_reaction: bool) -> None:
        (self._reactions if is_reaction else self._answers)[entrant].append(seconds)

    def draw(self, entrant: int, chance: Chance) -> float:
        """The time of an earlier reaction; of another answer while there was none."""
        times = self._reactions[entrant] or self._answers[entrant]
        return times[chance.below(len(times))] if times else UNKNOWN_SECONDS

    def begin(self, match: Match, seating: Sequence[int]) -> "MatchPadding":
        """For a match in which these entrants sit."""
        return MatchPadding(self, match, seating)


class MatchPadding:
    """Follows one match, and tells after each answer how long the next question has to wait."""

    def __init__(self, padding: WindowPadding, match: Match, seating: Sequence[int]) -> None:
        self._padding = padding
        self._seating = seating
        self._windows = match.game.windows
        self._leaving = match.game.leaving
        self._seen = 0
        """Number of steps followed so far, counting the deal."""
        self._out: set[Seat] = set()
        self._unasked: list[Seat] = []
        """Seats that might be asked in the open window and were not, in the order in which they would be."""
        self._asks_openly = True
        self._asked_at = 0.0

    def before(self, watch: Watch | None) -> Watch:
        """A watcher that waits after each answer before it calls `watch`."""

        def wait(match: Match) -> None:
            self._padding.wait(self.owed(match, together=False))
            if watch is not None:
                watch(match)
            self._asked_at = self._padding.clock()

        return wait

    def owed(self, match: Match, together: bool = True) -> float:
        """Seconds to wait before the next question; `together`: whether all seats of a window are asked at once."""
        took = self._padding.clock() - self._asked_at
        answered = took
        owed = 0.0
        is_single = len(match.steps) == self._seen
        chance = new_chance(match.seed, _PADDING, len(match.steps))
        while self._seen <= len(match.steps):
            if self._seen:
                step = match.steps[self._seen - 1]
                self._note_answer(step.seat, step.seconds if together or not is_single else answered)
            for event in match.happened(DEALER, self._seen):
                if type(event) in self._leaving:
                    self._out.add(_seat_of(event))
                elif type(event) in self._windows:
                    owed += self._close_window(chance, took, together)
                    took = 0.0
                    owed += self._open_window(_seat_of(event), len(match.table.names), chance)
            self._seen += 1
        if match.is_public:
            owed += self._close_window(chance, took, together)
        elif not together:
            owed += self._skip_to(match.state.to_act, chance)
        self._asks_openly = match.is_public
        self._asked_at = self._padding.clock() + owed
        return owed

    def _note_answer(self, seat: Seat, seconds: float) -> None:
        self._padding.add(self._seating[seat], seconds, not self._asks_openly)
        if seat in self._unasked:
            self._unasked.remove(seat)

    def _open_window(self, actor: Seat, seats: int, chance: Chance) -> float:
        """All others may react, beginning on the left of `actor`. Returns a random part of the time of the first."""
        order = [(actor + 1 + place) % seats for place in range(seats - 1)]
        self._unasked = [seat for seat in order if seat not in self._out]
        first = self._unasked[:1]
        return sum(chance.fraction() * self._padding.draw(self._seating[seat], chance) for seat in first)

    def _skip_to(self, asked: Seat, chance: Chance) -> float:
        """The time of the seats that would have been asked before this one."""
        place = self._unasked.index(asked) if asked in self._unasked else 0
        skipped, self._unasked = self._unasked[:place], self._unasked[place:]
        return sum(self._padding.draw(self._seating[seat], chance) for seat in skipped)

    def _close_window(self, chance: Chance, took: float, together: bool) -> float:
        """The time of the seats that were not asked: all of it, or what is left of the longest."""
        times = [self._padding.draw(self._seating[seat], chance) for seat in self._unasked]
        self._unasked = []
        if not together:
            return sum(times)
        return max(0.0, max(times, default=0.0) - (0.0 if self._asks_openly else took))


def _seat_of(event: Event) -> Seat:
    """The seat of an event that opens a window or by which a seat is out; see `Game.windows`."""
    known: Any = event
    seat: Seat = known.seat
    return seat
