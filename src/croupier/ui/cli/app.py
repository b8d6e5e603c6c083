"""The list of commands, and what `croupier` says when it is called without one."""

import platform
from typing import Annotated

import typer

from croupier import __version__, _build
from croupier.ui.cli import (
    analyse,
    audit,
    bench,
    check,
    compare,
    coupserver,
    debugsearch,
    doctor,
    export,
    games,
    ladder,
    leaderboard,
    new,
    play,
    replay,
    run,
    runs,
    serve,
    tournament,
    verify,
)
from croupier.ui.cli.console import out, unwrapped
from croupier.ui.cli.coupclients import BotClient, HumanClient

app = typer.Typer(
    help="The neutral dealer for card-playing bots.",
    epilog="Every command explains itself: croupier run --help",
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

WELCOME = """\
[bold]Croupier[/bold], the neutral dealer for card-playing bots.

Three commands to try:
  [bold]croupier run cuttle heuristic random[/bold]           one match, told move by move
  [bold]croupier run cuttle heuristic random -n 1000[/bold]   who is better, and how sure is that
  [bold]croupier games[/bold]                                 what can be played, with which settings

A bot of your own, in Python, JavaScript or C, to begin with: [bold]croupier new cuttle[/bold]
All commands: [bold]croupier --help[/bold]"""


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"croupier {__version__}, {_build.build_line()}, Python {platform.python_version()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", metavar="", callback=_version, is_eager=True, help="Say which core is running.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        out().print(WELCOME, highlight=False)


COMMANDS = (
    games,
    new,
    play,
    serve,
    run,
    compare,
    tournament,
    ladder,
    leaderboard,
    runs,
    verify,
    export,
    check,
    replay,
    analyse,
    audit,
    doctor,
    bench,
    debugsearch,
    coupserver,
    BotClient,
    HumanClient,
)
for module in COMMANDS:
    app.command(module.NAME, help=unwrapped(module.command.__doc__), epilog=module.EXAMPLES)(module.command)
