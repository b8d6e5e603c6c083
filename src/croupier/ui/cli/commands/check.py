"""`croupier check`: does this bot behave?"""

import sys
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec.structs import replace
from rich.text import Text

from croupier.arena.check.checker import CheckOptions, fault_kind
from croupier.arena.check.checks import Finding, check, not_applicable
from croupier.arena.check.recorder import RecordedFault
from croupier.arena.detect_game import game_of_spec
from croupier.arena.plan.settings import read_settings
from croupier.arena.run.setup import make_entrants
from croupier.arena.run.table import StopFlag, Stopped
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.entrant import printable
from croupier.players.http.session import DAY_SECONDS
from croupier.players.sandbox.isolation import Isolation
from croupier.ui.cli.completion import bot_names, game_names
from croupier.ui.cli.debug import Debug, open_breakpoints, remove_time_limits
from croupier.ui.cli.interrupt import INTERRUPTED, stop_on_interrupt
from croupier.ui.cli.output import Json, Quiet, Set, Trust, examples, folded, out, print_json, say, table
from croupier.ui.cli.progress import ShowProgress, progress

EXAMPLES = examples(
    ("croupier check my_bot.py --trust", "all checks; the file says which game it plays"),
    ("croupier check my_bot.py:Clever --trust -n 200", "one of several classes, with more matches"),
    ("croupier check heuristic --game coup", "a built-in bot"),
    (
        'croupier check "cmd:node my_bot.js" --game cuttle --trust',
        "a program, including its handling of a bad network",
    ),
    ("croupier check http://localhost:5050", "a server that speaks the HTTP API of Belote"),
    (
        "croupier check my_bot.py --trust --limit 0.1 --json",
        "for a build server: the exit code is 0 if all checks pass",
    ),
)
LOADS = "can be loaded"


def command(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", autocompletion=bot_names, help="As for croupier run.", show_default=False)
    ],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", autocompletion=game_names, help="Which game, if the bot does not say."),
    ] = None,
    n: Annotated[
        int, typer.Option("-n", min=1, metavar="N", help="Number of whole matches, rounded up to all seats.")
    ] = 20,
    limit: Annotated[float, typer.Option("--limit", min=0.001, metavar="S", help="Time limit for each answer.")] = 5.0,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="S", help="Seed of the matches.")] = 1,
    set_: Set = None,
    trust: Trust = False,
    debug: Debug = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Test whether a bot works: every kind of question, time limits, faults, determinism.

    Every kind of question in the game is asked at least once, early and late in a match, of a new bot that has seen
    the earlier events. The bot plays whole matches in every seat, reads awkward chat messages, has an answer refused,
    and plays one match twice. A bot that speaks JSON also receives malformed and stale messages, and messages in
    pieces. For each fault the decision is shown: what the bot saw, the legal moves, and what it answered. The exit
    code is 1 if a check fails, so that the command can be used in a build. The same command asks the same questions.
    """
    with stop_on_interrupt() as stop, open_breakpoints(debug, stop):
        found = find_game(game) if game is not None else game_of_spec(bot)
        settings = read_settings(found, set_ or [])
        try:
            # A bar would draw over the debugger.
            with progress("check", n, "matches", quiet or json or debug) as show:
                plan = CheckOptions(n, DAY_SECONDS if debug else limit, seed, settings=settings)
                plan = replace(plan, before_question=lambda: _look(stop), on_progress=partial(_show_check, show))
                with redirect_stdout(sys.stderr):  # what a bot prints is no part of the table
                    findings = _findings(found, bot, trust, debug, plan)
        except Stopped:
            raise typer.Exit(INTERRUPTED) from None
    ok = all(finding.passed for finding in findings)
    if json:
        head = {"bot": bot, "game": found.name, "seed": seed, "ok": ok}
        print_json({**head, "checks": msgspec.to_builtins(findings), "not_applicable": not_applicable(findings)})
    else:
        _print(found, bot, findings)
    if not ok:
        raise typer.Exit(1)


def _look(stop: StopFlag) -> None:
    if stop.is_set:
        raise Stopped("the check was stopped")


def _show_check(show: ShowProgress, played: int, matches: int, name: str) -> None:
    show(played, lambda: name, matches)


def _findings(game: Game, bot: str, trust: bool, debug: bool, plan: CheckOptions) -> list[Finding]:
    try:
        entrants = make_entrants(game, [bot], Isolation(trust or debug))
    except UsageError as error:
        path = bot.partition(".py")[0] + ".py"
        if trust and Path(path).is_file():
            return [Finding("loads", LOADS, False, str(error))]
        raise
    if len(entrants) != 1:
        raise UsageError(f"give one bot, not {bot!r}")
    if debug:
        entrants = remove_time_limits(entrants)
    return [Finding("loads", LOADS, True, entrants[0].name), *check(game, entrants[0], plan)]


def _print(game: Game, bot: str, findings: list[Finding]) -> None:
    marks = {True: Text("pass", "green"), False: Text("FAIL", "bold red")}
    rows = ((marks[finding.passed], finding.check, printable(finding.observed)) for finding in findings)
    out().print(table(["", *folded("check", "observed")], rows, title=f"{bot}, {game.title}"))
    faults: dict[tuple[str, str], RecordedFault] = {}
    for fault in (fault for finding in findings for fault in finding.faults):
        faults.setdefault(fault_kind(fault), fault)
    for number, fault in enumerate(faults.values(), 1):
        _show(number, fault)
    if left_out := not_applicable(findings):
        say(f"Not applicable, because the bot receives no JSON messages: {'; '.join(left_out)}.")
    broken = sum(not finding.passed for finding in findings)
    say(f"All {len(findings)} checks passed." if not broken else f"{broken} of {len(findings)} checks failed.")


def _show(number: int, fault: RecordedFault) -> None:
    say(f"Fault {number}: {fault.came}")
    say(f"  seat {fault.seat} of {fault.seats}, match seed {fault.seed}, decision {fault.decision}, '{fault.question}'")
    if fault.refused:
        say(f"  asked again because {fault.refused}")
    for line in fault.view.splitlines():
        say(f"    {line}")
    say(f"    legal: {', '.join(fault.moves)}\n")
