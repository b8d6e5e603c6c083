"""The Typer application: lists the commands, and loads the one that is called."""

import platform
from itertools import groupby
from textwrap import wrap
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from croupier import __version__
from croupier.ui.cli.commands import COMMANDS, CommandEntry
from croupier.ui.cli.help import HELP_NAMES, apply_bold, width

HELP_OPTIONS = {"help_option_names": sorted(HELP_NAMES)}

WELCOME = """\
*Croupier*, an arena for card-playing bots.

Three commands to try:
  *croupier play cuttle*                           play against a bot, right here
  *croupier run cuttle heuristic random -n 1000*   find out which bot is better
  *croupier games*                                 list the games

Write your own bot in Python, JavaScript or C: *croupier new cuttle*
All commands: *croupier --help*"""

HELP = """\
*Croupier*, an arena for card-playing bots.

*Usage:* croupier COMMAND ...
{commands}
*Options*
  --version              Print the version and the kind of build.
  --install-completion   Complete commands, games and bots with Tab in your shell.
  --show-completion      Print the completion script.
  -h, --help             Show this page.

Help with examples for a command: *croupier run --help*"""


class Commands(TyperGroup):
    """The group of all commands: lists their summaries, and loads the one that is called.

    The list is written here and not by Typer: what Typer needs for it takes longer to load than all the rest.
    """

    def format_help(self, ctx: Any, formatter: Any) -> None:
        stub = max(len(entry.name) for entry in COMMANDS) + 4
        lines: list[str] = []
        for panel, group in groupby(COMMANDS, lambda entry: entry.panel):
            lines += ["", f"*{panel}*"]
            for entry in group:
                first, *rest = wrap(entry.summary, width() - stub)
                lines += [f"  {entry.name}".ljust(stub) + first, *(" " * stub + line for line in rest)]
        formatter.write(apply_bold(HELP.format(commands="\n".join([*lines, ""]))) + "\n")

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None and command is not None:
            command = load_command(next(entry for entry in COMMANDS if entry.name == name))
        return name, command, rest


def load_command(entry: CommandEntry) -> Any:
    """The command itself, with all its options."""
    from croupier.ui.cli.output import unwrap

    home = entry.load()
    alone = typer.Typer(
        add_completion=False,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings=HELP_OPTIONS,
    )
    alone.command(entry.name, help=unwrap(home.command.__doc__), epilog=home.EXAMPLES)(home.command)
    return typer.main.get_command(alone)


app = typer.Typer(
    cls=Commands,
    help="An arena for card-playing bots.",
    epilog="Help with examples for a command: croupier run --help",
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings=HELP_OPTIONS,
)


def _version(wanted: bool) -> None:
    if wanted:
        from croupier import _build

        typer.echo(f"croupier {__version__}, {_build.build_line()}, Python {platform.python_version()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", metavar="", callback=_version, is_eager=True, help="Print the version and the kind of build."
        ),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(apply_bold(WELCOME))


def _stand_in() -> None:
    """Stand for a command in the list; never called."""


for entry in COMMANDS:
    app.command(entry.name, help=entry.summary, rich_help_panel=entry.panel)(_stand_in)
