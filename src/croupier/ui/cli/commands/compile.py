"""`croupier compile`: games of other packages at the speed of our own."""

from typing import Annotated

import typer

from croupier.kernel.errors import UsageError
from croupier.ui.cli.output import examples, say
from croupier.ui.compile_games import CHECKED_MATCHES, compile_games, remove_compiled

EXAMPLES = examples(
    ("croupier compile hearts", "the game of an installed package"),
    ("croupier compile --remove", "back to plain Python for all such games"),
)


def command(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME ...", help="Games of other packages to compile.")
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Remove the compiled games.")] = False,
) -> None:
    """Compile a game of another package.

    The folder core of the game's package is compiled together with the core of Croupier into your cache; the installed
    packages are not changed. This needs a C compiler and takes some minutes. A game that was changed later runs as
    plain Python until it is compiled again.
    """
    if remove:
        say("Removed the compiled games." if remove_compiled() else "No games of other packages are compiled.")
        return
    if not names:
        raise UsageError("name a game to compile, such as: croupier compile hearts")
    folder = compile_games(names, say)
    say(f"Compiled {', '.join(names)}. {CHECKED_MATCHES} matches were the same as in plain Python.")
    say(f"It is in {folder}. To see which core runs: croupier --version")
