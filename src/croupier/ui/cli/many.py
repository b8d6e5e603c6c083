"""Many matches of `croupier run`: a bar while they are played, then the table."""

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from croupier.arena.analysis import Tally
from croupier.arena.batch import run_batch
from croupier.arena.schedule import Pairing, Schedule, plan, plan_series
from croupier.arena.standings import Record, Standings
from croupier.match.core import Match, Step
from croupier.players.entrant import printable
from croupier.ui.cli.bars import print_placements
from croupier.ui.cli.console import ordinal, out, percent, print_json, say
from croupier.ui.cli.progress import progress
from croupier.ui.cli.request import Request

PRINTED_LINES = 12  # of what a bot printed before its first fault


def run_many(request: Request, n: int) -> None:
    schedule = (plan_series if request.series else plan)(request.seed, n, request.seatings)
    first_faults: dict[int, Step] = {}
    tally = Tally(request.game, len(request.entrants))
    began = perf_counter()
    with progress(request.game.name, schedule.matches, "matches", request.quiet) as tell:

        def observe(match: Match, pairing: Pairing, so_far: Standings) -> None:
            if request.history is not None:
                request.history.add(match, request.specs(pairing.seating), request.rungs(pairing.seating))
            for step in match.steps:
                if step.ruling and step.faults:
                    first_faults.setdefault(pairing.seating[step.seat], step)
            tally.add(match, pairing.seating)
            tell(so_far.matches, lambda: _leader(request, so_far))

        standings = run_batch(
            request.game, request.settings, request.entrants, schedule, observe, request.stop, request.clock
        )
    if request.json:
        names = [entrant.name for entrant in request.entrants]
        print_json({**document(request, schedule, standings), **analysis_document(tally, names)})
    else:
        _print(request, schedule, standings, perf_counter() - began)
        if request.stats and standings.matches:
            print_placements([entrant.name for entrant in request.entrants], standings)
        print_analysis(tally, [entrant.name for entrant in request.entrants])
        for number, step in sorted(first_faults.items()):
            say(f"First fault of {request.entrants[number].name}: {printable(step.faults[-1])}")
            for line in step.printed.splitlines()[-PRINTED_LINES:]:
                say(f"  {line}")


def analysis_document(tally: Tally, names: Sequence[str]) -> dict[str, Any]:
    """The game's own figures for programs, bot by bot; nothing if it has none."""
    if not tally.figures():
        return {}
    return {"analysis": [dict(counts) for counts in tally.sums], "remarks": tally.remarks(names)}


def print_analysis(tally: Tally, names: Sequence[str]) -> None:
    """The game's own table and sentences, if it has any."""
    rows = tally.figures()
    if not rows:
        return
    # A column for each bot: there are more figures than bots.
    table = Table(box=box.SIMPLE_HEAD, header_style="bold")
    table.add_column("")
    for name in names:
        table.add_column(Text(name), justify="right", overflow="fold")
    for heading in rows[0]:
        table.add_row(heading, *(row[heading] for row in rows))
    out().print(table)
    for remark in tally.remarks(names):
        say(remark)


def _leader(request: Request, standings: Standings) -> str:
    best = standings.ranking()[0]
    return f"{request.entrants[best].name} leads with {percent(standings.records[best].win_rate)}"


def document(request: Request, schedule: Schedule, standings: Standings) -> dict[str, Any]:
    """The figures for programs: the same for the same seed, so no times."""
    return {
        **request.head(),
        "matches": standings.matches,
        "matches_planned": schedule.matches,
        "seats": len(schedule.seatings[0]),
        "seatings_per_deal": len(schedule.seatings),
        "endings": dict(standings.endings),
        "stopped": standings.matches < schedule.matches,
        **({"series": True, "unrated": True} if request.series else {}),
        "bots": [
            {"name": request.entrants[number].name, "spec": request.entrants[number].spec, **_figures(record)}
            for number, record in enumerate(standings.records)
        ],
    }


def _figures(record: Record) -> dict[str, Any]:
    low, high = record.interval
    return {
        "matches": record.matches,
        "wins": round(record.wins, 6),
        "win_rate": round(record.win_rate, 6),
        "interval": [round(low, 6), round(high, 6)],
        "places": {str(place): count for place, count in sorted(record.places.items())},
        "mean_score": round(record.mean_score, 6),
        "faults": dict(record.faults),
    }


def _print(request: Request, schedule: Schedule, standings: Standings, seconds: float) -> None:
    if standings.matches < schedule.matches:
        say(f"Stopped after {standings.matches} of {schedule.matches} matches.")
    if standings.matches:
        out().print(table_of(request, standings))
    deals = -(-standings.matches // len(schedule.seatings))
    summary = f"{standings.matches} matches: {deals} deals, each played in {len(schedule.seatings)} seatings"
    if request.series:
        summary = f"{standings.matches} matches in a row, a new deal each, everybody moving on by one seat"
    rate = standings.matches / seconds if seconds > 0 else 0
    say(f"{summary}; {seconds:.1f} s, {rate:,.0f} matches/s")
    if request.series:
        say("Unrated: the same bots played all of them and could remember each other.")
    say(f"Endings: {_counts(standings.endings)}")
    if request.kept():
        say(request.kept())
    say(f"--seed {request.seed} gives the same table again.")


def table_of(request: Request, standings: Standings) -> Table:
    """The standings, best first; faults only when there are any."""
    places = sorted({place for record in standings.records for place in record.places})
    faulty = any(record.faults for record in standings.records)
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", title=request.game.title, title_justify="left")
    table.add_column("bot", overflow="fold")
    for column in ("matches", "win rate", "95 % interval", *(ordinal(place) for place in places), "mean score"):
        table.add_column(column, justify="right")
    if faulty:
        table.add_column("faults", overflow="fold")
    for number in standings.ranking():
        record = standings.records[number]
        low, high = record.interval
        row = [str(record.matches), percent(record.win_rate), f"{low * 100:.1f} to {percent(high)}"]
        row += [str(record.places.get(place, 0)) for place in places]
        row.append(f"{record.mean_score:.1f}")
        row += [_counts(record.faults)] if faulty else []
        table.add_row(Text(request.entrants[number].name), *row)
    return table


def _counts(counts: Mapping[str, int]) -> str:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{kind} {count}" for kind, count in ranked) or "-"
