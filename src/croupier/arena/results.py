"""Matches as Python gets them from `croupier.run_batch`: who came where, and the replay of each."""

import sys
from collections.abc import Sequence

import msgspec

from croupier.arena.plan import Plan, settings_in
from croupier.arena.schedule import Seating, moved_on
from croupier.arena.work import Cast, Played
from croupier.kernel.errors import ReplayError
from croupier.match.core import Match
from croupier.match.replay import replay_of
from croupier.match.scoresheet import played_again
from croupier.players.entrant import Entrant, unique_names


class MatchResult(msgspec.Struct, frozen=True):
    """One match."""

    cast: Cast
    played: Played
    names: tuple[str, ...]
    """Seat by seat, as at the table."""

    def __repr__(self) -> str:
        places = ", ".join(f"{name} {place}" for name, place in zip(self.names, self.places, strict=True))
        return f"<{self.cast.game.name}, seed {self.seed}: {places}>"

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
        """Who won alone; None for a tie, and where partners won."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def match(self) -> Match:
        """The match, played again from its moves."""
        cast = self.cast
        return played_again(cast.game, cast.settings, self.names, self.seed, self.played.sheet)

    @property
    def replay(self) -> str:
        """The lines that `croupier replay` reads."""
        return replay_text(self.match, self.cast.entrants, self.played.seating, version())


def version() -> str:
    """Of the package, which is no layer that this one may import from."""
    return str(sys.modules["croupier"].__version__)


def seat_names(entrants: Sequence[Entrant], seating: Seating) -> tuple[str, ...]:
    """An entrant at several seats gets a name for each."""
    return unique_names(entrants[number].name for number in seating)


def names_at(entrants: Sequence[Entrant], played: Played, series: Seating | None = None) -> tuple[str, ...]:
    """What the seats of a match were called; in a series, which began with that seating, all keep their names."""
    if series is None:
        return seat_names(entrants, played.seating)
    return moved_on(seat_names(entrants, series), played.block)


def replay_text(match: Match, entrants: Sequence[Entrant], seating: Seating, version: str) -> str:
    """The lines of a match between these."""
    sitting = [entrants[number] for number in seating]
    rungs = [entrant.rung for entrant in sitting]
    return replay_of(match, version, [one.spec for one in sitting], rungs if any(rungs) else ()).decode()


def kept_match(plan: Plan, played: Played) -> Match:
    """A match of a store, played again; a ReplayError if the rules have changed since."""
    game, settings = settings_in(plan)
    if plan.rules_version != game.rules_version:
        raise ReplayError(
            f"the match was played by rules version {plan.rules_version} of {plan.game}; "
            f"this Croupier has version {game.rules_version}"
        )
    names = [plan.names[number] for number in played.seating]
    return played_again(game, settings, unique_names(names), played.seed, played.sheet)


def kept_replay(plan: Plan, played: Played) -> bytes:
    """The lines of a match of a store."""
    specs = [plan.bots[number] for number in played.seating]
    return replay_of(kept_match(plan, played), plan.croupier, specs)
