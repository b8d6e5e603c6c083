"""`croupier climb`: play the levels of a game one after the other, and find out what is lost to the first that wins."""

import shlex
from typing import Annotated, Any, Final

import msgspec
import typer

from croupier.ai.registry import LEVELS
from croupier.arena.compare.compare import Comparison, Progress
from croupier.arena.compare.mistakes import MistakeKind, costliest_kinds
from croupier.arena.compare.terms import KIND, ComparisonTerms, admit, play_comparison
from croupier.arena.detect_game import game_of_spec
from croupier.arena.plan.blocks import NEW
from croupier.arena.plan.run_plan import replay_match
from croupier.arena.run.session import Session
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import Played
from croupier.games import find_game
from croupier.kernel.errors import ReplayError, UsageError
from croupier.ui.cli.completion import bot_names, game_names
from croupier.ui.cli.heartbeat import begin_task
from croupier.ui.cli.interrupt import INTERRUPTED, stop_on_interrupt
from croupier.ui.cli.options import RatedOptions, shared_options
from croupier.ui.cli.output import examples, percent, print_json, say
from croupier.ui.cli.progress import progress
from croupier.ui.cli.sessions import load_rated, open_session, rated_plan, say_disqualified

EXAMPLES = examples(
    ("croupier climb my_bot.py", "how far does your bot get?"),
    ("croupier climb my_bot.py --from medium --trust", "start at a level, without a sandbox"),
    ("croupier climb heuristic --game coup --to medium", "a built-in bot, up to a level"),
)
EDGE: Final = 6.0
"""The lead over a level that is looked for, in percentage points."""
MATCHES_EXAMINED: Final = 6
ITERATIONS: Final = 200


class LevelResult(msgspec.Struct, frozen=True):
    """The contest with one level."""

    level: str
    result: Comparison
    run: int | None
    lost: tuple[Played, ...]
    """The first matches that the bot lost."""

    @property
    def is_beaten(self) -> bool:
        return self.result.verdict == "better"


@shared_options(RatedOptions)
def command(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", autocompletion=bot_names, help="As for croupier run.", show_default=False)
    ],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", autocompletion=game_names, help="Which game, if the bot does not say."),
    ] = None,
    first: Annotated[str, typer.Option("--from", metavar="LEVEL", help="First level.")] = "noob",
    last: Annotated[str, typer.Option("--to", metavar="LEVEL", help="Last level.")] = "insane",
    max_games: Annotated[
        int, typer.Option("--max-games", min=2, metavar="N", help="Most matches against one level.")
    ] = 400,
    *,
    options: RatedOptions,
) -> None:
    """Play the levels of a game one after the other, and show what to improve next.

    The bot meets noob, easy, medium, hard and insane, each in a sequential test on equal deals that stops as soon as
    the answer is clear. The climb ends at the first level the bot does not beat. The matches it lost to that level are
    searched, and its three costliest kinds of decision are shown, each with a command that steps into the worst case.
    """
    found = find_game(game) if game is not None else game_of_spec(bot)
    levels = _levels(first, last)
    climbed: list[LevelResult] = []
    kinds: list[MistakeKind] = []
    with stop_on_interrupt() as stop:
        for number, level in enumerate(levels):
            reached = _play_level(found.name, bot, level, max_games, options, stop)
            climbed.append(reached)
            if not options.json:
                following = levels[number + 1] if number + 1 < len(levels) else None
                say(level_text(reached, following))
            if stop.is_set or not reached.is_beaten:
                break
        if not stop.is_set and not climbed[-1].is_beaten:
            kinds = _examine(climbed[-1], options)
    if options.json:
        print_json(_document(bot, found.name, climbed, kinds))
    elif kinds:
        say(f"\nWhat {bot} lost to {climbed[-1].level}, the costliest first:")
        for kind in kinds:
            say(f"  {kind.text()}")
            say(f"    worst case: {_command(bot, climbed[-1], kind)}")
    if stop.is_set:
        raise typer.Exit(INTERRUPTED)


