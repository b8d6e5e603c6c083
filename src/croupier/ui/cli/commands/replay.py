"""`croupier replay`: look at stored matches, check that they are what they claim, or put a bot into one."""

import sys
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer

from croupier.ai.replay_study import ITERATIONS, study_match
from croupier.arena.results.match_stats import count_match
from croupier.kernel.errors import ReplayError, UsageError
from croupier.match.playback import Playback
from croupier.match.replay.format import Replay
from croupier.match.replay.page import replay_page
from croupier.match.replay.read import replay_transcript
from croupier.match.replay.verify import rebuild, verify
from croupier.players.entrant import printable
from croupier.ui.cli.completion import bot_names
from croupier.ui.cli.files import open_pages, page_path
from croupier.ui.cli.match_sources import MatchSource, open_source
from croupier.ui.cli.options import Db
from croupier.ui.cli.output import Json, OpenBrowser, Quiet, Trust, examples, out, print_json, print_line, say, table
from croupier.ui.cli.progress import progress
from croupier.ui.cli.replay_bot import ReplayBotRequest, replay_bot
from croupier.ui.result_text import analysis_lines

EXAMPLES = examples(
    ("croupier replay h.jsonl", "show the match in the file, or list the matches"),
    ("croupier replay h.jsonl --match 3", "match 3, move by move"),
    ("croupier replay h.jsonl --match 3 --html match.html", "write a page with an analysis that you can share"),
    ("croupier replay h.jsonl --match 3 --html mine.html --seat 0", "a page with only what seat 0 saw"),
    ("croupier replay 12/1 --open", "the first match of run 12, in the browser"),
    ("croupier replay h.jsonl --match 3 --notes", "the same with the players' notes"),
    ("croupier replay h.jsonl --verify", "replay all matches and compare every event"),
    ("croupier replay h.jsonl --bot my_bot.py --seat 0 --diff --trust", "what your bot would do differently now"),
    ("croupier replay h.jsonl --bot my_bot.py --at 12 --trust", "step into your bot at move 12"),
    (
        "croupier replay h.jsonl --bot my_bot.py --seat 0 --continue --trust",
        "play on from the first difference",
    ),
    (
        "croupier replay h.jsonl --bot my_bot.py --freeze 12 --trust",
        "save the answer at move 12 as a test",
    ),
)
MAX_LISTED: Final = 20


