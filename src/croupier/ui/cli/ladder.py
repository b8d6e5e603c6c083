"""`croupier ladder`: a folder in which bots are put, checked and rated."""

import hashlib
import time
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich import box
from rich.table import Table
from rich.text import Text

from croupier import __version__
from croupier.arena.api import checked_seed, clock_for, enter
from croupier.arena.batch import StopFlag
from croupier.arena.blocks import rotations, seated
from croupier.arena.check import check
from croupier.arena.exam import Plan as Exam
from croupier.arena.ledger import Ledger
from croupier.arena.liveladder import Ladder, Standing, read_ladder, write_ladder
from croupier.arena.measuring import executor_for, fair_settings
from croupier.arena.plan import plain
from croupier.arena.schedule import Pairing, match_seed, seats_for
from croupier.arena.settings import checked_settings, read_settings
from croupier.arena.summary import Summary, summarise
from croupier.arena.work import Cast, Task
from croupier.games import find_game
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.entrant import printable
from croupier.players.shelter import Shelter
from croupier.ui.cli.completing import bot_names, game_names
from croupier.ui.cli.console import Json, Seats, Seed, Set, Trust, err, examples, out, print_json, say
from croupier.ui.cli.ratingtable import rating_document, rating_table
from croupier.ui.cli.stopping import INTERRUPTED, stop_on_interrupt

NAME = "ladder"
REPORT = "ladder.html"
LOOK = 1.0  # seconds between two looks into the folder
BLOCKS = 4  # of a meeting
EXAMPLES = examples(
    ("croupier ladder class/ --game cuttle", "put files into class/ and watch them climb"),
    ("croupier ladder class/ --once", "play what there is to play, and stop"),
    ("croupier ladder class/ --once --fit", "the same, and a fit over all matches"),
)


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the bots are put.", show_default=False)],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", autocompletion=game_names, help="For a folder that has no ladder yet."),
    ] = None,
    baseline: Annotated[
        list[str] | None,
        typer.Option(
            "--baseline",
            metavar="BOT",
            autocompletion=bot_names,
            help="A bot that is always there; usually random and heuristic.",
        ),
    ] = None,
    once: Annotated[bool, typer.Option("--once", metavar="", help="Stop when everybody is known well enough.")] = False,
    fit: Annotated[bool, typer.Option("--fit", metavar="", help="Also print ratings fitted to all matches.")] = False,
    seed: Seed = None,
    set_: Set = None,
    seats: Seats = None,
    trust: Trust = False,
    json: Json = False,
) -> None:
    """An endless ladder: put a bot's file into the folder, and it is checked, rated and ranked.

    A new or changed file is a new bot; it must keep the promises of `croupier check`, and the reason is shown if it
    does not. Whoever is known least plays next, against those nearest to it, on equal deals from all seats. Live
    ratings are OpenSkill's; ladder.html in the folder has the plots, with the numbers that bots put into their notes.
    Ctrl-C stops it; the same command goes on.
    """
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}")
    with stop_on_interrupt() as stop:
        chosen = plain(read_settings(find_game(game), set_ or [])) if game is not None else {}
        ladder = read_ladder(folder, game, chosen, seats, checked_seed(seed))
        found = find_game(ladder.game)
        settings = fair_settings(found, checked_settings(found, ladder.settings), ladder.settings if set_ else {})
        while True:
            _look(folder, ladder, found, settings, baseline or ["random", "heuristic"], trust, json)
            while not stop.is_set and _meet(folder, ladder, found, settings, trust, stop):
                write_ladder(folder, ladder)
            _report(folder, ladder, found, fit, json)
            if once or stop.is_set:
                break
            while not stop.is_set and not _is_news(folder, ladder):
                time.sleep(LOOK)
        if stop.is_set:
            raise typer.Exit(INTERRUPTED)


def _files(folder: Path) -> dict[str, str]:
    """The bots of the folder by name, with the checksums of their files."""
    paths = [path for path in sorted(folder.glob("*.py")) if not path.name.startswith((".", "_"))]
    return {path.stem: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in paths}


def _is_news(folder: Path, ladder: Ladder) -> bool:
    files = _files(folder)
    gone = [name for name, bot in ladder.bots.items() if bot.checksum and not bot.refused and name not in files]
    return bool(gone) or any(
        name not in ladder.bots or ladder.bots[name].checksum != sum_ for name, sum_ in files.items()
    )


