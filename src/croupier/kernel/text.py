"""Texts made safe: table talk that cannot be taken for anything else, and HTML for notebooks."""

import re
from collections.abc import Iterable, Sequence
from html import escape
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


def html_text(text: str) -> str:
    """Lines of text as HTML, with red suits in red."""
    coloured = re.sub(r"(?:10|[2-9AJQK])[♥♦]", r'<span style="color:#b3261e">\g<0></span>', escape(text))
    return f'<pre style="white-space:pre-wrap">{coloured}</pre>'


def html_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table as HTML."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def html_frame(page: str, height: int) -> str:
    """A whole HTML page inside a cell of a notebook; its scripts and styles stay inside."""
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" '
        f'style="width:100%;height:{height}px;border:0"></iframe>'
    )
