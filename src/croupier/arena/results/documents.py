"""Results as documents, for programs and the page: ratings, and a tournament with its rounds."""

from collections.abc import Sequence
from typing import Any

from croupier.arena.results.summary import Summary
from croupier.arena.tournament.formats import Meeting, Round
from croupier.arena.tournament.setup import TournamentSetup


def rating_document(summary: Summary) -> dict[str, Any]:
    """Ratings in the order of entry."""
    bots = [
        {
            "name": row.name,
            "elo": round(row.elo, 2),
            "interval": [round(row.elo_low, 2), round(row.elo_high, 2)],
            "best": round(row.best, 4),
            "elo_without_faults": None if row.elo_without_faults is None else round(row.elo_without_faults, 2),
            "matches": row.matches,
            "win_rate": round(row.win_rate, 6),
            "win_interval": [round(row.low, 6), round(row.high, 6)],
            "places": {str(place): count for place, count in sorted(row.places.items())},
            "mean_score": round(row.mean_score, 6),
            "faults": dict(sorted(row.faults.items())),
            "statistics": {name: row.counts[name] for name in sorted(row.counts)},
            "notes": {name: round(value, 6) for name, value in row.notes.items()},
        }
        for row in summary.rows
    ]
    ahead = [
        [
            None
            if not pair.meetings
            else [round(pair.share, 6), round(pair.low, 6), round(pair.high, 6), pair.meetings]
            for pair in row
        ]
        for row in summary.pairs
    ]
    return {
        "matches": summary.matches,
        "saving": None if summary.saving is None else round(summary.saving, 4),
        "bots": bots,
        "ahead": ahead,
        "groups": [list(group) for group in summary.groups],
    }


def tournament_document(
    plan: TournamentSetup, rounds: Sequence[tuple[Round, Sequence[Meeting]]], summary: Summary | None
) -> dict[str, Any]:
    """Ratings, who is best, and what came of every meeting. Without a summary nothing has been played yet."""
    ratings: dict[str, Any] = {"matches": 0, "bots": [], "ahead": [], "groups": []}
    return {
        **(ratings if summary is None else rating_document(summary)),
        "ranking": [] if summary is None else [plan.names[number] for number in summary.ranking()],
        "rounds": [_round(plan, *each) for each in rounds],
    }


def coming_document(plan: TournamentSetup, rounds: Sequence[tuple[Round, Sequence[Meeting]]]) -> dict[str, Any] | None:
    """The round that is being played, as far as it is known who meets; None after the last."""
    coming: Round | None = plan.form.next_round(list(rounds))
    if coming is None:
        return None
    meetings = [{"bots": _bots(plan, lineup)} for lineup in coming.lineups]
    return {"title": coming.title, "byes": _byes(plan, coming), "meetings": meetings}


def _round(plan: TournamentSetup, played: Round, meetings: Sequence[Meeting]) -> dict[str, Any]:
    told = [
        {
            "bots": _bots(plan, meeting.lineup),
            "wins": [round(wins, 6) for wins in meeting.wins],
            "blocks": [round(won, 6) for won in meeting.blocks],
        }
        for meeting in meetings
    ]
    return {"title": played.title, "byes": _byes(plan, played), "meetings": told}


def _bots(plan: TournamentSetup, lineup: Sequence[int]) -> list[str]:
    return [plan.entry_name(entry) for entry in lineup]


def _byes(plan: TournamentSetup, played: Round) -> list[str]:
    return [plan.entry_name(entry) for entry in played.byes]
