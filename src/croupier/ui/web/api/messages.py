"""Messages over the socket of a table, in both directions: tagged by `type`, versioned by the join.

A message is made from what its seat (or a spectator) may see, and numbered by what that seat was sent, so neither a
message nor its number tells what happened to others. `scripts/page_types.py` writes the page's types from these.
"""

from typing import Annotated, Any, Final, Literal

import msgspec

from croupier.kernel.decision import encode_hook
from croupier.match.replay.table_zones import Zone

VERSION: Final = 1
MAX_MESSAGE_CHARACTERS: Final = 8_192
"""Longest message of a client, in characters."""

View = Annotated[dict[str, Any], msgspec.Meta(title="View")]
"""A seat's view in words; its keys are the game's own."""
EventFields = Annotated[dict[str, Any], msgspec.Meta(title="GameEvent", extra={"type": str, "text": str})]
"""An event: its type, its sentence, and the fields of its class."""
MoveFields = Annotated[
    dict[str, Any], msgspec.Meta(title="LegalMove", extra={"index": int, "text": str, "label": str, "type": str})
]
"""A legal move: its index, notation, sentence and type, and the fields of its class."""


class SeatShown(msgspec.Struct, frozen=True):
    """The occupant of a seat."""

    seat: int
    name: str
    kind: Literal["you", "beside", "friend", "bot"]
    """"you" is the one who opened the table, "beside" a person at the same screen, "friend" somebody invited."""
    here: bool
    """Whether a browser is connected; bots always are."""
    title: str = ""
    """Of a bot: its level, or its name."""
    made_of: str = ""
    """Of a bot: its engine."""


class LogLine(msgspec.Struct, frozen=True):
    """What happened in steps that were shown together, as text."""

    step: int
    lines: tuple[str, ...]
    seat: int | None
    note: str
    turn: str = ""
    """The turn or trick it belongs to, in the words of the game."""
    score: str = ""
    """How the match stood afterwards."""


class ResultShown(msgspec.Struct, frozen=True):
    """The result."""

    places: tuple[int, ...]
    scores: tuple[float, ...]
    ending: str
    winners: tuple[int, ...]
    wording: str
    """From the viewer's own seat: "You won." """


class WindowShown(msgspec.Struct, frozen=True):
    """An open reaction window: the same for all, whichever seats can react."""

    seconds: float
    """What is left of it."""
    lines: tuple[str, ...]
    """What may be reacted to."""
    events: tuple[EventFields, ...] = ()


class SaidShown(msgspec.Struct, frozen=True):
    """Table talk that came with a move."""

    seat: int
    name: str
    text: str


class MoveValue(msgspec.Struct, frozen=True):
    """A legal move and its value in the search: the share of wins, 0 to 1."""

    index: int
    text: str
    label: str
    value: float
    visits: int


class GameState(msgspec.Struct, frozen=True, tag_field="type", tag="game_state"):
    """Everything a viewer needs to draw the table; the first answer to a join."""

    version: int
    table: str
    game: str
    title: str
    seat: int | None
    names: tuple[str, ...]
    seats: tuple[SeatShown, ...]
    teams: tuple[int, ...]
    settings: dict[str, Any]
    practice: bool
    pace: float
    paused: bool
    window: float
    """The length of a reaction window, in seconds."""
    open_window: WindowShown | None
    step: int
    view: View
    zones: tuple[Zone, ...]
    text: str
    log: tuple[LogLine, ...]
    to_act: tuple[int, ...]
    """Who is asked, as far as everybody may know."""
    result: ResultShown | None
    replay: str | None
    talk: tuple[SaidShown, ...] = ()
    """What was said at the table so far."""
    clock: float | None = None
    """Seconds that a person has for an answer; null for no limit."""
    out: tuple[int, ...] = ()
    """Seats that are out for the rest of the match. A person alone with bots who is out may `skip` to its end."""
    rematch: str = ""
    """The table at which the same people play again, once there is one."""
    watchers: int = 0
    """Browsers that watch without a seat."""
    asked_here: tuple[int, ...] = ()
    """Seats of this screen that are asked, where several people share it."""


class MoveMade(msgspec.Struct, frozen=True, tag_field="type", tag="move_made"):
    """Something happened. `seat` is null where it is not public who answered, `move` where it was not your own move."""

    step: int
    seat: int | None
    name: str | None
    move: str | None
    label: str | None
    events: tuple[EventFields, ...]
    lines: tuple[str, ...]
    say: tuple[SaidShown, ...]
    note: str
    view: View
    zones: tuple[Zone, ...]
    text: str
    to_act: tuple[int, ...]
    out: tuple[int, ...] = ()
    turn: str = ""
    score: str = ""
    pause: float = 0.0
    """Seconds to show it in: the pace of the table, twice that for what people need a moment for."""