def _look(
    folder: Path, ladder: Ladder, game: Game, settings: Settings, baseline: list[str], trust: bool, quiet: bool
) -> None:
    """Take in who is new or changed, and take out who is gone."""
    for spec in baseline:
        if spec not in ladder.bots:
            enter(game, [spec], Shelter(trust))
            ladder.bots[spec] = Standing(spec)
    files = _files(folder)
    for name, checksum in files.items():
        known = ladder.bots.get(name)
        if known is not None and known.checksum == checksum:
            continue
        spec = str(folder / f"{name}.py")
        ladder.bots[name] = Standing(spec, checksum, refused=_objection(game, settings, spec, trust))
        ladder.names = [f"{each} (before)" if each == name else each for each in ladder.names]
        if not quiet:
            say(f"{name}: {ladder.bots[name].refused or 'checked, and on the ladder'}")
    for name, bot in ladder.bots.items():
        if bot.checksum and name not in files:
            bot.refused = "its file is gone"
    write_ladder(folder, ladder)


def _objection(game: Game, settings: Settings, spec: str, trust: bool) -> str:
    """Why a bot may not play: the first promise that it breaks."""
    try:
        entrants = enter(game, [spec], Shelter(trust))
    except UsageError as error:
        return printable(str(error))
    findings = check(game, entrants[0], Exam(4, 5.0, 1, settings=settings))
    broken = next((finding for finding in findings if not finding.kept), None)
    return "" if broken is None else f"does not keep a promise: {broken.promise}: {printable(broken.came)}"


def _meet(folder: Path, ladder: Ladder, game: Game, settings: Settings, trust: bool, stop: StopFlag) -> bool:
    """The next meeting; whether there was one."""
    teams = game.teams(settings, seats_for(game, settings, 2, ladder.seats))
    table = ladder.next_table(len(set(teams)))
    if table is None:
        return False
    entrants = enter(game, [ladder.bots[name].spec for name in table], Shelter(trust))
    cast = Cast(game, settings, entrants, clock_for(game), sheets=False, names=False)
    seatings = rotations(teams, seated(teams, [(number,) for number in range(len(table))]))
    tasks: list[Task] = []
    for block in range(ladder.blocks, ladder.blocks + BLOCKS):
        tasks += [Task(len(tasks), Pairing(block, match_seed(ladder.seed, block), seating)) for seating in seatings]
    ladder.blocks += BLOCKS
    numbers = [ladder.number(name) for name in table]
    with executor_for(cast) as executor:
        for played in executor.play([tasks]):
            if stop.is_set:
                return False
            ladder.rate(played, [table[entrant] for entrant in played.seating])
            seating = tuple(numbers[entrant] for entrant in played.seating)
            number = len(ladder.matches)
            ladder.matches.append(msgspec.structs.replace(played, number=number, seating=seating))
    return True


def _report(folder: Path, ladder: Ladder, game: Game, fit: bool, json: bool) -> None:
    summary: Summary | None = None
    if ladder.matches:
        from croupier.arena.report import Facts, report_page

        ledger = Ledger(len(ladder.names)).extend(ladder.matches)
        summary = summarise(ledger, ladder.names, game, ladder.seed, history=True)
        facts = Facts("Ladder", f"croupier ladder {folder}", ladder.seed, ladder.settings, __version__, None)
        path = folder / REPORT
        try:
            path.write_text(report_page(summary, facts), encoding="utf-8")
        except OSError as error:
            err().print(f"{path} cannot be written: {error.strerror}", highlight=False, markup=False)
    if json:
        bots = [
            {"name": name, **msgspec.to_builtins(bot), "ordinal": round(bot.ordinal, 4)}
            for name, bot in ladder.bots.items()
        ]
        print_json({"game": ladder.game, "ranking": ladder.ranking(), "bots": bots,
                    "fit": rating_document(summary) if fit and summary is not None else None})  # fmt: skip
        return
    _print(ladder)
    if fit and summary is not None:
        out().print(rating_table(summary, "Fitted to all matches"))
    if summary is not None:
        say(f"{len(ladder.matches)} matches; plots in {folder / REPORT}")


def _print(ladder: Ladder) -> None:
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", title=f"{ladder.game} ladder", title_justify="left")
    table.add_column("", justify="right")
    table.add_column("bot", overflow="fold")
    for heading in ("rating", "mean", "deviation", "matches", "faults"):
        table.add_column(heading, justify="right")
    for place, name in enumerate(ladder.ranking(), 1):
        bot = ladder.bots[name]
        row = [f"{bot.ordinal:.1f}", f"{bot.mu:.1f}", f"{bot.sigma:.1f}", str(bot.matches), str(bot.faults)]
        table.add_row(str(place), Text(name), *row)
    out().print(table)
    for name, bot in ladder.bots.items():
        if bot.refused:
            say(f"Not on the ladder: {name}: {bot.refused}")
