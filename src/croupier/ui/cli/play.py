"""`croupier play`: people against bots, in the terminal."""

import getpass
from pathlib import Path
from typing import Annotated, Any

import typer
from platformdirs import user_data_path

from croupier import __version__
from croupier.ai import BUILT_IN
from croupier.arena.analysis import Tally
from croupier.arena.api import checked_seed, enter
from croupier.arena.history import History
from croupier.arena.schedule import seats_for
from croupier.arena.settings import read_settings
from croupier.arena.sitting import Sitting
from croupier.games import find_game
from croupier.kernel.decision import Decision
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.match.drivers import consult, luck_seed
from croupier.players.entrant import Entrant
from croupier.players.person import person
from croupier.players.shelter import Shelter
from croupier.ui.cli.console import GameName, Seed, Set, Trust, examples, print_line, say
from croupier.ui.cli.many import print_analysis
from croupier.ui.cli.single import print_result
from croupier.ui.plain import PlainDesk, Quit
from croupier.ui.screen import Closed, Screen

NAME = "play"
EXAMPLES = examples(
    ("croupier play cuttle", "you against the game's own heuristic"),
    ("croupier play coup --vs bluffer --vs honest --seats 4", "three rivals"),
    ("croupier play bluff --vs noob --name Ann --name Ben", "two people at one terminal and a bot"),
    ("croupier play kittens --vs my_bot.py", "against a bot of your own"),
)


def command(
    game: GameName,
    vs: Annotated[
        list[str] | None,
        typer.Option("--vs", metavar="BOT", help="Who you play against, as for croupier run; can be repeated."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", help="Your name; one for each person at this terminal."),
    ] = None,
    seat: Annotated[int, typer.Option("--seat", metavar="K", min=0, help="Your seat; 0 begins.")] = 0,
    seats: Annotated[int | None, typer.Option("--seats", metavar="K", help="How many seats the table has.")] = None,
    seed: Seed = None,
    set_: Set = None,
    trust: Trust = False,
    history: Annotated[
        Path | None,
        typer.Option("--history", metavar="FILE", help="Where the replay goes; your data folder if left out."),
    ] = None,
) -> None:
    """Play against bots, line by line.

    You see what your seat may see and choose among the legal moves by number. Type ? for help, hint for advice, undo to
    take back your last answer. Empty seats are taken by the bots, round the table. The replay is kept at the end.
    """
    found = find_game(game)
    settings = read_settings(found, set_ or [])
    names = name or [_own_name()]
    bots = enter(found, vs or ([] if len(names) in found.seats else ["heuristic"]), Shelter(trust))
    table = seats_for(found, settings, len(names) + len(bots), seats)
    if seat + len(names) > table:
        raise UsageError(f"seat {seat} is not one of the {table} seats for {len(names)} people; the first is 0")
    chosen_seed = checked_seed(seed)
    screen = Screen(_print_lines, len(names))
    people = [person(each, PlainDesk(found, screen, lambda decision: _hint(sitting, decision))) for each in names]
    sitting = Sitting(found, settings, _round_the_table(people, bots, seat, table), chosen_seed)
    seated = ", ".join(f"{number} {each}" for number, each in enumerate(sitting.match.table.names))
    say(f"{found.title}, seed {chosen_seed}; the seats are {seated}. Type ? for help.")
    try:
        match = sitting.play()
    except (Quit, KeyboardInterrupt):
        say("You left the match.")
        return
    except Closed as closed:
        raise UsageError(f"{closed}; --seed {chosen_seed} deals it again") from None
    print_result(match)
    tally = Tally(found, table)
    tally.add(match, range(table))
    print_analysis(tally, match.table.names)
    path = history or _kept_at(found, chosen_seed)
    History(path, __version__).add(match, [entrant.spec for entrant in sitting.entrants])
    say(f"croupier replay {path} shows it again.")


def _print_lines(text: str) -> None:
    for line in text.split("\n"):
        print_line(line)


def _own_name() -> str:
    try:
        return getpass.getuser().capitalize()
    except (OSError, KeyError):
        return "Guest"


def _round_the_table(people: list[Entrant], bots: tuple[Entrant, ...], first: int, seats: int) -> list[Entrant]:
    taken = {first + number: each for number, each in enumerate(people)}
    free = [seat for seat in range(seats) if seat not in taken]
    taken.update({seat: bots[number % len(bots)] for number, seat in enumerate(free)})
    return [taken[seat] for seat in range(seats)]


def _hint(sitting: Sitting, decision: Decision[Any, Any]) -> str:
    """What the house would play, from nothing but the person's own view."""
    adviser = BUILT_IN["heuristic"](sitting.match.game)
    adviser.sit(sitting.match.table, decision.seat, luck_seed(0, decision.seat))
    return f"The house would play {decision.moves[decision.index_of(consult(adviser, decision))]}."


def _kept_at(game: Game, seed: int) -> Path:
    folder = user_data_path("croupier") / "replays"
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while (path := folder / f"{game.name}-{seed}-{number}.jsonl").exists():
        number += 1
    return path
