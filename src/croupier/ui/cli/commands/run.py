"""`croupier run`: one match told move by move, or many that become statistics."""

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from croupier import __version__
from croupier.arena.plan.settings import read_settings
from croupier.arena.run.setup import clock_for, make_entrants
from croupier.arena.run.task import RunSetup
from croupier.arena.store.replay_log import ReplayLog
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.kernel.secret import checked_seed
from croupier.ui.cli.completion import bot_names
from croupier.ui.cli.costs import open_account
from croupier.ui.cli.debug import Debug, open_breakpoints, remove_time_limits
from croupier.ui.cli.interrupt import INTERRUPTED, stop_on_interrupt
from croupier.ui.cli.options import (
    MatchesOptions,
    check_writable,
    open_bot_folders,
    option_setting,
    parse_copies,
    shared_options,
)
from croupier.ui.cli.output import BotsDir, GameName, examples
from croupier.ui.cli.run_matches import RunRequest, run_many, run_single
from croupier.ui.cli.sessions import print_hints, repeat_command

DEFAULT_MATCHES = 100
EXAMPLES = examples(
    ("croupier run cuttle heuristic random", "one match, move by move"),
    ("croupier run cuttle heuristic random -n 1000", "find out which bot is better"),
    ("croupier run cuttle my_bot.py random -n 1000", "your own bot, in a sandbox"),
    ("croupier run cuttle my_bot.py:Clever my_bot.py:Bold --trust", "two classes from one file"),
    (
        "croupier run kittens --bots-dir bots/kittens --stats --iterations 1000",
        "all bots in a folder, with a bar for each place",
    ),
    ("croupier run cuttle my_bot.py random --debug", "stop at breakpoint() in your bot, without time limits"),
    ('croupier run cuttle "cmd:node my_bot.js" random', "a program in any language"),
    ("croupier run coup llm:haiku heuristic random --max-cost 0.05", "a language model; more in docs/llm.md"),
    ("croupier run cuttle listen:9000 random", "a bot that connects to this machine; more in docs/connect.md"),
    ("croupier run cuttle random*2 --set rules=online --seed 7", "a bot against itself, with other rules"),
    ("croupier run bluff psych:hard medium noob -n 20 --series", "a series in which bots can learn about each other"),
    ("croupier run cuttle heuristic random -n 100 --history h.jsonl", "save replays for croupier replay"),
    ("croupier run coup insane hard --live match.jsonl", "let others follow it with croupier watch match.jsonl"),
    ("croupier run coup honest bluffer random -n 999 --open", "open a report with plots in the browser"),
    ("croupier run cuttle heuristic random -n 100000 --seed 7 --resume", "continue an interrupted run"),
)


def _check_single(options: MatchesOptions, highlight: Path | None) -> None:
    """What is for many matches only."""
    if options.resume:
        raise UsageError("--resume needs several matches: add -n N")
    if options.report is not None or options.exports or highlight is not None:
        raise UsageError("--report, --highlight, --csv and --parquet need several matches: add -n N")


