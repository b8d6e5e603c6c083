"""The record of a bot: its matches one by one, and against whom it won how many."""

from collections.abc import Iterable
from typing import Final

import msgspec

from croupier.arena.results.intervals import wilson
from croupier.season.competition import Competition
from croupier.season.pages.matches import replay_link, ticket_secret
from croupier.season.pages.messages import HeadToHead, SeasonMatch
from croupier.season.privacy import sight_of
from croupier.season.records import Bot

MAX_MATCHES: Final = 200
"""Matches that are listed."""


class Result(msgspec.Struct, frozen=True):
    """What a match was for one bot."""

    key: str
    """As in the address of its replay."""
    at: str | None
    others: list[Bot]
    place: int
    share: float
    """Its part of the win."""
    faults: int


def show_record(
    competition: Competition, team: int, results: Iterable[Result], viewer: int, is_round: bool
) -> tuple[list[SeasonMatch], list[HeadToHead]]:
    """The first matches of these results of a team, and all of them by opponent."""
    rules = competition.season().replays
    secret = ticket_secret(competition)
    names = {team.id: team.name for team in competition.teams()}
    against: dict[str, list[float]] = {}
    matches: list[SeasonMatch] = []
    for result in results:
        called = [names.get(other.team, "deleted") for other in result.others]
        for name in called:
            against.setdefault(name, []).append(result.share)
        if len(matches) >= MAX_MATCHES:
            continue
        teams = [team, *(other.team for other in result.others)]
        sight = sight_of(rules, viewer, teams, is_round, is_complete=True)
        matches.append(
            SeasonMatch(
                match=result.key,
                at=result.at,
                others=called,
                place=result.place,
                won=result.share > 0,
                faults=result.faults,
                replay=replay_link(competition, secret, result.key, viewer) if sight.allowed else None,
                file=sight.allowed and sight.all_cards,
            )
        )
    found = [
        HeadToHead(name, len(shares), sum(shares) / len(shares), _interval(shares))
        for name, shares in sorted(against.items())
    ]
    return matches, found


def _interval(shares: list[float]) -> tuple[float, float]:
    low, high = wilson(sum(shares) / len(shares), len(shares))
    return round(low, 4), round(high, 4)
