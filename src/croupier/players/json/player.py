"""A transport as the JSON dialect sees it: it carries lines of text and knows no game."""

import asyncio
from contextlib import suppress
from secrets import token_hex
from types import TracebackType
from typing import Any, Final, Protocol

import msgspec

from croupier.kernel.bot import MAX_SLOW_NEWS
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
from croupier.players.bot_timer import slow_news_text
from croupier.players.match_so_far import MatchSoFar, repeated_text
from croupier.players.sandbox.interrupt import INTERRUPT_SECONDS


class Channel(Protocol):
    """The way to one bot in one match. Whatever goes wrong on it is a SeatError."""

    pause: float
    """Seconds between the pieces in which messages are sent, as over a slow network; 0 to send them whole."""

    async def ask(self, message: bytes, news_seconds: float = 0.0) -> bytes:
        """Send a message and wait for what comes back; a limit of its own is longer by `news_seconds`."""
        ...

    async def more(self) -> bytes:
        """Wait for another line, because the last one was a late answer to an earlier question."""
        ...

    async def tell(self, message: bytes) -> None:
        """Send a message that has no answer."""
        ...

    async def inform(self, message: bytes) -> None:
        """Send news, without waiting until it is taken in."""
        ...

    async def catch_up(self) -> None:
        """Wait until the news so far is taken in or lost, where that can be known."""
        ...

    async def stray(self, message: bytes, number: int) -> None:
        """Send what is no message of the match. What comes back about that number is no answer to a question."""
        ...


class Host(Protocol):
    """What the bot runs in, as far as it is in our hands."""

    @property
    def can_be_ended(self) -> bool:
        """Whether it is a program that we started."""
        ...

    def end(self) -> None:
        """Kill a program whose answer did not come in time."""
        ...

    async def reopen(self) -> tuple[Channel, str]:
        """Restart the program for the same seat; the way to it and the id of the match there, or a SeatError."""
        ...

    def printed(self) -> str:
        """What its process printed lately."""
        ...

    def take_charge(self, free: float = 0.0) -> float:
        """Seconds that its process worked since the last answer, if they are to be charged; up to `free` are not."""
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
        host: Host | None = None,
    ) -> None:
        self._channel = channel
        self._match = match
        self._seat = seat
        # Random, and another one for every seat: nothing about the match or its other seats can be told from it.
        self._id = match_id or new_match_id()
        self._clock = clock
        self._news = news
        self._host = host
        self._so_far = MatchSoFar()
        self._unheard: tuple[Event, ...] = ()
        """News that went to a program that was ended."""
        self._is_ended = False
        """Whether the program was ended because it was late."""
        self._listens = False
        self._is_told = False
        """Whether it was sent news since its last answer."""
        self._news_limit = 0.0
        """The time for the news of the last question."""
        self._slow_news = 0
        self._own_words = ""
        """What we have to tell its author."""
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
        await self._begin()
        return self

    async def _begin(self) -> None:
        limit = None if self._clock.answer is None else max(READY_SECONDS, self._clock.answer)
        try:
            async with asyncio.timeout(limit):
                ready = read_ready(await self._channel.ask(encode(self._start())))
        except TimeoutError:
            self._late.add(0)
            raise TooSlow(f"did not answer start within {limit:g} s") from None
        self.name = ready.name
        self.wants_news = self._news and "news" in ready.wants
        self._listens = self.wants_news or ready.listens

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
        self._so_far.ask(decision)
        if self._unheard and not decision.refused:
            decision = msgspec.structs.replace(decision, events=self._unheard + decision.events)
            self._unheard = ()
        if self._slow_news >= MAX_SLOW_NEWS:
            decision = msgspec.structs.replace(decision, events=())
        reply = await self._ask(decision)
        self._so_far.answer()
        self._is_told = False
        return reply

    async def _ask(self, decision: Decision[Any, Any]) -> Reply[Any]:
        self._asked = encode(question_message(decision, self._id))
        try:
            text = await self._channel.ask(self._asked, self._news_limit)
            while (self._late or self._strays) and self._is_beside_the_point(text):
                text = await self._channel.more()
        except asyncio.CancelledError:
            self._late.add(decision.id)
            raise
        self._answered = text
        return read_answer(text, decision, self._id)

    def news_seconds(self, decision: Decision[Any, Any]) -> float:
        """As long as an answer, if it listens and there is news."""
        if self._listens and (decision.events or self._is_told) and self._slow_news < MAX_SLOW_NEWS:
            self._news_limit = decision.clock.answer or 0.0
        else:
            self._news_limit = 0.0
        return self._news_limit

    def take_heard(self, claimed: float, late: float) -> float:
        """One that does not say how long its news took has used it up when it is late."""
        limit, self._news_limit = self._news_limit, 0.0
        heard = min(limit, claimed or max(0.0, late))
        if limit and (heard == limit or (heard and not claimed)):
            self._slow_news += 1
            self._own_words += slow_news_text(self._slow_news)
            if self._slow_news == MAX_SLOW_NEWS:
                self.wants_news = False
        return heard

    async def catch_up(self) -> None:
        """Wait for news that is under way. In place of a program that was ended another one is started."""
        await self._channel.catch_up()
        if self._is_ended:
            self._is_ended = False
            await self._succeed()

    async def _succeed(self) -> None:
        """Start the program again and ask it all that the one before it has answered, in the time of one answer."""
        limit = self._clock.answer or READY_SECONDS
        self._so_far.give_up()
        try:
            await self._restart()
            try:
                async with asyncio.timeout(limit):
                    for question in self._so_far.repeat(limit):
                        await self._ask(question)
            except (SeatError, TimeoutError):
                self._end()
                await self._restart()
                self._own_words += repeated_text(limit, is_done=False)
            else:
                self._unheard = self._so_far.news
                self._own_words += repeated_text(limit, is_done=True)
        except SeatError:
            self._end()  # the question finds out

    async def _restart(self) -> None:
        assert self._host is not None
        self._channel, self._id = await self._host.reopen()
        self._late.clear()
        await self._begin()

    def _end(self) -> None:
        if self._host is not None:
            self._host.end()

    def take_charge(self) -> float:
        if self._host is None:
            return 0.0
        return self._host.take_charge(self._clock.answer or 0.0 if self._is_told else 0.0)

    async def overdue(self) -> None:
        """Give a program a moment to answer late, and end it otherwise. Who is only connected may go on."""
        if self._host is None or not self._host.can_be_ended:
            return
        try:
            async with asyncio.timeout(INTERRUPT_SECONDS):
                while address_of(await self._channel.more()).id not in self._late:
                    pass
        except (SeatError, TimeoutError):
            self._host.end()
            self._is_ended = True
        else:
            self._late.clear()

    def printed(self) -> str:
        """Of what it prints, so much is kept in a match."""
        words, self._own_words = self._own_words, ""
        kept = (words + ("" if self._host is None else self._host.printed()))[: self._room]
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
            self._is_told = True
            await self._channel.inform(encode(news_message(events, view, self._id)))

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
