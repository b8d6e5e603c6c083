"""`croupier new-game`: a game to begin with, in a package of its own."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.ui.cli.output import examples, say
from croupier.ui.new_game import write_package

EXAMPLES = examples(
    ("croupier new-game snap", "a package in the folder snap"),
    ("croupier new-game snap games/snap", "in a folder of your choice"),
)


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the game, in lower case.")],
    folder: Annotated[Path | None, typer.Argument(metavar="FOLDER", help="New folder. Default: NAME.")] = None,
) -> None:
    """Write a package with a small game that can be played already.

    It has the rules in words, the rules in Python, moves, events and views, a heuristic, a bot, zones for the page and
    tests. Once it is installed, every command has the game.
    """
    where = folder if folder is not None else Path(name)
    written = write_package(name, where)
    say(f"Wrote {len(written)} files into {where}. To install the game, play it and see what to do next:")
    say(f"  pip install -e {where}")
    say(f"  croupier run {name} heuristic random")
    say(f"  croupier game-check {name}")
