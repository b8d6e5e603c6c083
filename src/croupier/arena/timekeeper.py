"""Time limits for bots of this very process, in the match that comes before all others.

Elsewhere such bots have all the time that they want: they are trusted, and only a process can be stopped.
"""

from collections.abc import Callable, Sequence
from typing import Any

from croupier.arena.alarm import alarm
from croupier.arena.schedule import Seating
from croupier.kernel.bot import Bot
from croupier.kernel.decision import NO_CLOCK, Clock, Decision, Event, Table
from croupier.players.entrant import Guest


class Timekeeper:
    """Puts a clock beside the bots; `tell` learns whose turn it is, for whoever watches from outside."""

    def __init__(self, seconds: float, tell: Callable[[int], None]) -> None:
        self.seconds = seconds
        self.tell = tell

    def over(self, bots: Sequence[Bot[Any, Any] | Guest], seating: Seating) -> list[Bot[Any, Any] | Guest]:
        """The same bots. Those that are in a process of their own keep to the usual clock."""
        return [TimedBot(bot, self) if isinstance(bot, Bot) and not bot.is_timed else bot for bot in bots]


class TimedBot(Bot[Any, Any]):
    """A bot that must answer in time."""

    def __init__(self, bot: Bot[Any, Any], keeper: Timekeeper) -> None:
        self._bot = bot
        self._keeper = keeper
        self.listens = bot.listens

    def sit(self, table: Table, seat: int, luck_seed: int) -> None:
        self.seat = seat
        self._keeper.tell(seat)
        with alarm(self._keeper.seconds, self._late("sit down")):
            self._bot.sit(table, seat, luck_seed)

    def face(self, decision_id: int, clock: Clock = NO_CLOCK) -> None:
        self._bot.face(decision_id, clock)

    def hear(self, events: Sequence[Event], view: Any) -> None:
        self._keeper.tell(self.seat)
        with alarm(self._keeper.seconds, self._late("take in what happened")):
            self._bot.hear(events, view)

    def decide(self, decision: Decision[Any, Any]) -> Any:
        self._keeper.tell(self.seat)
        with alarm(self._keeper.seconds, self._late(f"answer '{decision.question}'")):
            return self._bot.decide(decision)

    def _late(self, task: str) -> str:
        return f"had {self._keeper.seconds:g} s to {task} and was stopped"

    def spoken(self) -> tuple[tuple[str, ...], str]:
        return self._bot.spoken()

    def leave(self) -> None:
        self._bot.leave()
