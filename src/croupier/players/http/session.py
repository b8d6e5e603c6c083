"""A bot behind its game's own HTTP API as a player: one session for one seat of one match.

The game's dialect says what is sent and what an answer means; the channel carries it. Here is the order of things: the
session is opened, questions and news go out one at a time, and it is closed whatever happens.
"""

from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any

import msgspec

from croupier.kernel.decision import Decision, Event, Reply, View
from croupier.kernel.errors import BadMessage, Crashed, Gone, IllegalMove, SeatError
from croupier.kernel.http_api import Call, HttpApi, Response
from croupier.players.http.client import HttpChannel

DAY_SECONDS = 86_400.0
MAX_SEED = 2**31 - 1  # bots read it into whatever their language calls an integer
MISSING = frozenset({404, 405})
"""What a server answers to news that it has no endpoint for."""


class SessionOptions(msgspec.Struct, frozen=True):
    """What is settled with a bot before it plays."""

    notifications: tuple[str, ...] | None = None
    """The kinds of news it wants; None for those that the game sends to everybody."""
    seed: bool = False
    """Whether it is told a seed for its own chance."""
    decision_timeout: float = 30.0
    notification_timeout: float = 5.0


Noted = Callable[[Call, Response | SeatError], None]
"""Told of everything that was sent, with what came of it."""


class HttpSession:
    """A player; to be used within `async with`, which raises a SeatError if no session can be had."""

    def __init__(
        self,
        api: HttpApi,
        channel: HttpChannel,
        seat: int,
        seed: int,
        options: SessionOptions,
        match_id: str,
        noted: Noted | None = None,
    ) -> None:
        self._dialect = api.client()
        self._channel = channel
        self._seat = seat
        self._seed = seed
        self._options = options
        self._match_id = match_id
        self._noted = noted
        self._session = ""
        self._lost: Gone | None = None
        """Why nothing more is sent to a bot that is gone."""
        listed = options.notifications
        usual = [kind for kind, is_usual in api.kinds.items() if is_usual]
        self._wanted = set(usual if listed is None else listed)
        self.unheard: dict[str, str] = {}
        """The kinds of news that the bot failed to take, each with how."""

    @property
    def wants_news(self) -> bool:
        return bool(self._wanted) or bool(self.unheard)

    async def __aenter__(self) -> "HttpSession":
        seed = self._seed & MAX_SEED if self._options.seed else None
        call = self._dialect.open(self._seat, self._match_id, seed)
        response = await self._send(call, self._options.decision_timeout)
        if response.status // 100 != 2:
            raise Crashed(f"{_named(call)} was answered with status {response.status} instead of 201")
        self._session = self._dialect.read_session(response)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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
        if self._lost is not None:
            raise Gone(str(self._lost))
        call = self._dialect.ask(self._session, decision)
        try:
            response = await self._send(call, self._options.decision_timeout)
            if response.status == 404:
                self._lost = Gone(f"{_named(call)} was answered with status 404: the session is gone")
                raise self._lost
            if response.status // 100 != 2:
                raise Crashed(f"{_named(call)} was answered with status {response.status}")
            return Reply(self._dialect.answer(response, decision))
        except (IllegalMove, BadMessage) as fault:
            # The API has no way to say what was wrong, so the same question would get the same answer.
            fault.may_be_asked_again = False
            raise

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        for call in self._dialect.tell(self._session, events, view, self._wanted):
            if call.kind in self._wanted and self._lost is None:
                await self._notify(call)

    async def _notify(self, call: Call) -> None:
        """One piece of news. What the bot does with it is its own affair, so a failure is noted and no fault."""
        try:
            response = await self._send(call, self._options.notification_timeout)
        except SeatError as fault:
            self.unheard.setdefault(call.kind, f"{type(fault).__name__}: {fault}")
            return
        if response.status in MISSING:
            self._wanted.discard(call.kind)
        if response.status // 100 != 2:
            self.unheard.setdefault(call.kind, f"{_named(call)} was answered with status {response.status}")


def _named(call: Call) -> str:
    """The endpoint without the id of the session."""
    return f"{call.method} {call.path.rpartition('/')[2]}"
