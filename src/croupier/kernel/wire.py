"""The one JSON dialect of all games, both ways: what a player is sent, what it answers, one message to a line.

    start    {"type":"start","protocol":1,"match":...,"game","seat","seats","settings","names","clock"}
    ready    {"type":"ready","name":...,"wants":["news"],"listens":true}
    decide   {"type":"decide","match","id","game","seat","question","view","events","moves","clock"}
    illegal  the same as decide, with "reason": the previous answer was refused
    move     {"type":"move","id":17,"move":1 or "points 10h","say":["..."],"note":"...","heard":20}
    news     {"type":"news","match","events","view"}
    over     {"type":"over","match","places","scores","ending","events","view"}
    error    {"type":"error","id":17,"fault":"Crashed","reason":"..."} instead of ready or move: the bot failed

An answer carries the number of the question it answers, so a stale or foreign one is refused. It may carry `match`, and
must where several matches go over one connection.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, Literal

import msgspec

from croupier.kernel.decision import (
    NO_CLOCK,
    Clock,
    Decision,
    Event,
    Move,
    Reply,
    Result,
    Said,
    Table,
    View,
    decode_hook,
    encode_hook,
)
from croupier.kernel.errors import FAULTS, BadMessage, SeatError
from croupier.kernel.game import Game

PROTOCOL: Final = 1
ANSWER_LIMIT: Final = 65_536  # bytes
REASON_LENGTH: Final = 1000

_encoder: Final = msgspec.json.Encoder(enc_hook=encode_hook)


class Start(msgspec.Struct, frozen=True, tag_field="type", tag="start"):
    """The first message to a player."""

    match: str
    game: str
    seat: int
    seats: int
    settings: dict[str, Any]
    names: tuple[str, ...]
    seed: int = 0
    """For the bot's own chance; nothing about the deal can be computed from it."""
    clock: Clock = NO_CLOCK
    protocol: int = PROTOCOL


class Ready(msgspec.Struct, frozen=True, tag_field="type", tag="ready"):
    """The answer to start."""

    name: str = ""
    wants: tuple[Literal["news"], ...] = ()
    match: str = ""
    listens: bool = False
    """Whether it works on what happened, which then has a time of its own; who wants news listens as well."""


class Question(msgspec.Struct, frozen=True):
    """The fields of decide and of illegal."""

    type: Literal["decide", "illegal"]
    match: str
    id: int
    game: str
    seat: int
    question: str
    view: dict[str, Any]
    events: list[dict[str, Any]]
    moves: list[msgspec.Raw]
    clock: Clock = NO_CLOCK
    reason: str = ""


class MoveAnswer(msgspec.Struct, frozen=True, tag_field="type", tag="move"):
    """A player's answer to a question."""

    id: int
    move: int | str
    say: str | tuple[str, ...] = ()
    note: str = ""
    match: str = ""
    heard: int = 0
    """Milliseconds that were spent on what happened before this question."""


class Failure(msgspec.Struct, frozen=True, tag_field="type", tag="error"):
    """In place of an answer: the player's own words about what went wrong with it."""

    id: int = 0
    fault: Literal["Crashed", "IllegalMove", "BadMessage", "TooSlow"] = "Crashed"
    reason: str = ""
    match: str = ""
    heard: int = 0
    """As in a move."""


class News(msgspec.Struct, frozen=True, tag_field="type", tag="news"):
    """What happened, for those who want to know at once."""

    match: str
    events: list[dict[str, Any]]
    view: dict[str, Any]


class Over(msgspec.Struct, frozen=True, tag_field="type", tag="over"):
    """The last message to a player."""

    match: str
    places: tuple[int, ...]
    scores: tuple[float, ...]
    ending: str
    """"stopped", without places, for a match that was broken off."""
    events: list[dict[str, Any]]
    view: dict[str, Any] = {}


class Address(msgspec.Struct, frozen=True):
    """What every message may say about itself, whatever its type: for those who only sort messages."""

    type: str = ""
    match: str = ""
    id: int = 0


_ready_decoder: Final[msgspec.json.Decoder[Ready | Failure]] = msgspec.json.Decoder(Ready | Failure)
_answer_decoder: Final[msgspec.json.Decoder[MoveAnswer | Failure]] = msgspec.json.Decoder(MoveAnswer | Failure)
_address_decoder: Final = msgspec.json.Decoder(Address)
_start_decoder: Final = msgspec.json.Decoder(Start)
UNADDRESSED: Final = Address()


def encode(message: Start | Ready | Question | MoveAnswer | Failure | News | Over) -> bytes:
    """One line of JSON, without the line end."""
    return _encoder.encode(message)


@cache
def move_to_wire(move: Move) -> msgspec.Raw:
    """A game has at most a thousand moves, so each is written once."""
    return msgspec.Raw(_encoder.encode({**msgspec.to_builtins(move, enc_hook=encode_hook), "text": str(move)}))


def event_to_wire(event: Event, names: Sequence[str]) -> dict[str, Any]:
    return {**msgspec.to_builtins(event, enc_hook=encode_hook), "text": event.text(names)}


def view_to_wire(view: View) -> dict[str, Any]:
    """The view in words, and the integers from which `View` is made again at the far end."""
    return {"seat": view.seat, **view.to_wire(), "ints": view.ints}