class AiThinking(msgspec.Struct, frozen=True, tag_field="type", tag="ai_thinking"):
    """A bot was asked and takes its time."""

    seat: int
    name: str


class LegalMoves(msgspec.Struct, frozen=True, tag_field="type", tag="legal_moves"):
    """Your question. `view`, `zones` and `text` are there in a reaction window, where nobody else sees them change."""

    decision: int
    question: str
    prompt: str
    moves: tuple[MoveFields, ...]
    clock: float | None
    """Seconds left for the answer."""
    window: float | None
    """Seconds left of the reaction window; not answering in it is passing."""
    refused: str = ""
    view: View | None = None
    zones: tuple[Zone, ...] | None = None
    text: str | None = None


class Window(msgspec.Struct, frozen=True, tag_field="type", tag="window"):
    """A reaction window opened: the same for all, whichever seats can react."""

    seconds: float
    lines: tuple[str, ...]
    events: tuple[EventFields, ...] = ()


class Talk(msgspec.Struct, frozen=True, tag_field="type", tag="talk"):
    """Table talk."""

    seat: int
    name: str
    text: str


class SeatChanged(msgspec.Struct, frozen=True, tag_field="type", tag="seat_changed"):
    """A person sat down, came back or went away, or the number of watchers changed."""

    seats: tuple[SeatShown, ...]
    pace: float
    paused: bool
    watchers: int = 0


class AskedHere(msgspec.Struct, frozen=True, tag_field="type", tag="asked_here"):
    """The seats of this screen that are asked, where several people share it; each joins when the screen is passed."""

    seats: tuple[int, ...]


class Hint(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    """The advised move and the value of each move, made only from what the seat sees."""

    decision: int
    index: int
    moves: tuple[MoveValue, ...]


class MatchOver(msgspec.Struct, frozen=True, tag_field="type", tag="over"):
    """The match is over; `replay` opens it with all hands."""

    result: ResultShown
    replay: str | None
    wording: str
    summary: tuple[str, ...]


class Rematch(msgspec.Struct, frozen=True, tag_field="type", tag="rematch"):
    """Somebody opened a table for the same people; a seat's token is its invitation there."""

    table: str
    name: str


class TableClosed(msgspec.Struct, frozen=True, tag_field="type", tag="closed"):
    """The table was closed before the match was over."""

    reason: str


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to a ping."""


class Error(msgspec.Struct, frozen=True, tag_field="type", tag="error"):
    """Something that was asked for cannot be done."""

    code: str
    message: str


ServerMessage = (
    GameState
    | MoveMade
    | AiThinking
    | LegalMoves
    | Window
    | Talk
    | SeatChanged
    | AskedHere
    | Hint
    | MatchOver
    | Rematch
    | TableClosed
    | Pong
    | Error
)


class Join(msgspec.Struct, frozen=True, tag_field="type", tag="join"):
    """The first message of a client. Without a token you are a spectator."""

    version: int
    token: str | None = None


class SelectMove(msgspec.Struct, frozen=True, tag_field="type", tag="select_move"):
    """Your answer: the number of the question and of the move.

    `{move_index}` alone, as clients of the Cuttle simulation send it, answers whatever question is open.
    """

    decision: int | None = None
    index: int | None = None
    move_index: int | None = None
    say: str = ""


class SayTalk(msgspec.Struct, frozen=True, tag_field="type", tag="talk"):
    text: str


class Undo(msgspec.Struct, frozen=True, tag_field="type", tag="undo"):
    """Take back your last answer; at practice tables."""


class AskHint(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    pass


class SetPace(msgspec.Struct, frozen=True, tag_field="type", tag="pace"):
    """Set the pace of the bots, in seconds, or pause them."""

    pace: float | None = None
    paused: bool | None = None


class Skip(msgspec.Struct, frozen=True, tag_field="type", tag="skip"):
    """Play on to the end without waiting, once the only person at the table is out."""


class Hurry(msgspec.Struct, frozen=True, tag_field="type", tag="hurry"):
    """Show the next move of a bot at once; from those who may set the pace."""


class Ping(msgspec.Struct, frozen=True, tag_field="type", tag="ping"):
    pass


ClientMessage = Join | SelectMove | SayTalk | Undo | AskHint | SetPace | Skip | Hurry | Ping

_encoder: Final = msgspec.json.Encoder(enc_hook=encode_hook)
_decoder: Final[msgspec.json.Decoder[ClientMessage]] = msgspec.json.Decoder(ClientMessage)


def encode(message: ServerMessage) -> str:
    return _encoder.encode(message).decode()


def as_json(value: object) -> bytes:
    """Any value of ours as JSON."""
    return _encoder.encode(value)


def read(text: str | bytes) -> ClientMessage:
    """A client's message; msgspec.DecodeError (or UnicodeDecodeError) if it is none."""
    return _decoder.decode(text)
