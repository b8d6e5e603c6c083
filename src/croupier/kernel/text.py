"""Table talk: short, little, and nothing in it that could be taken for anything but talk."""

from collections.abc import Iterable
from itertools import islice
from typing import Final

TALK_LENGTH: Final = 200
TALK_PER_ANSWER: Final = 5


def printable(text: str) -> str:
    """The text without what could garble a terminal or begin a line of its own."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() else "?" for letter in text)


def as_talk(messages: Iterable[object]) -> tuple[str, ...]:
    """What goes out of these messages: at most five, printable, cut to 200 characters. Only text gets through."""
    texts = (message for message in messages if type(message) is str)
    return tuple(printable(text[:TALK_LENGTH]) for text in islice(texts, TALK_PER_ANSWER))
