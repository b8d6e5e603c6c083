"""Results as documents, for programs and the page: ratings, and a tournament with its rounds."""

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from croupier.arena.results.balance import Balance
from croupier.arena.results.summary import Summary
from croupier.arena.tournament.formats import Meeting, Round
from croupier.arena.tournament.setup import TournamentSetup


class RatedBot(TypedDict):
    """A bot in the order of entry, with its figures."""

    name: str
    elo: float
    interval: tuple[float, float]
    best: float | None
    """Probability that it is the best of all; None if it has played too few blocks."""
    blocks: int
    elo_without_faults: float | None
    matches: int
    win_rate: float
    win_interval: tuple[float, float]
    places: dict[str, int]
    mean_score: float
    faults: dict[str, int]
    statistics: dict[str, int]
    notes: dict[str, float]


class BalanceDocument(TypedDict):
    """How evenly seats and neighbours were shared, from the least to the most, where 1 is an even share."""

    seats: tuple[float, float]
    neighbours: tuple[float, float]


class BalancePart(TypedDict):
    """The part of a document that tells how balanced a run was; empty at tables of two."""

    balance: NotRequired[BalanceDocument]


class RatingDocument(TypedDict):
    """Ratings of all bots of a run."""

    matches: int
    saving: NotRequired[float | None]
    balance: NotRequired[BalanceDocument]
    bots: list[RatedBot]
    ahead: list[list[tuple[float, float, float, int] | None]]
    """Share of the bot of the row ahead of the bot of the column, its interval, and the number of their meetings."""
    groups: list[list[int]]
    versions: NotRequired[list[list[int]]]
    """Bots that are versions of one, the latest last."""


class MeetingDocument(TypedDict):
    """Bots that meet; their wins once they have been played."""

    bots: list[str]
    wins: NotRequired[list[float]]
    blocks: NotRequired[list[float]]


class RoundDocument(TypedDict):
    """A round of a tournament."""

    title: str
    byes: list[str]
    meetings: list[MeetingDocument]


class TournamentDocument(RatingDocument):
    """Ratings and rounds of a tournament."""

    ranking: list[str]
    rounds: list[RoundDocument]


def balance_document(balance: Balance | None) -> BalancePart:
    return {} if balance is None else {"balance": {"seats": balance.seats, "neighbours": balance.neighbours}}


def rating_document(summary: Summary) -> RatingDocument:
    """Ratings in the order of entry."""
    bots: list[RatedBot] = [
        {
            "name": row.name,
            "elo": round(row.elo, 2),
            "interval": (round(row.elo_low, 2), round(row.elo_high, 2)),
            "best": None if row.best is None else round(row.best, 4),
            "blocks": row.blocks,
            "elo_without_faults": None if row.elo_without_faults is None else round(row.elo_without_faults, 2),
            "matches": row.matches,
            "win_rate": round(row.win_rate, 6),
            "win_interval": (round(row.low, 6), round(row.high, 6)),
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
            else (round(pair.share, 6), round(pair.low, 6), round(pair.high, 6), pair.meetings)
            for pair in row
        ]
        for row in summary.pairs
    ]
    found: RatingDocument = {
        "matches": summary.matches,
        "saving": None if summary.saving is None else round(summary.saving, 4),
        **balance_document(summary.balance),
        "bots": bots,
        "ahead": ahead,
        "groups": [list(group) for group in summary.groups],
    }
    if summary.versions:
        found["versions"] = [list(line) for line in summary.versions]
    return found


def tournament_document(
    plan: TournamentSetup, rounds: Sequence[tuple[Round, Sequence[Meeting]]], summary: Summary | None
) -> TournamentDocument:
    """Ratings, who is best, and what came of every meeting. Without a summary nothing has been played yet."""
    none: RatingDocument = {"matches": 0, "bots": [], "ahead": [], "groups": []}
    return {
        **(none if summary is None else rating_document(summary)),
        "ranking": [] if summary is None else [plan.names[number] for number in summary.ranking()],
        "rounds": [_round(plan, *each) for each in rounds],
    }


def coming_document(plan: TournamentSetup, rounds: Sequence[tuple[Round, Sequence[Meeting]]]) -> RoundDocument | None:
    """The round that is being played, as far as it is known who meets; None after the last."""
    coming: Round | None = plan.form.next_round(list(rounds))
    if coming is None:
        return None
    meetings: list[MeetingDocument] = [{"bots": _bots(plan, lineup)} for lineup in coming.lineups]
    return {"title": coming.title, "byes": _byes(plan, coming), "meetings": meetings}


def _round(plan: TournamentSetup, played: Round, meetings: Sequence[Meeting]) -> RoundDocument:
    shown: list[MeetingDocument] = [
        {
            "bots": _bots(plan, meeting.lineup),
            "wins": [round(wins, 6) for wins in meeting.wins],
            "blocks": [round(won, 6) for won in meeting.blocks],
        }
        for meeting in meetings
    ]
    return {"title": played.title, "byes": _byes(plan, played), "meetings": shown}


def _bots(plan: TournamentSetup, lineup: Sequence[int]) -> list[str]:
    return [plan.entry_name(entry) for entry in lineup]


def _byes(plan: TournamentSetup, played: Round) -> list[str]:
    return [plan.entry_name(entry) for entry in played.byes]