def command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE|RUN/N",
            help="A file written by --history, or RUN/N, match N of a saved run.",
            show_default=False,
        ),
    ],
    check: Annotated[
        bool, typer.Option("--verify", metavar="", help="Replay the matches and compare everything.")
    ] = False,
    match: Annotated[int | None, typer.Option("--match", min=1, metavar="K", help="Only match K.")] = None,
    bot: Annotated[
        str | None,
        typer.Option("--bot", metavar="BOT", autocompletion=bot_names, help="Give this bot the decisions of a seat."),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            metavar="S",
            help="Seat of the bot. Default: the seat that BOT played. With --html: write only what this seat saw.",
        ),
    ] = None,
    diff: Annotated[
        bool,
        typer.Option("--diff", metavar="", help="List the decisions that differ now; exit code 1 if any differ."),
    ] = False,
    at: Annotated[
        int | None, typer.Option("--at", min=1, metavar="N", help="Stop in the debugger before move N of the match.")
    ] = None,
    play_on: Annotated[
        bool,
        typer.Option("--continue", metavar="", help="Play on with BOT from move --at N, or from the first difference."),
    ] = False,
    freeze: Annotated[
        int | None,
        typer.Option("--freeze", min=1, metavar="N", help="Write a pytest file that expects the answer at move N."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="OUT", help="Write the match as one self-contained HTML page."),
    ] = None,
    iterations: Annotated[
        int,
        typer.Option(
            "--iterations",
            min=0,
            metavar="N",
            help="Search iterations per decision for the analysis in the page; 0 leaves it out.",
        ),
    ] = ITERATIONS,
    open_: OpenBrowser = False,
    plain: Annotated[
        bool, typer.Option("--plain", metavar="", help="Print it line by line; always used in a pipe.")
    ] = False,
    db: Db = None,
    notes: Annotated[
        bool, typer.Option("--notes", metavar="", help="Include the players' notes, such as search results.")
    ] = False,
    trust: Trust = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Show a stored match, list or verify the matches in a file, or put your current bot in a seat.

    With --html, one page that works offline shows the drawn table, the win chances and the costly decisions; better
    moves can be opened as branches, with the moves that the search expects next.

    In a terminal, step through a match with the arrow keys, from any seat or with all cards open.

    A truncated or altered file is rejected with the line number, and the exit code is 1. Nothing from the file is
    ever executed.

    With --bot the match is replayed, and BOT gets every decision of its seat, with the same events and the same
    random numbers: how many of its answers are the same? Moves and matches are numbered from 1, seats from 0. The
    answers of BOT do not change the match, unless --continue lets it play on. The other seats are then played by the
    bots of the match as they are today, or by heuristic if a bot is not available.
    """
    source = open_source(str(file), db)
    if bot is not None:
        if check:
            raise UsageError("--verify takes no bot; remove --bot")
        replay_bot(source.only_match(match), ReplayBotRequest(bot, seat, diff, at, play_on, freeze, trust, json))
        return
    page = page_path(html, "replay.html", open_)
    if diff or play_on or (seat is not None and page is None) or at is not None or freeze is not None:
        raise UsageError("--seat, --diff, --at, --continue and --freeze need --bot BOT")
    if check:
        _verify(source, match, quiet, json)
        return
    if page is not None:
        _write_page(source.only_match(match), page, seat, iterations, quiet or json)
        open_pages([page] if open_ else [])
        return
    found = list(source.matches(match))
    if json:
        print_json({"file": str(file), "matches": [_document(replay) for replay in found]})
    elif len(found) == 1:
        show_replay(found[0], plain, notes=notes)
    else:
        _list(found)


def show_replay(replay: Replay, plain: bool, json: bool = False, notes: bool = False) -> None:
    """Show one match: as a document, line by line, or on the whole terminal."""
    if json:
        print_json(_document(replay))
    elif plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _print_replay(replay, notes)
    else:
        _step_through(replay)


def _verify(file: MatchSource, number: int | None, quiet: bool, json: bool) -> None:
    verified = 0
    try:
        with progress("verify", 1 if number is not None else file.count(), "matches", quiet or json) as show:
            for replay in file.matches(number):
                verify(replay)
                verified += 1
                show(verified)
    except ReplayError as error:
        if not json:
            raise
        print_json({"file": str(file), "verified": verified, "ok": False, "error": str(error)})
        raise typer.Exit(1) from None
    if json:
        print_json({"file": str(file), "verified": verified, "ok": True})
    else:
        what = "1 match" if verified == 1 else f"{verified} matches"
        say(f"{what} verified: replaying gives the same events and results.")


def _print_replay(replay: Replay, notes: bool) -> None:
    head = replay.head
    names = " against ".join(head.names)
    say(f"{head.game}: {names}, seed {head.seed}")
    for line in replay_transcript(replay, notes):
        print_line(line)
    say(f"Result: {_result(replay)}")
    for line in _analysis(replay):
        say(line)


def _analysis(replay: Replay) -> list[str]:
    """What the players of the game care about; nothing for a match that cannot be played again."""
    try:
        return analysis_lines(rebuild(replay))
    except ReplayError:
        return []


def _counts(replay: Replay) -> list[dict[str, int]]:
    try:
        return [dict(counts) for counts in count_match(rebuild(replay))]
    except ReplayError:
        return []


def _step_through(replay: Replay) -> None:
    """On the whole terminal; a match that cannot be played again is told from its words."""
    from croupier.ui.terminal.replay import ReplayApp

    try:
        playback = Playback(rebuild(replay))
    except ReplayError as error:
        _print_replay(replay, notes=True)
        say(f"Shown from its stored text: {error}.")
        return
    ReplayApp(playback).run()


def _write_page(replay: Replay, path: Path, seat: int | None, iterations: int, quiet: bool) -> None:
    """Write the page, with an analysis unless `iterations` is 0; for one seat, only with what that seat saw."""
    match, head = rebuild(replay), replay.head
    if seat is not None and not 0 <= seat < len(head.names):
        raise UsageError(f"there is no seat {seat}; the last one is {len(head.names) - 1}")
    viewers, study = None if seat is None else (seat,), None
    if iterations:
        with progress("analysis", len(match.steps), "moves", quiet) as show:
            study = study_match(match, viewers, iterations, tell=show)
    page = replay_page(Playback(match), f"{head.game}: {' against '.join(head.names)}", viewers, study)
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None
    say(f"Wrote {path} ({len(page) // 1000} kB); it opens in any browser.")


def _list(found: list[Replay]) -> None:
    rows: list[list[str]] = []
    for number, replay in enumerate(found[:MAX_LISTED], 1):
        cells = (str(number), replay.head.game, ", ".join(replay.head.names), str(len(replay.moves)), _result(replay))
        rows.append([printable(cell) for cell in cells])
    out().print(table(("match", "game", "players", "moves", "result"), rows, ruled=False))
    if len(found) > MAX_LISTED:
        say(f"... and {len(found) - MAX_LISTED} more.")
    say("\nTo view one: --match K. To verify all: --verify.")


def _result(replay: Replay) -> str:
    result, names = replay.result, replay.head.names
    winners = ", ".join(names[seat] for seat in result.winners)
    scores = ":".join(f"{score:g}" for score in result.scores)
    return f"{winners} {'wins' if len(result.winners) == 1 else 'tie'} {scores} ({result.ending})"


def _document(replay: Replay) -> dict[str, Any]:
    return {
        "line": replay.line,
        "head": msgspec.to_builtins(replay.head),
        "moves": msgspec.to_builtins(replay.moves),
        "result": msgspec.to_builtins(replay.result),
        "analysis": _counts(replay),
    }