def _levels(first: str, last: str) -> list[str]:
    names = list(LEVELS)
    for name in (first, last):
        if name not in names:
            raise UsageError(f"no level {name!r}; choose one of {', '.join(names)}")
    chosen = names[names.index(first) : names.index(last) + 1]
    if not chosen:
        raise UsageError(f"{last} comes before {first}; the order is {', '.join(names)}")
    return chosen


def level_text(reached: LevelResult, following: str | None) -> str:
    """The result against one level, in a line that can stand alone."""
    result, level = reached.result, reached.level
    share = f"{percent(result.rate)} wins, {percent(result.parity)} would be equal, {result.games} matches"
    if reached.is_beaten:
        more = f" Next: {following}." if following else " That was the last level."
        return f"You beat {level} ({share}).{more}"
    if result.stopped:
        return f"Stopped against {level} ({share})."
    if result.verdict == "open":
        return f"No clear result against {level} ({share})."
    return f"You do not beat {level} yet ({share})."


def _play_level(game: str, bot: str, level: str, max_games: int, options: RatedOptions, stop: StopFlag) -> LevelResult:
    setup = load_rated(game, [level, bot], options)
    terms = ComparisonTerms(edge=EDGE, max_games=max_games, permutations=options.permutations)
    plan = rated_plan(KIND, setup, terms.options(), options)
    size = terms.design(setup.game, setup.settings, range(2), options.seats).seats
    lost: list[Played] = []
    begin_task(f"playing against {level}")

    def keep(played: Played) -> None:
        if len(lost) < MATCHES_EXAMINED and played.sheet and _lost_seat(played) is not None:
            lost.append(played)

    with (
        open_session(setup, plan, options, stop, admit=admit, table_size=size) as session,
        progress(f"{game}, {level}", max_games, "matches", options.quiet or options.json) as show,
    ):

        def observe(now: Progress) -> None:
            show(now.games, lambda: f"gain {now.gain * 100:+.1f} points")

        result = play_comparison(session, observe, keep)
        _say_session(session, options)
        return LevelResult(level, result, session.run, tuple(lost))


def _say_session(session: Session, options: RatedOptions) -> None:
    if not options.json:
        say_disqualified(session)


def _lost_seat(played: Played) -> int | None:
    """A seat of the bot that did not come first."""
    seats = [seat for seat, entrant in enumerate(played.seating) if entrant == NEW and played.places[seat] > 1]
    return seats[0] if seats else None


def _examine(reached: LevelResult, options: RatedOptions) -> list[MistakeKind]:
    """Search the decisions of the lost matches; nothing if they were not saved."""
    if reached.run is None:
        return []
    from croupier.arena.store.store import open_store

    with open_store(options.db) as store:
        plan = store.plan(reached.run)
    begin_task(f"looking for the costliest decisions against {reached.level}")
    try:
        matches = [(replay_match(plan, played), _lost_seat(played) or 0) for played in reached.lost]
    except ReplayError:
        return []
    with progress("analysis", len(matches), "matches", options.quiet or options.json) as show:
        return costliest_kinds(matches, ITERATIONS, show)


def _command(bot: str, reached: LevelResult, kind: MistakeKind) -> str:
    """Step into a bot of your own; show the search result for another."""
    match = f"{reached.run}/{reached.lost[kind.match].number + 1}"
    if bot.partition(":")[0].endswith(".py"):
        return shlex.join(["croupier", "replay", match, "--bot", bot, "--at", str(kind.worst.number), "--trust"])
    return shlex.join(["croupier", "analyse", match, "--at", str(kind.worst.number)])


def _document(bot: str, game: str, climbed: list[LevelResult], kinds: list[MistakeKind]) -> dict[str, Any]:
    levels = [
        {
            "level": each.level,
            "beaten": each.is_beaten,
            "verdict": each.result.verdict,
            "rate": round(each.result.rate, 6),
            "parity": each.result.parity,
            "matches": each.result.games,
            "run": each.run,
        }
        for each in climbed
    ]
    mistakes = [
        {
            "question": kind.question,
            "played": kind.played,
            "better": kind.better,
            "count": kind.count,
            "cost": round(kind.cost, 4),
            "command": _command(bot, climbed[-1], kind),
        }
        for kind in kinds
    ]
    return {"bot": bot, "game": game, "levels": levels, "mistakes": mistakes}
