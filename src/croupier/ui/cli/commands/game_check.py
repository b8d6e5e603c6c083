"""`croupier game-check`: what a game has, what it lacks, and what to do next."""

from typing import Annotated

import msgspec
import typer

from croupier.ui.cli.output import Json, examples, folded, out, print_json, say, table
from croupier.ui.game_check import check_game, next_step
from croupier.ui.game_check.row import PASS

EXAMPLES = examples(
    ("croupier game-check hearts", "the game of an installed package"),
    ("croupier game-check hearts --quick", "without the conformance tests"),
)


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the game.")],
    quick: Annotated[bool, typer.Option("--quick", help="Skip the conformance tests.")] = False,
    json: Json = False,
) -> None:
    """Check a game of your own, and show what to do next.

    The parts of a game are checked in the order in which they are written: package, rules in words, state, moves,
    events, views, worlds, page, tests. The exit code is 1 if something fails or is missing.
    """
    rows = check_game(name, conformance=not quick)
    step = next_step(rows)
    if json:
        print_json({"game": name, "checks": msgspec.to_builtins(rows), "next": step})
    else:
        lines = [(row.name, row.status, row.found) for row in rows]
        out().print(table([*folded("check"), "", *folded("what was found")], lines))
        say(step)
    if any(row.status not in PASS for row in rows):
        raise typer.Exit(1)
