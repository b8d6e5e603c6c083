"""Everything that a table, a report or a JSON document says about a set of matches, computed once and as plain data."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from croupier.arena.ledger import Ledger
from croupier.arena.rating import AVERAGE, Rating
from croupier.arena.statistics import game_counts, noted
from croupier.kernel.game import Game

ABSENT: Final = Rating(AVERAGE, AVERAGE, AVERAGE, 0.0)
"""Of somebody who did not play; he has no part in the ratings of the others."""


class Row(msgspec.Struct, frozen=True):
    """One bot, or one team of partners."""

    name: str
    elo: float
    elo_low: float
    elo_high: float
    best: float
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


class Pair(msgspec.Struct, frozen=True):
    """How often one came in before the other."""

    meetings: int
    share: float
    low: float
    high: float


class Summary(msgspec.Struct, frozen=True):
    """Of all matches."""

    game: str
    title: str
    matches: int
    blocks: int
    moves: int
    endings: Mapping[str, int]
    rows: tuple[Row, ...]
    pairs: tuple[tuple[Pair, ...], ...]
    groups: tuple[tuple[int, ...], ...]
    """Bots that met, directly or by others; more than one group cannot be compared."""
    history: tuple[tuple[int, tuple[float, ...]], ...]
    """Ratings after so many matches."""
    remarks: tuple[str, ...]
    saving: float | None = None
    """How much the deal blocks saved; None if that cannot be said."""

    @property
    def fault_kinds(self) -> list[str]:
        return sorted({kind for row in self.rows for kind in row.faults})

    def ranking(self) -> list[int]:
        """The numbers of those who played, best first; equal ones in the order of entry."""
        played = [number for number, row in enumerate(self.rows) if row.matches]
        return sorted(played, key=lambda number: (-round(self.rows[number].elo, 6), number))


def _spread(
    history: Iterable[tuple[int, Sequence[float]]], present: Sequence[int], entrants: int
) -> tuple[tuple[int, tuple[float, ...]], ...]:
    """What holds for those who played, as a list of all."""
    found: list[tuple[int, tuple[float, ...]]] = []
    for count, elos in history:
        by_number = dict(zip(present, elos, strict=True))
        found.append((count, tuple(by_number.get(number, AVERAGE) for number in range(entrants))))
    return tuple(found)


def summarise(ledger: Ledger, names: Sequence[str], game: Game, seed: int = 0, history: bool = False) -> Summary:
    """Ratings, win rates, meetings and what the game counts; the same for the same matches in any order."""
    # Here and not above: numpy takes a tenth of a second to load, and most commands do without it.
    from croupier.arena.orderings import games_of
    from croupier.arena.pairwise import pairwise, saving_of, win_rates
    from croupier.arena.ratings import components, over_time, rate

    games = games_of(ledger)
    tallies = ledger.tallies
    present = [number for number, tally in enumerate(tallies) if tally.matches]
    rated = games if len(present) == len(tallies) else games.among(present)
    rates, pairs = win_rates(games), pairwise(games)
    ratings = [ABSENT] * len(tallies)
    for number, rating in zip(present, rate(rated, seed), strict=True):
        ratings[number] = rating
    all_counts = [game_counts(tally.statistics) for tally in tallies]
    analysis = game.analysis
    shown = analysis is not None and all(all_counts)
    rows = tuple(
        Row(
            names[number],
            rating.elo,
            rating.low,
            rating.high,
            rating.best,
            rating.without_faults,
            tally.matches,
            float(rates.share[number]),
            float(rates.low[number]),
            float(rates.high[number]),
            dict(sorted(tally.places.items())),
            tally.mean_score,
            dict(sorted(tally.faults.items())),
            tally.faulty,
            tally.time_per_answer,
            dict(sorted(tally.times.items())),
            all_counts[number],
            dict(analysis.figures(all_counts[number])) if shown and analysis is not None else {},
            noted(tally.statistics),
        )
        for number, (rating, tally) in enumerate(zip(ratings, tallies, strict=True))
    )
    n = len(rows)
    cells = tuple(
        tuple(
            Pair(int(pairs.meetings[a, b]), float(pairs.share[a, b]), float(pairs.low[a, b]), float(pairs.high[a, b]))
            for b in range(n)
        )
        for a in range(n)
    )
    return Summary(
        game.name,
        game.title,
        ledger.matches,
        games.blocks,
        ledger.moves,
        dict(sorted(ledger.endings.items())),
        rows,
        cells,
        tuple(tuple(present[number] for number in group) for group in components(rated)),
        _spread(over_time(rated), present, len(rows)) if history and ledger.matches else (),
        tuple(analysis.remarks(names, all_counts)) if shown and analysis is not None else (),
        saving_of(games) if ledger.matches else None,
    )
