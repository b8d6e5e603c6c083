"""`croupier tournament`: many bots, one table of ratings."""

from contextlib import ExitStack
from typing import Annotated, Any, Literal

import msgspec
import typer

from croupier.arena.plan.schedule import seats_for
from croupier.arena.results.documents import tournament_document
from croupier.arena.results.intervals import saving_text
from croupier.arena.results.totals import RatedTotals
from croupier.arena.run.session import Session
from croupier.arena.tournament.formats import Swiss
from croupier.arena.tournament.partners import Compatibility
from croupier.arena.tournament.session import KIND, TournamentResult, play_tournament
from croupier.arena.tournament.setup import TournamentSetup, TournamentTerms, setup_in
from croupier.arena.write_errors import WriteErrors
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.ui.cli.completion import bot_names
from croupier.ui.cli.costs import bill_document, open_account, print_bills
from croupier.ui.cli.files import Exports, heading, open_pages, page_path, write_report
from croupier.ui.cli.interrupt import INTERRUPTED, stop_on_interrupt
from croupier.ui.cli.options import RatedOptions, open_bot_folders, shared_options
from croupier.ui.cli.output import BotsDir, GameName, examples, folded, out, percent, print_json, right, say, table
from croupier.ui.cli.progress import progress
from croupier.ui.cli.sessions import (
    conditions_text,
    facts_of,
    load_rated,
    open_session,
    publish_commitment,
    rated_head,
    rated_plan,
    repeat_command,
    say_disqualified,
    say_seed,
    say_the_rest,
    shown_seed,
)
from croupier.ui.cli.tables import leaders_text, print_matrix, print_ratings, print_summary_notes, say_balance

EXAMPLES = examples(
    ("croupier tournament cuttle heuristic random my_bot.py", "a round-robin"),
    (
        "croupier tournament kittens --bots-dir bots/kittens --seats 4 --report out.html",
        "tables of four, with a report",
    ),
    (
        "croupier tournament coup honest bluffer heuristic random --format swiss --rounds 4",
        "bots with equal points meet",
    ),
    ("croupier tournament cuttle my_bot.py random heuristic --format gauntlet", "the first bot against all others"),
    ("croupier tournament cuttle a.py b.py c.py --format knockout --best-of 7", "losers are eliminated"),
    ("croupier tournament belote a.py b.py c.py d.py --partners mixed", "which bots are good partners"),
)


