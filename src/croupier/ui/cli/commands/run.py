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
    ("croupier run cuttle heuristic random", "one match, told move by move"),
    ("croupier run cuttle heuristic random -n 1000", "who is better, and how sure is that"),
    ("croupier run cuttle my_bot.py random -n 1000", "a bot of your own, sandboxed"),
    ("croupier run cuttle my_bot.py:Clever my_bot.py:Bold --trust", "two classes of one file"),
    ("croupier run kittens --bots-dir bots/kittens --stats --iterations 1000", "who comes first, second, last"),
    ("croupier run cuttle my_bot.py random --debug", "stop at breakpoint() in it, without a clock"),
    ('croupier run cuttle "cmd:node my_bot.js" random', "a program in any language"),
    ("croupier run coup llm:haiku heuristic random --max-cost 0.05", "a language model; more in docs/llm.md"),
    ("croupier run cuttle listen:9000 random", "a bot that connects; more in docs/connect.md"),
    ("croupier run cuttle random*2 --set rules=online --seed 7", "a bot against itself, other rules"),
    ("croupier run bluff psych:hard medium noob -n 20 --series", "the same bots in a row, remembering each other"),
    ("croupier run cuttle heuristic random -n 100 --history h.jsonl", "keep replays for croupier replay"),
    ("croupier run coup insane hard --live match.jsonl", "somebody else follows it: croupier watch match.jsonl"),
    ("croupier run coup honest bluffer random -n 999 --report out.html", "with plots, one file"),
    ("croupier run cuttle heuristic random -n 100000 --seed 7 --resume", "go on with a run that was stopped"),
)


def _check_single(options: MatchesOptions, highlight: Path | None) -> None:
    """What is for many matches only."""
    if options.resume:
        raise UsageError("--resume is for many matches: -n N")
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
            "Python file (file.py, file.py:Class), a program (cmd:./my_bot), an address (tcp://, ws://, http:// or "
            "json+http://), listen:PORT for a bot that connects, or a folder with bot.meta.json; BOT*3 "
            "enters three copies.",
            show_default=False,
        ),
    ] = None,
    bots_dir: BotsDir = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="FILE:N", help="Enter N copies of this bot too; can be repeated."),
    ] = None,
    n: Annotated[
        int | None,
        typer.Option(
            "-n", "--iterations", min=1, metavar="N", help="How many matches, rounded up to whole deal blocks."
        ),
    ] = None,
    stats: Annotated[
        bool,
        typer.Option(
            "--stats",
            metavar="",
            help=f"Statistics with a bar for each place, over {DEFAULT_MATCHES} matches if -n does not say otherwise.",
        ),
    ] = False,
    series: Annotated[
        bool,
        typer.Option(
            "--series",
            metavar="",
            help="With -n: the same bots play all matches and may remember each other; a new deal each time, unrated.",
        ),
    ] = False,
    deck_config: Annotated[
        str | None,
        typer.Option("--deck-config", metavar="FILE", help="A deck of your own, where the game has such: kittens."),
    ] = None,
    hand_size: Annotated[
        int | None,
        typer.Option(
            "--hand-size", metavar="N", help="Cards dealt to each player, where that is a setting: kittens, bluff."
        ),
    ] = None,
    bank: Annotated[
        float,
        typer.Option(
            "--bank",
            metavar="SECONDS",
            help="For what takes longer than the timeout, in a whole match.",
            show_default=False,
        ),
    ] = 0.0,
    debug: Debug = False,
    history: Annotated[
        Path | None, typer.Option("--history", metavar="FILE", help="Append a replay of every finished match.")
    ] = None,
    highlight: Annotated[
        Path | None,
        typer.Option(
            "--highlight",
            metavar="FILE.html",
            help="Write a replay of the match in which the chances to win changed most.",
        ),
    ] = None,
    live: Annotated[
        Path | None,
        typer.Option(
            "--live", metavar="FILE", help="Write one match as it is played, for croupier watch FILE elsewhere."
        ),
    ] = None,
    notes: Annotated[
        bool, typer.Option("--notes", metavar="", help="Tell the bots' notes too; those of language models always are.")
    ] = False,
    no_chat: Annotated[bool, typer.Option("--no-chat", metavar="", help="Leave out what the bots say.")] = False,
    *,
    options: MatchesOptions,
) -> None:
    """Play bots against each other.

    Without -n one match is played, the bots sitting in the order given, and told move by move. With -n every deal is
    played from all seats, so that nobody is better by luck of the cards or the seat; the table gives each bot's win
    rate with a 95 % interval, and --stats adds a bar for each place. A bot that crashes or answers nonsense loses its
    own games, and its faults are counted. With --series bots that remember their rivals can adapt to them, so it is
    not a comparison. Ctrl-C stops after the current move and shows what there is so far.

    Before many matches one is played in which everybody must answer in time, also your own bots in this process. Who
    does not is disqualified and named. Every match is journalled as it ends: the same command with --resume goes on
    where it stopped, whatever stopped it. The figures do not depend on the number of workers.
    """
    with stop_on_interrupt() as stop, open_breakpoints(debug, stop), ExitStack() as stack:
        if series and n is None and not stats:
            raise UsageError("--series needs -n N: bots remember from one match to the next")
        is_many = n is not None or stats
        if not is_many:
            _check_single(options, highlight)
        elif live is not None:
            raise UsageError("--live is for one match; many are followed with croupier watch")
        options.check()
        found = find_game(game)
        shortcuts = [*option_setting(found, "deck", deck_config), *option_setting(found, "hand_size", hand_size)]
        settings = read_settings(found, [*(options.set_ or []), *shortcuts])
        isolation = options.isolation(trust=debug)
        entrants = make_entrants(
            found, [*open_bot_folders(found, bots, bots_dir), *map(parse_copies, bot or [])], isolation, own_names=True
        )
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
