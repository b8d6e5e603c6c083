"""`croupier tournament`: many bots, one table of ratings."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Annotated, Any, Literal

import msgspec
import typer
from rich import box
from rich.table import Table
from rich.text import Text

from croupier.arena.documents import tournament_document
from croupier.arena.ledger import Ledger
from croupier.arena.plan import Plan
from croupier.arena.saving import saving_text
from croupier.arena.schedule import seats_for
from croupier.arena.summary import Summary, summarise
from croupier.arena.tournament.contest import Contest, contest
from croupier.arena.tournament.event import Event, Organiser
from croupier.arena.tournament.formats import Swiss
from croupier.arena.tournament.partners import Compatibility
from croupier.arena.work import Played
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.ui.cli.asked import with_folders
from croupier.ui.cli.bill import accounted, bill_document, print_bills
from croupier.ui.cli.completing import bot_names
from croupier.ui.cli.console import BotsDir, GameName, examples, out, percent, print_json, say
from croupier.ui.cli.many import LEADERS
from croupier.ui.cli.means import Rated, sharing
from croupier.ui.cli.measured import Measuring, measurement, measuring, reproduced
from croupier.ui.cli.notetable import print_noted
from croupier.ui.cli.outputs import Exports, heading, write_report
from croupier.ui.cli.progress import progress
from croupier.ui.cli.ratingtable import print_matrix, rating_table
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


@sharing(Rated)
def command(
    context: typer.Context,
    game: GameName,
    bots: Annotated[
        list[str] | None,
        typer.Argument(metavar="BOT", autocompletion=bot_names, help="As for croupier run.", show_default=False),
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
    *,
    options: Rated,
) -> None:
    """Let bots meet and rate them.

    At every table each deal is played in all rotations of the seats. Fewer bots than seats are repeated round the
    table, and in a team game a bot plays all seats of its team. Ratings are fitted to all matches at once, so neither
    the format's order nor luck of the draw is in them; intervals come from the deal blocks. Ctrl-C stops it and rates
    what was played.
    """
    with stop_on_interrupt() as stop, ExitStack() as purse:
        asked = measurement(game, with_folders(find_game(game), bots, bots_dir), options)
        paying, account = purse.enter_context(
            accounted(asked.entrants, options.max_cost, options.ledger, options.backend)
        )
        asked = asked.with_entrants(paying)
        if len(asked.entrants) < 2:
            raise UsageError(f"a tournament needs at least two bots, not {len(asked.entrants)}")
        teams = asked.game.teams(asked.settings, seats_for(asked.game, asked.settings, 2, options.seats))

        def contested(playing: Sequence[int] | None = None) -> Contest:
            return contest(
                asked.names,
                teams,
                form,
                partners=partners,
                meet=meet,
                rounds=rounds,
                best_of=best_of or blocks,
                permute=options.permutations,
                playing=playing,
            )

        def admit(plan: Plan, playing: Sequence[int]) -> Plan:
            sides = contested(playing).sides
            return msgspec.structs.replace(plan, rated=sides if partners == "fixed" else ())

        contested()  # whatever is wrong with it is said before anything is played
        words = {"format": form, "blocks": blocks, "rounds": rounds, "best_of": best_of, "meet": meet}
        words["partners"] = partners
        with ExitStack() as stack:
            going = stack.enter_context(measuring(asked, NAME, words, options, stop, admit, len(teams)))
            asked, plan = going.asked, contested(going.plan.playing)
            ledger = Ledger(len(plan.names), keep=partners == "mixed")
            exports = stack.enter_context(Exports(going.plan, options.csv, options.parquet))
            total = plan.matches(blocks)
            tell = stack.enter_context(progress(asked.game.name, total, "matches", options.quiet or options.json))

            def keep(played: Played) -> None:
                exports.add(played)
                ledger.add(plan.rated(played))
                tell(ledger.matches, lambda: _so_far(ledger, plan.names))

            event = Organiser(going.executor, plan.entries, asked.seed, blocks, stop).play(plan.form, keep)
            if not event.stopped:
                going.finish()
        if ledger.matches:
            summary = summarise(ledger, plan.names, asked.game, asked.seed, history=options.report is not None)
            together = plan.compatibility(ledger.kept or [], summary)
            if options.json:
                bill = bill_document(account, ledger.matches)
                print_json({**going.head(), **_document(form, event, summary, plan, together), **bill})
            else:
                _print(going, form, event, summary, plan, together)
                print_bills(account, ledger.matches)
            if options.report is not None:
                write_report(options.report, summary, going.facts(heading(summary), reproduced(context, asked.seed)))
        going.check()
        if stop.is_set:
            raise typer.Exit(INTERRUPTED)


def _so_far(ledger: Ledger, names: Sequence[str]) -> str:
    """The best so far, and how many faults there were."""
    tallies = ledger.tallies
    order = sorted((n for n, tally in enumerate(tallies) if tally.matches), key=lambda n: -tallies[n].win_rate)
    leaders = ", ".join(f"{names[number]} {percent(tallies[number].win_rate)}" for number in order[:LEADERS])
    faults = sum(sum(tally.faults.values()) for tally in tallies)
    return f"{leaders}; {faults} faults" if faults else leaders


def _print(
    going: Measuring, form: str, event: Event, summary: Summary, plan: Contest, together: list[Compatibility]
) -> None:
    asked = going.asked
    going.say_who_plays()
    if event.stopped:
        say("Stopped before the end.")
    extra: list[tuple[str, list[str]]] = []
    if isinstance(plan.form, Swiss):
        extra = [("points", [f"{points:g}" for points in plan.form.points(event.rounds)])]
    out().print(rating_table(summary, f"{asked.game.title}, {form}", extra))
    print_matrix(summary)
    print_noted(summary)
    if form == "knockout":
        for round_, meetings in event.rounds:
            told = [plan.duel_text(meeting) for meeting in meetings]
            told += [f"{plan.names[entry]} has a bye" for entry in round_.byes]
            say(f"{round_.title.capitalize()}: {'; '.join(told)}")
    if len(summary.groups) > 1:
        say("Not all bots met, directly or by others, so ratings of different groups cannot be compared.")
    if together:
        _print_compatibility(plan, together)
    say(f"{summary.matches} matches, {summary.blocks} deals; {saving_text(summary.saving)}.")
    going.say_the_rest()
    say(f"--seed {asked.seed} plays it again.")


def _print_compatibility(plan: Contest, together: list[Compatibility]) -> None:
    title = "Partners: wins together, and beyond what their ratings promise"
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", title=title, title_justify="left")
    table.add_column("partners", overflow="fold")
    for column in ("matches", "win rate", "95 % interval", "promised", "surplus"):
        table.add_column(column, justify="right")
    for each in together:
        names = f"{plan.names[each.one]} + {plan.names[each.two]}"
        row = [str(each.matches), percent(each.rate), f"{each.low * 100:.1f} to {percent(each.high)}"]
        table.add_row(Text(names), *row, percent(each.expected), f"{each.surplus * 100:+.1f}")
    out().print(table)


def _document(
    form: str, event: Event, summary: Summary, plan: Contest, together: list[Compatibility]
) -> dict[str, Any]:
    return {
        "format": form,
        "stopped": event.stopped,
        **tournament_document(plan, event.rounds, summary),
        "partners": [msgspec.to_builtins(each) for each in together],
    }
