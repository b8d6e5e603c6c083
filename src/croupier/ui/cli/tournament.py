"""`croupier tournament`: many bots, one table of ratings."""

from contextlib import ExitStack
from typing import Annotated, Any, Literal

import msgspec
import typer
from rich import box
from rich.table import Table
from rich.text import Text

from croupier.arena.ledger import Ledger
from croupier.arena.saving import saving_text
from croupier.arena.schedule import seats_for
from croupier.arena.staff import Means
from croupier.arena.summary import Summary, summarise
from croupier.arena.tournament.contest import Contest, contest
from croupier.arena.tournament.event import Event, Organiser
from croupier.arena.tournament.formats import Swiss
from croupier.arena.tournament.partners import Compatibility
from croupier.arena.work import Played
from croupier.kernel.errors import UsageError
from croupier.ui.cli.asked import files_in
from croupier.ui.cli.bill import LedgerFolder, MaxCost, accounted, bill_document, print_bills
from croupier.ui.cli.console import (
    BotsDir,
    GameName,
    Json,
    Seats,
    Seed,
    Set,
    Trust,
    examples,
    out,
    percent,
    print_json,
    say,
)
from croupier.ui.cli.means import Address, Backend, Db, GameLimit, NoJournal, Resume, Workers
from croupier.ui.cli.measured import (
    Csv,
    Measurement,
    Names,
    NoSandbox,
    Parquet,
    Quiet,
    ReportFile,
    Talk,
    Timeout,
    check_folders,
    check_writable,
    measurement,
    reproduced,
    staffed,
)
from croupier.ui.cli.outputs import write_outputs
from croupier.ui.cli.progress import progress
from croupier.ui.cli.ratingtable import print_matrix, rating_document, rating_table
from croupier.ui.cli.stopping import INTERRUPTED, stop_on_interrupt

NAME = "tournament"
EXAMPLES = examples(
    ("croupier tournament cuttle heuristic random my_bot.py", "everybody against everybody"),
    ("croupier tournament kittens --bots-dir bots/kittens --seats 4 --report out.html", "tables of four, and a report"),
    ("croupier tournament coup honest bluffer heuristic random --format swiss --rounds 4", "equals meet equals"),
    ("croupier tournament cuttle my_bot.py random heuristic --format gauntlet", "the first against all others"),
    ("croupier tournament cuttle a.py b.py c.py --format knockout --best-of 7", "the loser is out"),
    ("croupier tournament belote a.py b.py c.py d.py --partners mixed", "who plays well with whom"),
)


