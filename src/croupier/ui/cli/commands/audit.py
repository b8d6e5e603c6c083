"""`croupier audit`: the leak certificate."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import typer

from croupier.ai.registry import BUILT_IN
from croupier.arena.plan.schedule import seats_for
from croupier.arena.plan.settings import read_settings
from croupier.games import find_game
from croupier.kernel.bot import Bot
from croupier.kernel.game import Game
from croupier.kernel.secret import checked_seed
from croupier.match.audit import AuditReport, audit
from croupier.match.audit.report import Reached
from croupier.players.sandbox.isolation import Isolation
from croupier.players.spec import load_bots
from croupier.ui.cli.interrupt import INTERRUPTED, stop_on_interrupt
from croupier.ui.cli.output import GameName, Json, Quiet, Seats, Seed, Set, examples, print_json, say
from croupier.ui.cli.progress import progress

EXAMPLES = examples(
    ("croupier audit cuttle", "a quick audit"),
    ("croupier audit cuttle --worlds 100000", "a thorough audit"),
    ("croupier audit cuttle --set rules=online --seed 7", "other rules"),
    ("croupier audit cuttle --bot my_bot.py", "with your own bot as well"),
)
SEARCH_ITERATIONS = 30


def command(
    game: GameName,
    worlds: Annotated[
        int, typer.Option("--worlds", min=1, metavar="N", help="Number of alternative worlds to try.")
    ] = 1000,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="BOT",
            help="Also play with this bot; can be repeated. Files run without a sandbox.",
        ),
    ] = None,
    seed: Seed = None,
    set_: Set = None,
    seats: Seats = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Search for leaks: can a bot learn anything it must not know?

    Whole matches are replayed in alternative worlds: two hidden cards are swapped, a hidden move or a sealed answer
    is changed, or later random events differ. Everything sent to a seat or a spectator must stay the same, byte for
    byte, until the difference is legitimately revealed to it. The exit code is 1 if something leaks.
    """
    found = find_game(game)
    settings = read_settings(found, set_ or [])
    root = checked_seed(seed)
    table = seats_for(found, settings, 2, seats)
    players = _players(found, bot or [])
    with (
        stop_on_interrupt("match") as stop,
        progress(f"audit of {found.name}", worlds, "worlds", quiet or json) as advance,
    ):
        report = audit(found, settings, table, worlds, root, advance, players=players, stopped=lambda: stop.is_set)
    if json:
        print_json(_document(report))
    else:
        for line in _lines(report, found):
            say(line)
        if stop.is_set:
            say(f"Stopped after {report.worlds:,} of {worlds:,} worlds.")
    if not report.clean:
        raise typer.Exit(1)
    if stop.is_set:
        raise typer.Exit(INTERRUPTED)


def _players(game: Game, specs: list[str]) -> dict[str, Callable[[], Bot[Any, Any]]]:
    """The heuristic, a search, the bots of the game, and those that were asked for."""
    players: dict[str, Callable[[], Bot[Any, Any]]] = {
        "heuristic": partial(BUILT_IN["heuristic"], game),
        "epsilon-greedy": partial(BUILT_IN["epsilon-greedy"], game),
        "ismcts": partial(BUILT_IN["ismcts"], game, iterations=SEARCH_ITERATIONS, notes=False),
        **game.bots,
    }
    for entrant in load_bots(game, specs, BUILT_IN, Isolation(trust=True)):
        players[entrant.name] = entrant.make
    return players


def _document(report: AuditReport) -> dict[str, Any]:
    return {
        "game": report.game,
        "seed": report.seed,
        "seats": report.seats,
        "worlds": report.worlds,
        "sorts": report.sorts,
        "matches": report.matches,
        "players": ["random moves", *report.players],
        "decisions": report.decisions,
        "compared": report.compared,
        "shown": report.shown,
        "impossible": report.impossible,
        "reached": {
            name: {"counts": reached.counts, "never": reached.never} for name, reached in _reached(report).items()
        },
        "cannot_see": report.cannot_see,
        "leaks": report.leaks,
        "clean": report.clean,
    }


def _reached(report: AuditReport) -> dict[str, Reached]:
    return {
        "questions": report.questions,
        "moves": report.moves,
        "events": report.events,
        "events that reveal cards": report.showing,
    }


def _lines(report: AuditReport, game: Game) -> list[str]:
    """The certificate."""
    lines = [f"leak: {leak}" for leak in report.leaks]
    lines.append(
        f"{game.title}, {report.seats} seats, seed {report.seed}: {report.worlds:,} alternative worlds of "
        f"{report.matches:,} matches, played by {', '.join(['random moves', *report.players])}."
    )
    lines.append("Worlds: " + _counted(report.sorts) + ".")
    lines.append("Compared: " + _counted(report.compared) + ".")
    lines.append(
        f"{report.shown:,} stopped early because a card was legitimately revealed, "
        f"{report.impossible:,} because a move was impossible in the alternative world."
    )
    for name, reached in _reached(report).items():
        never = f"; never: {', '.join(reached.never)}" if reached.never else ""
        lines.append(f"Reached: {len(reached.counts)} of {len(reached.counts) + len(reached.never)} {name}{never}.")
    lines += [f"Not covered by this audit: {what}." for what in report.cannot_see]
    lines.append(
        "No leak found: no seat was sent anything it must not know." if report.clean else f"{len(report.leaks)} leaks."
    )
    return lines


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{number:,} {what}" for what, number in counts.items() if number)
