"""`croupier puzzles`: find puzzles in matches, verify them by other searches, measure them with the levels."""

from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from croupier.ai.registry import LEVELS
from croupier.arena.plan.settings import read_settings
from croupier.games import find_game
from croupier.kernel.errors import ReplayError, UsageError
from croupier.kernel.game import CheckedTable, Game
from croupier.match.match import Match
from croupier.match.replay.verify import rebuild
from croupier.puzzles.difficulty import discriminates, exams_needed, measure_levels
from croupier.puzzles.exam import ALL, level_score, themes_of
from croupier.puzzles.mine import ITERATIONS, Mine, fresh_decisions, stored_decisions
from croupier.puzzles.puzzle import Puzzle, read_puzzles, shipped_file, unusual_settings, usable, write_puzzles
from croupier.puzzles.verify import VERIFY_ITERATIONS, refresh, verify_puzzle
from croupier.ui.cli.exam_tables import interval_text, rate_text
from croupier.ui.cli.interrupt import INTERRUPTED, stop_on_interrupt
from croupier.ui.cli.match_sources import open_source
from croupier.ui.cli.options import Db
from croupier.ui.cli.output import GameName, Json, Quiet, Seats, Set, examples, out, print_json, right, say, table
from croupier.ui.cli.progress import progress

EXAMPLES = examples(
    ("croupier puzzles list cuttle", "how many there are, by theme, and what the levels score"),
    ("croupier puzzles mine cuttle -n 20 --file mine.jsonl", "find 20 puzzles in new matches"),
    ("croupier puzzles mine cuttle --from games.jsonl --file mine.jsonl", "in matches that were played"),
    ("croupier puzzles verify cuttle --file mine.jsonl --drop", "search again, and drop what is not confirmed"),
    ("croupier puzzles measure cuttle --file mine.jsonl", "measure their difficulty with the levels"),
    ("croupier puzzles measure cuttle --all", "measure the shipped puzzles again, after a level has changed"),
)
PER_SAVE: Final = 10
"""New puzzles after which the file is written."""


class Task(StrEnum):
    """What to do."""

    LIST = "list"
    MINE = "mine"
    VERIFY = "verify"
    MEASURE = "measure"


