"""`croupier compare`: is the new bot better than the old one?"""

from contextlib import ExitStack
from typing import Annotated, Any

import msgspec
import typer

from croupier.arena.compare.compare import Comparison, Progress, power_table, verdict_text
from croupier.arena.compare.sprt import Hypotheses
from croupier.arena.compare.terms import KIND, ComparisonTerms, admit, design_in, play_comparison
from croupier.arena.plan.blocks import FIELD, NEW, OLD, Design
from croupier.arena.results.balance import Balance
from croupier.arena.results.documents import balance_document
from croupier.arena.results.intervals import saving_text
from croupier.arena.results.summary import summarise
from croupier.arena.results.totals import RatedTotals
from croupier.arena.run.session import Session
from croupier.arena.run.task import Played, RunSetup
from croupier.arena.write_errors import WriteErrors
from croupier.ui.cli.compare_exam import compare_exams
from croupier.ui.cli.completion import bot_names
from croupier.ui.cli.costs import bill_document, open_account, print_bills
from croupier.ui.cli.files import Exports, open_pages, page_path, write_report
from croupier.ui.cli.interrupt import INTERRUPTED, stop_on_interrupt
from croupier.ui.cli.options import RatedOptions, shared_options
from croupier.ui.cli.output import GameName, examples, out, percent, print_json, right, rounded, say, table
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
    setup_head,
    shown_seed,
)
from croupier.ui.cli.tables import deals_text, notes_document, print_notes, say_balance

EXAMPLES = examples(
    ("croupier compare cuttle random heuristic", "is the second bot better?"),
    ("croupier compare cuttle old.py new.py --edge 1", "look for an edge of one percentage point"),
    ("croupier compare kittens old.py new.py --seats 4", "one NEW among three OLD, in every seat"),
    ("croupier compare coup old.py new.py --seats 4 --field honest bluffer", "each among the same other bots"),
    ("croupier compare kittens old.py new.py --seats 6 --halves", "NEW on every other seat, then OLD"),
    ("croupier compare cuttle random heuristic --power", "estimate the number of matches, without playing"),
)


@shared_options(RatedOptions)
def command(
    context: typer.Context,
    game: GameName,
    old: Annotated[
        str, typer.Argument(metavar="OLD", autocompletion=bot_names, help="As for croupier run.", show_default=False)
    ],
    new: Annotated[
        str, typer.Argument(metavar="NEW", autocompletion=bot_names, help="As for croupier run.", show_default=False)
    ],
    field: Annotated[
        list[str] | None,
        typer.Option(
            "--field",
            metavar="BOT",
            autocompletion=bot_names,
            help="A bot for the other seats; can be repeated. Default: OLD.",
        ),
    ] = None,
    halves: Annotated[
        bool, typer.Option("--halves", metavar="", help="NEW on every other seat, then on the others.")
    ] = False,
    edge: Annotated[
        float, typer.Option("--edge", metavar="POINTS", help="Smallest gain worth finding, in percentage points.")
    ] = 3.0,
    alpha: Annotated[
        float, typer.Option("--alpha", metavar="P", help="Error rate: an equal bot is called better.")
    ] = 0.025,
    beta: Annotated[
        float, typer.Option("--beta", metavar="P", help="Error rate: a bot better by the edge is called not better.")
    ] = 0.025,
    max_games: Annotated[
        int, typer.Option("--max-games", min=1, metavar="N", help="Stop without a verdict after this many matches.")
    ] = 100_000,
    power: Annotated[
        bool, typer.Option("--power", metavar="", help="Estimate the number of matches, without playing.")
    ] = False,
    no_exam: Annotated[
        bool, typer.Option("--no-exam", metavar="", help="Do not ask both bots the puzzles of the game.")
    ] = False,
    *,
    options: RatedOptions,
) -> None:
    """Find out whether NEW is better than OLD, in as few matches as possible.

    Every deal is played with NEW in each seat and OLD in the others, so that two equal bots win equally often. A
    sequential test decides between H0 (NEW wins no more than its share) and H1 (NEW wins more than its share by at
    least the edge), and stops as soon as the answer is clear. With --field, OLD and NEW do not meet: each plays the
    same deals from the same seats among the bots of the field.

    After the matches both bots sit the exam of the game, if they answer quickly, and the themes in which they differ
    clearly are named.
    """
    with stop_on_interrupt() as stop, ExitStack() as purse:
        terms = ComparisonTerms(edge, alpha, beta, halves, max_games, options.permutations)
        hypotheses = terms.hypotheses
        setup = load_rated(game, [old, new, *(field or [])], options)
        paying, account = purse.enter_context(
            open_account(setup.entrants, options.max_cost, options.ledger, options.backend)
        )
        setup = msgspec.structs.replace(setup, entrants=paying)
        plan = rated_plan(KIND, setup, terms.options(), options)
        everybody = terms.design(setup.game, setup.settings, range(len(paying)), options.seats)
        if power:
            _print_power(setup, plan.seed, everybody, hypotheses, options.json)
            return
        errors = WriteErrors()
        with ExitStack() as stack:
            session = stack.enter_context(
                open_session(setup, plan, options, stop, admit=admit, table_size=everybody.seats)
            )
            publish_commitment(session.plan)
            totals = RatedTotals(len(setup.entrants))
            exports = stack.enter_context(Exports(session.plan, options.csv, options.parquet, errors))
            show = stack.enter_context(progress(setup.game.name, max_games, "matches", options.quiet or options.json))

            def observe(now: Progress) -> None:
                show(now.games, lambda: _standing(now, hypotheses))
                session.executor.idle = lambda: show(now.games, lambda: _standing(now, hypotheses))

            def keep(played: Played) -> None:
                totals.add(played)
                exports.add(played)

            result = play_comparison(session, observe, keep)
        names = session.names
        exam = None
        if not no_exam and not stop.is_set and result.games:
            exam = compare_exams(setup.game, setup.entrants[OLD], setup.entrants[NEW], setup.clock)
        if options.json:
            rest = {
                "puzzles": None if exam is None else exam.document(),
                **balance_document(totals.standings().balance),
                **notes_document(totals.notes()),
                **bill_document(account, result.games),
            }
            print_json({**rated_head(session), **_document(session, result), **rest})
        else:
            _print(session, result, totals.standings().balance, repeat_command(context, None))
            print_notes(names, totals.notes())
            if exam is not None:
                say(exam.sentence())
            print_bills(account, result.games)
        report = page_path(options.report, "report.html", options.open_)
        if report is not None and totals.matches:
            summary = summarise(totals, names, setup.game, session.plan.secret, history=True)
            heading, again = f"{names[NEW]} against {names[OLD]}", repeat_command(context, shown_seed(session))
            facts = facts_of(session, heading, again, conditions_text(setup))
            if exam is not None:
                facts = msgspec.structs.replace(facts, tables={"Puzzles by theme": exam.rows()})
            write_report(report, summary, facts, result)
            open_pages([report] if options.open_ else [])
        session.check_journal()
        errors.check()
        if stop.is_set:
            raise typer.Exit(INTERRUPTED)


