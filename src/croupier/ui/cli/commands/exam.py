"""`croupier exam`: all puzzles of a game put to one bot, and a sheet of what it knows."""

import shlex
from time import perf_counter
from typing import Annotated, Any, Final

import typer

from croupier.ai.registry import LEVELS
from croupier.arena.detect_game import game_of_spec
from croupier.arena.run.setup import clock_for, make_entrants
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.players.entrant import Entrant
from croupier.players.sandbox.isolation import Isolation
from croupier.puzzles.choose import puzzles_of
from croupier.puzzles.exam import ALL, ExamAnswer, ExamSheet, Score, answers_document, level_score, sit_exam, themes_of
from croupier.puzzles.puzzle import Puzzle, PuzzlePosition, shipped_puzzles, usable
from croupier.ui.cli.completion import bot_names, game_names
from croupier.ui.cli.exam_tables import interval_text, rate_text
from croupier.ui.cli.files import isolation_text
from croupier.ui.cli.interrupt import INTERRUPTED, stop_on_interrupt
from croupier.ui.cli.output import Json, Quiet, Trust, examples, out, percent, print_json, right, rounded, say, table
from croupier.ui.cli.progress import progress

EXAMPLES = examples(
    ("croupier exam my_bot.py", "the score of your bot, theme by theme, beside those of the levels"),
    ("croupier exam my_bot.py --theme endgame --misses 50", "one theme, with all it misses"),
    ("croupier exam heuristic --game coup", "a built-in bot"),
    ("croupier exam my_bot.py --at-least 60 --quiet", "in a test: exit code 1 below 60 %"),
)
MISSES_SHOWN: Final = 5


