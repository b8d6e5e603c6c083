"""A person's place at a table: whose it is, what is asked there, and what came as an answer."""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec

from croupier.kernel.decision import Decision, Event, Reply, Seat, View
from croupier.kernel.errors import Gone
from croupier.kernel.talk import TALK_PER_ANSWER, as_talk

TOKEN_BYTES: Final = 24
NAME_LENGTH: Final = 30


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """How a token is kept: whoever reads the database cannot take a seat with it."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(one: str, other: str) -> bool:
    return hmac.compare_digest(one, other)


class Asked(msgspec.Struct):
    """A question that waits for a person."""

    decision: Decision[Any, Any]
    answer: "asyncio.Future[Reply[Any]]"
    deadline: float | None
    """When the referee stops waiting, in the time of the loop."""
    window: float | None
    """When the reaction window closes; whoever has not answered by then passes."""
    is_secret: bool
    """Whether the others may not know that this seat is asked."""


class Chair:
    """One person's seat."""

    def __init__(self, seat: Seat, name: str, kind: str, token: str = "", code: str = "") -> None:
        self.seat = seat
        self.name = name
        self.kind = kind
        self.token = token
        """Hashed; empty until somebody sits here."""
        self.code = code
        """Of the invitation, hashed; empty once it is used."""
        self.has_left = False
        self.browsers = 0
        self.asked: Asked | None = None
        self._spoken: list[str] = []

    def admits(self, token: str) -> bool:
        return bool(self.token) and not self.has_left and same(self.token, hashed(token))

    def invites(self, code: str) -> bool:
        return bool(self.code) and same(self.code, hashed(code))

    def spoke(self, text: str) -> tuple[str, ...]:
        """Table talk: what goes out of it. It is kept with the next answer, so that bots and replays have it too."""
        said = tuple(text for text in as_talk([text]) if text.strip())
        if said and len(self._spoken) < TALK_PER_ANSWER:
            self._spoken += said
        return said

    def answer(self, decision: int, index: int, say: str) -> str:
        """Take an answer; why not, if it cannot be taken."""
        asked = self.asked
        if asked is None or asked.answer.done():
            return "nothing is asked of you now"
        if asked.decision.id != decision:
            return f"question {decision} is not open any more; question {asked.decision.id} is"
        if not 0 <= index < len(asked.decision.moves):
            return f"move {index} is none of the {len(asked.decision.moves)} moves; the first is 0"
        said = (*self._spoken, *as_talk([say] if say.strip() else []))[:TALK_PER_ANSWER]
        self._spoken = []
        asked.answer.set_result(Reply(index, said))
        return ""

    def leave(self) -> None:
        self.has_left = True
        self.code = ""
        if self.asked is not None and not self.asked.answer.done():
            self.asked.answer.set_exception(Gone("left the table"))


Ask = Callable[[Chair, Decision[Any, Any]], Asked]


class WebPlayer:
    """A person as a player. What happens is shown by the table, so no news is wanted here."""

    wants_news = False

    def __init__(self, chair: Chair, ask: Ask) -> None:
        self._chair = chair
        self._ask = ask

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        chair = self._chair
        if chair.has_left:
            raise Gone("left the table")
        asked = chair.asked = self._ask(chair, decision)
        loop = asyncio.get_running_loop()
        try:
            if asked.window is None:
                return await asked.answer
            async with asyncio.timeout(max(0.0, asked.window - loop.time())):
                return await asked.answer
        except TimeoutError:
            if asked.window is not None and loop.time() >= asked.window:
                return Reply(0)  # who lets a reaction window go by, passes
            raise
        finally:
            chair.asked = None

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        return
