"""Where output goes: people get Rich, programs get one JSON document, and neither gets the other's."""

import json
import os
import sys
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Annotated, Any, cast

import typer
from rich import box
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from croupier.kernel.text import printable
from croupier.ui.cli.completion import game_names

PIPE_COLUMNS = 120

Json = Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON document.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", metavar="", help="Show no progress.")]
OpenBrowser = Annotated[bool, typer.Option("--open", metavar="", help="Open the report or replay in the browser.")]
Seed = Annotated[
    str | None,
    typer.Option(
        "--seed", metavar="S", help="Seed of the matches; the same seed deals the same cards. Default: random."
    ),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME=VALUE", help="Change a setting of the game; can be repeated. See croupier games GAME."
    ),
]
Seats = Annotated[int | None, typer.Option("--seats", metavar="K", help="Number of seats at the table.")]
Trust = Annotated[
    bool, typer.Option("--trust", metavar="", help="Run bots without a sandbox: only for bots you trust.")
]
BotsDir = Annotated[
    Path | None,
    typer.Option("--bots-dir", metavar="DIR", help="Also enter every bot in this folder."),
]
GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="Name of the game; see croupier games.", show_default=False, autocompletion=game_names
    ),
]


@contextmanager
def divert_output() -> Generator[None]:
    """Send what anything in this process prints on standard output, libraries in C included, to standard error."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


class _Console(Console):
    """A console that leaves a broken pipe to its caller.

    Rich raises SystemExit instead, which in a thread ends only the thread: a match that is played there would hang.
    """

    def on_broken_pipe(self) -> None:
        raise  # the BrokenPipeError that is being handled


def out() -> Console:
    """The standard output; a pipe is given room enough for a table."""
    return _Console(width=None if sys.stdout.isatty() else PIPE_COLUMNS, emoji=False)


def err() -> Console:
    return _Console(stderr=True, emoji=False)


def examples(*lines: tuple[str, str]) -> str:
    """Commands with what they do, for the end of a help page."""
    return "\n".join(["Examples:", *(f"  [dim]{what}[/dim]\n    [bold]{command}[/bold]" for command, what in lines)])


def unwrap(text: str | None) -> str:
    """A docstring with one line per paragraph, for Typer to break as the terminal wants it."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in (text or "").split("\n\n"))


def print_json(document: object) -> None:
    typer.echo(json.dumps(document, indent=2))


def rounded(value: Any, digits: int) -> Any:
    """A document with all its floats rounded."""
    if isinstance(value, float):
        return round(value, digits)
    if isinstance(value, dict):
        return {key: rounded(each, digits) for key, each in cast("dict[Any, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [rounded(each, digits) for each in cast("Sequence[Any]", value)]
    return value


def say(text: str) -> None:
    """A sentence, broken into lines only where a terminal is too narrow for it."""
    text = "\n".join(printable(line) for line in text.split("\n"))
    out().print(text, highlight=False, markup=False, soft_wrap=not sys.stdout.isatty())


def print_line(line: str) -> None:
    """A line of a match, with its [GAME] or [CHAT] tinted on a terminal."""
    text = Text(printable(line))
    text.highlight_regex(r"^\[GAME\]", "cyan")
    text.highlight_regex(r"^\[CHAT\]", "magenta")
    out().print(text, soft_wrap=True)


def table(
    columns: Iterable[Column | str],
    rows: Iterable[Sequence[str | Text]],
    *,
    title: str | None = None,
    ruled: bool = True,
    styles: Sequence[str] = (),
) -> Table:
    """A table whose cells are shown as they are, without markup.

    `ruled` draws a line below the headings; without columns there are no headings. `styles` has one style per row.
    """
    made = Table(
        *columns,
        box=box.SIMPLE_HEAD if ruled else None,
        pad_edge=ruled,
        header_style="bold",
        title=title,
        title_justify="left",
        row_styles=styles,
    )
    made.show_header = bool(made.columns)
    for row in rows:
        made.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    return made


def folded(*headings: str) -> list[Column]:
    """Columns of long texts, broken into lines where a terminal is narrow."""
    return [Column(Text(heading), overflow="fold") for heading in headings]


def right(*headings: str) -> list[Column]:
    """Columns of numbers, aligned on the right."""
    return [Column(heading, justify="right") for heading in headings]


def right_folded(names: Iterable[str]) -> list[Column]:
    """Columns of numbers below the names of bots."""
    return [Column(Text(name), justify="right", overflow="fold") for name in names]


def percent(rate: float) -> str:
    return f"{rate * 100:.1f} %"


def ordinal(place: int) -> str:
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"