@shared_options(RatedOptions)
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
    blocks: Annotated[
        int, typer.Option("--blocks", min=1, metavar="N", help="Deals at every table, each played in all seatings.")
    ] = 25,
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", min=1, metavar="N", help="Rounds of a swiss tournament.", show_default=False),
    ] = None,
    best_of: Annotated[
        int | None,
        typer.Option("--best-of", min=1, metavar="N", help="Deals of a knockout duel.", show_default=False),
    ] = None,
    meet: Annotated[
        int | None,
        typer.Option("--meet", min=2, metavar="M", help="Number of different bots at a table.", show_default=False),
    ] = None,
    partners: Annotated[
        Literal["self", "fixed", "mixed"],
        typer.Option("--partners", metavar="HOW", help="In team games: self, fixed (pairs as named) or mixed."),
    ] = "self",
    *,
    options: RatedOptions,
) -> None:
    """Play a tournament and rate the bots.

    At every table each deal is played in all rotations of the seats, and neighbours change from deal to deal. If
    there are fewer bots than seats, bots take several seats; in a team game a bot plays all seats of its team.
    Ratings are fitted to all matches at once, so they depend neither on the order of play nor on the draw. Intervals
    are computed from whole deals. Ctrl-C stops the tournament and rates the matches played so far.
    """
    with stop_on_interrupt() as stop, ExitStack() as purse:
        setup = load_rated(game, open_bot_folders(find_game(game), bots, bots_dir), options)
        paying, account = purse.enter_context(
            open_account(setup.entrants, options.max_cost, options.ledger, options.backend)
        )
        setup = msgspec.structs.replace(setup, entrants=paying)
        if len(paying) < 2:
            raise UsageError(f"a tournament needs at least two bots, not {len(paying)}")
        terms = TournamentTerms(form, blocks, rounds, best_of, meet, partners, options.permutations)
        plan = rated_plan(KIND, setup, terms.options(), options)
        teams = setup.game.teams(setup.settings, seats_for(setup.game, setup.settings, 2, options.seats))
        admit = terms.admit(teams)
        plan = admit(plan, plan.playing)  # whatever is wrong with it is said before anything is played
        errors = WriteErrors()
        with ExitStack() as stack:
            session = stack.enter_context(open_session(setup, plan, options, stop, admit=admit, table_size=len(teams)))
            publish_commitment(session.plan)
            exports = stack.enter_context(Exports(session.plan, options.csv, options.parquet, errors))
            contest = setup_in(session.plan, playing=session.plan.playing)
            show = stack.enter_context(
                progress(setup.game.name, contest.matches(blocks), "matches", options.quiet or options.json)
            )

            def observe(totals: RatedTotals) -> None:
                show(totals.matches, lambda: leaders_text(totals, contest.names))
                session.executor.idle = lambda: show(totals.matches, lambda: leaders_text(totals, contest.names))

            report = page_path(options.report, "report.html", options.open_)
            result = play_tournament(session, exports.add, observe, history=report is not None)
        summary = result.summary
        if summary.matches:
            if options.json:
                bill = bill_document(account, summary.matches)
                print_json({**rated_head(session), **_document(form, result), **bill})
            else:
                _print(session, form, result, repeat_command(context, None))
                print_bills(account, summary.matches)
            if report is not None:
                again = repeat_command(context, shown_seed(session))
                write_report(report, summary, facts_of(session, heading(summary), again, conditions_text(setup)))
                open_pages([report] if options.open_ else [])
        session.check_journal()
        errors.check()
        if stop.is_set:
            raise typer.Exit(INTERRUPTED)


def _print(session: Session, form: str, result: TournamentResult, command: str) -> None:
    summary, contest = result.summary, result.setup
    say_disqualified(session)
    if result.stopped:
        say("Stopped before the end.")
    extra: list[tuple[str, list[str]]] = []
    if isinstance(contest.form, Swiss):
        extra = [("points", [f"{points:g}" for points in contest.form.points(result.rounds)])]
    print_ratings(summary, f"{session.setup.game.title}, {form}", extra)
    print_matrix(summary)
    print_summary_notes(summary)
    if form == "knockout":
        for round_, meetings in result.rounds:
            texts = [contest.duel_text(meeting) for meeting in meetings]
            texts += [f"{contest.names[entry]} has a bye" for entry in round_.byes]
            say(f"{round_.title.capitalize()}: {'; '.join(texts)}")
    if result.partners:
        _print_compatibility(contest, result.partners)
    say(f"{summary.matches:,} matches, {summary.blocks:,} deals. {saving_text(summary.saving)}")
    say_balance(summary.balance)
    say_the_rest(session, summary.matches)
    say_seed(session, command, summary.fault_kinds)


def _print_compatibility(plan: TournamentSetup, together: list[Compatibility]) -> None:
    title = "Partners: wins together, and difference from the prediction of their ratings"
    rows = (
        (
            f"{plan.names[each.one]} + {plan.names[each.two]}",
            str(each.matches),
            percent(each.rate),
            f"{each.low * 100:.1f} to {percent(each.high)}",
            percent(each.expected),
            f"{each.surplus * 100:+.1f}",
        )
        for each in together
    )
    columns = folded("partners") + right("matches", "win rate", "95 % interval", "expected", "surplus")
    out().print(table(columns, rows, title=title))


def _document(form: str, result: TournamentResult) -> dict[str, Any]:
    return {
        "format": form,
        "stopped": result.stopped,
        **tournament_document(result.setup, result.rounds, result.summary),
        "partners": msgspec.to_builtins(result.partners),
    }
