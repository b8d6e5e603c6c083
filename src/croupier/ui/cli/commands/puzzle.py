"""`croupier puzzle`: solve puzzles in the terminal, or see what a bot answers to one."""

import sys
from contextlib import suppress
from datetime import date
from functools import partial
from secrets import token_hex
from typing import Annotated, Any

import typer
from platformdirs import user_data_path

from croupier.arena.run.setup import clock_for, make_entrants
from croupier.games import GAMES
from croupier.kernel.decision import Decision
from croupier.kernel.errors import UsageError
from croupier.players.debugger import DebuggedPlayer, LeftDebugger
from croupier.players.sandbox.isolation import Isolation
from croupier.players.seating import NO_WRAPPERS, PlayerWrappers
from croupier.puzzles.choose import daily_puzzle, games_with_puzzles, next_puzzle, puzzles_of
from croupier.puzzles.exam import sit_exam
from croupier.puzzles.puzzle import Puzzle, PuzzlePosition, check_puzzle, find_puzzle
from croupier.ui.cli.completion import bot_names
from croupier.ui.cli.output import Json, Trust, examples, print_json, say
from croupier.ui.puzzle_records import read_record, record_text, write_record
from croupier.ui.terminal.line_mode import number_moves, parse_move

EXAMPLES = examples(
    ("croupier puzzle", "a puzzle near your rating, of any game"),
    ("croupier puzzle cuttle", "puzzles of one game, one after the other"),
    ("croupier puzzle --daily", "the puzzle of the day, the same for everybody"),
    ("croupier puzzle cuttle-1a2b3c4d", "this puzzle"),
    ("croupier puzzle cuttle-1a2b3c4d --bot my_bot.py --debug", "step into your bot at this puzzle"),
)
PERSON = "you"


def command(
    which: Annotated[
        str, typer.Argument(metavar="[GAME|ID]", help="A game, or the id of a puzzle. Default: any game.")
    ] = "",
    daily: Annotated[bool, typer.Option("--daily", metavar="", help="The puzzle of the day.")] = False,
    bot: Annotated[
        str | None,
        typer.Option("--bot", metavar="BOT", autocompletion=bot_names, help="Ask this bot instead of you."),
    ] = None,
    debug: Annotated[
        bool,
        typer.Option("--debug", metavar="", help="With --bot: stop in the debugger where the bot is asked."),
    ] = False,
    trust: Trust = False,
    json: Json = False,
) -> None:
    """Solve puzzles: positions with one clearly best move, from what one player knows.

    You see the table as that player, choose a move, and learn at once whether it is the best one, and why. Your
    rating rises with every puzzle you solve and falls with every one you miss, by an amount that depends on its
    difficulty; puzzles are chosen near your rating. With --bot a bot answers instead, and the exit code is 1 if
    it misses the puzzle.
    """
    if debug and bot is None:
        raise UsageError("--debug needs --bot BOT")
    if bot is not None:
        _ask_bot(_one(which, daily), bot, debug, trust, json)
        return
    if json:
        print_json(_document(_one(which, daily)))
        return
    while _solve(_one(which, daily), daily):
        if daily or "-" in which:
            return


def _one(which: str, daily: bool) -> Puzzle:
    """The puzzle that was asked for, or the next one."""
    game = which.partition("-")[0]
    if game and game not in GAMES:
        raise UsageError(f"no game or puzzle {which!r}; there are puzzles of {', '.join(games_with_puzzles())}")
    if "-" in which:
        puzzle = find_puzzle(which)
        check_puzzle(puzzle)
        return puzzle
    if daily:
        return daily_puzzle(date.today(), game or None)
    record = read_record(_path(), PERSON)
    puzzles = puzzles_of(game) if game else [each for name in games_with_puzzles() for each in puzzles_of(name)]
    return next_puzzle(puzzles, record.rating, frozenset(record.known), token_hex(4))


def _path() -> Any:
    return user_data_path("croupier") / "puzzles.json"


