"""All figures of a set of matches for tables, reports and JSON documents, computed once, as plain data."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from croupier.arena.results.balance import Balance
from croupier.arena.results.match_stats import game_figures, game_remarks
from croupier.arena.results.ratings import MEAN_ELO, MIN_BLOCKS, Rating
from croupier.arena.results.totals import RatedTotals
from croupier.kernel.game import Game

ABSENT: Final = Rating(MEAN_ELO, MEAN_ELO, MEAN_ELO, None)
"""The rating of a bot that did not play; it has no part in the ratings of the others."""


class SummaryRow(msgspec.Struct, frozen=True):
    """One bot, or one team of partners."""

    name: str
    elo: float
    elo_low: float
    elo_high: float
    best: float | None
    """Probability that it is the best of all; None if it has played too few blocks."""
    elo_without_faults: float | None
    matches: int
    win_rate: float
    low: float
    high: float
    places: Mapping[int, int]
    mean_score: float
    faults: Mapping[str, int]
    faulty: int
    """Matches in which it had a fault."""
    time_per_answer: float | None
    times: Mapping[int, int]
    counts: Mapping[str, int]
    """What the game counts."""
    figures: Mapping[str, str]
    """What the game shows of it."""
    notes: Mapping[str, float]
    """The means of the numbers in the bot's notes."""
    blocks: int = 0
    """Deal blocks in which it played."""


class PairShare(msgspec.Struct, frozen=True):
    """The share of meetings in which one bot finished ahead of another."""

    meetings: int
    share: float
    low: float
    high: float


class Summary(msgspec.Struct, frozen=True):
    """The figures of all matches."""

    game: str
    title: str
    matches: int
    blocks: int
    moves: int
    endings: Mapping[str, int]
    rows: tuple[SummaryRow, ...]
    pairs: tuple[tuple[PairShare, ...], ...]
    groups: tuple[tuple[int, ...], ...]
    """Bots that met, directly or by others; each group is rated by itself, and the largest comes first."""
    history: tuple[tuple[int, tuple[float, ...]], ...]
    """Ratings after so many matches."""
    remarks: tuple[str, ...]
    saving: float | None = None
    """How much the deal blocks saved; None if that cannot be said."""
    balance: Balance | None = None
    """How evenly seats and neighbours were shared; None at tables of two."""
    versions: tuple[tuple[int, ...], ...] = ()
    """Bots that are versions of one, the latest last; only the latest has a place."""

    @property
    def fault_kinds(self) -> list[str]:
        return sorted({kind for row in self.rows for kind in row.faults})

    def hardly_known(self) -> list[str]:
        """The names of those who played, but fewer blocks than a rating needs."""
        return [row.name for row in self.rows if row.matches and row.blocks < MIN_BLOCKS]

    def rankings(self) -> list[list[int]]:
        """Group by group, the numbers of those who played, best first; equal ones in the order of entry."""
        earlier = {number for line in self.versions for number in line[:-1]}
        return [
            sorted(set(group) - earlier, key=lambda number: (-round(self.rows[number].elo, 6), number))
            for group in self.groups
            if not earlier.issuperset(group)
        ]

    def ranking(self) -> list[int]:
        """All who played, one group after the other."""
        return [number for group in self.rankings() for number in group]


NEVER_MET: Final = (
    "Bots in different groups never met, not even through common opponents. Each group has its own ratings."
)


def version_text(summary: Summary, line: Sequence[int]) -> str:
    """The history of a bot, a sentence for reports."""
    rows = [summary.rows[number] for number in line]
    history = ", ".join(f"{row.elo:.0f} ({row.elo_low:.0f} to {row.elo_high:.0f})" for row in rows)
    return f"Versions of {rows[-1].name}, latest last: {history}."


def few_blocks_text(names: Sequence[str]) -> str:
    """A sentence for reports."""
    who = f"{', '.join(names[:5])}{f' and {len(names) - 5} more' if len(names) > 5 else ''}"
    return f"Too few deals to rate (fewer than {MIN_BLOCKS}): {who}. The interval is rough, and P(best) is not shown."


def _spread(
    history: Iterable[tuple[int, Sequence[float]]], present: Sequence[int], entrants: int
) -> tuple[tuple[int, tuple[float, ...]], ...]:
    """Ratings over time of the bots `present`, as lists over all entrants."""
    found: list[tuple[int, tuple[float, ...]]] = []
    for count, elos in history:
        by_number = dict(zip(present, elos, strict=True))
        found.append((count, tuple(by_number.get(number, MEAN_ELO) for number in range(entrants))))
    return tuple(found)


def summarise(
    totals: RatedTotals,
    names: Sequence[str],
    game: Game,
    seed: int = 0,
    history: bool = False,
    versions: tuple[tuple[int, ...], ...] = (),
) -> Summary:
    """Ratings, win rates, meetings and what the game counts; the same for the same matches in any order.

    `versions` are bots that are versions of one, the latest last.
    """
    # Here and not above: numpy takes a tenth of a second to load, and most commands do without it.
    from croupier.arena.results.orderings import match_arrays
    from croupier.arena.results.pairwise import pairwise
    from croupier.arena.results.ratings import components, over_time, rate

    games, standings = match_arrays(totals), totals.standings()
    records = standings.records
    present = [number for number, record in enumerate(records) if record.matches]
    rated = games if len(present) == len(records) else games.renumber(present)
    groups = sorted(components(rated), key=lambda group: -len(group)) if present else []
    ratings = [ABSENT] * len(records)
    earlier = {number for line in versions for number in line[:-1]}
    for group in groups:
        latest = [place for place, number in enumerate(group) if present[number] not in earlier]
        for number, rating in zip(group, rate(rated.among(group), seed, contenders=latest), strict=True):
            ratings[present[number]] = rating
    counts, notes = totals.counts(), totals.notes()
    figures = game_figures(game, counts) or [{}] * len(records)
    rows = tuple(
        SummaryRow(
            names[number],
            rating.elo,
            rating.low,
            rating.high,
            rating.best,
            rating.without_faults,
            record.matches,
            record.win_rate,
            *record.interval,
            record.places,
            record.mean_score,
            record.faults,
            totals.faulty_matches[number],
            totals.time_per_answer(number),
            dict(sorted(totals.times[number].items())),
            counts[number],
            figures[number],
            notes[number],
            record.blocks,
        )
        for number, (rating, record) in enumerate(zip(ratings, records, strict=True))
    )
    pairs = pairwise(games)
    n = len(rows)
    cells = tuple(
        tuple(
            PairShare(
                int(pairs.meetings[a, b]), float(pairs.share[a, b]), float(pairs.low[a, b]), float(pairs.high[a, b])
            )
            for b in range(n)
        )
        for a in range(n)
    )
    return Summary(
        game.name,
        game.title,
        totals.matches,
        games.blocks,
        totals.moves,
        standings.endings,
        rows,
        cells,
        tuple(tuple(present[number] for number in group) for group in groups),
        _spread(over_time(rated), present, len(rows)) if history and totals.matches else (),
        tuple(game_remarks(game, names, counts)),
        standings.saving,
        standings.balance,
        versions,
    )
