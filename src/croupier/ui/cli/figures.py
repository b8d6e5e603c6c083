"""The figures of many matches, for people and for programs."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich import box
from rich.table import Table
from rich.text import Text

from croupier.arena.analysis import Tally
from croupier.arena.plan import Plan
from croupier.arena.saving import saving_text
from croupier.arena.standings import Record, Standings
from croupier.ui.cli.console import ordinal, out, percent, say
from croupier.ui.cli.request import SERIES, Request

SHOWN: Final = 5


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


def document(request: Request, plan: Plan, standings: Standings, skipped: Mapping[int, str]) -> dict[str, Any]:
    """The figures for programs: the same for the same seed, so no times."""
    schedule = plan.schedule()
    return {
        **request.head(),
        "matches": standings.matches,
        "matches_planned": schedule.matches,
        "seats": len(schedule.seatings[0]),
        "seatings_per_deal": len(schedule.seatings),
        "endings": dict(standings.endings),
        "saving": None if standings.saving is None or request.series else round(standings.saving, 4),
        "stopped": standings.matches + len(skipped) < schedule.matches,
        **({"skipped": {str(number): reason for number, reason in skipped.items()}} if skipped else {}),
        **({"disqualified": plan.disqualified} if plan.disqualified else {}),
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
        "faults": record.play_faults,
        **({"harness_faults": record.harness} if record.harness else {}),
    }


def print_figures(
    request: Request, plan: Plan, standings: Standings, skipped: Mapping[int, str], played: int, seconds: float
) -> None:
    """The table and what belongs to it; `played` of the matches took so many seconds just now."""
    schedule = plan.schedule()
    for name, reason in plan.disqualified.items():
        say(f"Disqualified: {name} {reason} (verification match)")
    if standings.matches + len(skipped) < schedule.matches:
        say(f"Stopped after {standings.matches} of {schedule.matches} matches.")
    if standings.matches:
        out().print(table_of(request, standings))
    deals = -(-standings.matches // len(schedule.seatings))
    summary = f"{standings.matches} matches: {deals} deals, each played in {len(schedule.seatings)} seatings"
    if request.series:
        summary = f"{standings.matches} matches in a row, a new deal each, everybody moving on by one seat"
    rate = f"{seconds:.1f} s, {played / seconds if seconds > 0 else 0:,.0f} matches/s"
    before = f"{standings.matches - played} were there already; " if played < standings.matches else ""
    say(f"{summary}; {before}{rate}")
    if request.series:
        say(SERIES)
    say(f"Endings: {_counts(standings.endings)}")
    if not request.series:
        say(f"{saving_text(standings.saving).capitalize()}.")
    say_skipped(skipped)
    if request.kept():
        say(request.kept())
    say(f"--seed {request.seed} gives the same table again.")


def say_skipped(skipped: Mapping[int, str]) -> None:
    """Matches that were broken off; a few of them by number."""
    for number, reason in list(skipped.items())[:SHOWN]:
        say(f"Left out: match {number} {reason}")
    if len(skipped) > SHOWN:
        say(f"... and {len(skipped) - SHOWN} more were left out.")
    if any("took longer" in reason for reason in skipped.values()):
        say("--game-limit SECONDS gives matches more time.")


def table_of(request: Request, standings: Standings) -> Table:
    """The standings, best first; faults only when there are any."""
    places = sorted({place for record in standings.records for place in record.places})
    faulty = any(record.play_faults for record in standings.records)
    harness = any(record.harness for record in standings.records)
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", title=request.game.title, title_justify="left")
    table.add_column("bot", overflow="fold")
    for column in ("matches", "win rate", "95 % interval", *(ordinal(place) for place in places), "mean score"):
        table.add_column(column, justify="right")
    if faulty:
        table.add_column("faults", overflow="fold")
    if harness:
        table.add_column("harness faults", justify="right")
    for number in standings.ranking():
        record = standings.records[number]
        if not record.matches:
            continue
        low, high = record.interval
        row = [str(record.matches), percent(record.win_rate), f"{low * 100:.1f} to {percent(high)}"]
        row += [str(record.places.get(place, 0)) for place in places]
        row.append(f"{record.mean_score:.1f}")
        row += [_counts(record.play_faults)] if faulty else []
        row += [str(record.harness)] if harness else []
        table.add_row(Text(request.entrants[number].name), *row)
    return table


def _counts(counts: Mapping[str, int]) -> str:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{kind} {count}" for kind, count in ranked) or "-"
