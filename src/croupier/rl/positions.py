"""A position of a match as an OpenSpiel game of its own, small enough to be solved exactly.

Chance chooses one of several worlds, which look the same to a spectator and differ in what is hidden. What the seats
have seen before counts as equal. OpenSpiel's counterfactual regret minimisation then finds what perfect play is worth.
"""

from collections.abc import Sequence
from typing import Any

from croupier.kernel.decision import Settings
from croupier.kernel.event_bits import PUBLIC
from croupier.kernel.game import Game
from croupier.kernel.state import State
from croupier.rl.openspiel import SpielGame, game_type


class PositionGame(SpielGame):
    """A game that begins in one of these worlds, each as likely as any other."""

    def __init__(self, game: Game, settings: Settings, worlds: Sequence[State], by_score: bool = False) -> None:
        """`by_score`: seats play for the points of the game instead of for the win."""
        seats = int(worlds[0].seats)
        self.worlds = worlds
        self.by_score = by_score
        super().__init__(game_type(game), game, {"players": seats, "deals": len(worlds)})
        self.settings = settings

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a position cannot be pickled; pickle its worlds")

    def deal(self, number: int) -> State:
        world = self.worlds[number]
        state = world.fresh()
        state.copy_from(world)
        return state

    def returns_of(self, state: State) -> list[float]:
        if not self.by_score:
            return super().returns_of(state)
        scores = [int(state.score(seat)) for seat in range(state.seats)]
        return [score - sum(scores) / len(scores) for score in scores]


def imagined_worlds(game: Game, settings: Settings, seats: int, state: State, n: int) -> list[State]:
    """Worlds that look like this state to a spectator, drawn so that each that fits is as likely as any other."""
    ints = state.snapshot(PUBLIC)
    found: list[State] = []
    for seed in range(n):
        world = game.new_state(settings, seats)
        world.restore(PUBLIC, ints)
        world.imagine(PUBLIC, seed)
        found.append(world)
    return found
