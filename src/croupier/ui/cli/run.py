"""`croupier run`: one match told move by move, or many that become statistics."""

from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from croupier import __version__
from croupier.arena.api import checked_seed, clock_for, enter
from croupier.arena.history import History
from croupier.arena.schedule import seatings_of
from croupier.arena.settings import read_settings
from croupier.arena.staff import Means
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.players.shelter import Shelter
from croupier.ui.cli.asked import copies, deck_setting, files_in
from croupier.ui.cli.bill import LedgerFolder, MaxCost, accounted
from croupier.ui.cli.console import BotsDir, GameName, Json, Seats, Seed, Set, err, examples
from croupier.ui.cli.debugging import Debug, at_breakpoints, without_hurry
from croupier.ui.cli.many import run_many
from croupier.ui.cli.means import Address, Backend, Db, GameLimit, NoJournal, Resume, Workers
from croupier.ui.cli.request import Request
from croupier.ui.cli.single import run_single
from croupier.ui.cli.stopping import INTERRUPTED, stop_on_interrupt

NAME = "run"
USUAL_ITERATIONS = 100
EXAMPLES = examples(
    ("croupier run cuttle heuristic random", "one match, told move by move"),
    ("croupier run cuttle heuristic random -n 1000", "who is better, and how sure is that"),
    ("croupier run cuttle my_bot.py random -n 1000", "a bot of your own, locked up"),
    ("croupier run cuttle my_bot.py:Clever my_bot.py:Bold --trust", "two classes of one file"),
    ("croupier run kittens --bots-dir bots/kittens --stats --iterations 1000", "who comes first, second, last"),
    ("croupier run cuttle my_bot.py random --debug", "stop at breakpoint() in it, without a clock"),
    ('croupier run cuttle "cmd:node my_bot.js" random', "a program in any language"),
    ("croupier run coup llm:haiku heuristic random --max-cost 0.05", "a language model; more in docs/llm.md"),
    ("croupier run cuttle listen:9000 random", "a bot that connects; more in docs/connect.md"),
    ("croupier run cuttle random*2 --set rules=online --seed 7", "a bot against itself, other rules"),
    ("croupier run bluff psych:hard medium noob -n 20 --series", "the same bots in a row, remembering each other"),
    ("croupier run cuttle heuristic random -n 100 --history h.jsonl", "keep replays for croupier replay"),
    ("croupier run cuttle heuristic random -n 100000 --seed 7 --resume", "go on with a run that was stopped"),
)


class Fresh(StrEnum):
    """When a locked-up bot gets a new process."""

    CHUNK = "chunk"
    MATCH = "match"


def command(
    game: GameName,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT",
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
            help=f"Statistics with a bar for each place, over {USUAL_ITERATIONS} matches if -n does not say otherwise.",
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
    seed: Seed = None,
    set_: Set = None,
    deck_config: Annotated[
        str | None,
        typer.Option("--deck-config", metavar="FILE", help="A deck of your own, where the game has such: kittens."),
    ] = None,
    seats: Seats = None,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust", metavar="", help="Run bots from files in this process, and programs as they are: your own."
        ),
    ] = False,
    no_sandbox: Annotated[
        bool,
        typer.Option(
            "--no-sandbox", metavar="", help="Where nothing can be locked up: processes that can be stopped, no more."
        ),
    ] = False,
    fresh: Annotated[
        Fresh, typer.Option("--fresh", help="How often a locked-up bot gets a new process: a chunk is 200 matches.")
    ] = Fresh.CHUNK,
    timeout: Annotated[
        float | None,
        typer.Option(
            "--timeout",
            metavar="SECONDS",
            help="For every answer of a bot that is not in this process; 0 means no limit. "
            "Usually 5, in Coup and Belote 30.",
            show_default=False,
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
    workers: Workers = None,
    game_limit: GameLimit = None,
    backend: Backend = "local",
    address: Address = None,
    db: Db = None,
    resume: Resume = False,
    no_journal: NoJournal = False,
    history: Annotated[
        Path | None, typer.Option("--history", metavar="FILE", help="Append a replay of every finished match.")
    ] = None,
    max_cost: MaxCost = None,
    ledger: LedgerFolder = None,
    notes: Annotated[
        bool, typer.Option("--notes", metavar="", help="Tell the bots' notes too; those of language models always are.")
    ] = False,
    no_chat: Annotated[bool, typer.Option("--no-chat", metavar="", help="Leave out what the bots say.")] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", metavar="", help="Only the result: no story, no progress bar.")
    ] = False,
    json: Json = False,
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
    with stop_on_interrupt() as stop, at_breakpoints(debug, stop), ExitStack() as stack:
        if series and n is None and not stats:
            raise UsageError("--series needs -n N: bots remember from one match to the next")
        if resume and no_journal:
            raise UsageError("--resume goes on with what is in the journal, and --no-journal leaves that out")
        if resume and history is not None:
            raise UsageError(
                "--history has a part of the run already: leave it out, the journal has all of its matches"
            )
        if resume and n is None and not stats:
            raise UsageError("--resume is for many matches: -n N")
        found = find_game(game)
        settings = read_settings(found, [*(set_ or []), *deck_setting(found, deck_config)])
        shelter = Shelter(trust or debug, not no_sandbox, fresh is Fresh.MATCH)
        entrants = enter(found, [*(bots or []), *files_in(bots_dir), *map(copies, bot or [])], shelter)
        if debug:
            entrants, timeout, bank = without_hurry(entrants), 0.0, 0.0
        for hint in dict.fromkeys(entrant.hint for entrant in entrants if entrant.hint):
            err().print(hint, highlight=False, markup=False)
        entrants, account = stack.enter_context(accounted(entrants, max_cost, ledger, backend))
        request = Request(
            game=found,
            settings=settings,
            entrants=entrants,
            account=account,
            notes=notes,
            seatings=seatings_of(found, settings, len(entrants), seats),
            seed=checked_seed(seed),
            seed_was_given=seed is not None,
            clock=clock_for(found, timeout, bank),
            history=None if history is None else History(history, __version__),
            chat=not no_chat,
            quiet=quiet or (debug and (n is not None or stats)),  # a bar would draw over the debugger
            stats=stats,
            json=json,
            stop=stop,
            series=series,
            seats=seats,
            shelter=shelter,
            means=Means(workers, backend, address, game_limit, in_process=debug),
            db=db,
            resume=resume,
            journal=not no_journal,
            version=__version__,
        )
        if n is None and not stats:
            run_single(request)
        else:
            run_many(request, n or USUAL_ITERATIONS)
        if stop.is_set:
            raise typer.Exit(INTERRUPTED)
