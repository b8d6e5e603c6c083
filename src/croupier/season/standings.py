"""Ratings of a season's ladder, from the model of tournaments, as snapshots in the store."""

from typing import Any, Final

import msgspec
from sqlalchemy import Connection, insert, select

from croupier.arena.results.totals import RatedTotals
from croupier.arena.run.task import Played
from croupier.arena.store.store import Store
from croupier.season import schema as s

MAX_HISTORY: Final = 400
"""Snapshots of which a history is made."""


class RatedBot(msgspec.Struct, frozen=True):
    """One version in a snapshot."""

    number: int
    elo: float
    low: float
    high: float
    blocks: int
    matches: int
    win_rate: float
    faults: int
    seconds: float | None
    """Mean time per answer."""


class Snapshot(msgspec.Struct, frozen=True):
    """All ratings at a time."""

    at: float
    matches: int
    bots: tuple[RatedBot, ...]

    def by_number(self) -> dict[int, RatedBot]:
        return {bot.number: bot for bot in self.bots}


EMPTY: Final = Snapshot(0.0, 0, ())


def rate_matches(matches: "list[Played]", at: float, seed: int) -> Snapshot:
    """Fit ratings to matches; bots that never met, not even by others, are rated group by group."""
    from croupier.arena.results.orderings import match_arrays
    from croupier.arena.results.ratings import components, rate

    numbers = sorted({number for played in matches for number in played.seating})
    if not numbers:
        return Snapshot(at, 0, ())
    place = {number: index for index, number in enumerate(numbers)}
    totals = RatedTotals(len(numbers))
    for played in matches:
        totals.add(msgspec.structs.replace(played, seating=tuple(place[number] for number in played.seating)))
    games, records = match_arrays(totals), totals.standings().records
    found: dict[int, RatedBot] = {}
    for group in components(games):
        for index, rating in zip(group, rate(games.among(group), seed), strict=True):
            record = records[index]
            found[index] = RatedBot(
                numbers[index],
                round(rating.elo, 3),
                round(rating.low, 3),
                round(rating.high, 3),
                record.blocks,
                record.matches,
                round(record.win_rate, 6),
                sum(record.play_faults.values()),
                totals.time_per_answer(index),
            )
    return Snapshot(at, len(matches), tuple(found[index] for index in range(len(numbers))))


class Rater:
    """Reads the matches of the ladder as they come; keeps what it has read, but nothing that the store has not."""

    def __init__(self, store: Store, run: int, first: int = 0) -> None:
        self._store = store
        self._run = run
        self._matches: dict[int, Played] = {}
        self._gapless = first - 1

    def rate(self, at: float, seed: int) -> Snapshot:
        for played in self._store.games(self._run, self._gapless):
            # Moves are not needed for ratings, and are most of a match.
            self._matches.setdefault(played.number, msgspec.structs.replace(played, sheet=b"", complaints=()))
        while self._gapless + 1 in self._matches:
            self._gapless += 1
        return rate_matches([self._matches[number] for number in sorted(self._matches)], at, seed)


def put_snapshot(connection: Connection, snapshot: Snapshot) -> None:
    document = msgspec.json.encode(snapshot).decode()
    connection.execute(insert(s.RATINGS).values(at=snapshot.at, matches=snapshot.matches, document=document))


def last_snapshot(connection: Connection) -> Snapshot:
    query = select(s.RATINGS.c.document).order_by(s.RATINGS.c.id.desc()).limit(1)
    text = connection.execute(query).scalar_one_or_none()
    return EMPTY if text is None else msgspec.json.decode(text, type=Snapshot)


def history(connection: Connection) -> list[tuple[float, dict[int, float]]]:
    """Ratings over time, thinned out evenly."""
    ids: list[Any] = list(connection.execute(select(s.RATINGS.c.id).order_by(s.RATINGS.c.id)).scalars())
    step = max(1, -(-len(ids) // MAX_HISTORY))
    chosen = ids[::-step][::-1]
    found = connection.execute(select(s.RATINGS).where(s.RATINGS.c.id.in_(chosen)).order_by(s.RATINGS.c.id)).all()
    snapshots = [msgspec.json.decode(row.document, type=Snapshot) for row in found]
    return [(each.at, {bot.number: bot.elo for bot in each.bots}) for each in snapshots]