@shared_options(MatchesOptions)
def command(
    context: typer.Context,
    game: GameName,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT",
            autocompletion=bot_names,
            help="A built-in name (random, heuristic; options as name:key=value), a language model (llm:haiku), a "
            "Python file (file.py, file.py:Class), a program (cmd:./my_bot), an address (tcp://, ws://, "
            "http:// or json+http://), listen:PORT for a bot that connects, or a folder of bots. BOT*3 "
            "enters three copies.",
            show_default=False,
        ),
    ] = None,
    bots_dir: BotsDir = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="FILE:N", help="Also enter N copies of this bot; can be repeated."),
    ] = None,
    n: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--iterations",
            min=1,
            metavar="N",
            help="Number of matches, rounded up so that each deal is played from all seats.",
        ),
    ] = None,
    stats: Annotated[
        bool,
        typer.Option(
            "--stats",
            metavar="",
            help=f"Show a bar for each place. Plays {DEFAULT_MATCHES} matches unless -n is given.",
        ),
    ] = False,
    series: Annotated[
        bool,
        typer.Option(
            "--series",
            metavar="",
            help=(
                "With -n: the same bots play all matches and can learn about each other. Unrated, with a new "
                "deal each time."
            ),
        ),
    ] = False,
    deck_config: Annotated[
        str | None,
        typer.Option("--deck-config", metavar="FILE", help="File with your own deck (kittens)."),
    ] = None,
    hand_size: Annotated[
        int | None,
        typer.Option("--hand-size", metavar="N", help="Cards dealt to each player (kittens, bluff)."),
    ] = None,
    bank: Annotated[
        float,
        typer.Option(
            "--bank",
            metavar="SECONDS",
            help="Extra time per match for answers that exceed the timeout.",
            show_default=False,
        ),
    ] = 0.0,
    debug: Debug = False,
    history: Annotated[
        Path | None,
        typer.Option("--history", metavar="FILE", help="Append a replay of every finished match to this file."),
    ] = None,
    highlight: Annotated[
        Path | None,
        typer.Option(
            "--highlight",
            metavar="FILE.html",
            help="Write a replay of the most exciting match to this page.",
        ),
    ] = None,
    live: Annotated[
        Path | None,
        typer.Option("--live", metavar="FILE", help="Write one match while it is played, for croupier watch FILE."),
    ] = None,
    notes: Annotated[
        bool,
        typer.Option("--notes", metavar="", help="Show the bots' notes; those of language models are always shown."),
    ] = False,
    no_chat: Annotated[bool, typer.Option("--no-chat", metavar="", help="Hide the bots' chat.")] = False,
    *,
    options: MatchesOptions,
) -> None:
    """Play bots against each other.

    Without -n, one match is played and shown move by move, with the bots seated in the order given. With -n, every
    deal is played from all seats, so that luck of the cards or the seat cancels out. The table shows each bot's win
    rate with a 95 % interval; --stats adds a bar for each place. A bot that crashes or gives an illegal answer loses
    its own matches, and its faults are counted. With --series bots can adapt to opponents they remember, so the
    result is not a fair comparison. Ctrl-C stops after the current move and prints the result so far.

    With -n, a verification match comes first, and every bot must answer in time. A bot that does not is disqualified.
    Every match is saved as it ends: to continue an interrupted run, repeat the command with --resume. The result does
    not depend on the number of workers.
    """
    with stop_on_interrupt() as stop, open_breakpoints(debug, stop), ExitStack() as stack:
        if series and n is None and not stats:
            raise UsageError("--series needs several matches: add -n N")
        is_many = n is not None or stats
        if not is_many:
            _check_single(options, highlight)
        elif live is not None:
            raise UsageError("--live is for one match; to follow a run: croupier watch")
        options.check()
        found = find_game(game)
        shortcuts = [*option_setting(found, "deck", deck_config), *option_setting(found, "hand_size", hand_size)]
        settings = read_settings(found, [*(options.set_ or []), *shortcuts])
        isolation = options.isolation(trust=debug)
        named = [*open_bot_folders(found, bots, bots_dir), *map(parse_copies, bot or [])]
        entrants = make_entrants(found, named, isolation, own_names=True, asks_names=not debug)
        timeout = options.timeout
        if debug:
            entrants, timeout, bank = remove_time_limits(entrants), 0.0, 0.0
        print_hints(entrants)
        entrants, account = stack.enter_context(
            open_account(entrants, options.max_cost, options.ledger, options.backend)
        )
        check_writable(highlight)
        version = __version__ if history is not None or options.exports else ""
        setup = RunSetup(
            found,
            settings,
            entrants,
            clock_for(found, timeout, bank),
            series,
            sheets=not options.no_journal or highlight is not None,
            version=version,
        )
        request = RunRequest(
            setup,
            checked_seed(options.seed),
            isolation,
            options,
            stop,
            lambda seed: repeat_command(context, seed),
            history=None if history is None else ReplayLog(history, __version__),
            live=live,
            highlight=highlight,
            account=account,
            in_process=debug,
            quiet=options.quiet or (debug and is_many),  # a bar would draw over the debugger
            chat=not no_chat,
            stats=stats,
            notes=notes,
        )
        if n is None and not stats:
            run_single(request)
        else:
            run_many(request, n or DEFAULT_MATCHES)
        if stop.is_set:
            raise typer.Exit(INTERRUPTED)