def command(
    context: typer.Context,
    game: GameName,
    bots: Annotated[
        list[str] | None, typer.Argument(metavar="BOT", help="As for croupier run.", show_default=False)
    ] = None,
    bots_dir: BotsDir = None,
    form: Annotated[
        Literal["round-robin", "swiss", "gauntlet", "knockout"],
        typer.Option("--format", metavar="FORMAT", help="round-robin, swiss, gauntlet or knockout."),
    ] = "round-robin",
    blocks: Annotated[int, typer.Option("--blocks", min=1, metavar="N", help="Deal blocks at every table.")] = 25,
    rounds: Annotated[
        int | None, typer.Option("--rounds", min=1, metavar="N", help="Of a swiss tournament.", show_default=False)
    ] = None,
    best_of: Annotated[
        int | None,
        typer.Option("--best-of", min=1, metavar="N", help="Blocks of a duel in a knockout.", show_default=False),
    ] = None,
    meet: Annotated[
        int | None,
        typer.Option("--meet", min=2, metavar="M", help="How many different bots meet at a table.", show_default=False),
    ] = None,
    partners: Annotated[
        Literal["self", "fixed", "mixed"],
        typer.Option("--partners", metavar="HOW", help="In team games: self, fixed (two named in a row) or mixed."),
    ] = "self",
    permutations: Annotated[
        bool, typer.Option("--permutations", metavar="", help="Every order of seats, not only rotations.")
    ] = False,
    seed: Seed = None,
    set_: Set = None,
    seats: Seats = None,
    trust: Trust = False,
    no_sandbox: NoSandbox = False,
    timeout: Timeout = None,
    talk: Talk = False,
    names: Names = False,
    report: ReportFile = None,
    csv: Csv = None,
    parquet: Parquet = None,
    workers: Workers = None,
    game_limit: GameLimit = None,
    backend: Backend = "local",
    address: Address = None,
    db: Db = None,
    resume: Resume = False,
    no_journal: NoJournal = False,
    max_cost: MaxCost = None,
    llm_ledger: LedgerFolder = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Let bots meet and rate them.

    At every table each deal is played in all rotations of the seats. Fewer bots than seats are repeated round the
    table, and in a team game a bot plays all seats of its team. Ratings are fitted to all matches at once, so neither
    the format's order nor luck of the draw is in them; intervals come from the deal blocks. Ctrl-C stops it and rates
    what was played.
    """
    with stop_on_interrupt() as stop, ExitStack() as stack:
        check_writable(report)
        check_folders(csv, parquet)
        asked = measurement(
            game,
            [*(bots or []), *files_in(bots_dir)],
            seed,
            set_,
            trust=trust,
            no_sandbox=no_sandbox,
            timeout=timeout,
            seats=seats,
            talk=talk,
            names=names,
            replays=csv is not None or parquet is not None,
        )
        paying, account = stack.enter_context(accounted(asked.entrants, max_cost, llm_ledger, backend))
        asked = asked.with_entrants(paying)
        if len(asked.entrants) < 2:
            raise UsageError(f"a tournament needs at least two bots, not {len(asked.entrants)}")
        teams = asked.game.teams(asked.settings, seats_for(asked.game, asked.settings, 2, seats))
        plan = contest(
            asked.names,
            teams,
            form,
            partners=partners,
            meet=meet,
            rounds=rounds,
            best_of=best_of or blocks,
            permute=permutations,
        )
        keeps = csv is not None or parquet is not None or partners == "mixed"
        ledger = Ledger(len(plan.names), keep=keeps)
        options = {"format": form, "blocks": blocks, "rounds": rounds, "best_of": best_of, "meet": meet}
        options |= {"partners": partners, "permutations": permutations}
        means = Means(workers, backend, address, game_limit)
        with staffed(asked, NAME, options, means, stop, db, resume, not no_journal) as staff:
            asked = staff.asked
            with progress(asked.game.name, plan.matches(blocks), "matches", quiet or json) as tell:

                def keep(played: Played) -> None:
                    ledger.add(plan.rated(played))
                    tell(ledger.matches, lambda: "")

                event = Organiser(staff.executor, plan.entries, asked.seed, blocks, stop).play(plan.form, keep)
            if not event.stopped:
                staff.finish()
        if not ledger.matches:
            raise typer.Exit(INTERRUPTED)
        summary = summarise(ledger, plan.names, asked.game, asked.seed, history=report is not None)
        together = plan.compatibility(ledger.kept or [], summary)
        if json:
            bill = bill_document(account, ledger.matches)
            print_json({**_document(asked, form, event, summary, plan, together), **bill, "run": staff.run})
        else:
            _print(asked, form, event, summary, plan, together)
            print_bills(account, ledger.matches)
            if staff.where():
                say(staff.where())
        again = reproduced(context, asked.seed)
        write_outputs(
            asked, ledger, again, report, csv, parquet, summary=summary, saving=event.saving, names=plan.names
        )
        if stop.is_set:
            raise typer.Exit(INTERRUPTED)


def _print(
    asked: Measurement, form: str, event: Event, summary: Summary, plan: Contest, together: list[Compatibility]
) -> None:
    if event.stopped:
        say("Stopped before the end.")
    extra: list[tuple[str, list[str]]] = []
    if isinstance(plan.form, Swiss):
        extra = [("points", [f"{points:g}" for points in plan.form.points(event.rounds)])]
    out().print(rating_table(summary, f"{asked.game.title}, {form}", extra))
    print_matrix(summary)
    if form == "knockout":
        for round_, meetings in event.rounds:
            told = [plan.duel_text(meeting) for meeting in meetings]
            told += [f"{plan.names[entry]} has a bye" for entry in round_.byes]
            say(f"{round_.title.capitalize()}: {'; '.join(told)}")
    if len(summary.groups) > 1:
        say("Not all bots met, directly or by others, so ratings of different groups cannot be compared.")
    if together:
        _print_compatibility(plan, together)
    say(f"{summary.matches} matches, {summary.blocks} deals; {saving_text(event.saving)}.")
    if asked.conditions_text():
        say(asked.conditions_text())
    say(f"--seed {asked.seed} plays it again.")


def _print_compatibility(plan: Contest, together: list[Compatibility]) -> None:
    title = "Partners: wins together, and beyond what their ratings promise"
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", title=title, title_justify="left")
    table.add_column("partners", overflow="fold")
    for heading in ("matches", "win rate", "95 % interval", "promised", "surplus"):
        table.add_column(heading, justify="right")
    for each in together:
        names = f"{plan.names[each.one]} + {plan.names[each.two]}"
        row = [str(each.matches), percent(each.rate), f"{each.low * 100:.1f} to {percent(each.high)}"]
        table.add_row(Text(names), *row, percent(each.expected), f"{each.surplus * 100:+.1f}")
    out().print(table)


def _document(
    asked: Measurement, form: str, event: Event, summary: Summary, plan: Contest, together: list[Compatibility]
) -> dict[str, Any]:
    return {
        **asked.head(),
        "format": form,
        "stopped": event.stopped,
        **rating_document(summary),
        "ranking": [plan.names[number] for number in summary.ranking()],
        "saving": None if event.saving is None else round(event.saving, 4),
        "rounds": [
            {
                "title": played.title,
                "byes": [plan.names[entry] for entry in played.byes],
                "meetings": [
                    {
                        "bots": [plan.entry_name(entry) for entry in meeting.lineup],
                        "wins": [round(wins, 6) for wins in meeting.wins],
                        "blocks": [round(won, 6) for won in meeting.blocks],
                    }
                    for meeting in meetings
                ],
            }
            for played, meetings in event.rounds
        ],
        "partners": [msgspec.to_builtins(each) for each in together],
    }
