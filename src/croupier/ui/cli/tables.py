"""The figures of many matches, for people and for programs."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from croupier.arena.results.balance import Balance, balance_text
from croupier.arena.results.documents import balance_document
from croupier.arena.results.intervals import saving_text
from croupier.arena.results.match_stats import game_figures, game_remarks
from croupier.arena.results.summary import NEVER_MET, Summary, few_blocks_text, version_text
from croupier.arena.results.totals import EntrantRecord, Standings, Totals
from croupier.arena.run.session import Session
from croupier.kernel.display.stats import Counts
from croupier.kernel.game import Game
from croupier.ui.cli.output import folded, ordinal, out, percent, right, right_folded, rounded, say, table
from croupier.ui.result_text import as_counts

MAX_SKIPPED_SHOWN: Final = 5


MAX_LEADERS: Final = 3
MAX_LIVE_BOTS: Final = 10
CHART_COLUMNS: Final = 50
SERIES: Final = "Unrated: the same bots played all matches and could learn about each other."


def leaders_text(totals: Totals, names: Sequence[str]) -> str:
    """The best bots, with the number of faults."""
    leaders = ", ".join(f"{name} {percent(rate)}" for name, rate in totals.leaders(names, MAX_LEADERS))
    return f"{leaders}; {totals.faults} faults" if totals.faults else leaders


def live_standings(totals: Totals, names: Sequence[str]) -> str:
    """A line for each bot with its win rate as a bar, the best first; for the lines below a progress bar."""
    ranked = totals.leaders(names, MAX_LIVE_BOTS)
    widest = max((len(name) for name, _ in ranked), default=0)
    return "\n".join(f"  {name:<{widest}}  {_bar(rate)} {percent(rate):>7}" for name, rate in ranked)


def _bar(share: float) -> str:
    return (("█" if _has_blocks() else "#") * round(share * BAR_COLUMNS)).ljust(BAR_COLUMNS)


def _has_blocks() -> bool:
    """Whether standard output can show block characters."""
    return out().encoding.lower().startswith("utf")


def interval_chart(names: Sequence[str], standings: Standings) -> list[str]:
    """A line for each bot, the best first: its win rate with the 95 % interval, on a scale from 0 to 100 %."""
    ranked = [number for number in standings.ranking() if standings.records[number].matches]
    widest = max((len(names[number]) for number in ranked), default=0)
    dot, line, low_end, high_end, empty = "●─├┤·" if _has_blocks() else "o-[]."
    lines: list[str] = []
    for number in ranked:
        record = standings.records[number]
        low, at, high = (
            round(each * CHART_COLUMNS) for each in (record.interval[0], record.win_rate, record.interval[1])
        )
        cells = [empty] * (CHART_COLUMNS + 1)
        cells[low : high + 1] = line * (high + 1 - low)
        cells[low], cells[high] = low_end, high_end
        cells[at] = dot
        lines.append(f"  {names[number]:<{widest}}  {''.join(cells)} {percent(record.win_rate):>7}")
    return lines


def verdict_text(names: Sequence[str], standings: Standings) -> str:
    """Who won, and how sure that is, in one sentence that can stand alone."""
    ranked = [number for number in standings.ranking() if standings.records[number].matches]
    if len(ranked) < 2:
        return ""
    (best, first), (second, next_) = ((names[number], standings.records[number]) for number in ranked[:2])
    matches = f"{standings.matches:,} matches"
    if first.interval[0] > next_.interval[1]:
        return (
            f"{best} is clearly the best: it won {percent(first.win_rate)} of {matches}, "
            f"{second} {percent(next_.win_rate)}."
        )
    return (
        f"Too close to call after {matches}: {best} won {percent(first.win_rate)}, {second} "
        f"{percent(next_.win_rate)}, and their 95 % intervals overlap."
    )


def analysis_document(game: Game, names: Sequence[str], counts: Sequence[Counts]) -> dict[str, Any]:
    """The game's own figures for programs, bot by bot; nothing if it has none."""
    if not game_figures(game, counts):
        return {}
    return {"analysis": [dict(own) for own in counts], "remarks": game_remarks(game, names, counts)}


def print_analysis(game: Game, names: Sequence[str], counts: Sequence[Counts]) -> None:
    """The game's own table and sentences, if it has any."""
    rows = game_figures(game, counts)
    if not rows:
        return
    if all(own.get("games", own.get("games_played")) == 1 for own in counts):
        rows = [as_counts(row) for row in rows]
    # A column for each bot: there are more figures than bots.
    figures = ([heading, *(row[heading] for row in rows)] for heading in rows[0])
    out().print(table(["", *right_folded(names)], figures))
    for remark in game_remarks(game, names, counts):
        say(remark)


