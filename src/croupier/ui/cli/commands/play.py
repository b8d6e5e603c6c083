"""`croupier play`: people against bots, in the terminal."""

import getpass
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from platformdirs import user_data_path

from croupier import __version__
from croupier.ai.registry import LEVELS
from croupier.arena.people import PeopleMatch
from croupier.arena.plan.schedule import seats_for
from croupier.arena.plan.settings import read_settings
from croupier.arena.run.setup import make_entrants
from croupier.arena.run.table import combine_watches
from croupier.arena.store.replay_log import ReplayLog
from croupier.arena.write_errors import WriteErrors
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game, ReadyTable
from croupier.kernel.secret import checked_seed, secret_of
from croupier.match.replay.read import read_replays
from croupier.players.entrant import Entrant
from croupier.players.human import HumanInterface, person
from croupier.players.sandbox.isolation import Isolation
from croupier.ui.cli.completion import bot_names
from croupier.ui.cli.files import write_live
from croupier.ui.cli.output import GameName, Seed, Set, Trust, examples, print_line, say
from croupier.ui.person_records import add_games, record_line
from croupier.ui.result_text import analysis_lines, result_lines
from croupier.ui.terminal.hot_seat import ScreenWindows
from croupier.ui.terminal.line_mode import LeftMatch, LineInterface
from croupier.ui.terminal.screen import InputEnded, Screen

if TYPE_CHECKING:
    from croupier.ui.terminal.dialogs import AfterMatch

EXAMPLES = examples(
    ("croupier play cuttle", "against the heuristic bot"),
    ("croupier play coup --vs bluffer --vs honest --seats 4", "three rivals"),
    ("croupier play bluff --vs noob --name Ann --name Ben", "two people at one terminal, and a bot"),
    ("croupier play bluff --level insane", "four insane bots and three decks"),
    ("croupier play kittens --vs my_bot.py", "against your own bot"),
    ("croupier play belote --vs insane --plain", "line by line, against the strongest bots"),
    ("croupier play coup --live game.jsonl", "let others follow it with croupier watch game.jsonl"),
)


