"""What a game supplies that has an HTTP API of its own: two translations, one for each end. Neither knows a socket.

The engine is the client: for every match it opens a session on the bot's server, asks, notifies and closes it.
`croupier.players` carries the calls, retries them and watches the time.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, View


class Call(msgspec.Struct, frozen=True):
    """One HTTP request, its path relative to the address of the bot."""

    method: str
    path: str
    body: bytes = b""
    kind: str = ""
    """Which kind of news it is, by which a bot subscribes to it."""


class Response(msgspec.Struct, frozen=True):
    """The answer to a call."""

    status: int
    body: bytes = b""


class HttpClientApi(Protocol):
    """The engine's end, for one seat of one match."""

    def open(self, seat: int, match_id: str, seed: int | None) -> Call:
        """Begin a session; `seed` is the bot's own chance, None unless it asked for it."""
        ...

    def read_session(self, response: Response) -> str:
        """The id of the session, or BadMessage."""
        ...

    def close(self, session: str) -> Call: ...

    def ask(self, session: str, decision: Decision[Any, Any]) -> Call: ...

    def answer(self, response: Response, decision: Decision[Any, Any]) -> int:
        """Which of the decision's moves it is; IllegalMove or BadMessage name the answer and what was valid."""
        ...

    def tell(self, session: str, events: Sequence[Event], view: View, wanted: Container[str]) -> Sequence[Call]:
        """The notifications about these events, in order, of the kinds that are wanted."""
        ...


class HttpServerApi(Protocol):
    """The bot's end: a server without its socket. It may be called from several threads."""

    def handle(self, method: str, path: str, body: bytes) -> Response: ...


class HttpApi(msgspec.Struct, frozen=True):
    """A game's own HTTP API."""

    client: Callable[[], HttpClientApi]
    server: Callable[[Callable[[], Bot[Any, Any]]], HttpServerApi]
    """Makes a server from a function that makes bots."""
    kinds: Mapping[str, bool]
    """The kinds of news, each with whether a bot gets it that does not say which ones it wants."""
    questions: Mapping[str, str]
    """What the answers to each question must be, in words."""
    health: str = "health"
    check_settings: Mapping[str, object] = {}
    """For matches that are long enough to ask every question and send every notification."""