def command(
    task: Annotated[Task, typer.Argument(help="What to do.", show_default=False)],
    game: GameName,
    number: Annotated[
        int, typer.Option("-n", "--number", min=1, metavar="N", help="mine: number of puzzles in the file at the end.")
    ] = 20,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="File of puzzles. Default: those that come with Croupier."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE|RUN/N", help="mine: stored matches to search. Default: new matches."),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(
            "--iterations",
            min=100,
            max=200_000,
            metavar="I",
            help=f"Iterations of every search. Default: {ITERATIONS:,} to mine, {VERIFY_ITERATIONS:,} to verify.",
            show_default=False,
        ),
    ] = None,
    drop: Annotated[
        bool,
        typer.Option(
            "--drop",
            metavar="",
            help="Remove puzzles that are not confirmed or, after measure, that stronger levels miss more often.",
        ),
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", metavar="", help="measure: also puzzles that were measured before.")
    ] = False,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="Seed of the matches and searches; any text.")] = "1",
    settings: Set = None,
    seats: Seats = None,
    db: Db = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Find puzzles in matches, verify them with other searches, or measure them with the levels.

    mine looks for decisions where several searches with different rivals, beliefs and random numbers agree that one
    move is clearly best, and that the heuristic gets wrong or that decide the match. Puzzles are added to the file as
    they are found; Ctrl-C keeps them. verify searches every puzzle again with other random numbers and more iterations.
    measure asks the levels noob to insane, and writes their scores, the rating of each puzzle, its themes and its
    explanation; with --all also for puzzles that were measured before, after a level has changed. list shows what is in
    the file.
    """
    found = find_game(game)
    path = file or shipped_file(found.name)
    known = read_puzzles(path) if path.is_file() else ()
    if task is not Task.MINE:
        if not known:
            raise UsageError(f"no puzzles in {path}; to find some: croupier puzzles mine {found.name} --file FILE")
        known, skipped = usable(known)
        if skipped and not json:
            say(f"{skipped}.")
    match task:
        case Task.LIST:
            _list(found, known, json)
        case Task.MINE:
            if file is None:
                raise UsageError("say where to write the puzzles: --file FILE")
            tables = _tables(found, settings or [], seats)
            _mine(Mine(found, number, known, iterations or ITERATIONS, seed), path, source, db, tables, quiet, json)
        case Task.VERIFY:
            _verify(found, known, path, iterations or VERIFY_ITERATIONS, seed, drop, quiet, json)
        case Task.MEASURE:
            _measure(found, known, path, every, drop, quiet, json)


def _tables(game: Game, settings: list[str], seats: int | None) -> tuple[CheckedTable, ...]:
    """The table that was asked for; none if nothing was said about it."""
    if not settings and seats is None:
        return ()
    chosen = read_settings(game, settings)
    size = seats or game.seats[0]
    game.new_state(chosen, size)
    return (CheckedTable(size, unusual_settings(game, chosen)),)


def _mine(
    mine: Mine,
    path: Path,
    source: str | None,
    db: str | None,
    tables: tuple[CheckedTable, ...],
    quiet: bool,
    json: bool,
) -> None:
    candidates = (
        fresh_decisions(mine.game, mine.seed, tables)
        if source is None
        else stored_decisions(_matches(mine.game, source, db))
    )
    missing = max(0, mine.wanted - len(mine.puzzles))
    with (
        stop_on_interrupt("decision") as stop,
        progress("mining", missing, "new puzzles", quiet or json) as show,
    ):
        for puzzle in mine.dig(candidates):
            show(len(mine.new), lambda: f"{mine.searched:,} decisions, {mine.examined:,} searched in full")
            if puzzle is not None and len(mine.new) % PER_SAVE == 0:
                write_puzzles(path, mine.game.name, mine.puzzles)
            if stop.is_set:
                break
    if mine.new:
        write_puzzles(path, mine.game.name, mine.puzzles)
    if json:
        ids = [puzzle.id for puzzle in mine.new]
        print_json({"game": mine.game.name, "file": str(path), "puzzles": len(mine.puzzles), "new": ids})
    else:
        found = "1 new puzzle" if len(mine.new) == 1 else f"{len(mine.new)} new puzzles"
        say(f"{found} among {mine.searched:,} decisions; {path} has {len(mine.puzzles)}.")
        if mine.new:
            say(f"To measure their difficulty: croupier puzzles measure {mine.game.name} --file {path}")
    if stop.is_set:
        raise typer.Exit(INTERRUPTED)


def _matches(game: Game, source: str, db: str | None) -> Iterator[Match]:
    for replay in open_source(source, db).matches(None):
        if replay.head.game != game.name:
            raise UsageError(f"{source} has a match of {replay.head.game}, not of {game.name}")
        with suppress(ReplayError):
            yield rebuild(replay)


def _verify(
    game: Game,
    puzzles: tuple[Puzzle, ...],
    path: Path,
    iterations: int,
    seed: str,
    drop: bool,
    quiet: bool,
    json: bool,
) -> None:
    failed: dict[str, str] = {}
    done = 0
    with (
        stop_on_interrupt("puzzle") as stop,
        progress("verification", len(puzzles), "puzzles", quiet or json) as show,
    ):
        for puzzle in puzzles:
            reason = verify_puzzle(puzzle, iterations, seed)
            if reason:
                failed[puzzle.id] = reason
            done += 1
            show(done, lambda: f"{len(failed)} not confirmed")
            if stop.is_set:
                break
    if drop and failed:
        write_puzzles(path, game.name, [puzzle for puzzle in puzzles if puzzle.id not in failed])
    if json:
        print_json({"game": game.name, "verified": done, "failed": failed, "dropped": drop and bool(failed)})
    else:
        for name, reason in failed.items():
            say(f"{name}: {reason}")
        say(
            f"{done - len(failed)} of {done} puzzles confirmed.{' The others were dropped.' if drop and failed else ''}"
        )
    if stop.is_set:
        raise typer.Exit(INTERRUPTED)
    if failed and not drop:
        raise typer.Exit(1)


def _measure(
    game: Game, puzzles: tuple[Puzzle, ...], path: Path, every: bool, drop: bool, quiet: bool, json: bool
) -> None:
    asked = [puzzle for puzzle in puzzles if every or not puzzle.levels]
    with (
        stop_on_interrupt("puzzle") as stop,
        progress("levels", exams_needed(len(asked)), "answers", quiet or json) as show,
    ):
        measured = {puzzle.id: refresh(puzzle) for puzzle in measure_levels(game, asked, show, lambda: stop.is_set)}
    if stop.is_set:
        raise typer.Exit(INTERRUPTED)
    puzzles = tuple(measured.get(puzzle.id, puzzle) for puzzle in puzzles)
    if drop:
        puzzles = tuple(puzzle for puzzle in puzzles if discriminates(puzzle))
    write_puzzles(path, game.name, puzzles)
    _list(game, puzzles, json)


def _list(game: Game, puzzles: tuple[Puzzle, ...], json: bool) -> None:
    themes = [*themes_of(puzzles), ALL]
    if json:
        listed = [_document(puzzles, theme) for theme in themes]
        print_json({"game": game.name, "puzzles": len(puzzles), "themes": listed})
        return
    about = {theme.name: theme.about for theme in game.themes}
    rows = [
        [
            theme,
            str(sum(theme in (ALL, *puzzle.themes) for puzzle in puzzles)),
            *(rate_text(level_score(puzzles, level, theme)) for level in LEVELS),
            about.get(theme, ""),
        ]
        for theme in themes
    ]
    rows.append(["95 % interval", "", *(interval_text(level_score(puzzles, level)) for level in LEVELS), ""])
    columns = ("theme", *right("puzzles", *LEVELS), "about")
    out().print(table(columns, rows, title=f"{game.title}: what the levels solve"))


def _document(puzzles: tuple[Puzzle, ...], theme: str) -> dict[str, Any]:
    own = [puzzle for puzzle in puzzles if theme in (ALL, *puzzle.themes)]
    scores = {level: level_score(own, level) for level in LEVELS}
    rates = {level: None if score is None else round(score.rate, 4) for level, score in scores.items()}
    return {"theme": theme, "puzzles": len(own), "levels": rates}
