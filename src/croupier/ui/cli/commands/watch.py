"""`croupier watch`: follow a match or a running tournament, from another terminal."""

import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from croupier.arena.results.documents import rating_document
from croupier.arena.results.summary import Summary, summarise
from croupier.arena.run.task import Played
from croupier.arena.store.follow import RunFollower
from croupier.arena.store.store import open_store
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.match.replay.follow import ReplayFollower
from croupier.match.transcript import TranscriptWriter
from croupier.players.entrant import unique_names
from croupier.ui.cli.commands.replay import show_replay
from croupier.ui.cli.match_sources import MatchName, open_source, parse_match_name
from croupier.ui.cli.options import Db
from croupier.ui.cli.output import Json, err, examples, out, percent, print_json, print_line, say
from croupier.ui.cli.tables import rating_tables
from croupier.ui.result_text import analysis_lines, result_lines

EXAMPLES = examples(
    ("croupier watch", "follow the latest run"),
    ("croupier watch 12", "follow run 12; see croupier runs"),
    ("croupier watch 12 --once --json", "the current state, for a program"),
    ("croupier watch match.jsonl", "follow a match of croupier run ... --live match.jsonl"),
    ("croupier watch match.jsonl --plain", "the same, line by line"),
)
MAX_LEADERS = 3


def command(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="RUN|RUN/N|FILE",
            help="Number of a run, RUN/N for one match, or a file written by --live. Default: the latest run.",
            show_default=False,
        ),
    ] = None,
    every: Annotated[
        float, typer.Option("--every", min=0.05, max=3600, metavar="SECONDS", help="Time between two updates.")
    ] = 1.0,
    once: Annotated[bool, typer.Option("--once", metavar="", help="Print the current state and exit.")] = False,
    plain: Annotated[bool, typer.Option("--plain", metavar="", help="Line by line; always used in a pipe.")] = False,
    db: Db = None,
    json: Json = False,
) -> None:
    """Follow a match or a running tournament, live.

    A run is read from the database while it is being played, also by another machine if the database is shared. The
    table is redrawn as matches end, with speed and time left, until the run is complete. A match is read from the
    file that croupier run or croupier play writes with --live. In a terminal it fills the screen, with all cards open
    or from any seat, and you can step back while it continues. Ctrl-C stops watching and does not affect the run.
    With --json the current state is printed once.
    """
    try:
        name = None if what is None or Path(what).is_file() else parse_match_name(what)
        if name is not None:
            _watch_stored(name, every, once or json, plain, json, db)
        elif what is not None and not what.isdecimal():
            _watch_match(Path(what), min(every, 0.3), once or json, plain, json)
        else:
            with open_store(db) as store:
                follower = RunFollower(store, None if what is None else int(what))
                _watch_run(follower, every, once or json, plain, json)
    except KeyboardInterrupt:
        return


# A match of a run.


def _watch_stored(name: MatchName, every: float, once: bool, plain: bool, json: bool, db: str | None) -> None:
    """Wait until the match has been played, then show it."""
    with open_store(db) as store:
        store.plan(name.run)
        if not once and name.index not in store.numbers(name.run) and not store.is_finished(name.run):
            err().print(f"waiting for match {name}", highlight=False, markup=False)
            while name.index not in store.numbers(name.run) and not store.is_finished(name.run):
                sleep(every)
    show_replay(open_source(str(name), db).only_match(None), plain, json)


# A run.


def _watch_run(follower: RunFollower, every: float, once: bool, plain: bool, json: bool) -> None:
    follower.look()
    if json:
        print_json(_document(follower))
    elif once or follower.finished:
        out().print(_picture(follower))
    elif plain or not sys.stdout.isatty():
        _print_run(follower, every)
    else:
        with Live(_picture(follower), console=out(), auto_refresh=False, transient=True) as live:
            while not follower.finished:
                sleep(every)
                if follower.look() or follower.rate is not None:
                    live.update(_picture(follower), refresh=True)
        out().print(_picture(follower))


def _print_run(follower: RunFollower, every: float) -> None:
    """A line whenever something is new, and the table at the end."""
    say(_status(follower))
    while not follower.finished:
        sleep(every)
        if follower.look():
            say(_status(follower))
            sys.stdout.flush()
    out().print(_picture(follower))