def question_message(decision: Decision[Any, Any], match: str = "") -> Question:
    """A decision as it goes over the wire."""
    names = decision.view.table.names
    return Question(
        type="illegal" if decision.refused else "decide",
        match=match,
        id=decision.id,
        game=decision.game,
        seat=decision.seat,
        question=decision.question,
        view=view_to_wire(decision.view),
        events=[event_to_wire(event, names) for event in decision.events],
        moves=[move_to_wire(move) for move in decision.moves],
        clock=decision.clock,
        reason=decision.refused,
    )


def address_of(text: bytes) -> Address:
    """Whom a message concerns; of one that cannot be read, nobody."""
    try:
        return _address_decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return UNADDRESSED


def read_answer(text: bytes | str, decision: Decision[Any, Any], match: str = "") -> Reply[Any]:
    """A player's line as a reply to this very decision, or BadMessage that says what was open."""
    open_now = f"the open question is {decision.id}, '{decision.question}'"
    if len(text) > ANSWER_LIMIT:
        raise BadMessage(f"answer too long: {len(text)} bytes, at most {ANSWER_LIMIT}; {open_now}")
    try:
        answer = _answer_decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadMessage(f"unreadable answer ({error}): {_quoted(text)}; {open_now}") from None
    if answer.match and match and answer.match != match:
        raise BadMessage(f"answer for match {_quoted(answer.match)}; {open_now} of match '{match}'")
    if answer.id != decision.id:
        raise BadMessage(f"answer to question {answer.id}; {open_now}")
    if isinstance(answer, Failure):
        raise _fault(answer)
    say = (answer.say,) if isinstance(answer.say, str) else answer.say
    return Reply(answer.move, tuple(text for text in say if text), answer.note, max(0, answer.heard) / 1000)


def read_ready(text: bytes | str) -> Ready:
    """The answer to start, or BadMessage."""
    try:
        answer = _ready_decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadMessage(f'unreadable answer to start ({error}): {_quoted(text)}; send {{"type":"ready"}}') from None
    if isinstance(answer, Failure):
        raise _fault(answer)
    return answer


def _fault(failure: Failure) -> SeatError:
    fault = FAULTS[failure.fault](failure.reason[:REASON_LENGTH] or "the bot failed and did not say how")
    fault.heard = max(0, failure.heard) / 1000
    return fault


def _quoted(text: bytes | str) -> str:
    """The beginning of what came."""
    shown = text.decode(errors="replace") if isinstance(text, bytes) else text
    return f"{shown[:60]!r}..." if len(shown) > 60 else repr(shown)


def read_start(text: bytes | str) -> Start:
    """At the player's end, as all below: the first message."""
    return _start_decoder.decode(text)


def read_over(text: bytes | str, game: Game, table: Table, seat: int) -> tuple[tuple[Event, ...], View | None]:
    """What happened last, and the final view; None if the match was broken off."""
    message = _over_decoder.decode(text)
    events = _reader(game).events.decode(message.events)
    return events, None if message.view.ints is None else game.view(table, seat, message.view.ints)


def read_decision(text: bytes | str, game: Game, table: Table) -> Decision[Any, Any]:
    """The decision that a decide or illegal message carries."""
    message = _question_decoder.decode(text)
    reader = _reader(game)
    return Decision(
        message.id,
        message.game,
        message.seat,
        message.question,
        game.view(table, message.seat, message.view.ints or ()),
        reader.moves.decode(message.moves),
        reader.events.decode(message.events),
        message.clock,
        message.reason,
    )


class _ReadView(msgspec.Struct, frozen=True):
    ints: tuple[int, ...] | None = None


class _ReadQuestion(msgspec.Struct, frozen=True):
    """A question as far as it is the same in every game; the rest is left for the game's own types."""

    id: int
    game: str
    seat: int
    question: str
    view: _ReadView
    events: msgspec.Raw
    moves: msgspec.Raw
    clock: Clock = NO_CLOCK
    reason: str = ""


class _ReadOver(msgspec.Struct, frozen=True):
    events: msgspec.Raw
    view: _ReadView = _ReadView()


class _Reader:
    """The types of one game. Making these takes longer than reading a thousand messages."""

    def __init__(self, game: Game) -> None:
        move_types, event_types = game.move_types, game.event_types | Said
        self.moves: msgspec.json.Decoder[Any] = msgspec.json.Decoder(tuple[move_types, ...], dec_hook=decode_hook)
        self.events: msgspec.json.Decoder[Any] = msgspec.json.Decoder(tuple[event_types, ...], dec_hook=decode_hook)


@cache
def _reader(game: Game) -> _Reader:
    return _Reader(game)


_question_decoder: Final = msgspec.json.Decoder(_ReadQuestion)
_over_decoder: Final = msgspec.json.Decoder(_ReadOver)


def news_message(events: Sequence[Event], view: View, match: str = "") -> News:
    names = view.table.names
    return News(match, [event_to_wire(event, names) for event in events], view_to_wire(view))


def over_message(
    result: Result, events: Sequence[Event], names: Sequence[str], match: str = "", view: View | None = None
) -> Over:
    wire = [event_to_wire(event, names) for event in events]
    shown = {} if view is None else view_to_wire(view)
    return Over(match, result.places, result.scores, result.ending, wire, shown)


def stopped_message(match: str) -> Over:
    return Over(match, (), (), "stopped", [])
