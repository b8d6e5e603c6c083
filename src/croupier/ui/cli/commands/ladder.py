"""`croupier ladder`: a folder in which bots are put, checked and rated."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from croupier import __version__
from croupier.arena.ladder import REPLACED_REASON, STORE, Ladder, StoredLadder, open_ladder
from croupier.arena.ladder_session import BASELINE, LadderSession
from croupier.arena.plan.run_plan import plain_settings
from croupier.arena.plan.settings import fair_settings, read_settings
from croupier.arena.report import ReportFacts, report_page
from croupier.arena.results.documents import rating_document
from croupier.arena.results.intervals import saving_text
from croupier.arena.results.summary import Summary, summarise
from croupier.arena.results.totals import RatedTotals
from croupier.arena.run.backend import RunOptions
from croupier.arena.store.store import Store, open_store
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.secret import checked_seed
from croupier.ui.cli import heartbeat, options
from croupier.ui.cli.completion import bot_names, game_names
from croupier.ui.cli.interrupt import INTERRUPTED, stop_on_interrupt
from croupier.ui.cli.options import setting_names, shared_options
from croupier.ui.cli.output import (
    Json,
    Quiet,
    Seats,
    Seed,
    Set,
    err,
    examples,
    folded,
    out,
    print_json,
    right,
    say,
    table,
)
from croupier.ui.cli.progress import progress
from croupier.ui.cli.sessions import NOT_RATED, publish_commitment, secrecy_document
from croupier.ui.cli.tables import print_ratings, print_summary_notes

REPORT = "ladder.html"
POLL_SECONDS = 1.0
MAX_LEADERS = 3
EXAMPLES = examples(
    ("croupier ladder class/ --game cuttle", "rate every bot put in class/"),
    ("croupier ladder class/ --once", "stop when all ratings are certain enough"),
    ("croupier ladder class/ --once --fit", "the same, with ratings fitted to all matches"),
    ("croupier verify 1 --db class/ladder.sqlite", "verify the matches of the ladder like any other run"),
)


@shared_options(options.BotOptions)
def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the bots.", show_default=False)],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", autocompletion=game_names, help="Game of a new ladder."),
    ] = None,
    baseline: Annotated[
        list[str] | None,
        typer.Option(
            "--baseline",
            metavar="BOT",
            autocompletion=bot_names,
            help="A bot that always takes part. Default: random and heuristic.",
        ),
    ] = None,
    once: Annotated[bool, typer.Option("--once", metavar="", help="Stop when all ratings are certain enough.")] = False,
    fit: Annotated[bool, typer.Option("--fit", metavar="", help="Also print ratings fitted to all matches.")] = False,
    seed: Seed = None,
    set_: Set = None,
    seats: Seats = None,
    quiet: Quiet = False,
    json: Json = False,
    *,
    options: options.BotOptions,
) -> None:
    """Run an endless ladder: every bot put in a folder is checked, rated and ranked.

    A new or changed file is a new bot. It must pass croupier check, and the reason is shown if it does not. The bot
    with the least certain rating plays next, against bots with similar ratings, on equal deals from all seats. Live
    ratings use OpenSkill. The file ladder.html in the folder has the plots, with the numbers from the bots' notes.
    Every result is saved in ladder.sqlite in the folder as soon as it is known. Ctrl-C stops the ladder; the same
    command continues it.
    """
    if not folder.is_dir():
        raise UsageError(f"no folder {folder}; create it and put bots in it")
    wanted = None if game is None else find_game(game)
    if wanted is None and set_:
        raise UsageError("--set is for a new ladder, together with --game")
    given = setting_names(set_)
    chosen = {} if wanted is None else plain_settings(fair_settings(wanted, read_settings(wanted, set_ or []), given))
    if wanted is None and not (folder / STORE).exists():
        raise UsageError(f"{folder} has no ladder yet: choose a game with --game")
    with stop_on_interrupt() as stop, open_store(str(folder / STORE)) as store:
        stored = open_ladder(folder, store, wanted, chosen, seats, checked_seed(seed))
        ladder = stored.ladder
        session = LadderSession(
            folder,
            stored,
            RunOptions(options.workers, game_limit=options.game_limit, padding=not options.no_padding),
            options.isolation(),
            options.timeout,
            stop=stop,
            announce=None if json else _say_new,
        )
        session.update_bots(baseline or BASELINE)
        publish_commitment(ladder.plan)
        while True:
            with progress(session.game.name, session.matches_left(), "matches", quiet or json) as show:
                before = ladder.matches
                while session.play_meeting():
                    played = ladder.matches - before
                    show(played, lambda: _leaders(ladder), played + session.matches_left())
            _report(folder, store, stored, session.game, session.copies(), fit, json)
            if once or stop.is_set:
                break
            heartbeat.pause()
            while not stop.is_set and not session.has_changes():
                time.sleep(POLL_SECONDS)
            heartbeat.touch()
            session.update_bots(baseline or BASELINE)
        if stop.is_set:
            raise typer.Exit(INTERRUPTED)


def _leaders(ladder: Ladder) -> str:
    return ", ".join(f"{bot.name} {bot.ordinal:.1f}" for bot in ladder.standings()[:MAX_LEADERS])


def _say_new(name: str, refused: str) -> None:
    say(f"{name}: {refused or 'passed all checks, now on the ladder'}")


def _report(
    folder: Path, store: Store, stored: StoredLadder, game: Game, copies: Mapping[str, str], fit: bool, json: bool
) -> None:
    ladder = stored.ladder
    summary: Summary | None = None
    if ladder.matches:
        totals = RatedTotals(len(ladder.bots)).extend(store.games(stored.run))
        summary = summarise(totals, [bot.name for bot in ladder.bots], game, ladder.plan.secret, history=True)
        remarks = () if ladder.plan.is_secret else (NOT_RATED,)
        facts = ReportFacts("Ladder", f"croupier ladder {folder}", None, ladder.plan.settings, __version__, remarks)
        path = folder / REPORT
        try:
            path.write_text(report_page(summary, facts), encoding="utf-8")
        except OSError as error:
            err().print(f"cannot write {path}: {error.strerror}", highlight=False, markup=False)
    if json:
        print_json(_document(ladder, summary if fit else None))
        return
    _print(ladder)
    for name, other in copies.items():
        say(f"Not ranked separately: {name} is the same file as {other}")
    if not ladder.plan.is_secret:
        say(NOT_RATED)
    if fit and summary is not None:
        print_ratings(summary, "Fitted to all matches")
    if summary is not None:
        print_summary_notes(summary)
        say(f"{summary.matches} matches. {saving_text(summary.saving)}")
        say(f"Plots: {folder / REPORT}")


def _document(ladder: Ladder, summary: Summary | None) -> dict[str, Any]:
    bots = [{**msgspec.to_builtins(bot), "ordinal": round(bot.ordinal, 4)} for bot in ladder.bots]
    ranking = [ladder.bots[number].name for number in ladder.ranking()]
    fitted = None if summary is None else rating_document(summary)
    return {"game": ladder.plan.game, **secrecy_document(ladder.plan), "ranking": ranking, "bots": bots, "fit": fitted}


def _print(ladder: Ladder) -> None:
    rows: list[list[str]] = []
    for place, number in enumerate(ladder.ranking(), 1):
        bot = ladder.bots[number]
        figures = [f"{bot.ordinal:.1f}", f"{bot.mu:.1f}", f"{bot.sigma:.1f}", str(bot.matches), str(bot.faults)]
        rows.append([str(place), bot.name, *figures])
    columns = right("") + folded("bot") + right("rating", "mean", "deviation", "matches", "faults")
    out().print(table(columns, rows, title=f"{ladder.plan.game} ladder"))
    for bot in ladder.standings():
        if earlier := ladder.versions(bot):
            history = ", ".join(f"{each.ordinal:.1f} ({each.matches} matches)" for each in earlier)
            say(f"Earlier versions of {bot.name}, oldest first: {history}")
    for bot in ladder.bots:
        if bot.refused and bot.refused != REPLACED_REASON:
            say(f"Not on the ladder: {bot.name}: {bot.refused}")