def _picture(follower: RunFollower) -> RenderableType:
    plan = follower.plan
    parts: list[RenderableType] = []
    if follower.totals.matches:
        summary = _summary(follower)
        parts += rating_tables(summary, f"{summary.title}, {plan.kind}, run {follower.run}")
        parts += [Text(f"  {_match_line(follower, played)}", style="dim") for played in reversed(follower.latest)]
    parts.append(Text(_status(follower)))
    return Group(*parts)


def _summary(follower: RunFollower) -> Summary:
    plan = follower.plan
    return summarise(follower.totals, plan.names, find_game(plan.game), plan.secret)


def _match_line(follower: RunFollower, played: Played) -> str:
    names = unique_names(follower.plan.names[number] for number in played.seating)
    order = sorted(range(len(names)), key=lambda seat: played.places[seat])
    places = ", ".join(f"{played.places[seat]}. {names[seat]}" for seat in order)
    return f"{follower.run}/{played.number + 1}: {places} ({played.ending})"


def _status(follower: RunFollower) -> str:
    matches, planned = follower.totals.matches, follower.planned
    parts = [f"run {follower.run}: {matches:,} {'matches' if planned is None else f'of {planned:,} matches'}"]
    if follower.finished:
        return f"{parts[0]}, finished"
    if follower.rate is not None:
        parts.append(f"{follower.rate:,.1f} matches/s")
    if follower.seconds_left is not None:
        parts.append(f"{_time(follower.seconds_left)} left")
    best = follower.totals.leaders(follower.plan.names, MAX_LEADERS)
    leaders = ", ".join(f"{name} {percent(rate)}" for name, rate in best)
    return ", ".join(parts) + (f"; {leaders}" if leaders else "; no matches yet")


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"


def _document(follower: RunFollower) -> dict[str, Any]:
    plan = follower.plan
    head = {"run": follower.run, "kind": plan.kind, "game": plan.game, "finished": follower.finished}
    head |= {"seed": plan.shown_seed(follower.finished), "commitment": plan.commitment or None}
    head |= {"matches_planned": follower.planned, "matches": follower.totals.matches}
    return {**head, **(rating_document(_summary(follower)) if follower.totals.matches else {"bots": []})}


# A match.


def _watch_match(path: Path, every: float, once: bool, plain: bool, json: bool) -> None:
    following = ReplayFollower(path)
    try:
        _wait_for_match(following, every, once)
        if json:
            _print_match(following)
        elif once or plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
            _print_moves(following, every, once)
        else:
            from croupier.match.playback import Playback
            from croupier.ui.terminal.replay import ReplayApp

            assert following.match is not None
            ReplayApp(Playback(following.match), follow=_read_on(following), every=every).run()
    finally:
        following.close()


def _wait_for_match(following: ReplayFollower, every: float, once: bool) -> None:
    """Wait until there is a match in the file."""
    following.read()
    if following.match is None and once:
        raise UsageError(f"no match in {following.path} yet. To write one: croupier run GAME BOT ... --live FILE")
    if following.match is None:
        text = f"waiting for a match in {following.path}: croupier run GAME BOT ... --live {following.path}"
        err().print(text, highlight=False, markup=False, soft_wrap=True)
    while following.match is None:
        sleep(every)
        following.read()


def _print_moves(following: ReplayFollower, every: float, once: bool) -> None:
    story = TranscriptWriter(print_line)
    while True:
        assert following.match is not None
        story.watch(following.match)
        sys.stdout.flush()
        if following.over or once:
            break
        sleep(every)
        following.read()
    for line in [*result_lines(following.match), *(analysis_lines(following.match) if following.over else [])]:
        say(line)


def _read_on(following: ReplayFollower) -> Callable[[], Any]:
    """The match, or the next one in the file, whenever there is more of it."""

    def more() -> Any:
        return following.match if following.read() else None

    return more


def _print_match(following: ReplayFollower) -> None:
    match = following.match
    assert match is not None
    result = match.result() if match.over else None
    shown = None if result is None else {"places": result.places, "scores": result.scores, "ending": result.ending}
    names = list(match.table.names)
    print_json({"game": match.game.name, "players": names, "moves": len(match.steps), "result": shown})
