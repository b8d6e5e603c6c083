"""A player that records the time of every answer, and for each fault its decision."""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgspec

from croupier.arena.run.time_limits import Alarm
from croupier.kernel.bot import TALK_LENGTH, TALK_PER_ANSWER, Bot
from croupier.kernel.decision import Clock, Decision, Reply
from croupier.kernel.errors import HarmlessMove, SeatError, TooSlow
from croupier.match.ask import WrappedPlayer
from croupier.match.match import Match
from croupier.match.referee import fault_text
from croupier.match.run_players import Player
from croupier.players.inprocess import BotPlayer


class RecordedFault(msgspec.Struct, frozen=True):
    """A fault with its decision, for the author of the bot."""

    came: str
    question: str
    seat: int
    seats: int
    seed: str
    decision: int
    view: str
    moves: tuple[str, ...]
    refused: str = ""
    """Why the answer before this one was refused, if it was."""


class CheckLog:
    """Times, faults and talk of one check."""

    def __init__(self, limit: float, look: Callable[[], None] = lambda: None) -> None:
        self.limit = limit
        self.before_question = look
        """Called before every question; may raise to end the check."""
        self.seconds: list[float] = []
        self.faults: list[RecordedFault] = []
        self.said = 0
        self.bad_talk: list[str] = []

    def add_talk(self, messages: tuple[str, ...]) -> None:
        """Record the talk of one answer, before it is shortened."""
        self.said += len(messages)
        if len(messages) > TALK_PER_ANSWER:
            self.bad_talk.append(f"{len(messages)} messages with one answer; at most {TALK_PER_ANSWER} are delivered")
        for message in messages:
            if len(message) > TALK_LENGTH:
                self.bad_talk.append(
                    f"{len(message)} characters; at most {TALK_LENGTH} are delivered: {message[:40]!r}..."
                )
            elif not _is_text(message):
                self.bad_talk.append(f"{message[:40]!r} is not valid Unicode text")


def _is_text(message: str) -> bool:
    try:
        message.encode()
    except UnicodeEncodeError:
        return False
    return True


class RecordingPlayer(WrappedPlayer):
    """Asks a player and records time, talk and faults; faults go on to the referee."""

    def __init__(self, player: Player, log: CheckLog, match: Match) -> None:
        super().__init__(player)
        self._log = log
        self._match = match
        self._heard = 0.0

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        log = self._log
        log.before_question()
        began = perf_counter()
        try:
            reply = await self._in_time(decision, began)
            decision.index_of(reply.move)
        except SeatError as fault:
            if not isinstance(fault, HarmlessMove):
                log.faults.append(self._fault(decision, fault))
            raise
        finally:
            seconds = perf_counter() - began
            log.seconds.append(min(seconds - self._heard, log.limit) if self._heard else seconds)
        if not isinstance(self._player, RecordingBot):
            log.add_talk(tuple(reply.say))
        return reply

    async def _in_time(self, decision: Decision[Any, Any], began: float) -> Reply[Any]:
        limit = self._log.limit
        late = f"'{decision.question}' was not answered within {limit:g} s"
        try:
            timed = msgspec.structs.replace(decision, clock=Clock(answer=limit))
            if isinstance(self._player, RecordingBot):
                if self._player.is_timed:  # it stops its process itself; one that was left would answer later
                    reply = await self._player.decide(timed)
                    self._heard = self._player.heard_seconds
                    return reply
                with Alarm(limit, late):
                    reply = await self._player.decide(decision)
            else:
                async with asyncio.timeout(limit + super().news_seconds(timed)):
                    reply = await self._player.decide(decision)
        except TimeoutError:
            raise TooSlow(late) from None
        over = perf_counter() - began - limit
        self._heard = super().take_heard(reply.heard, over)
        if over > self._heard:
            raise TooSlow(f"{late} but after {limit + over - self._heard:.3f} s")
        return reply

    def news_seconds(self, decision: Decision[Any, Any]) -> float:
        return self._log.limit  # those of the player itself are looked to here

    def take_heard(self, claimed: float, late: float) -> float:
        heard, self._heard = self._heard, 0.0
        return heard

    def _fault(self, decision: Decision[Any, Any], fault: SeatError) -> RecordedFault:
        return RecordedFault(
            came=fault_text(fault),
            question=decision.question,
            seat=decision.seat,
            seats=self._match.table.seats,
            seed=str(self._match.seed),
            decision=decision.id,
            view=decision.view.text(),
            moves=tuple(map(str, decision.moves)),
            refused=decision.refused,
        )


class RecordingBot(BotPlayer):
    """A bot of this process or its sandbox, whose talk is recorded before `say` shortens it."""

    def __init__(self, bot: Bot[Any, Any], match: Match, seat: int, log: CheckLog) -> None:
        self.is_timed = bot.is_timed
        """Whether the bot keeps to the clock of a question by itself, as in a sandbox."""
        self._log = log
        self._said: list[str] = []
        say = bot.say

        def overheard(message: str) -> None:
            self._said.append(str(message))
            say(message)

        vars(bot)["say"] = overheard
        super().__init__(bot, match, seat)

    @property
    def heard_seconds(self) -> float:
        """Seconds that it spent on the news of the last question."""
        return self._bot.heard_seconds

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        reply = await super().decide(decision)
        self._log.add_talk(tuple(self._said))
        self._said = []
        return reply
