"""A transport as the JSON dialect sees it: it carries lines of text and knows no game."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from types import TracebackType
from typing import Any, Final, Protocol

import msgspec

from croupier.kernel.decision import NO_CLOCK, Clock, Decision, Event, Reply, View, encode_hook
from croupier.kernel.errors import SeatError, TooSlow
from croupier.kernel.wire import (
    Start,
    address_of,
    encode,
    news_message,
    over_message,
    question_message,
    read_answer,
    read_ready,
    stopped_message,
)
from croupier.match.match import Match
from croupier.match.run_players import luck_seed


class Channel(Protocol):
    """The way to one bot in one match. Whatever goes wrong on it is a SeatError."""

    pause: float
    """Seconds between the pieces in which messages are sent, as over a slow network; 0 to send them whole."""

    async def ask(self, message: bytes) -> bytes:
        """Send a message and wait for what comes back."""
        ...

    async def more(self) -> bytes:
        """Wait for another line, because the last one was a late answer to an earlier question."""
        ...

    async def tell(self, message: bytes) -> None:
        """Send a message that has no answer."""
        ...

    async def stray(self, message: bytes, number: int) -> None:
        """Send what is no message of the match. What comes back about that number is no answer to a question."""
        ...


READY_SECONDS: Final = 15.0
"""To answer start; a program may have to be loaded first."""

PRINTED_LENGTH: Final = 10_000


class JsonPlayer:
    """One seat of one match; to be used within `async with`, which raises a SeatError if the bot is not ready."""

    def __init__(
        self,
        channel: Channel,
        match: Match,
        seat: int,
        match_id: str = "",
        clock: Clock = NO_CLOCK,
        news: bool = True,
        overdue: Callable[[], None] | None = None,
        printed: Callable[[], str] = str,
        charge: Callable[[], float] = float,
    ) -> None:
        """`overdue` is called when an answer did not come in time; `printed` gives what its process printed lately.

        `charge` gives the seconds that its process worked since the last answer, if they are to be charged.
        """
        self._channel = channel
        self._match = match
        self._seat = seat
        # Random, and another one for every seat: nothing about the match or its other seats can be told from it.
        self._id = match_id or new_match_id()
        self._clock = clock
        self._news = news
        self._overdue = overdue
        self._printed = printed
        self._charge = charge
        self._room = PRINTED_LENGTH
        self._late: set[int] = set()
        """Questions whose time ran out: an answer to one of them may still be on its way."""
        self._strays: set[int] = set()
        """Numbers in what was sent to it that is none of this match: an answer to that counts for nothing."""
        self._asked = b""
        self._answered = b""
        self._last: tuple[Event, ...] = ()
        self.name = ""
        """What the bot calls itself."""
        self.wants_news = False

    @property
    def owes(self) -> bool:
        """Whether an answer may still come that nobody waits for."""
        return bool(self._late)

    async def __aenter__(self) -> "JsonPlayer":
        limit = None if self._clock.answer is None else max(READY_SECONDS, self._clock.answer)
        try:
            async with asyncio.timeout(limit):
                ready = read_ready(await self._channel.ask(encode(self._start())))
        except TimeoutError:
            self._late.add(0)
            raise TooSlow(f"did not answer start within {limit:g} s") from None
        self.name = ready.name
        self.wants_news = self._news and "news" in ready.wants
        return self

    def _start(self) -> Start:
        match, table = self._match, self._match.table
        settings: dict[str, Any] = msgspec.to_builtins(table.settings, enc_hook=encode_hook)
        seed = luck_seed(match.seed, self._seat)
        return Start(self._id, table.game, self._seat, table.seats, settings, table.names, seed, self._clock)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """The last message, if anybody is still there to hear it."""
        match = self._match
        message = stopped_message(self._id)
        if match.over:
            message = over_message(match.result(), self._last, match.table.names, self._id, match.view(self._seat))
        with suppress(SeatError):
            await self._channel.tell(encode(message))

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        self._asked = encode(question_message(decision, self._id))
        try:
            text = await self._channel.ask(self._asked)
            while (self._late or self._strays) and self._is_beside_the_point(text):
                text = await self._channel.more()
        except asyncio.CancelledError:
            self._late.add(decision.id)
            raise
        self._answered = text
        return read_answer(text, decision, self._id)

    def take_charge(self) -> float:
        return self._charge()

    def overdue(self) -> None:
        if self._overdue is not None:
            self._overdue()

    def printed(self) -> str:
        """Of what it prints, so much is kept in a match."""
        kept = self._printed()[: self._room]
        self._room -= len(kept)
        return kept

    def _is_beside_the_point(self, text: bytes) -> bool:
        about = address_of(text)
        is_stray = about.id in self._strays and (about.match != self._id or about.type == "error")
        return is_stray or about.id in self._late

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        if self._match.over:
            self._last = events
        elif self.wants_news:
            await self._channel.tell(encode(news_message(events, view, self._id)))

    # For those who try how a bot stands what a network can do to it.

    @property
    def names_match(self) -> bool:
        """Whether its last answer said which match it is for."""
        return bool(address_of(self._answered).match)

    @property
    def asked(self) -> bytes:
        """The last question as it was sent."""
        return self._asked

    async def stray(self, message: bytes, number: int = 0) -> None:
        """Send what is no message of this match; an answer to it, known by its number, is passed over."""
        self._strays.add(number)
        await self._channel.stray(message, number)

    async def repeat(self) -> None:
        """Send the last question once more; whether it is answered again is up to the bot."""
        number = address_of(self._asked).id
        self._late.add(number)
        await self._channel.stray(self._asked, number)

    def slow_down(self, pause: float) -> None:
        """Send messages in pieces from now on."""
        self._channel.pause = pause


def new_match_id() -> str:
    return token_hex(8)
