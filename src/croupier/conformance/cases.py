"""Tables at which a game is tested, and random matches there."""

from collections.abc import Iterator
from types import FunctionType
from typing import Any, Final

import msgspec

from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.decision import Decision, Settings
from croupier.kernel.game import Game
from croupier.kernel.state import State
from croupier.match.match import Match

IS_COMPILED: Final = not isinstance(State.legal, FunctionType)


class Case(msgspec.Struct, frozen=True):
    """One game with settings and a table size."""

    game: Game
    seats: int
    values: dict[str, Any] = {}

    @property
    def settings(self) -> Settings:
        return self.game.settings(self.values)

    def state(self) -> State:
        return self.game.new_state(self.settings, self.seats)

    def match(self, seed: int, **options: Any) -> Match:
        names = [f"p{number}" for number in range(self.seats)]
        return Match(self.game, self.settings, names, seed, **options)

    def word_at(self, place: int) -> str:
        """What a number of a snapshot is called, if the game's views have a layout."""
        layout = getattr(self.game.view, "layout", None)
        if layout is None or place >= len(layout.shown(self.seats)):
            return f"number {place} of the snapshot"
        word = layout.shown(self.seats)[place]
        name, first = max((item for item in layout.names.items() if item[1] <= word), key=lambda item: item[1])
        return f"{name} + {word - first}"

    def __str__(self) -> str:
        words = [self.game.name, str(self.seats), *(f"{name}={value}" for name, value in self.values.items())]
        return "-".join(words)[:40]


def cases_of(game: Game) -> list[Case]:
    """The tables that the game names; without any, the smallest and the largest."""
    if game.checked_tables:
        return [Case(game, table.seats, dict(table.settings)) for table in game.checked_tables]
    return [Case(game, seats) for seats in sorted({game.seats[0], game.seats[-1]})]


def random_decisions(match: Match, luck: BotRandom) -> Iterator[Decision[Any, Any]]:
    """Play random moves to the end; each decision is handed out before it is answered."""
    while (decision := match.ask()) is not None:
        yield decision
        match.play(luck.below(len(decision.moves)))


def finished(match: Match, luck: BotRandom) -> Match:
    """The match, played to its end by random moves."""
    for _ in random_decisions(match, luck):
        pass
    return match