def standings_document(session: Session, standings: Standings) -> dict[str, Any]:
    """The figures for programs: the same for the same seed, so no times."""
    plan, entrants, is_series = session.plan, session.setup.entrants, session.setup.series
    schedule, skipped = plan.schedule(), session.skipped
    return {
        "matches": standings.matches,
        "matches_planned": schedule.matches,
        "seats": schedule.seats,
        "seatings_per_deal": schedule.block_size,
        "endings": dict(standings.endings),
        "saving": None if standings.saving is None or is_series else round(standings.saving, 4),
        **balance_document(None if is_series else standings.balance),
        "stopped": standings.matches + len(skipped) < schedule.matches,
        **({"skipped": {str(number): reason for number, reason in skipped.items()}} if skipped else {}),
        **({"disqualified": plan.disqualified} if plan.disqualified else {}),
        **({"series": True, "unrated": True} if is_series else {}),
        "bots": [
            {"name": entrants[number].name, "spec": entrants[number].spec, **_figures(record)}
            for number, record in enumerate(standings.records)
        ],
    }


def _figures(record: EntrantRecord) -> dict[str, Any]:
    document = {
        "matches": record.matches,
        "wins": record.wins,
        "win_rate": record.win_rate,
        "interval": record.interval,
        "places": {str(place): count for place, count in sorted(record.places.items())},
        "mean_score": record.mean_score,
        "faults": record.play_faults,
        **({"harness_faults": record.harness} if record.harness else {}),
    }
    return rounded(document, 6)


def deals_text(deals: int, seatings: int) -> str:
    """How many deals were played, and in how many seatings each."""
    return f"{deals:,} deals, each in {seatings} seatings" if deals != 1 else f"1 deal in {seatings} seatings"


