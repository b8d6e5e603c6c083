"""`croupier audit`: the leak certificate."""

from typing import Annotated

import typer

from croupier.arena.plan.schedule import seats_for
from croupier.arena.plan.settings import read_settings
from croupier.arena.run.setup import checked_seed
from croupier.games import find_game
from croupier.match.audit import audit
from croupier.ui.cli.output import GameName, Json, Quiet, Seats, Seed, Set, examples, print_json, say
from croupier.ui.cli.progress import progress

EXAMPLES = examples(
    ("croupier audit cuttle", "a quick look"),
    ("croupier audit cuttle --worlds 100000", "a thorough one"),
    ("croupier audit cuttle --set rules=online --seed 7", "other rules"),
)


def command(
    game: GameName,
    worlds: Annotated[
        int, typer.Option("--worlds", min=1, metavar="N", help="How many exchanged deals to try.")
    ] = 1000,
    seed: Seed = None,
    set_: Set = None,
    seats: Seats = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Can a bot learn what it must not know?

    Whole matches are played again in worlds where two cards that a seat cannot know are exchanged from the start.
    Everything that seat is sent must be the same, byte for byte, until one of those cards is lawfully shown to it. The
    exit code is 1 when something is not.
    """
    found = find_game(game)
    settings = read_settings(found, set_ or [])
    root = checked_seed(seed)
    table = seats_for(found, settings, 2, seats)
    with progress(f"audit of {found.name}", worlds, "worlds", quiet or json) as show:
        report = audit(found, settings, table, worlds, root, show)
    if json:
        print_json(
            {
                "game": found.name,
                "seed": root,
                "seats": table,
                "worlds": report.worlds,
                "matches": report.matches,
                "decisions": report.decisions,
                "shown": report.shown,
                "leaks": report.leaks,
                "clean": report.clean,
            }
        )
    else:
        for leak in report.leaks:
            say(f"leak: {leak}")
        verdict = "no seat was sent anything it must not know" if report.clean else f"{len(report.leaks)} leaks"
        say(
            f"{found.title}, {table} seats, seed {root}: {report.worlds:,} exchanged worlds of {report.matches:,} "
            f"matches, {report.decisions:,} decisions compared, {report.shown:,} ended by a lawful showing; {verdict}."
        )
    if not report.clean:
        raise typer.Exit(1)
