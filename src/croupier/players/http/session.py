"""A bot behind its game's own HTTP API as a player: one session for one seat of one match.

The game's dialect says what is sent and what an answer means; the channel carries it. Here is the order of things: the
session is opened, questions and news go out one at a time, and it is closed whatever happens.
"""

from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any
from uuid import uuid4

import msgspec

from croupier.kernel.decision import Decision, Event, Reply, View
from croupier.kernel.errors import BadMessage, Crashed, Gone, IllegalMove, SeatError
from croupier.kernel.http_api import Call, HttpApi, Response
from croupier.match.match import Match
from croupier.match.run_players import luck_seed
from croupier.players.http.client import HttpChannel
from croupier.players.http.news import NewsSender

DAY_SECONDS = 86_400.0
MAX_SEED = 2**31 - 1  # bots read it into whatever their language calls an integer


class SessionOptions(msgspec.Struct, frozen=True):
    """What is settled with a bot before it plays."""

    notifications: tuple[str, ...] | None = None
    """The kinds of news it wants; None for those that the game sends to everybody."""
    seed: bool = False
    """Whether it is told a seed for its own chance."""
    decision_timeout: float = 30.0
    notification_timeout: float = 5.0


Noted = Callable[[Call, Response | SeatError], None]
"""Called with every request and its result."""


class HttpSession:
    """A player; to be used within `async with`, which raises a SeatError if no session can be had."""

    def __init__(
        self,
        api: HttpApi,
        channel: HttpChannel,
        match: Match,
        seat: int,
        options: SessionOptions,
        noted: Noted | None = None,
    ) -> None:
        self._dialect = api.client()
        self._channel = channel
        self._match = match
        self._seat = seat
        self._options = options
        self._noted = noted
        self._session = ""
        self._lost: Gone | None = None
        """Why nothing more is sent to a bot that is gone."""
        listed = options.notifications
        usual = [kind for kind, is_usual in api.kinds.items() if is_usual]
        self._wanted = frozenset(usual if listed is None else listed)
        self.wants_news = bool(self._wanted)
        self._news = NewsSender(self._notify, options.notification_timeout)

    async def __aenter__(self) -> "HttpSession":
        match = self._match
        # Not derived from the key: matches with the same deal must not be recognised.
        match.public_id = match.public_id or str(uuid4())
        seed = luck_seed(match.seed, self._seat) & MAX_SEED if self._options.seed else None
        call = self._dialect.open(self._seat, match.public_id, seed)
        response = await self._send(call, self._options.decision_timeout)
        if response.status // 100 != 2:
            raise Crashed(f"{_named(call)} returned status {response.status} instead of 201")
        self._session = self._dialect.read_session(response)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            await self._news.catch_up()
        await self._news.note_end(self._match, self._seat)
        if self._session:
            with suppress(SeatError):
                await self._send(self._dialect.close(self._session), self._options.notification_timeout)

    async def _send(self, call: Call, limit: float, retry: bool = True) -> Response:
        try:
            response = await self._channel.send(call, limit, retry)
        except SeatError as fault:
            if isinstance(fault, Gone):
                self._lost = fault
            if self._noted is not None:
                self._noted(call, fault)
            raise
        if self._noted is not None:
            self._noted(call, response)
        return response

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        await self.catch_up()
        if self._lost is not None:
            raise Gone(str(self._lost))
        call = self._dialect.ask(self._session, decision)
        try:
            response = await self._send(call, self._options.decision_timeout)
            if response.status == 404:
                self._lost = Gone(f"{_named(call)} returned status 404: the session is gone")
                raise self._lost
            if response.status // 100 != 2:
                raise Crashed(f"{_named(call)} returned status {response.status}")
            return Reply(self._dialect.answer(response, decision))
        except (IllegalMove, BadMessage) as fault:
            # The API has no way to say what was wrong, so the same question would get the same answer.
            fault.may_be_asked_again = False
            raise

    async def catch_up(self) -> None:
        """Wait until the bot has taken in, or lost, the news so far."""
        await self._news.catch_up()

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        if self.wants_news:
            calls = self._dialect.tell(self._session, events, view, self._wanted)
            self._news.add(calls if self._lost is None else ())

    async def _notify(self, call: Call) -> Response:
        return await self._send(call, self._options.notification_timeout, retry=False)


def _named(call: Call) -> str:
    """The endpoint without the id of the session."""
    return f"{call.method} {call.path.rpartition('/')[2]}"