def command(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", autocompletion=bot_names, help="As for croupier run.", show_default=False)
    ],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", autocompletion=game_names, help="Which game, if the bot does not say."),
    ] = None,
    theme: Annotated[str | None, typer.Option("--theme", metavar="THEME", help="Only puzzles of this theme.")] = None,
    at_least: Annotated[
        float | None,
        typer.Option("--at-least", min=0, max=100, metavar="PERCENT", help="Exit with code 1 if the score is lower."),
    ] = None,
    misses: Annotated[
        int, typer.Option("--misses", min=0, metavar="N", help="Number of missed puzzles to show, the easiest first.")
    ] = MISSES_SHOWN,
    timeout: Annotated[
        float | None,
        typer.Option(
            "--timeout",
            metavar="SECONDS",
            help="Time limit for each answer of a bot outside this process; 0 means no limit. Default: as in a run.",
            show_default=False,
        ),
    ] = None,
    trust: Trust = False,
    no_sandbox: Annotated[
        bool,
        typer.Option("--no-sandbox", metavar="", help="Where no sandbox is available: run the bot in a plain process."),
    ] = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Ask a bot all puzzles of a game, and show its score for each theme.

    A puzzle is a decision with one clearly best move, found by several searches from what one seat knows. The bot gets
    the view and the legal moves, each time as a fresh instance that has seen nothing of the match before; bots that
    play from memory alone score less here than in matches. The scores of the levels noob to insane are shown beside it.

    An exam takes seconds, so it can be run after every change of a bot; croupier compare finds out whether a bot wins
    more.
    """
    found = find_game(game) if game is not None else game_of_spec(bot)
    puzzles = puzzles_of(found.name)
    _, skipped = usable(shipped_puzzles(found.name))
    if theme is not None:
        known = themes_of(puzzles)
        puzzles = tuple(puzzle for puzzle in puzzles if theme in puzzle.themes)
        if not puzzles:
            raise UsageError(f"no theme {theme!r} in {found.name}; the themes are {', '.join(known)}")
    entrants = make_entrants(found, [bot], Isolation(trust, not no_sandbox))
    if len(entrants) != 1:
        raise UsageError(f"an exam takes one bot, not {bot!r}")
    began = perf_counter()
    with (
        stop_on_interrupt("puzzle") as stop,
        progress("exam", len(puzzles), "puzzles", quiet or json) as show,
    ):
        sheet = sit_exam(entrants[0], puzzles, clock_for(found, timeout), show, lambda: stop.is_set)
    seconds = perf_counter() - began
    if json:
        print_json(_document(found.name, sheet, puzzles, seconds))
    elif sheet.answers:
        _print_sheet(entrants[0], found.title, sheet, seconds)
        if skipped:
            say(f"{skipped}.")
        _print_misses(bot, sheet, misses)
    if stop.is_set:
        raise typer.Exit(INTERRUPTED)
    if at_least is not None and sheet.score.rate * 100 < at_least:
        if not json:
            say(f"FAIL: {percent(sheet.score.rate)} is less than {at_least:g} %.")
        raise typer.Exit(1)


def _print_sheet(entrant: Entrant, title: str, sheet: ExamSheet, seconds: float) -> None:
    asked = [answer.puzzle for answer in sheet.answers]
    rows = [_row(theme, sheet, asked) for theme in [*themes_of(asked), ALL]]
    levels = (interval_text(level_score(asked, level)) for level in LEVELS)
    rows.append(["95 % interval", "", interval_text(sheet.score), *levels])
    headings = ("theme", *right("puzzles", sheet.bot, *LEVELS))
    out().print(table(headings, rows, title=f"{title}: {len(asked)} puzzles in {seconds:.1f} s"))
    low, high = sheet.score.interval
    say(
        f"{sheet.bot} solves {percent(sheet.score.rate)} of {len(asked)} puzzles "
        f"({low * 100:.1f} to {high * 100:.1f} %){_place(sheet.score, asked)}."
    )
    if entrant.isolation:
        say(isolation_text([entrant]))
    if sheet.faults:
        first = sheet.faults[0]
        say(f"{len(sheet.faults)} answers were faults; the first, to {first.puzzle.id}: {first.fault}")
    weak = _weakest(sheet, asked)
    if weak:
        say(weak)


def _row(theme: str, sheet: ExamSheet, asked: list[Puzzle]) -> list[str]:
    own = sheet.theme_score(theme)
    return [theme, str(own.total), rate_text(own), *(rate_text(level_score(asked, level, theme)) for level in LEVELS)]


def _place(own: Score, asked: list[Puzzle]) -> str:
    """Between which levels the score is."""
    scores = {level: score for level in LEVELS if (score := level_score(asked, level)) is not None}
    below = [level for level, score in scores.items() if score.rate <= own.rate]
    above = [level for level, score in scores.items() if score.rate > own.rate]
    if not scores:
        return ""
    if below and above:
        return f": more than {below[-1]}, less than {above[0]}"
    return f": less than {above[0]}" if above else f": at least as many as {below[-1]}"


def _weakest(sheet: ExamSheet, asked: list[Puzzle]) -> str:
    """The theme with the largest distance to `insane`."""
    behind: dict[str, float] = {}
    for theme in themes_of(asked):
        best = level_score(asked, "insane", theme)
        if best is not None and best.total >= 10:
            behind[theme] = best.rate - sheet.theme_score(theme).rate
    theme = max(behind, key=lambda theme: behind[theme], default=None)
    if theme is None or behind[theme] <= 0:
        return ""
    own = sheet.theme_score(theme)
    missed = f"{own.total - own.right:.0f} of {own.total} missed"
    return f"Misses most: {theme} ({missed}, {behind[theme] * 100:.0f} points behind insane)."


def _print_misses(bot: str, sheet: ExamSheet, shown: int) -> None:
    missed = sheet.misses
    for answer in missed[:shown]:
        puzzle = answer.puzzle
        labels = {str(move): move.label(names(puzzle)) for move in PuzzlePosition(puzzle).decision().moves}
        given = f'"{labels[answer.move]}"' if answer.move else f"a fault ({answer.fault.partition(':')[0]})"
        say(f'  {puzzle.id} ({", ".join(puzzle.themes)}): {given} instead of "{labels[puzzle.answers[0]]}"')
        say(f"    to step into it: {step_command(bot, answer)}")
    if len(missed) > shown:
        say(f"{len(missed)} puzzles missed; to list more: --misses {len(missed)}")


def names(puzzle: Puzzle) -> tuple[str, ...]:
    return PuzzlePosition(puzzle).table.names


def step_command(bot: str, answer: ExamAnswer) -> str:
    """The command that shows a puzzle and the bot's answer; for a file of your own it stops in the debugger."""
    words = ["croupier", "puzzle", answer.puzzle.id, "--bot", bot]
    return shlex.join([*words, "--debug"] if bot.partition(":")[0].endswith(".py") else words)


def _document(game: str, sheet: ExamSheet, puzzles: tuple[Puzzle, ...], seconds: float) -> dict[str, Any]:
    asked = [answer.puzzle for answer in sheet.answers]
    themes = [*themes_of(asked), ALL]
    levels = {level: {theme: _score(level_score(asked, level, theme)) for theme in themes} for level in LEVELS}
    return {
        "bot": sheet.bot,
        "game": game,
        "puzzles": len(puzzles),
        "answered": len(asked),
        "seconds": round(seconds, 3),
        "score": _score(sheet.score),
        "faults": len(sheet.faults),
        "themes": {theme: _score(sheet.theme_score(theme)) for theme in themes[:-1]},
        "levels": levels,
        "answers": answers_document(sheet),
    }


def _score(score: Score | None) -> dict[str, Any] | None:
    if score is None:
        return None
    numbers = {"right": score.right, "total": score.total, "rate": score.rate, "interval": score.interval}
    return rounded(numbers, 4)
