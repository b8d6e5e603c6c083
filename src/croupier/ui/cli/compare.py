"""`croupier compare`: is the new bot better than the old one?"""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from croupier.arena.blocks import FIELD, NEW, OLD, Design
from croupier.arena.compare import Comparison, Progress, power_table, run_comparison, verdict_text
from croupier.arena.ledger import Ledger
from croupier.arena.measuring import design_of
from croupier.arena.plan import Plan
from croupier.arena.saving import saving_text
from croupier.arena.sequential import Hypotheses
from croupier.arena.statistics import noted
from croupier.arena.summary import summarise
from croupier.arena.work import Played
from croupier.kernel.errors import UsageError
from croupier.ui.cli.bill import accounted, bill_document, print_bills
from croupier.ui.cli.completing import bot_names
from croupier.ui.cli.console import GameName, examples, out, percent, print_json, say
from croupier.ui.cli.means import Rated, sharing
from croupier.ui.cli.measured import Measurement, Measuring, measurement, measuring, reproduced
from croupier.ui.cli.notetable import notes_document, print_notes
from croupier.ui.cli.outputs import Exports, write_report
from croupier.ui.cli.progress import progress
from croupier.ui.cli.stopping import INTERRUPTED, stop_on_interrupt

NAME = "compare"
EXAMPLES = examples(
    ("croupier compare cuttle random heuristic", "is the second better? it stops when it knows"),
    ("croupier compare cuttle old.py new.py --edge 1", "look for an edge of one point in a hundred"),
    ("croupier compare kittens old.py new.py --seats 4", "one NEW among three OLD, in every seat"),
    ("croupier compare coup old.py new.py --seats 4 --field honest bluffer", "each among the same other bots"),
    ("croupier compare kittens old.py new.py --seats 6 --halves", "NEW on every other seat, then OLD"),
    ("croupier compare cuttle random heuristic --power", "how many matches will it take? plays nothing"),
)


@sharing(Rated)
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
            help="Who sits at the other seats; can be repeated. Usually OLD.",
        ),
    ] = None,
    halves: Annotated[
        bool, typer.Option("--halves", metavar="", help="NEW on every other seat, then on the others.")
    ] = False,
    edge: Annotated[
        float, typer.Option("--edge", metavar="POINTS", help="The gain worth finding, in wins per 100 matches.")
    ] = 3.0,
    alpha: Annotated[
        float, typer.Option("--alpha", metavar="P", help="How often an equal bot may be called better.")
    ] = 0.025,
    beta: Annotated[
        float, typer.Option("--beta", metavar="P", help="How often one better by the edge may be called not better.")
    ] = 0.025,
    max_games: Annotated[
        int, typer.Option("--max-games", min=1, metavar="N", help="Stop without a verdict after so many matches.")
    ] = 100_000,
    power: Annotated[
        bool, typer.Option("--power", metavar="", help="Only print how many matches it will take; plays nothing.")
    ] = False,
    *,
    options: Rated,
) -> None:
    """Is NEW better than OLD? Equal deals, every seat, and it stops by itself.

    Every deal is played with NEW in each seat and OLD in the others, so two equal bots win exactly as often. A
    sequential test decides between H0 (NEW wins no more than its share) and H1 (it wins at least the edge more) and
    stops as soon as one of them is clear. With --field OLD and NEW do not meet: each plays the same deals from the
    same seats among those bots.
    """
    with stop_on_interrupt() as stop, ExitStack() as purse:
        hypotheses = Hypotheses(edge / 100, alpha, beta)
        asked = measurement(game, [old, new, *(field or [])], options)
        paying, account = purse.enter_context(
            accounted(asked.entrants, options.max_cost, options.ledger, options.backend)
        )
        asked = asked.with_entrants(paying)

        def designed(playing: Sequence[int]) -> Design:
            others = [number for number in playing if number >= FIELD]
            return design_of(asked.game, asked.settings, options.seats, others, halves, options.permutations)

        def admit(plan: Plan, playing: Sequence[int]) -> Plan:
            if OLD not in playing or NEW not in playing:
                raise UsageError("there is nothing to compare")
            if field and len(playing) == FIELD:
                raise UsageError("nobody is left of the field")
            return plan

        everybody = designed(range(len(asked.entrants)))
        if power:
            _print_power(asked, everybody, hypotheses, options.json)
            return
        words = {"edge": edge, "alpha": alpha, "beta": beta, "halves": halves, "max_games": max_games}
        room = len(everybody.seatings[0])
        with ExitStack() as stack:
            going = stack.enter_context(measuring(asked, NAME, words, options, stop, admit, room))
            asked, design = going.asked, designed(going.plan.playing)
            ledger = Ledger(len(asked.entrants))
            exports = stack.enter_context(Exports(going.plan, options.csv, options.parquet))
            tell = stack.enter_context(progress(asked.game.name, max_games, "matches", options.quiet or options.json))

            def keep(played: Played) -> None:
                ledger.add(played)
                exports.add(played)

            result = run_comparison(
                going.executor,
                design,
                asked.seed,
                hypotheses,
                max_games,
                lambda now: tell(now.games, lambda: _standing(now, hypotheses)),
                keep,
                stop,
            )
            if not result.stopped:
                going.finish()
        notes = [noted(tally.statistics) for tally in ledger.tallies]
        if options.json:
            rest = {**notes_document(notes), **bill_document(account, result.games)}
            print_json({**going.head(), **_document(asked, design, result), **rest})
        else:
            _print(going, design, result)
            print_notes(asked.names, notes)
            print_bills(account, result.games)
        if options.report is not None and ledger.matches:
            summary = summarise(ledger, asked.names, asked.game, asked.seed, history=True)
            facts = going.facts(f"{asked.names[NEW]} against {asked.names[OLD]}", reproduced(context, asked.seed))
            write_report(options.report, summary, facts, result)
        going.check()
        if stop.is_set:
            raise typer.Exit(INTERRUPTED)


