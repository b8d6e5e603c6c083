"""A time limit for a bot of this process: the signal of a timer breaks into its code. For checks, not for matches.

It works in the main thread of a system that has such timers, and not against a bot that catches whatever is raised;
elsewhere the time is only measured.
"""

import logging
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import perf_counter
from types import FrameType
from typing import Any, Final

from croupier.arena.plan.schedule import Seating
from croupier.kernel.bot import MAX_SLOW_NEWS, Bot
from croupier.kernel.decision import NO_CLOCK, Clock, Decision, Event, Table
from croupier.kernel.errors import TooSlow
from croupier.players.entrant import RemoteBot

_log: Final = logging.getLogger("croupier")


class Alarm:
    """A context that raises TooSlow in its block when the time is up, and again after as long if the block goes on.

    No generator: a signal that comes when the block has just ended must not keep the timer from being put back.
    """

    def __init__(self, limit: float, message: str) -> None:
        self._limit = limit
        self._message = message
        self._is_set = False

    def __enter__(self) -> None:
        if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
            return
        self._handler = signal.signal(signal.SIGALRM, self._ring)
        self._before = signal.setitimer(signal.ITIMER_REAL, self._limit, self._limit)
        self._is_set = True

    def __exit__(self, *error: object) -> None:
        if self._is_set:
            signal.setitimer(signal.ITIMER_REAL, *self._before)
            signal.signal(signal.SIGALRM, self._handler)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        """Raise, but not while the timer is set or put back, or in what is called for that."""
        while frame is not None:
            if frame.f_code in _BRACKETS:
                return
            frame = frame.f_back
        raise TooSlow(self._message)


_BRACKETS: Final = (Alarm.__enter__.__code__, Alarm.__exit__.__code__)


class TimeLimits:
    """A time limit for all bots in this process; `tell` is called with the seat whose bot runs."""

    def __init__(self, seconds: float, tell: Callable[[int], None] = lambda seat: None) -> None:
        self.seconds = seconds
        self.tell = tell

    def over(self, bots: Sequence[Bot[Any, Any] | RemoteBot], seating: Seating) -> list[Bot[Any, Any] | RemoteBot]:
        """The same bots. Those that are in a process of their own keep to the usual clock."""
        return [TimedBot(bot, self) if isinstance(bot, Bot) and not bot.is_timed else bot for bot in bots]


class TimedBot(Bot[Any, Any]):
    """A bot that must answer in time."""

    def __init__(self, bot: Bot[Any, Any], keeper: TimeLimits) -> None:
        self._bot = bot
        self._keeper = keeper
        self.listens = bot.listens
        self._slow_news = 0

    def sit(self, table: Table, seat: int, luck_seed: int) -> None:
        self.seat = seat
        self._slow_news = 0
        self._keeper.tell(seat)
        with Alarm(self._keeper.seconds, self._late("sit down")):
            self._bot.sit(table, seat, luck_seed)

    def face(self, decision_id: int, clock: Clock = NO_CLOCK) -> None:
        self._bot.face(decision_id, clock)

    def hear(self, events: Sequence[Event], view: Any) -> None:
        """News has a time of its own: a bot that takes longer loses the rest of it and nothing else."""
        if self._slow_news >= MAX_SLOW_NEWS:
            return
        self._keeper.tell(self.seat)
        began = perf_counter()
        with suppress(TooSlow), Alarm(self._keeper.seconds, self._late("process events")):
            self._bot.hear(events, view)
        if perf_counter() - began >= self._keeper.seconds:
            self._slow_news += 1
            if self._slow_news == MAX_SLOW_NEWS:
                _log.warning(
                    "seat %d took longer than %g s to process events %d times and gets no more events in this match",
                    self.seat,
                    self._keeper.seconds,
                    MAX_SLOW_NEWS,
                )

    def decide(self, decision: Decision[Any, Any]) -> Any:
        self._keeper.tell(self.seat)
        with Alarm(self._keeper.seconds, self._late(f"answer '{decision.question}'")):
            return self._bot.decide(decision)

    def _late(self, task: str) -> str:
        return f"did not {task} within {self._keeper.seconds:g} s and was stopped"

    def take_talk(self) -> tuple[tuple[str, ...], str]:
        return self._bot.take_talk()

    def leave(self) -> None:
        self._bot.leave()