def _standing(now: Progress, hypotheses: Hypotheses) -> str:
    bounds = f"{hypotheses.lower:.2f} to {hypotheses.upper:+.2f}"
    faults = f"; {now.faults} faults" if now.faults else ""
    return f"gain {now.gain * 100:+.1f} points, test {now.ratio:+.2f} of {bounds}{faults}"


def _print(session: Session, result: Comparison, balance: Balance | None, command: str) -> None:
    say_disqualified(session)
    design = design_in(session.plan)
    old, new = session.names[OLD], session.names[NEW]
    low, high = result.interval
    say(verdict_text(result, old, new))
    against = f"{old} in the same seats wins" if design.old is not None else "an equal bot wins"
    say(
        f"{new} won {percent(result.rate)}, where {against} {percent(result.parity)}. "
        f"Gain: {result.gain * 100:+.1f} points, {result.level * 100:.0f} % interval "
        f"{low * 100:+.1f} to {high * 100:+.1f}."
    )
    edge = f"{result.hypotheses.edge * 100:g}"
    say(
        f"H0: no gain; H1: a gain of {edge} points or more; test {result.ratio:+.2f}, "
        f"decided at {result.hypotheses.lower:.2f} and {result.hypotheses.upper:+.2f}."
    )
    took = f"{result.games:,} matches ({deals_text(result.blocks, design.block_size)})"
    if result.unpaired_games is None:
        say(f"{took}. {saving_text(None)}")
    else:
        factor = f"{result.saving:.2f}x"
        say(f"{took}; unpaired play would have needed about {result.unpaired_games:,} ({factor}).")
    say_balance(balance)
    for who, name in (("new", new), ("old", old)):
        faults = result.faults[who]
        if faults:
            kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(faults.items()))
            say(f"Faults of {name}: {kinds}.")
    say_the_rest(session, result.games)
    say_seed(session, command, {kind for own in result.faults.values() for kind in own})


def _print_power(setup: RunSetup, seed: str, design: Design, hypotheses: Hypotheses, json: bool) -> None:
    size = design.block_size
    columns = {saving: power_table(design, hypotheses, saving) for saving in (1.0, 2.0, 4.0)}
    if json:
        rows = [
            {
                "gain": each.gain,
                "better": round(each.better, 6),
                "matches": {f"{saving:g}": round(powers[i].blocks * size) for saving, powers in columns.items()},
            }
            for i, each in enumerate(columns[1.0])
        ]
        print_json({**setup_head(setup, seed, is_rated=True), "edge": hypotheses.edge, "block": size, "power": rows})
        return
    title = f"{setup.game.title}: an edge of {hypotheses.edge * 100:g} points, blocks of {size} matches"
    headings = ("true gain", 'verdict "better"', *(f"matches if blocks save {saving:g}x" for saving in columns))
    cells = (
        [
            f"{row.gain * 100:+.1f} points",
            percent(row.better),
            *(f"{powers[number].blocks * size:,.0f}" for powers in columns.values()),
        ]
        for number, row in enumerate(columns[1.0])
    )
    out().print(table(right(*headings), cells, title=title))
    say("Matches are means; what blocks save is printed after every comparison.")


def _document(session: Session, result: Comparison) -> dict[str, Any]:
    specs, names = session.plan.bots, session.names
    return {
        "old": specs[OLD],
        "new": specs[NEW],
        "field": specs[FIELD:],
        "verdict": result.verdict,
        "words": verdict_text(result, names[OLD], names[NEW]),
        "stopped": result.stopped,
        "edge": result.hypotheses.edge,
        "alpha": result.hypotheses.alpha,
        "beta": result.hypotheses.beta,
        "matches": result.games,
        "blocks": result.blocks,
        "seatings_per_deal": design_in(session.plan).block_size,
        **rounded({"rate": result.rate, "parity": result.parity, "gain": result.gain, "interval": result.interval}, 6),
        "level": result.level,
        **rounded({"test": result.ratio, "bounds": (result.hypotheses.lower, result.hypotheses.upper)}, 6),
        "saving": rounded(result.saving, 4),
        "unpaired_matches": result.unpaired_games,
        "faults": {"new": dict(result.faults["new"]), "old": dict(result.faults["old"])},
    }