def _standing(now: Progress, hypotheses: Hypotheses) -> str:
    bounds = f"{hypotheses.lower:.2f} to {hypotheses.upper:+.2f}"
    faults = f"; {now.faults} faults" if now.faults else ""
    return f"gain {now.gain * 100:+.1f} points, test {now.ratio:+.2f} of {bounds}{faults}"


def _print(going: Measuring, design: Design, result: Comparison) -> None:
    asked = going.asked
    going.say_who_plays()
    old, new = asked.names[0], asked.names[1]
    low, high = result.interval
    say(verdict_text(result, old, new))
    against = f"{old} in the same seats wins" if design.old is not None else "an equal bot would win"
    say(
        f"{new} wins {percent(result.rate)}, where {against} {percent(result.parity)}: "
        f"{result.gain * 100:+.1f} points, {result.level * 100:.0f} % interval {low * 100:+.1f} to {high * 100:+.1f}."
    )
    edge = f"{result.hypotheses.edge * 100:g}"
    say(
        f"H0: no gain; H1: a gain of {edge} points or more; test {result.ratio:+.2f}, "
        f"decided at {result.hypotheses.lower:.2f} and {result.hypotheses.upper:+.2f}."
    )
    took = f"It took {result.games} matches: {result.blocks} deals, each in {len(design.seatings)} seatings"
    if result.unpaired_games is None:
        say(f"{took}. {saving_text(None).capitalize()}.")
    else:
        factor = f"saving factor {result.saving:.2f}"
        say(f"{took}; unpaired play would have needed about {result.unpaired_games} ({factor}).")
    for who, name in (("new", new), ("old", old)):
        faults = result.faults[who]
        if faults:
            kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(faults.items()))
            say(f"Faults of {name}: {kinds}.")
    going.say_the_rest()
    say(f"--seed {asked.seed} gives the same result again.")


def _print_power(asked: Measurement, design: Design, hypotheses: Hypotheses, json: bool) -> None:
    size = len(design.seatings)
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
        print_json({**asked.head(), "edge": hypotheses.edge, "block": size, "power": rows})
        return
    title = f"{asked.game.title}: an edge of {hypotheses.edge * 100:g} points, blocks of {size} matches"
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", title=title, title_justify="left")
    for column in ("true gain", 'verdict "better"', *(f"matches if blocks save {saving:g}x" for saving in columns)):
        table.add_column(column, justify="right")
    for number, row in enumerate(columns[1.0]):
        games = [f"{powers[number].blocks * size:,.0f}" for powers in columns.values()]
        table.add_row(f"{row.gain * 100:+.1f} points", percent(row.better), *games)
    out().print(table)
    say("Matches are means; what blocks save is printed after every comparison.")


def _document(asked: Measurement, design: Design, result: Comparison) -> dict[str, Any]:
    return {
        "old": asked.entrants[0].spec,
        "new": asked.entrants[1].spec,
        "field": [entrant.spec for entrant in asked.entrants[2:]],
        "verdict": result.verdict,
        "words": verdict_text(result, asked.names[0], asked.names[1]),
        "stopped": result.stopped,
        "edge": result.hypotheses.edge,
        "alpha": result.hypotheses.alpha,
        "beta": result.hypotheses.beta,
        "matches": result.games,
        "blocks": result.blocks,
        "seatings_per_deal": len(design.seatings),
        "rate": round(result.rate, 6),
        "parity": round(result.parity, 6),
        "gain": round(result.gain, 6),
        "interval": [round(end, 6) for end in result.interval],
        "level": result.level,
        "test": round(result.ratio, 6),
        "bounds": [round(result.hypotheses.lower, 6), round(result.hypotheses.upper, 6)],
        "saving": None if result.saving is None else round(result.saving, 4),
        "unpaired_matches": result.unpaired_games,
        "faults": {"new": dict(result.faults["new"]), "old": dict(result.faults["old"])},
    }
