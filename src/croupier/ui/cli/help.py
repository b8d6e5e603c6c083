"""The help of one command, printed from what is kept in help.json: a command is not loaded to explain itself.

Loading it would take a second, most of it for what only playing needs. After a change of options the file is written
anew by `python -m croupier.ui.cli.write_help`; a test compares the two.
"""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import Final, TypedDict

KEPT: Final = Path(__file__).with_name("help.json")
BOLD: Final = "\0"
"""Stars are needed for themselves here: BOT*3."""
LEFT: Final = 28
"""Names that are longer have a line of their own."""


HELP_NAMES: Final = {"-h", "--help"}
NARROWEST, WIDEST = 40, 100


class Page(TypedDict):
    """What the help of a command says."""

    usage: str
    about: list[str]
    arguments: list[list[str]]
    """Each with its name and what it is."""
    options: list[list[str]]
    examples: list[list[str]]
    """Each with a command and what it does."""


def help_on(arguments: Sequence[str]) -> str | None:
    """The help that is asked for by such arguments; None if it is another, or none."""
    if len(arguments) < 2 or HELP_NAMES.isdisjoint(arguments[1:]) or arguments[0].startswith("-"):
        return None
    page = kept_page(arguments[0])
    return None if page is None else inked("\n".join(lines(page, width())), BOLD)


def kept_page(name: str) -> Page | None:
    """The help of a command; None if it is too new to have one kept."""
    pages: dict[str, Page] = json.loads(KEPT.read_text(encoding="utf-8"))
    return pages.get(name)


def lines(page: Page, width: int) -> Iterable[str]:
    """The page as it is printed; what stands between two of `BOLD` is bold."""
    yield f"{BOLD}Usage:{BOLD} {page['usage']}"
    for paragraph in page["about"]:
        yield ""
        yield from wrap(paragraph, width)
    for title, entries in (("Arguments", page["arguments"]), ("Options", page["options"])):
        if entries:
            yield ""
            yield f"{BOLD}{title}{BOLD}"
        for name, what in entries:
            yield from _entry(name, what, width)
    yield ""
    yield f"{BOLD}Examples:{BOLD}"
    for command, what in page["examples"]:
        yield f"  {what}"
        yield f"    {BOLD}{command}{BOLD}"


def _entry(name: str, what: str, width: int) -> Iterable[str]:
    texts = wrap(what, width - LEFT) or [""]
    if len(name) > LEFT - 4:
        yield f"  {name}"
    else:
        yield f"  {name}".ljust(LEFT) + texts.pop(0)
    yield from (" " * LEFT + text for text in texts)


def width() -> int:
    """How many columns there are for help."""
    return max(NARROWEST, min(WIDEST, get_terminal_size().columns))


def inked(text: str, mark: str = "*") -> str:
    """What stands between stars, or other marks, is bold on a terminal that may show it."""
    is_plain = not sys.stdout.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    parts = text.split(mark)
    return "".join(
        part if number % 2 == 0 or is_plain else f"\x1b[1m{part}\x1b[0m" for number, part in enumerate(parts)
    )
