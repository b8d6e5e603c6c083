"""A state of a match as plain integers, from which an equal one is made: for copies and pickles of environments."""

from typing import Any

from croupier.kernel.decision import Settings
from croupier.kernel.event_bits import DEALER
from croupier.kernel.game import Game
from croupier.kernel.state import State

SavedState = tuple[tuple[int, ...], tuple[int, ...], bool]
"""Everything that the dealer knows, what each seat has been shown (as hashes), and whether the latter is kept."""


def save_state(state: State) -> SavedState:
    return state.snapshot(DEALER), tuple(int(seen) for seen in state.seen), bool(state.watching)


def load_state(game: Game, settings: Settings, seats: int, saved: SavedState) -> State:
    ints, seen, watching = saved
    state = game.new_state(settings, seats)
    state.watching = watching
    state.restore(DEALER, ints)
    for seat, each in enumerate(seen):
        state.seen[seat] = each
    return state


def without(values: dict[str, Any], *names: str) -> dict[str, Any]:
    """These values without those of some names."""
    return {name: value for name, value in values.items() if name not in names}
