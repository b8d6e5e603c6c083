"""Messages between us and a cell, as msgpack in frames. Neither side trusts the other to send what it should.

They are small, because one goes each way for every decision: an event is sent as the integer that both sides have a
table for, and what follows from the view is not sent.
"""

from typing import Final

import msgspec

from croupier.kernel.decision import encode_hook

ANSWER_LIMIT: Final = 131_072
"""The most bytes of one answer; talk and a note are bounded."""

News = tuple[int | bytes, ...]
"""Events: each as its redacted integer, or msgpack for those that are in no table, such as talk."""


class Loaded(msgspec.Struct, frozen=True, array_like=True, tag=1):
    """The cell's first message: the file ran and its bot can be made.

    `code` is the file's byte code, for the next cells of the same bot and no others.
    """

    code: bytes = b""
    seeds_random: bool = True
    name: str = ""
    """What its author calls the bot."""


class LoadFailed(msgspec.Struct, frozen=True, array_like=True, tag=2):
    """The cell's first message: the file cannot be used, and why."""

    reason: str
    names: tuple[str, ...] = ()
    """The bots of a file that has several, if that is the reason."""


class Sit(msgspec.Struct, frozen=True, array_like=True, tag=3):
    """A match begins: make a fresh bot."""

    settings: bytes
    """As JSON: mostly the same as last time, and then it is not read again."""
    names: tuple[str, ...]
    seat: int
    luck: int


class Ask(msgspec.Struct, frozen=True, array_like=True, tag=4):
    """A decision without what follows from the view: the cell restores the question and the moves itself."""

    id: int
    ints: tuple[int, ...]
    news: News
    answer: float | None
    """The clock: this, `bank` and `last`."""
    bank: float | None
    last: float
    refused: str = ""


class Tell(msgspec.Struct, frozen=True, array_like=True, tag=5):
    """The news after the last question. Nothing is answered."""

    ints: tuple[int, ...]
    news: News


class CellAnswer(msgspec.Struct, frozen=True, array_like=True, tag=6):
    """The cell's answer: the number of a move. To Sit, whether the bot wants to be told how the match ended."""

    id: int
    index: int
    say: tuple[str, ...] = ()
    note: str = ""
    heard: int = 0
    """Milliseconds that the bot spent on the news of the question."""


class CellFault(msgspec.Struct, frozen=True, array_like=True, tag=7):
    """The bot failed to answer: the name of the fault, and a text for its author."""

    id: int
    kind: str
    text: str
    heard: int = 0


ToCell = Sit | Ask | Tell
FromCell = Loaded | LoadFailed | CellAnswer | CellFault

to_cell: Final = msgspec.msgpack.Decoder(ToCell)
from_cell: Final = msgspec.msgpack.Decoder(FromCell)
encoder: Final = msgspec.msgpack.Encoder(enc_hook=encode_hook)