def _solve(puzzle: Puzzle, is_daily: bool) -> bool:
    """Ask the person; whether to go on."""
    position = PuzzlePosition(puzzle)
    decision = position.decision()
    _show(position, decision)
    names = position.table.names
    index = _read_move(position, decision)
    if index is None:
        return False
    is_solved = str(decision.moves[index]) in puzzle.answers
    if is_solved:
        say("Right.")
    else:
        best = next(move for move in decision.moves if str(move) == puzzle.answers[0])
        say(f"No: {best.label(names)}.")
    say(puzzle.explanation(names))
    record = read_record(_path(), PERSON)
    now = record.after(puzzle, is_solved, date.today() if is_daily else None)
    with suppress(OSError):  # a rating is a courtesy
        write_record(_path(), PERSON, now)
    say(record_text(record, now))
    say(f"To show this puzzle again: croupier puzzle {puzzle.id}\n")
    return True


def _show(position: PuzzlePosition, decision: Decision[Any, Any]) -> None:
    puzzle, game = position.puzzle, position.game
    settings = ", ".join(f"{name}={value}" for name, value in puzzle.settings.items())
    rating = f", rating {puzzle.rating}" if puzzle.rating else ""
    say(f"{game.title}{f' ({settings})' if settings else ''}, puzzle {puzzle.id}{rating}\n")
    say(f"{decision.view.text()}\n")
    prompt = game.prompt(decision.question).removesuffix("?")
    say(f"{prompt}: you are {position.table.names[puzzle.seat]}. Which move is best?")
    for line in number_moves([move.label(position.table.names) for move in decision.moves]):
        say(line)


def _read_move(position: PuzzlePosition, decision: Decision[Any, Any]) -> int | None:
    """The person's move; None at the end of the input."""
    while True:
        try:
            line = input("Your move, or q to stop> ").strip()
        except EOFError:
            print()
            return None
        if not sys.stdin.isatty():
            print()
        if line.lower() in ("q", "quit"):
            return None
        index = parse_move(line, decision.moves, position.table.names)
        if index is not None:
            return index
        say(f"Type the number of a move, 1 to {len(decision.moves)}, or its first words.")


def _ask_bot(puzzle: Puzzle, bot: str, debug: bool, trust: bool, json: bool) -> None:
    position = PuzzlePosition(puzzle)
    decision, names = position.decision(), position.table.names
    entrants = make_entrants(position.game, [bot], Isolation(trust or debug))
    if len(entrants) != 1:
        raise UsageError(f"--bot takes one bot, not {bot!r}")
    if not json:
        _show(position, decision)
    wrappers = NO_WRAPPERS
    if debug:
        wrappers = PlayerWrappers(bot=partial(DebuggedPlayer, at=decision.id, announce=lambda decision: None))
    try:
        sheet = sit_exam(entrants[0], [puzzle], clock_for(position.game, 0 if debug else None), wrappers=wrappers)
    except LeftDebugger as left:
        say(f"{left}.")
        return
    (answer,) = sheet.answers
    if json:
        found = {"bot": sheet.bot, "move": answer.move or None, "fault": answer.fault or None}
        print_json({**_document(puzzle), **found, "right": answer.is_right})
    else:
        labels = {str(move): move.label(names) for move in decision.moves}
        given = f'"{labels[answer.move]}"' if answer.move else f"with a fault ({answer.fault})"
        best = "" if answer.is_right else f', not "{labels[puzzle.answers[0]]}"'
        say(f"\n{sheet.bot} answers {given}{best}: {'right' if answer.is_right else 'wrong'}.")
        say(puzzle.explanation(names))
    if not answer.is_right:
        raise typer.Exit(1)


def _document(puzzle: Puzzle) -> dict[str, Any]:
    position = PuzzlePosition(puzzle)
    decision, names = position.decision(), position.table.names
    return {
        "puzzle": puzzle.id,
        "game": puzzle.game,
        "seats": puzzle.seats,
        "seat": puzzle.seat,
        "settings": puzzle.settings,
        "question": decision.question,
        "view": decision.view.text(),
        "moves": [{"move": str(move), "text": move.label(names)} for move in decision.moves],
        "answers": puzzle.answers,
        "themes": puzzle.themes,
        "rating": puzzle.rating,
        "why": puzzle.explanation(names),
    }
