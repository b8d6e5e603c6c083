"""A round that is over: its result, and the matches of each team."""

from itertools import islice

from croupier.arena.results.intervals import WIN, win_parts
from croupier.arena.run.task import Played
from croupier.season.competition import Competition
from croupier.season.pages.messages import RoundMatches, RoundResult, RoundRow
from croupier.season.pages.record import Result, show_record
from croupier.season.pages.team_page import MAX_FAULTS, shown_fault
from croupier.season.records import Bot, Refused
from croupier.season.results.bundle import open_round, round_summary
from croupier.season.rounds import FINISHED


def round_result(competition: Competition, number: int) -> RoundResult:
    """The result of a finished round."""
    state, plan, matches = open_round(competition, number)
    summary = round_summary(plan, matches)
    divisions = {entry.team: entry.division for entry in state.field}
    rows = [
        RoundRow(
            name=row.name,
            division=divisions[row.name],
            elo=round(row.elo, 2),
            low=round(row.elo_low, 2),
            high=round(row.elo_high, 2),
            win_rate=round(row.win_rate, 6),
            matches=row.matches,
            faults=sum(row.faults.values()),
        )
        for row in (summary.rows[place] for place in summary.ranking())
    ]
    return RoundResult(number, summary.matches, rows, state.absent)


def round_matches(competition: Competition, number: int, team: str, other: str, viewer: int) -> RoundMatches:
    """The matches of a team of the field, all or those against one other; its faults if the team itself asks."""
    states = competition.rounds()
    if not 0 <= number < len(states) or not states[number].run or states[number].phase != FINISHED:
        raise Refused("no_round", f"there is no result of round {number + 1}")
    state = states[number]
    playing = [entry for entry in state.field if entry.team not in state.absent]
    places = {entry.team: place for place, entry in enumerate(playing)}
    for name in (team, other or team):
        if name not in places:
            raise Refused("no_team", f"{name[:60]!r} did not play this round")
    own = places[team]
    wanted = [own, places[other]] if other else [own]
    games = competition.data.games_with(state.run, wanted)
    all_bots = competition.all_bots()
    bots = [all_bots[entry.number] for entry in playing]
    results = (_result(number, played, own, bots) for played in games)
    matches, heads = show_record(competition, bots[own].team, results, viewer, is_round=True)
    faults = None
    if bots[own].team == viewer:
        complaints = (
            shown_fault(_key(number, played), text, printed)
            for played in games
            for seat, text, printed in played.complaints
            if played.seating[seat] == own
        )
        faults = list(islice(complaints, MAX_FAULTS))
    return RoundMatches(team, other, matches, heads, faults)


def _result(number: int, played: Played, own: int, bots: list[Bot]) -> Result:
    seats = [seat for seat, entrant in enumerate(played.seating) if entrant == own]
    return Result(
        _key(number, played),
        None,
        [bots[entrant] for entrant in sorted(set(played.seating) - {own})],
        min(played.places[seat] for seat in seats),
        win_parts(played.seating, played.teams, played.places, (own,)) / WIN,
        sum(seat in seats for seat, _ in played.faults),
    )


def _key(number: int, played: Played) -> str:
    return f"r{number + 1}-{played.number + 1}"
