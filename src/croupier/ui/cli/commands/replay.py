"""`croupier replay`: look at stored matches, check that they are what they claim, or put a bot into one."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer

from croupier.arena.plan.run_plan import stored_replay
from croupier.arena.results.match_stats import count_match
from croupier.arena.store.store import open_store
from croupier.kernel.errors import ReplayError, UsageError
from croupier.match.playback import Playback
from croupier.match.replay.format import Replay
from croupier.match.replay.read import count_replays, read_replays, replay_transcript, replays_in
from croupier.match.replay.verify import rebuild, verify
from croupier.players.entrant import printable
from croupier.ui.cli.completion import bot_names
from croupier.ui.cli.files import open_pages, page_path
from croupier.ui.cli.options import Db
from croupier.ui.cli.output import Json, OpenBrowser, Quiet, Trust, examples, out, print_json, print_line, say, table
from croupier.ui.cli.progress import progress
from croupier.ui.cli.replay_bot import ReplayBotRequest, replay_bot
from croupier.ui.replay_page import replay_page
from croupier.ui.result_text import analysis_lines

EXAMPLES = examples(
    ("croupier replay h.jsonl", "the match in the file, or a list of them"),
    ("croupier replay h.jsonl --match 3", "the third match, told move by move"),
    ("croupier replay h.jsonl --match 3 --html match.html", "a page to send to somebody"),
    ("croupier replay 12/0", "a match that croupier run kept: the first of run 12"),
    ("croupier replay h.jsonl --match 3 --notes", "the same with what the players noted"),
    ("croupier replay h.jsonl --verify", "play all of them again and compare every event"),
    ("croupier replay h.jsonl --bot my_bot.py --seat 0 --diff --trust", "what your bot would do otherwise today"),
    ("croupier replay h.jsonl --bot my_bot.py --seat 0 --at 12 --trust", "step into your bot at its 12th decision"),
    (
        "croupier replay h.jsonl --bot my_bot.py --seat 0 --continue --trust",
        "and what would come of the first difference",
    ),
    ("croupier replay h.jsonl --bot my_bot.py --seat 0 --freeze 12 --trust", "keep the answer there as a test"),
)
MAX_LISTED: Final = 20
_RUN_AND_NUMBER: Final = re.compile(r"(\d+)/(\d+)")


def command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Written by --history; or RUN/NUMBER, a match that was kept.", show_default=False
        ),
    ],
    check: Annotated[
        bool, typer.Option("--verify", metavar="", help="Play the matches again and compare everything.")
    ] = False,
    match: Annotated[int | None, typer.Option("--match", min=1, metavar="K", help="Only the K-th match.")] = None,
    bot: Annotated[
        str | None,
        typer.Option(
            "--bot", metavar="BOT", autocompletion=bot_names, help="Ask this bot what a seat was asked in the match."
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="S", help="Which seat; left out, the one that BOT played.")
    ] = None,
    diff: Annotated[
        bool,
        typer.Option("--diff", metavar="", help="List the decisions that would differ now; exit code 1 if any do."),
    ] = False,
    at: Annotated[
        int | None, typer.Option("--at", min=1, metavar="N", help="Stop before decision N in the debugger.")
    ] = None,
    play_on: Annotated[
        bool,
        typer.Option("--continue", metavar="", help="Play on with BOT from --at N, or from the first difference."),
    ] = False,
    freeze: Annotated[
        int | None,
        typer.Option("--freeze", min=1, metavar="N", help="Write a pytest file that pins the answer at decision N."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="OUT", help="Write the match as one HTML page that needs nothing else."),
    ] = None,
    open_: OpenBrowser = False,
    plain: Annotated[
        bool, typer.Option("--plain", metavar="", help="Tell it line by line; always so in a pipe.")
    ] = False,
    db: Db = None,
    notes: Annotated[
        bool, typer.Option("--notes", metavar="", help="With what the players noted, such as what a search found.")
    ] = False,
    trust: Trust = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Tell a stored match, list the matches of a file, verify them, or put today's bot into a seat.

    In a terminal one match is stepped through with the arrow keys, from any seat or with all cards open.

    A file that was cut off or altered is refused with the line number, and the exit code is 1. Nothing from the file is
    ever executed.

    With --bot the match is played again as it was, and BOT is asked everything that the seat was asked, with the same
    news and the same chance of its own: how many of its answers agree? Decisions are numbered from 1, seats from 0.
    Nothing that the bot answers changes the match, unless --continue lets it play on. Then the other seats are played
    by the bots of the match as they are today, or by heuristic where they cannot be had.
    """
    source = _source(file, db)
    if bot is not None:
        if check:
            raise UsageError("--verify needs no bot; leave out --bot")
        replay_bot(_only(source, match), ReplayBotRequest(bot, seat, diff, at, play_on, freeze, trust, json))
        return
    if diff or play_on or seat is not None or at is not None or freeze is not None:
        raise UsageError("--seat, --diff, --at, --continue and --freeze need a bot: --bot my_bot.py")
    if check:
        _verify(source, match, quiet, json)
        return
    page = page_path(html, "replay.html", open_)
    if page is not None:
        _write_page(_only(source, match), page)
        open_pages([page] if open_ else [])
        return
    found = list(_chosen(source, match))
    if json:
        print_json({"file": str(file), "matches": [_document(replay) for replay in found]})
    elif len(found) == 1:
        if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
            _print_replay(found[0], notes)
        else:
            _step_through(found[0])
    else:
        _list(found)


