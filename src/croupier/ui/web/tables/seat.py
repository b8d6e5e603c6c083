"""A person's seat at a table: its token, its open question and its answer."""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec

from croupier.kernel.decision import Decision, Event, Reply, Seat, View
from croupier.kernel.errors import Gone
from croupier.kernel.text import TALK_PER_ANSWER, as_talk

TOKEN_BYTES: Final = 24
MAX_NAME_CHARACTERS: Final = 30


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> str:
    """The hash under which a token is stored, so that the database does not open seats."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(one: str, other: str) -> bool:
    return hmac.compare_digest(one, other)


class OpenQuestion(msgspec.Struct):
    """A question to a person, and the future of its answer."""

    decision: Decision[Any, Any]
    answer: "asyncio.Future[Reply[Any]]"
    deadline: float | None
    """When the referee stops waiting, in the time of the loop."""
    window: float | None
    """When the reaction window closes; no answer by then is a pass."""
    is_secret: bool
    """Whether the others may not know that this seat is asked."""


class PersonSeat:
    """One person's seat."""

    def __init__(self, seat: Seat, name: str, kind: str, token: str = "", code: str = "") -> None:
        self.seat = seat
        self.name = name
        self.kind = kind
        self.token = token
        """Hashed; empty until somebody sits here."""
        self.code = code
        """Of the invitation, hashed; it opens the seat whenever nobody is at it. Empty once the person has left."""
        self.has_left = False
        self.browsers = 0
        self.asked: OpenQuestion | None = None
        self._spoken: list[str] = []

    @property
    def is_awaited(self) -> bool:
        """Whether the invited person has never come."""
        return bool(self.code) and not self.token

    @property
    def unsent(self) -> tuple[str, ...]:
        """What was said and goes with the next answer."""
        return tuple(self._spoken)

    def admits(self, token: str) -> bool:
        return bool(self.token) and not self.has_left and same(self.token, hash_token(token))

    def invites(self, code: str) -> bool:
        return bool(self.code) and same(self.code, hash_token(code))

    def spoke(self, text: str) -> tuple[str, ...]:
        """Take table talk; the messages to send. They also go with the next answer, for bots and replays."""
        said = tuple(text for text in as_talk([text]) if text.strip())
        if said and len(self._spoken) < TALK_PER_ANSWER:
            self._spoken += said
        return said

    def answer(self, decision: int | None, index: int, say: str) -> str:
        """Take an answer; the reason if it cannot be taken, else an empty string.

        Without the number of a decision it is one to the open question.
        """
        asked = self.asked
        if asked is None or asked.answer.done():
            return "you are not being asked anything now"
        if decision is not None and asked.decision.id != decision:
            return f"question {decision} is no longer open; question {asked.decision.id} is"
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


Ask = Callable[[PersonSeat, Decision[Any, Any]], OpenQuestion]


class WebPlayer:
    """A person as a player. The table shows what happens, so no news is needed."""

    wants_news = False

    def __init__(self, person: PersonSeat, ask: Ask) -> None:
        self._chair = person
        self._ask = ask

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        person = self._chair
        if person.has_left:
            raise Gone("left the table")
        asked = person.asked = self._ask(person, decision)
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
            person.asked = None

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        return