def command(
    game: GameName,
    vs: Annotated[
        list[str] | None,
        typer.Option(
            "--vs",
            metavar="BOT",
            autocompletion=bot_names,
            help="An opponent, as for croupier run; can be repeated.",
        ),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(
            "--level",
            metavar="LEVEL",
            help=(
                "Play against noob, easy, medium, hard or insane bots; in Bluff this also sets the number of "
                "bots and decks."
            ),
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", help="Your name; one for each person at this terminal."),
    ] = None,
    seat: Annotated[int, typer.Option("--seat", metavar="K", min=0, help="Your seat; seat 0 starts.")] = 0,
    seats: Annotated[int | None, typer.Option("--seats", metavar="K", help="How many seats the table has.")] = None,
    seed: Seed = None,
    set_: Set = None,
    trust: Trust = False,
    plain: Annotated[
        bool,
        typer.Option("--plain", metavar="", help="Line by line, for screen readers; always used in a pipe."),
    ] = False,
    pace: Annotated[
        float,
        typer.Option("--pace", metavar="SECONDS", min=0, help="Pause between the moves of others, on the full screen."),
    ] = 0.3,
    window: Annotated[
        float,
        typer.Option(
            "--window",
            metavar="SECONDS",
            min=0,
            help="Length of a reaction window on the full screen; 0 means no limit.",
        ),
    ] = 10.0,
    live: Annotated[
        Path | None,
        typer.Option("--live", metavar="FILE", help="Write the match while it is played, for croupier watch FILE."),
    ] = None,
    history: Annotated[
        Path | None,
        typer.Option("--history", metavar="FILE", help="File for the replay. Default: in your data folder."),
    ] = None,
) -> None:
    """Play against bots, full screen or line by line.

    You see what your seat may see and choose among the legal moves by number or with the arrow keys. ? explains the
    game and the keys. You can ask for a hint and undo your last answer. Bots take the empty seats, and several people
    at one terminal hand it over to each other. At the end you can ask for a rematch or an analysis. The replay is
    saved.

    The levels noob, easy, medium, hard and insane exist in every game. On the full screen a reaction window always
    lasts the same time, whether or not anybody can react, so that its length gives nothing away; if you play alone,
    press Enter to continue.
    """
    found = find_game(game)
    ready = _ready_table(found, level, vs)
    settings = read_settings(found, [*(f"{key}={value}" for key, value in ready.settings.items()), *(set_ or [])])
    names = name or [_own_name()]
    if len(names) > found.seats[-1]:
        raise UsageError(f"{found.name} is for {found.players_text()}, not for {len(names)} people")
    rivals = vs or ([] if len(names) in found.seats else ["heuristic"])
    if level is not None:
        rivals = [f"{level}*{ready.bots}"]
    bots = make_entrants(found, rivals, Isolation(trust), own_names=True, asks_names=True)
    table = seats_for(found, settings, len(names) + len(bots), seats)
    if seat + len(names) > table:
        raise UsageError(f"no seat {seat} for {len(names)} people at a table of {table}; seats are numbered from 0")
    chosen_seed = checked_seed(seed)
    is_plain = plain or not (sys.stdin.isatty() and sys.stdout.isatty())

    def sit(desks: Sequence[HumanInterface]) -> PeopleMatch:
        people = [person(each, desk) for each, desk in zip(names, desks, strict=True)]
        return PeopleMatch(found, settings, _round_the_table(people, bots, seat, table), secret_of(chosen_seed))

    after: AfterMatch
    while True:
        errors = WriteErrors()
        if is_plain:
            sitting, after = _play_plain(found, sit, len(names), chosen_seed, live, errors), ""
        else:
            sitting, after = _play_on_screen(found, sit, len(names), pace, window, live, errors)
        match = sitting.match
        if not match.over:
            say(f"You left the match. To play it again: --seed {chosen_seed}")
            return
        for line in [*result_lines(match), *analysis_lines(match)]:
            say(line)
        won = match.result().winners
        with suppress(OSError):  # counts are a courtesy
            people = [(each, seat + number in won) for number, each in enumerate(names)]
            for each in add_games(user_data_path("croupier") / "people.json", found.name, people):
                say(record_line(each[0], found.title, *each[1:]))
        path = history or _replay_path(found, chosen_seed)
        ReplayLog(path, __version__).add(match, sitting.specs)
        say(f"To view it again: croupier replay {path}")
        errors.check()
        if after != "rematch":
            break
        chosen_seed = checked_seed(None)
    if after == "analyse":
        _analyse_last(path)


def _analyse_last(path: Path) -> None:
    """Analyse the match that was written last to this file."""
    from croupier.ui.cli.commands import analyse

    say("")
    analyse.command(str(path), match=sum(1 for _ in read_replays(path)))


def _ready_table(game: Game, level: str | None, vs: list[str] | None) -> ReadyTable:
    """The table that a level stands for; one bot and nothing special without a level."""
    if level is None:
        return ReadyTable()
    if vs:
        raise UsageError("--level chooses the opponents; remove --vs")
    if level not in LEVELS:
        raise UsageError(f"no level {level!r}; choose one of {', '.join(LEVELS)}")
    return game.ready_tables.get(level, ReadyTable())


def _play_plain(
    game: Game,
    sit: Callable[[Sequence[HumanInterface]], PeopleMatch],
    people: int,
    seed: str,
    live: Path | None,
    errors: WriteErrors,
) -> PeopleMatch:
    screen = Screen(_print_lines, people)
    windows = ScreenWindows(game, 0.0, 0.0, lambda deadline: None)  # lines wait for their answers
    sitting = sit([LineInterface(game, screen, windows) for _ in range(people)])
    seated = ", ".join(f"{number} {each}" for number, each in enumerate(sitting.match.table.names))
    say(f"{game.title}, seed {seed}; the seats are {seated}. Type ? for help.")
    try:
        with write_live(live, errors, sitting.specs) as watch:
            sitting.play(combine_watches(windows.watch, watch))
    except InputEnded as closed:
        raise UsageError(f"{closed}; to play it again: --seed {seed}") from None
    except (LeftMatch, KeyboardInterrupt):
        pass
    return sitting


def _play_on_screen(
    game: Game,
    sit: Callable[[Sequence[HumanInterface]], PeopleMatch],
    people: int,
    pace: float,
    window: float,
    live: Path | None,
    errors: WriteErrors,
) -> "tuple[PeopleMatch, AfterMatch]":
    """Play one match on the whole screen; the second value says what the person wants next."""
    from croupier.ui.terminal.app import PlayApp

    app = PlayApp(game, pace, window)
    sitting = sit([app.add_person() for _ in range(people)])
    with write_live(live, errors, sitting.specs) as watch:
        app.start(sitting, watch).run()
    return sitting, app.after


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


def _replay_path(game: Game, seed: str) -> Path:
    folder = user_data_path("croupier") / "replays"
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while (path := folder / f"{game.name}-{seed}-{number}.jsonl").exists():
        number += 1
    return path
