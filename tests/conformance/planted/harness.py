"""How a leak is planted: in the rules of Liar, or between a game and those who play it."""

from collections.abc import Callable
from typing import Any

import liar
import msgspec
from liar.rules import LiarState

from croupier.games import GAMES
from croupier.kernel.decision import Settings
from croupier.kernel.event_bits import DEALER
from croupier.kernel.game import Game
from croupier.kernel.state import State
from croupier.match.match import Match

LEAKS: dict[str, "Leak"] = {}

Exchange = tuple[int, int, int, int] | None


class Leak(msgspec.Struct, frozen=True):
    """A leaky game, or a leaky match of a sound one."""

    game: Game
    settings: Settings
    seats: int
    match: type | None = None

    def new_match(self, seed: int, exchange: Exchange) -> Any:
        names = [f"p{seat}" for seat in range(self.seats)]
        match = Match(self.game, self.settings, names, seed, exchange=exchange)
        return match if self.match is None else self.match(match)


def in_rules(what: str) -> Callable[[type[LiarState]], type[LiarState]]:
    """A leak in the rules of Liar."""

    def add(state: type[LiarState]) -> type[LiarState]:
        class Leaky(liar.Liar):
            def make_state(self, settings: Any, seats: int) -> State:
                return state(seats, settings.deals, settings.lives, settings.teams)

        LEAKS[what] = Leak(Leaky(), liar.GAME.settings(), 3)
        return state

    return add


def in_match(what: str, name: str = "liar", seats: int = 3, **values: Any) -> Callable[[type], type]:
    """A leak between the rules and the players."""

    def add(match: type) -> type:
        game = liar.GAME if name == "liar" else GAMES[name]
        LEAKS[what] = Leak(game, game.settings(values), seats, match)
        return match

    return add


class Around:
    """A match as it is; what a subclass defines is different."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def __getattr__(self, name: str) -> Any:
        return getattr(self.match, name)

    @property
    def hidden(self) -> int:
        """A number that depends on the deal."""
        return sum(number << place % 7 for place, number in enumerate(self.match.state.snapshot(DEALER)[:-1])) % 1000