def print_figures(session: Session, standings: Standings, played: int, seconds: float) -> None:
    """The table and what belongs to it; `played` of the matches took so many seconds just now."""
    schedule, is_series = session.plan.schedule(), session.setup.series
    if standings.matches + len(session.skipped) < schedule.matches:
        say(f"Stopped after {standings.matches:,} of {schedule.matches:,} matches.")
    if standings.matches:
        out().print(standings_table(session.setup.game.title, session.names, standings))
        for line in interval_chart(session.names, standings):
            say(line)
        say("")
        if verdict := verdict_text(session.names, standings):
            say(verdict)
    deals = -(-standings.matches // schedule.block_size)
    summary = f"{standings.matches:,} matches ({deals_text(deals, schedule.block_size)})"
    if is_series:
        summary = f"{standings.matches:,} matches in a series, with a new deal and rotated seats each time"
    rate = f"{seconds:.1f} s, {played / seconds if seconds > 0 else 0:,.0f} matches/s"
    before = f"{standings.matches - played:,} played before; " if played < standings.matches else ""
    say(f"{summary}; {before}{rate}.")
    if is_series:
        say(SERIES)
    say(f"Endings: {_counts(standings.endings)}")
    if not is_series:
        say(saving_text(standings.saving))
        say_balance(standings.balance)


def say_balance(balance: Balance | None) -> None:
    """How evenly seats and neighbours were shared, at tables of three and more."""
    if balance is not None:
        say(balance_text(balance))


def say_skipped(skipped: Mapping[int, str]) -> None:
    """Matches that were broken off; a few of them by number."""
    for number, reason in list(skipped.items())[:MAX_SKIPPED_SHOWN]:
        say(f"Skipped: match {number + 1} {reason}")
    if len(skipped) > MAX_SKIPPED_SHOWN:
        say(f"... and {len(skipped) - MAX_SKIPPED_SHOWN} more.")
    if any("took longer" in reason for reason in skipped.values()):
        say("To allow more time: --game-limit SECONDS")


def standings_table(title: str, names: Sequence[str], standings: Standings) -> Table:
    """The standings, best first; faults only when there are any."""
    places = sorted({place for record in standings.records for place in record.places})
    faulty = any(record.play_faults for record in standings.records)
    harness = any(record.harness for record in standings.records)
    columns = folded("bot") + right("matches", "win rate", "95 % interval", *map(ordinal, places), "mean score")
    columns += folded("faults") if faulty else []
    columns += right("harness faults") if harness else []
    rows: list[list[str]] = []
    for number in standings.ranking():
        record = standings.records[number]
        if not record.matches:
            continue
        low, high = record.interval
        row = [names[number], str(record.matches), percent(record.win_rate), f"{low * 100:.1f} to {percent(high)}"]
        row += [str(record.places.get(place, 0)) for place in places]
        row.append(f"{record.mean_score:.1f}")
        row += [_counts(record.play_faults)] if faulty else []
        row += [str(record.harness)] if harness else []
        rows.append(row)
    return table(columns, rows, title=title)


def _counts(counts: Mapping[str, int]) -> str:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{kind} {count:,}" for kind, count in ranked) or "-"


BAR_COLUMNS: Final = 40


def print_placements(names: Sequence[str], standings: Standings) -> None:
    """The places of every bot that played, best bot first."""
    places = range(1, max((place for record in standings.records for place in record.places), default=0) + 1)
    console = out()
    say("Placements:")
    for number in standings.ranking():
        counts = standings.records[number].places
        total = sum(counts.values())
        if not total:
            continue
        console.print(Text(f"  {names[number]}", style="bold"))
        for place in places:
            count = counts.get(place, 0)
            share = count / total
            console.print(Text(f"    {ordinal(place):>4} {_bar(share)} {percent(share):>7} {count:>7}"))


MAX_NOTE_ROWS: Final = 20


def print_notes(names: Sequence[str], notes: Sequence[Mapping[str, float]]) -> None:
    """Nothing if no bot has any."""
    authors = [number for number, own in enumerate(notes) if own]
    rows = sorted({name for own in notes for name in own})
    if not rows:
        return
    say("Numbers from the bots' notes, averaged over decisions:")
    means = (
        [name, *(f"{notes[a][name]:.4g}" if name in notes[a] else "-" for a in authors)]
        for name in rows[:MAX_NOTE_ROWS]
    )
    out().print(table(folded("") + right_folded(names[number] for number in authors), means))
    if len(rows) > MAX_NOTE_ROWS:
        say(f"... and {len(rows) - MAX_NOTE_ROWS} more; --json and --report list all of them.")


def notes_document(notes: Sequence[Mapping[str, float]]) -> dict[str, Any]:
    """The same for programs, bot by bot."""
    if not any(notes):
        return {}
    return {"notes": rounded([dict(own) for own in notes], 6)}


def print_summary_notes(summary: Summary) -> None:
    """The same from a summary, the best bot first."""
    ranked = [summary.rows[number] for number in summary.ranking()]
    print_notes([row.name for row in ranked], [row.notes for row in ranked])


MAX_BOTS_IN_MATRIX: Final = 12


def print_ratings(summary: Summary, title: str, extra: Sequence[tuple[str, Sequence[str]]] = ()) -> None:
    """A table for each group of bots that met, and which ratings rest on too few blocks."""
    for each in rating_tables(summary, title, extra):
        out().print(each)
    if len(summary.rankings()) > 1:
        say(NEVER_MET)
    for line in summary.versions:
        say(version_text(summary, line))
    if names := summary.hardly_known():
        say(few_blocks_text(names))


def rating_tables(summary: Summary, title: str, extra: Sequence[tuple[str, Sequence[str]]] = ()) -> list[Table]:
    """A table for each group of bots that met. `extra` are further columns: a heading, and a cell for every entry."""
    groups = summary.rankings()
    titles = [title] if len(groups) == 1 else [f"{title}, group {number}" for number in range(1, len(groups) + 1)]
    return [_rating_table(summary, group, name, extra) for group, name in zip(groups, titles, strict=True)]


def _rating_table(
    summary: Summary, group: Sequence[int], title: str, extra: Sequence[tuple[str, Sequence[str]]]
) -> Table:
    columns = right("") + folded("bot")
    columns += right("Elo", "95 % interval", "P(best)", "matches", "win rate", "95 % interval")
    columns += right(*(heading for heading, _ in extra), *summary.fault_kinds)
    columns += right("Elo without faults") if summary.fault_kinds else []
    rows: list[list[str]] = []
    for place, number in enumerate(group, 1):
        row = summary.rows[number]
        cells = [str(place), row.name, f"{row.elo:.0f}", f"{row.elo_low:.0f} to {row.elo_high:.0f}"]
        cells += ["-" if row.best is None else percent(row.best), str(row.matches)]
        cells += [percent(row.win_rate), f"{row.low * 100:.1f} to {percent(row.high)}"]
        cells += [column[number] for _, column in extra]
        cells += [str(row.faults.get(kind, 0)) for kind in summary.fault_kinds]
        if summary.fault_kinds:
            cells.append("-" if row.elo_without_faults is None else f"{row.elo_without_faults:.0f}")
        rows.append(cells)
    return table(columns, rows, title=title)


def print_matrix(summary: Summary) -> None:
    """How often the bot of the row was ahead of the bot of the column, in percent, with half the interval."""
    order = summary.ranking()
    if not 2 < len(order) <= MAX_BOTS_IN_MATRIX:
        return
    names = {number: summary.rows[number].name for number in order}
    shares = ([name, *(_cell(summary, a, b) for b in order)] for a, name in names.items())
    out().print(table(["", *right_folded(names.values())], shares, title="Head-to-head win rate (%)"))


def _cell(summary: Summary, a: int, b: int) -> str:
    pair = summary.pairs[a][b]
    if a == b or not pair.meetings:
        return "-"
    return f"{pair.share * 100:.0f} ({pair.low * 100:.0f}-{pair.high * 100:.0f})"
