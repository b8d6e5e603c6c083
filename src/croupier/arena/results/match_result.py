"""The matches that `croupier.run_batch` returns: places, scores and the replay of each."""

from collections.abc import Sequence

import msgspec

from croupier.arena.plan.run_plan import version
from croupier.arena.plan.schedule import Seating, rotate
from croupier.arena.run.table import replay_text, seat_names
from croupier.arena.run.task import Played, RunSetup
from croupier.kernel.secret import seed_text
from croupier.match.match import Match
from croupier.players.entrant import Entrant


class MatchResult(msgspec.Struct, frozen=True):
    """One match."""

    setup: RunSetup
    played: Played
    names: tuple[str, ...]
    """Seat by seat, as at the table."""

    def __repr__(self) -> str:
        places = ", ".join(f"{name} {place}" for name, place in zip(self.names, self.places, strict=True))
        return f"<{self.setup.game.name}, seed {seed_text(self.seed)}: {places}>"

    @property
    def seed(self) -> int:
        return self.played.seed

    @property
    def places(self) -> tuple[int, ...]:
        """Seat by seat; partners and ties share a place."""
        return self.played.places

    @property
    def scores(self) -> tuple[float, ...]:
        return self.played.scores

    @property
    def ending(self) -> str:
        return self.played.ending

    @property
    def faults(self) -> tuple[tuple[int, str], ...]:
        """Seat and kind."""
        return self.played.faults

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(name for name, place in zip(self.names, self.places, strict=True) if place == 1)

    @property
    def winner(self) -> str | None:
        """The name of the only winner; None for a tie, and where partners won."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def match(self) -> Match:
        """The match, replayed from its moves."""
        return self.played.match(self.setup.game, self.setup.settings, self.names)

    @property
    def replay(self) -> str:
        """The lines that `croupier replay` reads."""
        return replay_text(self.match, self.setup.entrants, self.played.seating, version())


def names_at(entrants: Sequence[Entrant], played: Played, series: Seating | None = None) -> tuple[str, ...]:
    """What the seats of a match were called; in a series, which began with that seating, all keep their names."""
    if series is None:
        return seat_names(entrants, played.seating)
    return rotate(seat_names(entrants, series), played.block)