class Source(msgspec.Struct, frozen=True):
    """Where matches come from."""

    name: str
    read: Callable[[], Iterator[Replay]]
    count: Callable[[], int]
    """How many matches there are, for a bar; not checked."""

    def __str__(self) -> str:
        return self.name


def _source(file: Path, db: str | None) -> Source:
    """A file, or a match in the store; a file that is called like one comes first."""
    if file.is_file():
        return Source(str(file), lambda: read_replays(file), lambda: count_replays(file))
    kept = _RUN_AND_NUMBER.fullmatch(str(file))
    if kept is None:
        raise UsageError(f"there is no file {file}; croupier run ... --history FILE writes one")
    with open_store(db) as store:
        plan, played = store.plan(int(kept[1])), store.game(int(kept[1]), int(kept[2]))
    lines = stored_replay(plan, played).splitlines(keepends=True)
    return Source(str(file), lambda: replays_in(lines, str(file)), lambda: 1)


def _chosen(file: Source, number: int | None) -> Iterator[Replay]:
    """All matches, or the one asked for; only what is needed is read."""
    count = 0
    for count, replay in enumerate(file.read(), 1):
        if number is None:
            yield replay
        elif number == count:
            yield replay
            return
    if count == 0:
        raise UsageError(f"{file} has no match in it")
    if number is not None:
        raise UsageError(f"{file} has no match {number}; it has {count}")


def _only(file: Source, number: int | None) -> Replay:
    """The match asked for, or the only one."""
    found = _chosen(file, number)
    first = next(found)
    if number is None and next(found, None) is not None:
        raise UsageError(f"{file} has several matches; say which: --match K")
    return first


def _verify(file: Source, number: int | None, quiet: bool, json: bool) -> None:
    verified = 0
    try:
        with progress("verify", 1 if number is not None else file.count(), "matches", quiet or json) as show:
            for replay in _chosen(file, number):
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
        say(f"{what} verified: played again, every event and every result is the same.")


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
        say(f"Told from its stored words: {error}.")
        return
    ReplayApp(playback).run()


def _write_page(replay: Replay, path: Path) -> None:
    page = replay_page(Playback(rebuild(replay)), f"{replay.head.game}: {' against '.join(replay.head.names)}")
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None
    say(f"{path}: {len(page) // 1000} kB, opens in any browser.")


def _list(found: list[Replay]) -> None:
    rows: list[list[str]] = []
    for number, replay in enumerate(found[:MAX_LISTED], 1):
        cells = (str(number), replay.head.game, ", ".join(replay.head.names), str(len(replay.moves)), _result(replay))
        rows.append([printable(cell) for cell in cells])
    out().print(table(("match", "game", "players", "moves", "result"), rows, ruled=False))
    if len(found) > MAX_LISTED:
        say(f"... and {len(found) - MAX_LISTED} more.")
    say("\n--match K tells one, --verify checks them all.")


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
