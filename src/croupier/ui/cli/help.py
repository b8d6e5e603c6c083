"""The help of a command, printed from help.json, so that a command is not loaded to explain itself.

Processor time of `croupier run --help`, the best of several: 0.04 s from help.json; 0.14 s for Typer's own help even if
a command loaded nothing but Typer and Rich; 0.7 s as the commands are. `croupier --help` takes 0.08 s.

After a change of options `python -m croupier.ui.cli.help` writes the file; a test compares the two.
"""

import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final, TypedDict

if TYPE_CHECKING:
    import typer

    from croupier.ui.cli.commands import CommandEntry

HELP_FILE: Final = Path(__file__).with_name("help.json")
BOLD: Final = "\0"
"""Begins and ends bold text. A star would not do: BOT*3."""
NAME_COLUMNS: Final = 28
"""Longer names have a line of their own."""
HELP_NAMES: Final = {"-h", "--help"}
MIN_COLUMNS, MAX_COLUMNS = 40, 100


class Page(TypedDict):
    """The help of a command."""

    usage: str
    about: list[str]
    arguments: list[list[str]]
    """A name and an explanation each."""
    options: list[list[str]]
    examples: list[list[str]]
    """A command and what it does each."""


def help_on(arguments: Sequence[str]) -> str | None:
    """The help of a command if the arguments ask for it, else None."""
    if len(arguments) < 2 or HELP_NAMES.isdisjoint(arguments[1:]) or arguments[0].startswith("-"):
        return None
    page = read_page(arguments[0])
    return None if page is None else apply_bold("\n".join(lines(page, width())), BOLD)


def read_page(name: str) -> Page | None:
    """The help of a command in the file, if it is there."""
    pages: dict[str, Page] = json.loads(HELP_FILE.read_text(encoding="utf-8"))
    return pages.get(name)


def lines(page: Page, width: int) -> Iterable[str]:
    """The lines of the page, with `BOLD` around what is bold."""
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
    texts = wrap(what, width - NAME_COLUMNS) or [""]
    if len(name) > NAME_COLUMNS - 4:
        yield f"  {name}"
    else:
        yield f"  {name}".ljust(NAME_COLUMNS) + texts.pop(0)
    yield from (" " * NAME_COLUMNS + text for text in texts)


def width() -> int:
    """The number of columns for help."""
    return max(MIN_COLUMNS, min(MAX_COLUMNS, get_terminal_size().columns))


def apply_bold(text: str, mark: str = "*") -> str:
    """Show in bold what stands between two marks, on a terminal that can; remove the marks."""
    is_plain = not sys.stdout.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    parts = text.split(mark)
    return "".join(
        part if number % 2 == 0 or is_plain else f"\x1b[1m{part}\x1b[0m" for number, part in enumerate(parts)
    )


def page_of(entry: "CommandEntry") -> Page:
    """The help of a command, made from its options."""
    import typer

    from croupier.ui.cli.app import load_command
    from croupier.ui.cli.output import unwrap

    command = load_command(entry)
    context = typer.Context(command, info_name=f"croupier {entry.name}")
    home = entry.load()
    records = [(parameter, _record(parameter, context)) for parameter in command.params]
    return Page(
        usage=" ".join([f"croupier {entry.name}", *map(_piece, command.collect_usage_pieces(context))]),
        about=unwrap(home.command.__doc__).split("\n\n"),
        arguments=[record for parameter, record in records if parameter.param_type_name == "argument"],
        options=[record for parameter, record in records if parameter.param_type_name == "option"]
        + [["-h, --help", "This page."]],
        examples=[
            [command, what]
            for what, command in re.findall(r"\[dim\](.*?)\[/dim\]\n    \[bold\](.*?)\[/bold\]", home.EXAMPLES)
        ],
    )


def _piece(text: str) -> str:
    """A piece of the usage, without braces."""
    return text.removeprefix("{").removesuffix("}")


def _record(parameter: Any, context: "typer.Context") -> list[str]:
    """Names and explanation of a parameter, without marks for Rich."""
    name, what = parameter.get_help_record(context)
    name = re.sub(r" <(?:str|list\[str\]|bool)>", "", name)  # which goes without saying
    return [name.strip(), " ".join(what.replace("\\[", "[").split())]


def main() -> None:
    """Write help.json."""
    from croupier.ui.cli.commands import COMMANDS

    pages = {entry.name: page_of(entry) for entry in COMMANDS}
    HELP_FILE.write_text(json.dumps(pages, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
